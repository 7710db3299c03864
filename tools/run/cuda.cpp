// SPDX-License-Identifier: Apache-2.0
#include "tools/run/cuda.h"

#include <span>
#include <utility>

#include "backend/device/driver.h"
#include "backend/device/engine.h"
#include "backend/nvrtc/compiler.h"
#include "tools/common/cache_folder.h"

namespace phobos::tools {
namespace {

Result<std::shared_ptr<nvrtc::Compiler>, std::string> make_compiler(Compiling compiling) {
    nvrtc::CompilerOptions options;
    if (const auto folder = cache_folder("nvrtc"); folder && compiling == Compiling::for_launches)
        options.cache = cache::CacheOptions{*folder};
    // A process that compiles can be ended at a limit of time.
    if (const auto worker = program_beside("phobos-nvrtc-worker"); is_program(worker))
        options.pool = nvrtc::PoolOptions{{worker.string()}};
    auto compiler = nvrtc::Compiler::make(std::move(options));
    if (!compiler) return Failure{std::move(compiler.error().text)};
    return std::make_shared<nvrtc::Compiler>(std::move(*compiler));
}

}  // namespace

Result<std::unique_ptr<engine::Engine>, std::string> make_cuda(const EngineOptions& given) {
    auto driver = device::Driver::open(device::default_driver_names());
    if (!driver) return Failure{std::move(driver.error().text)};
    auto compiler = make_compiler(given.compiling);
    if (!compiler) return Failure{std::move(compiler.error())};
    const device::Compile compile = [compiler = *compiler](std::span<const nvrtc::Job> jobs, engine::Deadline end) {
        return compiler->compile(jobs, end).results;
    };
    const auto specialising =
        given.compiling == Compiling::once ? device::Specialising::for_instances : device::Specialising::for_launches;
    auto engine = device::make_engine(
        std::make_shared<const device::Driver>(std::move(*driver)),
        {given.device, given.checking, compile, specialising, device::Guards::zones, given.toggles,
         given.optimising == Optimising::other ? nvrtc::Optimising::none : nvrtc::Optimising::full});
    if (!engine) return Failure{std::move(engine.error().text)};
    return std::move(*engine);
}

}  // namespace phobos::tools
