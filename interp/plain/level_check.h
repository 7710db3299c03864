// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::plain {

/// By ExpressionId: the lowest level that is true of a run; nothing where no thread came.
struct LevelPrecision {
    std::vector<std::optional<Level>> shown;
};

/// One turn of a loop inside one turn of each loop around it, numbered; 0 is outside of all loops.
using InstanceId = std::uint32_t;

struct Seen {
    int thread = 0;
    ScalarBits bits;
};

/// Two threads that disagree although the expression's level says that they do not.
struct Disagreement {
    program::ExpressionId expression;
    program::Type type;  ///< of a run the bits are a digest
    Level claimed;
    Seen first;
    Seen second;
};

/// Compares the values of every instance of every expression (level-3) with the level it is claimed to have (level-4).
/// Within one instance the threads of a warp must come one warp after the other.
class LevelCheck {
public:
    /// Remembers at most `capacity` instances.
    LevelCheck(std::span<const Level> claimed, int lanes, std::size_t capacity);

    InstanceId enter(InstanceId around, std::uint32_t loop, std::uint64_t turn);
    void observe(program::ExpressionId expression, program::Type type, InstanceId instance, Seen seen);
    /// Called where every thread of the block has left all instances so far: at its barriers and its end.
    void forget();

    [[nodiscard]] const std::optional<Disagreement>& disagreement() const { return disagreement_; }
    [[nodiscard]] const LevelPrecision& precision() const { return precision_; }
    /// Whether there were more instances than are remembered.
    [[nodiscard]] bool is_full() const { return is_full_; }

private:
    struct InstanceKey {
        InstanceId around;
        std::uint32_t loop;
        std::uint64_t turn;
        friend bool operator==(const InstanceKey&, const InstanceKey&) = default;
    };
    struct ValueKey {
        program::ExpressionId expression;
        InstanceId instance;
        friend bool operator==(const ValueKey&, const ValueKey&) = default;
    };
    struct Hash {
        std::size_t operator()(const InstanceKey& key) const;
        std::size_t operator()(const ValueKey& key) const;
    };
    struct Value {
        Seen block;  ///< of the first thread of the block
        Seen warp;   ///< of the first thread of the latest warp
    };

    std::span<const Level> claimed_;
    int lanes_;
    std::size_t capacity_;
    bool is_full_ = false;
    std::unordered_map<InstanceKey, InstanceId, Hash> instances_;
    std::unordered_map<ValueKey, Value, Hash> values_;
    InstanceId last_instance_ = 0;
    LevelPrecision precision_;
    std::optional<Disagreement> disagreement_;
};

}  // namespace phobos::plain
