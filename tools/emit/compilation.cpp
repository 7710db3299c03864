// SPDX-License-Identifier: Apache-2.0
#include "tools/emit/compilation.h"

#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backend/nvrtc/compiler.h"
#include "tools/common/progress.h"

namespace phobos::tools {
namespace {

using engine::Failed;
using engine::Limited;
using engine::LimitKind;
using engine::Unsupported;

/// Whether the only thing wrong with the text is the name that was asked for: CUDA has functions that no include shows.
bool is_taken_name(const std::string& log, const EmitOptions& options) {
    return options.entry &&
           log.find(fmt::format(R"(function "{}" has "C" linkage)", *options.entry)) != std::string::npos;
}

EmitFailure failure_of(const nvrtc::CompileFailure& failure, const EmitOptions& options) {
    using Kind = nvrtc::FailureKind;
    switch (failure.kind) {
        case Kind::library: return {ExitCode::unavailable, Unsupported{"libnvrtc", failure.text}, failure.log};
        case Kind::architecture:
            return {ExitCode::unavailable, Unsupported{"--arch " + options.architecture, failure.text}, failure.log};
        case Kind::memory: return {ExitCode::limit, Limited{LimitKind::memory, failure.text}, failure.log};
        case Kind::time: return {ExitCode::limit, Limited{LimitKind::time, failure.text}, failure.log};
        case Kind::source:
            if (is_taken_name(failure.log, options))
                return {ExitCode::input,
                        Failed{"compile", fmt::format("--entry: CUDA has a function '{}' itself", *options.entry)}};
            return {ExitCode::internal,
                    Failed{"compile", failure.text + ": this is a bug of phobos-emit, please report the source"},
                    failure.log};
        case Kind::worker:
        case Kind::internal: break;
    }
    return {ExitCode::unavailable, Failed{"compile", failure.text}, failure.log};
}

}  // namespace

Result<CompiledText, EmitFailure> compile_text(const EmitOptions& options, const emit::Emitted& emitted) {
    if (options.lanes != 32)
        return Failure{EmitFailure{ExitCode::unavailable,
                                   Unsupported{fmt::format("--lanes {}", options.lanes),
                                               "a warp of the cards that libnvrtc compiles for has 32 lanes"}}};
    nvrtc::CompilerOptions compiler_options;
    if (options.nvrtc) compiler_options.library_names = {*options.nvrtc};
    if (options.cache) compiler_options.cache = cache::CacheOptions{*options.cache};
    auto compiler = nvrtc::Compiler::make(std::move(compiler_options));
    if (!compiler) return Failure{EmitFailure{ExitCode::unavailable, Unsupported{"libnvrtc", compiler.error().text}}};
    const bool needs_code = options.reports || options.emission == Emission::cubin;
    const nvrtc::Job job{emitted.entry + ".cu", emitted.text, emitted.entry, options.architecture,
                         needs_code ? nvrtc::Output::cubin : nvrtc::Output::ptx};
    nvrtc::CompiledBatch batch;
    {
        const Progress progress(fmt::format("compiling {}", emitted.entry));
        batch = compiler->compile(std::span(&job, 1));
    }
    if (!batch.results[0]) return Failure{failure_of(batch.results[0].error(), options)};
    return CompiledText{std::move(*batch.results[0]), batch.from_cache == 1, std::move(batch.cache_trouble)};
}

}  // namespace phobos::tools
