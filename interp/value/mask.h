// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lang/vocabulary/level.h"
#include "lang/vocabulary/limits.h"

namespace phobos::interp {

/// The shape of a CTA.
struct Geometry {
    int threads;
    int lanes;  ///< of a warp, 32 or 64
    int warps;
};

/// The element of a level's values that belongs to a thread.
inline std::size_t element_of(Level level, int thread, const Geometry& geometry) {
    switch (level) {
        case Level::uniform: return 0;
        case Level::warp_uniform: return static_cast<std::size_t>(thread / geometry.lanes);
        case Level::varying: return static_cast<std::size_t>(thread);
    }
    return 0;
}

/// The threads that take part: one byte a thread (0 or 1) for loops, words of bits by warp where those are asked for.
class Mask {
public:
    void fill(const Geometry& geometry) {
        std::memset(bytes_.data(), 1, static_cast<std::size_t>(geometry.threads));
        active_ = geometry.threads;
    }
    void clear(const Geometry& geometry) {
        std::memset(bytes_.data(), 0, static_cast<std::size_t>(geometry.threads));
        active_ = 0;
    }
    /// Copies the threads of a CTA, not the whole capacity.
    void assign(const Mask& other, const Geometry& geometry) {
        std::memcpy(bytes_.data(), other.bytes_.data(), static_cast<std::size_t>(geometry.threads));
        active_ = other.active_;
    }

    [[nodiscard]] bool empty() const { return active_ == 0; }
    [[nodiscard]] bool all(const Geometry& geometry) const { return active_ == geometry.threads; }
    [[nodiscard]] int active() const { return active_; }
    [[nodiscard]] const std::uint8_t* bytes() const { return bytes_.data(); }
    [[nodiscard]] bool has(int thread) const { return bytes_[static_cast<std::size_t>(thread)] != 0; }

    /// After writing to the bytes.
    std::uint8_t* writable() { return bytes_.data(); }
    void recount(const Geometry& geometry) { active_ = count_bytes(bytes_.data(), geometry.threads); }
    void set_active(int active) { active_ = active; }

    /// Bit l: lane l of the warp takes part.
    [[nodiscard]] std::uint64_t word(int warp, const Geometry& geometry) const {
        return bits_of_bytes(bytes_.data() + static_cast<std::size_t>(warp) * static_cast<std::size_t>(geometry.lanes),
                             geometry.lanes);
    }
    /// The lowest thread that takes part; the mask is not empty.
    [[nodiscard]] int first(const Geometry& geometry) const {
        if (active_ == geometry.threads) return 0;
        return static_cast<int>(static_cast<const std::uint8_t*>(
                                    std::memchr(bytes_.data(), 1, static_cast<std::size_t>(geometry.threads))) -
                                bytes_.data());
    }
    /// Whether any lane of a warp takes part.
    [[nodiscard]] bool any(int warp, const Geometry& geometry) const {
        if (active_ == geometry.threads) return true;
        return std::memchr(bytes_.data() + static_cast<std::size_t>(warp) * static_cast<std::size_t>(geometry.lanes), 1,
                           static_cast<std::size_t>(geometry.lanes)) != nullptr;
    }

    /// Bytes that are 0 or 1 as bits, the first lowest; `lanes` is a multiple of 8, at most 64.
    static std::uint64_t bits_of_bytes(const std::uint8_t* bytes, int lanes) {
        std::uint64_t bits = 0;
        for (int i = 0; i < lanes; i += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, bytes + i, 8);
            bits |= (eight * 0x0102040810204080u >> 56) << i;
        }
        return bits;
    }

private:
    /// Eight at a time: every byte is 0 or 1, so 255 words can be added before one byte overflows.
    static int count_bytes(const std::uint8_t* bytes, int threads) {
        std::uint64_t sums = 0;
        for (int i = 0; i < threads; i += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, bytes + i, 8);
            sums += eight;
        }
        int total = 0;
        for (int byte = 0; byte < 8; ++byte) total += static_cast<int>(sums >> (8 * byte) & 0xff);
        return total;
    }

    alignas(64) std::array<std::uint8_t, limits::threads> bytes_;
    int active_ = 0;
};

}  // namespace phobos::interp
