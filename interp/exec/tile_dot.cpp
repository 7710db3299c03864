// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/tile_dot.h"

#include <algorithm>

#include "interp/exec/evaluate.h"
#include "interp/exec/tile_access.h"

namespace phobos::interp {

namespace {

LentRows rows_of(const Node& operand, Cta& cta) {
    const auto columns = static_cast<std::size_t>(operand.shape.extents[1]);
    if (!operand.lends_rows) return {value_of(operand, cta), columns};
    const SliceTarget& target = operand.tile->slice;
    const Window window = window_of(target, cta);
    if (const auto lent = lend_rows(target, window, cta)) return *lent;
    read_slice(target, window, cta, cta.frame + operand.slot);
    return {cta.frame + operand.slot, columns};
}

}  // namespace

DotOperands dot_operands(const Node& dot, Cta& cta) {
    const LentRows left = rows_of(*dot.operands[0], cta);
    return {left, rows_of(*dot.operands[1], cta)};
}

void continue_chains(const Node& dot, const DotOperands& operands, const Cta& cta, std::byte* chains) {
    constexpr std::size_t steps_between_clocks = std::size_t{1} << 22;
    constexpr std::size_t least_rows = 16;  // panels of the right side are packed once for so many
    meaning::DotShape shape = dot.tile->dot_shape;
    shape.left_stride = operands.left.stride;
    shape.right_stride = operands.right.stride;
    const std::size_t rows = shape.rows;
    const std::size_t at_once = std::max(least_rows, steps_between_clocks / (shape.columns * shape.depth));
    const auto size = static_cast<std::size_t>(bytes(dot.type));
    for (std::size_t row = 0; row < rows; row += at_once) {
        look_at_clock(cta);
        shape.rows = std::min(at_once, rows - row);
        dot.tile->dot(operands.left.first + row * shape.left_stride * size, operands.right.first,
                      chains + row * shape.out_stride * size, shape);
    }
}

}  // namespace phobos::interp
