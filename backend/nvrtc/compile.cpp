// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/compile.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace phobos::nvrtc {
namespace {

/// A program of the library, destroyed with its owner.
class Program {
public:
    Program(const Api& api, ProgramHandle handle) : api_(api), handle_(handle) {}
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() { api_.destroy_program(&handle_); }

    [[nodiscard]] ProgramHandle handle() const { return handle_; }

    /// What a pair of functions, one for the size and one for the bytes, gives.
    template <class Size, class Get>
    [[nodiscard]] Result<std::string, Status> bytes(Size size, Get get) const {
        std::size_t count = 0;
        if (const Status status = size(handle_, &count); status != Status::success) return Failure{status};
        std::string bytes(count, '\0');
        if (count == 0) return bytes;
        if (const Status status = get(handle_, bytes.data()); status != Status::success) return Failure{status};
        return bytes;
    }
    /// The same for texts, which end with a zero that is not part of them.
    template <class Size, class Get>
    [[nodiscard]] Result<std::string, Status> text(Size size, Get get) const {
        auto result = bytes(size, get);
        if (result && result->ends_with('\0')) result->pop_back();
        return result;
    }

private:
    const Api& api_;
    ProgramHandle handle_;
};

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    return pointers;
}

/// Nothing where the word does not have the form sm_90 or sm_90a.
std::optional<int> number_of_architecture(std::string_view word) {
    if (!word.starts_with("sm_")) return std::nullopt;
    word.remove_prefix(3);
    int number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    const std::string_view suffix(read.ptr, static_cast<std::size_t>(word.data() + word.size() - read.ptr));
    if (read.ec != std::errc{} || number <= 0 || (!suffix.empty() && suffix != "a" && suffix != "f"))
        return std::nullopt;
    return number;
}

CompileFailure unknown_architecture(const Library& library, const Job& job) {
    return {FailureKind::architecture,
            fmt::format("libnvrtc {}.{} does not compile for '{}'; it knows sm_{}", library.version().major,
                        library.version().minor, job.architecture, fmt::join(library.architectures(), ", sm_")),
            "",
            {}};
}

/// What a status other than success means for the job.
CompileFailure failure_of(const Library& library, const Job& job, Status status, std::string log) {
    std::vector<Message> messages = messages_of(log);
    const auto failure = [&](FailureKind kind, std::string text) {
        return CompileFailure{kind, std::move(text), log, messages};
    };
    switch (status) {
        case Status::out_of_memory:
            return failure(FailureKind::memory, fmt::format("no memory to compile '{}'", job.name));
        case Status::compilation:
            return failure(FailureKind::source,
                           fmt::format("'{}' does not compile for {}", job.name, job.architecture));
        case Status::invalid_option:
            if (log.find("--gpu-architecture") != std::string::npos) return unknown_architecture(library, job);
            break;
        case Status::success:
        case Status::program_creation_failure:
        case Status::invalid_input:
        case Status::invalid_program:
        case Status::builtin_operation_failure:
        case Status::internal_error: break;
    }
    return failure(FailureKind::internal,
                   fmt::format("libnvrtc ends with status {} on '{}'", static_cast<int>(status), job.name));
}

}  // namespace

std::vector<std::string> flags_of(const Job& job) {
    std::string architecture = job.architecture;
    // PTX alone is for a virtual architecture: ptxas, the slower half, does not run.
    if (job.output == Output::ptx && architecture.starts_with("sm_")) architecture.replace(0, 3, "compute_");
    std::vector<std::string> flags{"--std=c++17", "--fmad=false", "--gpu-architecture=" + architecture};
    if (job.output == Output::cubin) flags.emplace_back("--ptxas-options=-v");
    if (job.optimising == Optimising::none) flags.emplace_back("--ptxas-options=-O0");
    return flags;
}

Compilation compile(const Library& library, std::span<const Header> headers, const Job& job) {
    const auto number = number_of_architecture(job.architecture);
    if (!number || !std::ranges::binary_search(library.architectures(), *number))
        return Failure{unknown_architecture(library, job)};
    std::vector<const char*> texts;
    std::vector<const char*> names;
    for (const Header& header : headers) {
        texts.push_back(header.text.c_str());
        names.push_back(header.name.c_str());
    }
    const Api& api = library.api();
    ProgramHandle handle = nullptr;
    const Status created = api.create_program(&handle, job.text.c_str(), job.name.c_str(),
                                              static_cast<int>(headers.size()), texts.data(), names.data());
    if (created != Status::success) return Failure{failure_of(library, job, created, "")};
    const Program program(api, handle);

    const std::vector<std::string> flags = flags_of(job);
    const Status status = api.compile_program(handle, static_cast<int>(flags.size()), pointers_to(flags).data());
    auto log = program.text(api.log_size, api.log);
    if (status != Status::success)
        return Failure{failure_of(library, job, status, log ? std::move(*log) : std::string())};
    if (!log) return Failure{failure_of(library, job, log.error(), "")};
    auto ptx = program.text(api.ptx_size, api.ptx);
    if (!ptx) return Failure{failure_of(library, job, ptx.error(), *log)};
    Compiled compiled{std::move(*ptx), "", std::nullopt, std::move(*log)};
    if (job.output == Output::ptx) return compiled;
    auto cubin = program.bytes(api.cubin_size, api.cubin);
    if (!cubin) return Failure{failure_of(library, job, cubin.error(), compiled.log)};
    compiled.cubin = std::move(*cubin);
    compiled.resources = resources_of(compiled.log, job.entry);
    return compiled;
}

}  // namespace phobos::nvrtc
