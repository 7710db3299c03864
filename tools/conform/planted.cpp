// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/planted.h"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tools/common/console.h"
#include "tools/conform/suite_options.h"

namespace phobos::tools {
namespace {

/// Becomes phobos-mutants, with these options as they are given here; comes back only where there is no such program.
ExitCode become_mutants(const Arguments& arguments, std::vector<std::string> words,
                        std::initializer_list<const char*> options) {
    for (const char* const option : options)
        for (const std::string& value : arguments.values(option)) words.insert(words.end(), {option, value});
    if (arguments.common().json) words.emplace_back("--json");
    if (arguments.common().quiet) words.emplace_back("--quiet");
    std::error_code failed;
    const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
    words.insert(words.begin(), (here / "phobos-mutants").string());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers.front(), pointers.data());
    const Console console("phobos-conform", arguments.common());
    console.error("planted faults need the program phobos-mutants, which is not at " + words.front());
    return ExitCode::unavailable;
}

std::vector<Option> options_with(std::vector<Option> own) {
    std::vector<Option> options = suite_options();
    for (Option& option : own) options.push_back(std::move(option));
    options.push_back({"--jobs", "N", "threads; as many as the machine has by default", Repeated::once, ""});
    return options;
}
Option fault_option() { return {"--fault", "ID", "only this planted fault; may be repeated", Repeated::many, ""}; }

}  // namespace

CommandLine mutants_of_suite_command_line() {
    return {"phobos-conform mutants",
            "Shows that the suite can fail: plants faults in an implementation and looks for a case that notices each.",
            "",
            Repeated::once,
            options_with({fault_option(),
                          {"--matrix", "", "every case that notices each fault", Repeated::once, ""},
                          {"--redundant", "", "cases that notice no fault that cheaper ones do not, and why they stay",
                           Repeated::once, ""}}),
            "  phobos-conform mutants\n"
            "  phobos-conform mutants --matrix --json >matrix.json\n"
            "  phobos-conform mutants --redundant\n",
            HasSarif::no};
}

ExitCode mutants_of_suite(const Arguments& arguments) {
    if (arguments.has("--redundant") && arguments.has("--matrix"))
        return Console("phobos-conform", arguments.common())
            .stop(usage_error("phobos-conform mutants",
                              "--matrix and --redundant print different things: give one of them"));
    const std::string command = arguments.has("--redundant") ? "redundant"
                                : arguments.has("--matrix")  ? "matrix"
                                                             : "first-kill";
    return become_mutants(arguments, {command}, {"--suite", "--only", "--jobs", "--fault"});
}

CommandLine coverage_command_line() {
    return {"phobos-conform coverage",
            "Tells which rules are covered: a case that cites the rule notices a planted fault of it.",
            "",
            Repeated::once,
            options_with({fault_option()}),
            "  phobos-conform coverage\n",
            HasSarif::no};
}

ExitCode coverage_of_suite(const Arguments& arguments) {
    return become_mutants(arguments, {"coverage"}, {"--suite", "--only", "--jobs", "--fault"});
}

CommandLine explain_command_line() {
    return {"phobos-conform explain",
            "Explains a failed case of a report: the first differing element and how it comes about, the rule that is "
            "probably broken, and planted faults that fail such cases.",
            "ID",
            Repeated::once,
            options_with({{"--report", "FILE", "what phobos-conform run --json printed", Repeated::once, ""}}),
            "  phobos-conform explain coll-sum-over-lanes --report report.json\n",
            HasSarif::no};
}

ExitCode explain_case(const Arguments& arguments) {
    std::vector<std::string> words{"explain"};
    words.insert(words.end(), arguments.files().begin(), arguments.files().end());
    return become_mutants(arguments, std::move(words), {"--suite", "--only", "--jobs", "--report"});
}

}  // namespace phobos::tools
