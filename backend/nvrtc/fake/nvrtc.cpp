// SPDX-License-Identifier: Apache-2.0
// A libnvrtc for tests that plays what the text to compile asks for, by the words after "fake:":
//
//     compile N     nvrtcCompileProgram gives status N           create N      nvrtcCreateProgram gives status N
//     log TEXT      a line of the log                            ptx N         nvrtcGetPTX gives status N
//     crash         the process ends by a signal                 exit N        the process ends
//     hang          nvrtcCompileProgram does not come back       cubin N       nvrtcGetCUBIN gives status N
//
// A text that asks for nothing compiles: its PTX is a line per option and header, then the text. It knows the
// architectures 75, 80 and 90. FAKE_MAJOR is its version; FAKE_INCOMPLETE leaves nvrtcGetCUBIN out.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "backend/nvrtc/api.h"

namespace phobos::nvrtc {

/// What the library's programs are to its users.
struct OpaqueProgram {
    std::string text;
    std::string headers;
    std::string ptx;
    std::string cubin;
    std::string log;
};

namespace {

/// The words after "fake: NAME" of each line that has them.
std::vector<std::string> asked(std::string_view text, std::string_view name) {
    std::vector<std::string> found;
    const std::string mark = "fake: " + std::string(name);
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
        const std::string_view rest = text.substr(at + mark.size());
        const std::string_view line = rest.substr(0, rest.find('\n'));
        found.emplace_back(line.substr(std::min<std::size_t>(1, line.size())));
    }
    return found;
}

Status status_asked(std::string_view text, std::string_view name) {
    const auto words = asked(text, name);
    return words.empty() ? Status::success : static_cast<Status>(std::stoi(words.front()));
}

Status copy(const std::string& from, char* to) {
    std::copy(from.begin(), from.end(), to);
    return Status::success;
}

}  // namespace

extern "C" {

Status nvrtcVersion(int* major, int* minor) {
    *major = FAKE_MAJOR;
    *minor = 0;
    return Status::success;
}
Status nvrtcGetNumSupportedArchs(int* count) {
    *count = 3;
    return Status::success;
}
Status nvrtcGetSupportedArchs(int* numbers) {
    const int known[]{75, 80, 90};
    std::copy(std::begin(known), std::end(known), numbers);
    return Status::success;
}
Status nvrtcCreateProgram(ProgramHandle* program, const char* text, const char* name, int header_count,
                          const char* const* header_texts, const char* const* header_names) {
    if (const Status status = status_asked(text, "create"); status != Status::success) return status;
    std::string headers = "// " + std::string(name) + "\n";
    for (int i = 0; i < header_count; ++i)
        headers += "// " + std::string(header_names[i]) + ": " + header_texts[i] + "\n";
    *program = new OpaqueProgram{text, headers, "", "", ""};
    return Status::success;
}
Status nvrtcDestroyProgram(ProgramHandle* program) {
    delete *program;
    *program = nullptr;
    return Status::success;
}
Status nvrtcCompileProgram(ProgramHandle program, int option_count, const char* const* options) {
    const std::string& text = program->text;
    for (const std::string& line : asked(text, "log")) program->log += line + "\n";
    if (!asked(text, "crash").empty()) std::raise(SIGKILL);
    if (const auto code = asked(text, "exit"); !code.empty()) ::_exit(std::stoi(code.front()));
    while (!asked(text, "hang").empty()) ::pause();
    if (const Status status = status_asked(text, "compile"); status != Status::success) return status;
    for (int i = 0; i < option_count; ++i) {
        program->ptx += "// " + std::string(options[i]) + "\n";
        if (std::string_view(options[i]).starts_with("--gpu-architecture=sm_")) program->cubin = "cubin of " + text;
    }
    program->ptx += program->headers + text;
    return Status::success;
}
Status nvrtcGetPTXSize(ProgramHandle program, std::size_t* bytes) {
    *bytes = program->ptx.size() + 1;
    return Status::success;
}
Status nvrtcGetPTX(ProgramHandle program, char* ptx) {
    ptx[program->ptx.size()] = '\0';
    const Status status = status_asked(program->text, "ptx");
    return status == Status::success ? copy(program->ptx, ptx) : status;
}
Status nvrtcGetCUBINSize(ProgramHandle program, std::size_t* bytes) {
    *bytes = program->cubin.size();
    return Status::success;
}
#ifndef FAKE_INCOMPLETE
Status nvrtcGetCUBIN(ProgramHandle program, char* cubin) {
    const Status status = status_asked(program->text, "cubin");
    return status == Status::success ? copy(program->cubin, cubin) : status;
}
#endif
Status nvrtcGetProgramLogSize(ProgramHandle program, std::size_t* bytes) {
    *bytes = program->log.size() + 1;
    return Status::success;
}
Status nvrtcGetProgramLog(ProgramHandle program, char* log) {
    log[program->log.size()] = '\0';
    return copy(program->log, log);
}

}  // extern "C"

}  // namespace phobos::nvrtc
