// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interp/meaning/lane_loops.h"
#include "interp/meaning/loops.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::interp {

struct Cta;
struct Node;
struct Step;
struct TileWork;

/// Computes a node's value and tells where it lies: in `out`, or in memory that is not the node's own (a variable, a
/// constant, a tensor).
using EvaluateNode = const std::byte* (*)(const Node& node, Cta& cta, std::byte* out);
using ExecuteStep = void (*)(const Step& step, Cta& cta);

/// A variable, parameter or result in the frame of a CTA.
struct Variable {
    std::size_t offset = 0;
    Level level = Level::uniform;  ///< one element, one a warp, or one a thread
    ScalarType type = ScalarType::i32;
    /// At the offset is but a pointer to the value, which lies elsewhere and stays as it is while the variable lives.
    bool placed = false;
};

/// How the lanes of an access lie in memory, as far as the facts prove it.
enum class Pattern : std::uint8_t {
    scattered,
    warp_contiguous,  ///< neighbouring lanes of a warp reach neighbouring elements
    contiguous,       ///< neighbouring threads of the CTA do
};

/// Where an access goes.
struct Target {
    bool shared = false;      ///< a tile, else a tensor
    std::uint32_t index = 0;  ///< TileId or TensorId
    ScalarType element = ScalarType::i32;
    Level level = Level::uniform;  ///< of the offsets: every subscript is uniform or has this level
    int run = 1;                   ///< elements from each offset on
    Pattern pattern = Pattern::scattered;
    bool by_warp = false;  ///< a subscript is warp-uniform
    std::vector<Node*> subscripts;
    std::vector<meaning::AxisLoop> axes;
    meaning::StrideLoop stride = nullptr;  ///< where exactly one subscript, of index `varying_axis`, is varying
    std::size_t varying_axis = 0;
    std::size_t stream = 0;   ///< slot, where lanes are contiguous
    std::size_t offsets = 0;  ///< frame offset of room for one i64 for each element of the level
    program::SiteId site;
    meaning::MoveLoops moves{};
};

/// Of an access or a slice.
template <class AnyTarget>
program::Buffer buffer_of(const AnyTarget& target) {
    return target.shared ? program::Buffer(program::TileId{target.index})
                         : program::Buffer(program::TensorId{target.index});
}

/// An expression with everything about it decided that can be before a launch. A value of level uniform is one element,
/// of level warp-uniform one a warp, of level varying one a thread; a run has its elements in place of each of these.
struct Node {
    EvaluateNode evaluate = nullptr;
    EvaluateNode counted = nullptr;  ///< in a plan that counts visits: what evaluates, called by `evaluate`
    const program::Expression* source = nullptr;
    ScalarType type = ScalarType::i32;
    Level level = Level::uniform;
    int run = 1;
    program::TileShape shape{};  ///< of a tile, which is uniform
    std::size_t count = 1;       ///< elements of the value
    std::size_t slot = 0;        ///< frame offset of room for the value
    bool elementwise = false;    ///< `out` may be memory in which an operand's value lies
    bool borrows = false;        ///< the value may lie in a tensor's or tile's memory
    std::vector<Node*> operands;

    // what some kinds need besides
    meaning::UnaryLoop unary = nullptr;
    meaning::BinaryLoop binary = nullptr;
    meaning::TernaryLoop ternary = nullptr;
    meaning::OutsideLoop outside = nullptr;
    meaning::ZeroLoop zero = nullptr;
    meaning::RunSumLoop run_sum = nullptr;
    meaning::ByteDotLoop byte_dot = nullptr;
    meaning::MoveLoops moves{};
    std::size_t times = 1;    ///< of a repetition
    std::int64_t end = 0;     ///< of an index or count
    std::uint32_t index = 0;  ///< of a dim or field
    ScalarBits constant;
    Variable variable;  ///< read, or a call's result
    Target target;
    std::vector<Variable> parameters;  ///< of a call, one for each operand but the result of a call_through
    std::vector<Step> body;            ///< of a call
    bool ends_with_return = false;     ///< a statement of its own after the body
    std::size_t mask = 0;              ///< slots of masks, of a call, && and ||
    const TileWork* tile = nullptr;    ///< of a tile operation
    bool lends_rows = false;           ///< a slice that a dot may read where it lies
};

/// A statement, prepared likewise.
struct Step {
    ExecuteStep execute = nullptr;
    const program::Statement* source = nullptr;
    std::vector<Node*> operands;  ///< the value, condition or range
    Variable variable;            ///< assigned
    Target target;                ///< stored to
    std::vector<Step> body;
    std::vector<Step> otherwise;
    bool leaves = false;           ///< threads may leave by break, continue or return inside
    bool returns = false;          ///< by return
    std::size_t mask = 0;          ///< slots of masks
    std::size_t returned = 0;      ///< slot of the mask of threads that left the function from a loop
    Level level = Level::uniform;  ///< of a loop's range, or of a condition
    meaning::RangeLoops range{};
    meaning::BinaryLoop advance = nullptr;  ///< a range's values and one step
    std::uint32_t tile = 0;                 ///< declared
    const TileWork* tile_work = nullptr;    ///< of a tile operation
};

}  // namespace phobos::interp
