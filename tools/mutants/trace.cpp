// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/trace.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/io/value_text.h"
#include "interp/exec/engine.h"
#include "interp/observe/event.h"

namespace phobos::tools {
namespace {

using interp::observe::Access;
using interp::observe::AccessKind;

/// One access of one thread.
struct Step {
    AccessKind kind;
    program::Buffer buffer;
    std::int64_t offset;
    int width;
    program::SiteId site;
};
struct Thread {
    engine::Block block;
    int warp;
    int lane;

    friend bool operator==(const Thread&, const Thread&) = default;
};
struct Seen {
    Thread thread;
    Step step;
};

/// Keeps every access.
class Recorder final : public interp::observe::Observer {
public:
    void access(const Access& event) override {
        for (std::size_t lane = 0; lane < event.offsets.size(); ++lane)
            if ((event.visit.lanes >> lane & 1) != 0)
                seen.push_back({{event.visit.block, event.visit.warp, static_cast<int>(lane)},
                                {event.kind, event.buffer, event.offsets[lane], event.width, event.visit.site}});
    }
    void branch(const interp::observe::Branch&) override {}
    void meeting(const interp::observe::Meeting&) override {}

    std::vector<Seen> seen;
};

class Tracer {
public:
    Tracer(const mutation::CaseBench& bench, const mutation::SoundLaunch& sound)
        : source_(bench.loaded->source), sound_(sound), program_(sound.kernel->program()) {}

    std::string text(const ElementOf& of) const {
        const auto tensor = std::ranges::find(program_.tensors, of.tensor, &program::Tensor::name);
        if (tensor == program_.tensors.end()) return "";
        const program::TensorId id{static_cast<std::uint32_t>(tensor - program_.tensors.begin())};
        engine::Settings settings;
        settings.limits.steps = harness::most_steps;
        settings.checks = {.uninitialised = true, .races = false, .levels = false};
        Recorder recorder;
        const engine::Ran ran = interp::run_observed(*sound_.kernel, sound_.given, settings, recorder);
        std::string text =
            fmt::format("{}[{}] is {} in the end\n", of.tensor, of.element, value(ran.tensors, id, of.element));
        const auto offset = static_cast<std::int64_t>(of.element);
        const auto writes = [&](const Seen& seen) {
            return seen.step.kind != AccessKind::load && seen.step.buffer == program::Buffer{id} &&
                   seen.step.offset <= offset && offset < seen.step.offset + seen.step.width;
        };
        const auto last = std::find_if(recorder.seen.rbegin(), recorder.seen.rend(), writes);
        if (last == recorder.seen.rend()) return text + "no thread writes it\n";
        const Thread& thread = last->thread;
        text += fmt::format("it is written by block {}, {}, {}, warp {}, lane {}, which does:\n", thread.block.x,
                            thread.block.y, thread.block.z, thread.warp, thread.lane);
        for (auto at = recorder.seen.begin(); at != last.base(); ++at)
            if (at->thread == thread) text += line_of(at->step);
        return text;
    }

private:
    [[nodiscard]] std::string value(const std::vector<engine::Tensor>& tensors, program::TensorId id,
                                    std::uint64_t element) const {
        for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
            const auto* parameter = std::get_if<program::TensorId>(&program_.parameters[i]);
            if (parameter == nullptr || !(*parameter == id)) continue;
            if (i >= tensors.size() || element >= tensors[i].elements()) return "outside";
            if (!tensors[i].is_written(element)) return "unwritten";
            return io::value_text(tensors[i].element(), tensors[i].load(element));
        }
        return "unknown";
    }

    [[nodiscard]] std::string line_of(const Step& step) const {
        const std::uint32_t line = source_.position(program_.sites[step.site.index].span.begin).line;
        const auto* tensor = std::get_if<program::TensorId>(&step.buffer);
        const std::string& name = tensor != nullptr ? program_.tensors[tensor->index].name
                                                    : program_.tiles[std::get<program::TileId>(step.buffer).index].name;
        const std::string elements = step.width == 1
                                         ? fmt::format("{}", step.offset)
                                         : fmt::format("{} to {}", step.offset, step.offset + step.width - 1);
        const std::string_view what = step.kind == AccessKind::load    ? "reads"
                                      : step.kind == AccessKind::store ? "writes"
                                                                       : "updates";
        return fmt::format("  line {}: {} element {} of {}\n    {}\n", line, what, elements, name,
                           source_.line_text(line));
    }

    const SourceFile& source_;
    const mutation::SoundLaunch& sound_;
    const program::Program& program_;
};

}  // namespace

std::string trace_of(const ElementOf& of) {
    for (const mutation::Bench& bench : of.bench.widths) {
        if (bench.lanes() != of.lanes) continue;
        for (const mutation::SoundLaunch& sound : bench.launches())
            if (!sound.error && (of.launch.empty() || sound.launch->name == of.launch))
                return Tracer(of.bench, sound).text(of);
    }
    return "";
}

}  // namespace phobos::tools
