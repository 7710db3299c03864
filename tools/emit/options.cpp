// SPDX-License-Identifier: Apache-2.0
#include "tools/emit/options.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backend/emit/names.h"
#include "engine/io/staged_file.h"
#include "tools/common/cache_folder.h"
#include "tools/common/source.h"

namespace phobos::tools {
namespace {

constexpr std::string_view examples =
    "  phobos-emit row_sum.ph\n"
    "  phobos-emit matvec.ph --dim K=4096 --align '*=16' -o matvec.cu --prelude .\n"
    "  nvcc -std=c++17 -fmad=false -arch=sm_90 -I . -cubin matvec.cu\n"
    "  phobos-emit matvec.ph --cubin --arch sm_80 -o matvec.cubin --report\n";

std::vector<Option> assumption_options() {
    const std::string group = "What each launch of the text must keep";
    return {
        {"--dim", "NAME=N", "the dim has this value and no other; it becomes a constant", Repeated::many, group},
        {"--multiple", "NAME=N", "the dim is a multiple of N; '*' names all dims", Repeated::many, group},
        {"--align", "NAME=BYTES",
         "the tensor's first element lies at a multiple of this power of two; '*' names all tensors", Repeated::many,
         group},
    };
}

std::vector<Option> output_options() {
    const std::string group = "Output";
    return {
        {"--ptx", "", "PTX instead of the text", Repeated::once, group},
        {"--cubin", "", "machine code instead of the text", Repeated::once, group},
        {"--arch", "sm_NN", "the architecture to compile for, as sm_80 or sm_90a; sm_90 unless given", Repeated::once,
         group},
        {"--check", "bounds", "the text checks what is always checked, and reports faults in records", Repeated::once,
         group},
        {"--entry", "NAME", "the name of the function; the kernel's, ended by _kernel, unless given", Repeated::once,
         group},
        {"-o,--output", "FILE", "write there instead of to the standard output", Repeated::once, group},
        {"--report", "", "tell parameters and shared memory, and what the machine code takes for --arch",
         Repeated::once, group},
        {"--prelude", "DIR", "write the headers that texts include under DIR, for nvcc -I DIR", Repeated::once, group},
    };
}

std::vector<Option> compiler_options() {
    const std::string group = "Compiler";
    return {
        {"--nvrtc", "FILE", "the libnvrtc to use; otherwise it is looked for by its names", Repeated::once, group},
        {"--cache", "DIR|off", "where results are kept; $XDG_CACHE_HOME/phobos or ~/.cache/phobos unless given",
         Repeated::once, group},
    };
}

bool is_identifier(std::string_view name) {
    const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !name.empty() && std::ranges::all_of(name, fits) &&
           std::isdigit(static_cast<unsigned char>(name.front())) == 0;
}

bool is_architecture(std::string_view word) {
    if (!word.starts_with("sm_")) return false;
    word.remove_prefix(3);
    if (word.ends_with('a') || word.ends_with('f')) word.remove_suffix(1);
    return !word.empty() && word.size() <= 4 &&
           std::ranges::all_of(word, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

/// Reads the words; the first mistake stays.
class Reader {
public:
    explicit Reader(const Arguments& arguments) : arguments_(arguments) {}

    Result<EmitOptions, Stop> read() {
        options_.file = arguments_.files().front();
        options_.common = arguments_.common();
        options_.kernel = arguments_.value("--kernel");
        options_.reports = arguments_.has("--report");
        options_.output = arguments_.value("--output");
        if (options_.output == "-") options_.output.reset();
        options_.prelude = arguments_.value("--prelude");
        if (options_.prelude == "") fail("--prelude takes a folder, not ''");
        options_.nvrtc = arguments_.value("--nvrtc");
        const auto cache = arguments_.value("--cache");
        options_.cache = cache ? cache : cache_folder("nvrtc");
        if (cache == "off") options_.cache.reset();
        read_target();
        read_assumptions();
        read_emission();
        if (!mistake_.empty()) return Failure{usage_error("phobos-emit", mistake_)};
        return std::move(options_);
    }

private:
    void fail(std::string message) {
        if (mistake_.empty()) mistake_ = std::move(message);
    }

    void read_target() {
        const auto lanes = parse_lanes(arguments_);
        if (!lanes) return fail(lanes.error());
        options_.lanes = lanes->value_or(32);
        auto settings = parse_settings(arguments_);
        if (!settings) return fail(settings.error());
        options_.settings = std::move(*settings);
    }

    std::vector<NamedNumber> numbers(std::string_view option, std::int64_t smallest) {
        constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
        std::vector<NamedNumber> all;
        for (const std::string& word : arguments_.values(option)) {
            const auto split = split_assignment(word);
            const auto number = split ? parse_integer(split->value) : std::nullopt;
            if (!number) {
                fail(fmt::format("{} takes NAME=INTEGER, not '{}'", option, word));
                continue;
            }
            if (*number < smallest || *number > largest)
                fail(
                    fmt::format("{} {}: {} is not between {} and {}", option, split->name, *number, smallest, largest));
            if (std::ranges::find(all, split->name, &NamedNumber::name) != all.end())
                fail(fmt::format("{} {} is given twice", option, split->name));
            all.push_back({split->name, *number});
        }
        return all;
    }

    void read_assumptions() {
        options_.dims = numbers("--dim", 0);
        if (std::ranges::find(options_.dims, "*", &NamedNumber::name) != options_.dims.end())
            fail("--dim takes the name of a dim; '*' is for --multiple and --align");
        options_.multiples = numbers("--multiple", 1);
        options_.aligned = numbers("--align", 1);
        for (const NamedNumber& aligned : options_.aligned)
            if (!std::has_single_bit(static_cast<std::uint64_t>(aligned.number)))
                fail(fmt::format("--align {}: {} is no power of two", aligned.name, aligned.number));
    }

    void read_emission() {
        const bool ptx = arguments_.has("--ptx");
        const bool cubin = arguments_.has("--cubin");
        if (ptx && cubin) fail("--ptx and --cubin exclude each other");
        if (ptx) options_.emission = Emission::ptx;
        if (cubin) options_.emission = Emission::cubin;
        if (const auto word = arguments_.value("--arch")) {
            options_.architecture = *word;
            if (!is_architecture(*word)) fail(fmt::format("--arch takes sm_NN, as sm_80 or sm_90a, not '{}'", *word));
            if (!options_.compiles()) fail("--arch needs --ptx, --cubin or --report: the text is for all of them");
        }
        if (const auto word = arguments_.value("--check")) {
            options_.is_checked = true;
            if (*word != "bounds") fail(fmt::format("--check is bounds, not '{}'", *word));
        }
        options_.entry = arguments_.value("--entry");
        if (options_.entry &&
            (!is_identifier(*options_.entry) || emit::Names().declare(*options_.entry) != *options_.entry))
            fail(fmt::format("--entry: '{}' is no name that a kernel's text can give its function", *options_.entry));
        read_places();
    }

    /// Two things cannot both go to the standard output, and bytes do not belong on a terminal or in JSON.
    void read_places() {
        const bool to_output = !options_.output || io::own_descriptor(*options_.output) == STDOUT_FILENO;
        if (!to_output) return;
        if (options_.common.json && options_.output) fail("--json and -o both write to the standard output");
        if (options_.common.sarif && io::own_descriptor(*options_.common.sarif) == STDOUT_FILENO)
            fail("--sarif and the result both write to the standard output; -o FILE writes the result to a file");
        if (options_.emission != Emission::cubin) return;
        if (options_.common.json) fail("--cubin gives bytes that JSON does not hold; -o FILE writes them to a file");
        if (::isatty(STDOUT_FILENO) == 1) fail("--cubin gives bytes that are not for a terminal; -o FILE writes them");
    }

    const Arguments& arguments_;
    EmitOptions options_;
    std::string mistake_;
};

}  // namespace

CommandLine emit_command_line() {
    CommandLine line{"phobos-emit",    "Gives a kernel as CUDA C++ text, PTX or machine code. No GPU is needed.",
                     "FILE.ph",        Repeated::once,
                     target_options(), std::string(examples)};
    line.options.push_back(
        {"--kernel", "NAME", "the kernel, needed only when the file has several", Repeated::once, "Target"});
    for (auto group : {assumption_options(), output_options(), compiler_options()})
        for (Option& option : group) line.options.push_back(std::move(option));
    return line;
}

Result<EmitOptions, Stop> read_emit_options(const Arguments& arguments) { return Reader(arguments).read(); }

}  // namespace phobos::tools
