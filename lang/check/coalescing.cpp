// SPDX-License-Identifier: Apache-2.0
#include "lang/check/coalescing.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "lang/base/memory_cost.h"
#include "lang/base/overloaded.h"
#include "lang/check/alignment.h"
#include "lang/check/congruence.h"
#include "lang/check/facts.h"
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

/// How many elements lie from where the access of one lane begins to where that of the next does, whichever way.
struct Stride {
    std::uint64_t elements = 0;
    /// The axis that the lanes go along where its elements lie as far apart as a dim says, which then is all that
    /// counts.
    std::optional<std::size_t> far_axis;
};

/// What the lanes of a warp ask for if all take part, and what could hold it.
struct Sectors {
    std::size_t requests;
    int touched = 0;
    int ideal = 0;
};

std::uint64_t distance(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

/// A launch in which everything lies as well as it can.
LaunchAssumptions aligned(const Program& program) {
    return {std::vector<Congruence>(program.dims.size(), congruence::constant(0)),
            {},
            std::vector<Congruence>(program.tensors.size(), congruence::constant(0))};
}

class Judge {
public:
    Judge(const Program& program, const Levels& levels, const LaneFacts& known)
        : program_(program),
          levels_(levels),
          known_(known),
          aligned_(aligned(program)),
          is_demanded_(std::ranges::find(program.attributes, Attribute::assert_coalesced) != program.attributes.end()) {
    }

    diagnostics::List run() {
        for_each_in(program_.body, Overloaded{
                                       [&](const Expression& expression) { judge(expression); },
                                       [&](const Statement& statement) { judge(statement); },
                                   });
        diagnostics::List list;
        for (auto& [place, diagnostic] : found_) list.add(std::move(diagnostic));
        return list;
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
        if (tensor == nullptr) return;
        const Access access{*tensor, &subscripts, elements, site};
        const std::optional<Stride> stride = stride_of(access);
        if (stride && !is_coalesced(*stride, access)) {
            report(access, *stride);
        } else if (!stride && is_demanded_) {
            put({Code::coalescing_unknown,
                 program_.sites[site.index].span,
                 fmt::format("nothing tells whether the lanes of a warp access neighbouring elements of `{}`",
                             program_.tensors[tensor->index].name),
                 {},
                 {}});
        }
    }
    /// Of a place, which expanded calls share, the first of what weighs most.
    void put(diagnostics::Diagnostic diagnostic) {
        const auto severity = [](Code code) { return diagnostics::row(code).severity; };
        const auto [known, is_new] = found_.try_emplace({diagnostic.span.begin, diagnostic.span.end}, diagnostic);
        if (!is_new && severity(diagnostic.code) < severity(known->second.code)) known->second = std::move(diagnostic);
    }

    [[nodiscard]] std::optional<std::int64_t> lane_factor(const Expression& subscript) const {
        if (levels_.expressions[subscript.id.index] != Level::varying) return 0;
        return known_.strides[subscript.id.index];
    }

    /// None where facts do not tell. A dim counts as greater than any constant.
    [[nodiscard]] std::optional<Stride> stride_of(const Access& access) const {
        std::optional<std::size_t> far_axis;
        std::int64_t elements = 0;
        std::optional<std::int64_t> pitch = 1;  // elements from one index of the axis to the next
        const std::vector<Extent>& shape = program_.tensors[access.tensor.index].shape;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            const std::optional<std::int64_t> factor = lane_factor((*access.subscripts)[axis]);
            std::int64_t step = 0;
            if (!factor || (pitch && __builtin_mul_overflow(*factor, *pitch, &step)) ||
                __builtin_add_overflow(elements, step, &elements))
                return std::nullopt;
            if (*factor != 0 && !pitch) far_axis = axis;
            const auto* extent = std::get_if<std::int64_t>(&shape[axis]);
            if (extent == nullptr || (pitch && __builtin_mul_overflow(*pitch, *extent, &*pitch))) pitch.reset();
        }
        return Stride{distance(elements), far_axis};
    }

    static bool is_coalesced(const Stride& stride, const Access& access) {
        return !stride.far_axis && stride.elements <= static_cast<std::uint64_t>(access.elements);
    }

    /// As a run of the kernel counts it where the launch is one that is `aligned`.
    [[nodiscard]] Sectors sectors_of(const Stride& stride, const Access& access) const {
        constexpr std::uint64_t far = std::uint64_t{1} << 32;  // so far apart each lane has sectors of its own
        const int size = bytes(program_.tensors[access.tensor.index].element);
        const auto step = static_cast<std::int64_t>(stride.far_axis ? far : std::min(stride.elements, far)) * size;
        const Congruence first = address_of(program_, aligned_, access.tensor, *access.subscripts, known_.facts);
        const std::vector<cost::Part> parts =
            cost::parts_of_access(access.elements, size, first.log2_modulus, first.residue);
        Sectors sectors{parts.size()};
        for (const cost::Part& part : parts) {
            std::array<std::int64_t, 64> addresses{};
            for (std::size_t lane = 0; lane < addresses.size(); ++lane)
                addresses[lane] = first.residue + part.first + static_cast<std::int64_t>(lane) * step;
            const auto all = std::span(addresses).first(static_cast<std::size_t>(program_.lanes));
            const cost::GlobalCost request = cost::global_cost({all, ~std::uint64_t{0}, part.bytes});
            sectors.touched += request.sectors;
            sectors.ideal += request.ideal_sectors;
        }
        return sectors;
    }

    [[nodiscard]] std::string advice(const Stride& stride, const Access& access) const {
        const std::string& name = program_.tensors[access.tensor.index].name;
        if (stride.far_axis)
            return "let ctx.lane count along the last axis, or bring a tile of it into shared memory and read it there";
        if (access.elements == 1 && stride.elements > 1 && stride.elements <= std::uint64_t{limits::run_elements})
            return fmt::format("let neighbouring lanes access neighbouring elements, or each lane a run: {}[.. :+ {}]",
                               name, stride.elements);
        return "let neighbouring lanes access neighbouring elements";
    }

    void report(const Access& access, const Stride& stride) {
        const Span span = program_.sites[access.site.index].span;
        const std::string& name = program_.tensors[access.tensor.index].name;
        const Sectors sectors = sectors_of(stride, access);
        const std::string apart = stride.far_axis ? fmt::format("are an index of axis {} apart", *stride.far_axis)
                                                  : fmt::format("begin {} elements apart", stride.elements);
        const std::string what =
            access.elements == 1 && !stride.far_axis
                ? fmt::format("the elements of `{}` that neighbouring lanes access lie {} apart", name, stride.elements)
                : fmt::format("the {} of `{}` that neighbouring lanes access {}",
                              access.elements == 1 ? "elements" : "runs", name, apart);
        const std::string requests = sectors.requests == 1 ? "" : fmt::format(" in {} requests", sectors.requests);
        put({is_demanded_ ? Code::uncoalesced_access : Code::strided_access,
             span,
             what,
             {{span, fmt::format("all {} lanes of a warp touch {} sectors of {} bytes here{}, where {} could hold "
                                 "what they access; {}",
                                 program_.lanes, sectors.touched, cost::sector_bytes, requests, sectors.ideal,
                                 advice(stride, access))}},
             {}});
    }

    const Program& program_;
    const Levels& levels_;
    const LaneFacts& known_;
    LaunchAssumptions aligned_;
    bool is_demanded_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, diagnostics::Diagnostic> found_;  ///< by place
};

}  // namespace

diagnostics::List judge_coalescing(const Program& program, const Levels& levels, const LaneFacts& known) {
    return Judge(program, levels, known).run();
}

}  // namespace phobos::check
