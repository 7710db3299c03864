// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "engine/engine.h"

namespace phobos::engine {

Ran run(Engine& engine, const program::CheckedProgram& program, const Launch& launch, const Settings& settings) {
    if (auto dims = bind(program.program(), launch); !dims) return {dims.error(), {}, {}};
    const std::array instances{Instance{&program, {}}};
    auto prepared = engine.prepare(instances);
    if (auto* unsupported = std::get_if<Unsupported>(&prepared[0])) return {std::move(*unsupported), {}, {}};
    auto uploaded = engine.upload(program.program(), launch, settings);
    if (auto* outcome = std::get_if<Outcome>(&uploaded)) return {std::move(*outcome), {}, {}};

    Buffers& buffers = *std::get<0>(uploaded);
    Ran ran{std::get<0>(prepared[0])->launch(buffers, launch.grid, settings), {}, buffers.damaged()};
    for (std::size_t parameter = 0; parameter < launch.arguments.size(); ++parameter)
        ran.tensors.push_back(buffers.download(parameter));
    return ran;
}

}  // namespace phobos::engine
