// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "engine/assumptions.h"
#include "engine/engine.h"

namespace phobos::engine {

Ran run(Engine& engine, Prepared& prepared, const program::Program& program, Launch launch, const Settings& settings) {
    const Block grid = launch.grid;
    const std::size_t parameters = launch.arguments.size();
    auto uploaded = engine.upload(program, std::move(launch), settings);
    if (auto* outcome = std::get_if<Outcome>(&uploaded)) return {std::move(*outcome), {}, {}};

    Buffers& buffers = *std::get<0>(uploaded);
    Ran ran{prepared.launch(buffers, grid, settings), {}, buffers.damaged()};
    for (std::size_t parameter = 0; parameter < parameters; ++parameter)
        ran.tensors.push_back(buffers.download(parameter));
    if (auto lost = buffers.lost(); lost && std::holds_alternative<Finished>(ran.outcome))
        ran.outcome = *std::move(lost);
    return ran;
}

Ran run(Engine& engine, const program::CheckedProgram& program, Launch launch, const Settings& settings) {
    const auto dims = bind(program.program(), launch);
    if (!dims) return {dims.error(), {}, {}};
    const std::array instances{Instance{&program, assumptions_of(program.program(), launch, *dims)}};
    auto prepared = engine.prepare(instances);
    if (auto* unsupported = std::get_if<Unsupported>(&prepared[0])) return {std::move(*unsupported), {}, {}};
    return run(engine, *std::get<0>(prepared[0]), program.program(), std::move(launch), settings);
}

}  // namespace phobos::engine
