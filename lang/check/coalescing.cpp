// SPDX-License-Identifier: Apache-2.0
#include "lang/check/coalescing.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "lang/base/memory_cost.h"
#include "lang/base/overloaded.h"
#include "lang/program/checked_program.h"
#include "lang/program/children.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

using namespace program;
using diagnostics::Code;

/// A load or store of a tensor.
struct Access {
    TensorId tensor;
    const std::vector<Expression>* subscripts;
    std::int32_t elements;
    SiteId site;
};

/// By how many elements the access of one lane lies behind that of the lane before.
struct Stride {
    std::int64_t elements = 0;
    /// The axis that the lanes go along where its elements lie as far apart as a dim says, which then is all that
    /// counts.
    std::optional<std::size_t> far_axis;
};

/// What a warp of which all lanes take part asks for, and what holds it.
struct Sectors {
    std::int64_t touched;
    std::int64_t ideal;
};

class Judge {
public:
    Judge(const Program& program, const Levels& levels, const Facts& facts)
        : program_(program),
          levels_(levels),
          facts_(facts),
          is_demanded_(std::ranges::find(program.attributes, Attribute::assert_coalesced) != program.attributes.end()) {
    }

    diagnostics::List run() {
        for_each_in(program_.body, Overloaded{
                                       [&](const Expression& expression) { judge(expression); },
                                       [&](const Statement& statement) { judge(statement); },
                                   });
        return std::move(list_);
    }

private:
    void judge(const Expression& expression) {
        if (const auto* load = std::get_if<Load>(&expression.node))
            judge(load->buffer, load->subscripts, 1, load->site);
        if (const auto* load = std::get_if<RunLoad>(&expression.node))
            judge(load->buffer, load->subscripts, expression.type.elements, load->site);
    }
    void judge(const Statement& statement) {
        if (const auto* store = std::get_if<Store>(&statement.node))
            judge(store->buffer, store->subscripts, 1, store->site);
        if (const auto* store = std::get_if<RunStore>(&statement.node))
            judge(store->buffer, store->subscripts, store->elements, store->site);
    }

    void judge(const Buffer& buffer, const std::vector<Expression>& subscripts, std::int32_t elements, SiteId site) {
        const auto* tensor = std::get_if<TensorId>(&buffer);
        const Span span = program_.sites[site.index].span;
        if (tensor == nullptr || judged_.contains({span.begin, span.end})) return;
        const Access access{*tensor, &subscripts, elements, site};
        const std::optional<Stride> stride = stride_of(access);
        if (stride && is_coalesced(*stride, access)) return;
        if (!stride && !is_demanded_) return;
        judged_.insert({span.begin, span.end});
        if (stride)
            report(access, *stride);
        else
            list_.add({Code::coalescing_unknown,
                       span,
                       fmt::format("nothing tells whether the lanes of a warp access neighbouring elements of `{}`",
                                   program_.tensors[tensor->index].name),
                       {},
                       {}});
    }

    [[nodiscard]] std::optional<std::int64_t> lane_factor(const Expression& subscript) const {
        if (levels_.expressions[subscript.id.index] != Level::varying) return 0;
        const std::optional<Affine>& affine = facts_.expressions[subscript.id.index].affine;
        return affine ? std::optional(affine->lane) : std::nullopt;
    }

    /// None where facts do not tell. A dim counts as greater than any constant.
    [[nodiscard]] std::optional<Stride> stride_of(const Access& access) const {
        Stride stride;
        std::optional<std::int64_t> pitch = 1;  // elements from one index of the axis to the next
        const std::vector<Extent>& shape = program_.tensors[access.tensor.index].shape;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            const std::optional<std::int64_t> factor = lane_factor((*access.subscripts)[axis]);
            std::int64_t step = 0;
            if (!factor || (pitch && __builtin_mul_overflow(*factor, *pitch, &step)) ||
                __builtin_add_overflow(stride.elements, step, &stride.elements))
                return std::nullopt;
            if (*factor != 0 && !pitch) stride.far_axis = axis;
            const auto* extent = std::get_if<std::int64_t>(&shape[axis]);
            if (extent == nullptr || (pitch && __builtin_mul_overflow(*pitch, *extent, &*pitch))) pitch.reset();
        }
        constexpr std::int64_t most = std::int64_t{1} << 32;  // no two elements of a tensor of use lie further apart
        if (std::abs(stride.elements) > most) stride.elements = most;
        return stride;
    }

    static bool is_coalesced(const Stride& stride, const Access& access) {
        return !stride.far_axis && std::abs(stride.elements) <= access.elements;
    }

    [[nodiscard]] Sectors sectors_of(const Stride& stride, const Access& access) const {
        const std::int64_t run = std::int64_t{access.elements} * bytes(program_.tensors[access.tensor.index].element);
        const auto in_sectors = [](std::int64_t size) { return (size + cost::sector_bytes - 1) / cost::sector_bytes; };
        Sectors sectors{0, in_sectors(run * program_.lanes)};
        if (stride.far_axis) return {in_sectors(run) * program_.lanes, sectors.ideal};
        const std::int64_t step = std::abs(stride.elements) * bytes(program_.tensors[access.tensor.index].element);
        std::int64_t last = -1;
        for (std::int64_t lane = 0; lane < program_.lanes; ++lane) {
            const std::int64_t first = std::max(lane * step / cost::sector_bytes, last + 1);
            const std::int64_t end = (lane * step + run - 1) / cost::sector_bytes;
            sectors.touched += end - first + 1;
            last = end;
        }
        return sectors;
    }

    [[nodiscard]] std::string advice(const Stride& stride, const Access& access) const {
        const std::string& name = program_.tensors[access.tensor.index].name;
        if (stride.far_axis)
            return "let ctx.lane count along the last axis, or bring a tile of it into shared memory and read it there";
        if (access.elements == 1 && stride.elements > 1 && stride.elements <= limits::run_elements)
            return fmt::format("let neighbouring lanes access neighbouring elements, or each lane a run: {}[.. :+ {}]",
                               name, stride.elements);
        return "let neighbouring lanes access neighbouring elements";
    }

    void report(const Access& access, const Stride& stride) {
        const Span span = program_.sites[access.site.index].span;
        const std::string& name = program_.tensors[access.tensor.index].name;
        const Sectors sectors = sectors_of(stride, access);
        const std::string apart = stride.far_axis ? fmt::format("are an index of axis {} apart", *stride.far_axis)
                                                  : fmt::format("begin {} elements apart", std::abs(stride.elements));
        const std::string what = access.elements == 1 && !stride.far_axis
                                     ? fmt::format("the elements of `{}` that neighbouring lanes access lie {} apart",
                                                   name, std::abs(stride.elements))
                                     : fmt::format("the {} of `{}` that neighbouring lanes access {}",
                                                   access.elements == 1 ? "elements" : "runs", name, apart);
        list_.add({is_demanded_ ? Code::uncoalesced_access : Code::strided_access,
                   span,
                   what,
                   {{span, fmt::format("a warp of {} lanes touches {} sectors of {} bytes here, where {} could hold "
                                       "what it accesses; {}",
                                       program_.lanes, sectors.touched, cost::sector_bytes, sectors.ideal,
                                       advice(stride, access))}},
                   {}});
    }

    const Program& program_;
    const Levels& levels_;
    const Facts& facts_;
    bool is_demanded_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> judged_;  ///< places, which expanded calls share
    diagnostics::List list_;
};

}  // namespace

diagnostics::List judge_coalescing(const Program& program, const Levels& levels, const Facts& facts) {
    return Judge(program, levels, facts).run();
}

}  // namespace phobos::check
