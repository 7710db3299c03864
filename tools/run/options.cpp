// SPDX-License-Identifier: Apache-2.0
#include "tools/run/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "engine/io/literal.h"
#include "engine/io/staged_file.h"
#include "engine/io/value_text.h"
#include "lang/base/nearest.h"
#include "lang/source/unicode.h"
#include "tools/common/source.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

constexpr std::string_view examples =
    "  phobos-run row_sum.ph --in X=x.npy --grid R --out O=sums.npy\n"
    "  phobos-run saxpy.ph --in X=iota:1000 --in Y=ones:1000 --scalar a=2.5 --grid 'ceil_div(N, ctx.threads)' \\\n"
    "      --out Y=y.npy --expect Y=expected.npy --ulp 1\n"
    "  phobos-run gemv.ph --set TILE=64 --in W=weights.safetensors:layer.0 --in 'A=uniform(-1,1,7):1x128' \\\n"
    "      --out O=o.npy --grid 'ceil_div(N, ctx.warps)' --lanes 64 --json\n";

std::vector<Option> launch_options() {
    const std::string launch = "Launch";
    const auto many = Repeated::many;
    return {
        {"--kernel", "NAME", "the kernel, needed only when the file has several", Repeated::once, launch},
        {"--in", "NAME=SPEC",
         "a tensor: FILE.npy, FILE.npz:KEY, FILE.safetensors:KEY, - (a .npy on the standard input), zeros:4x8, "
         "ones:4x8, "
         "iota:4x8, const(2.5):4x8, uniform(lo,hi,seed):4x8, normal(seed):4x8, or alias(OTHER,BYTES):4x8, which lies "
         "in the "
         "memory of another argument",
         many, launch},
        {"--out", "NAME=FILE",
         "write the tensor after the run to a .npy, .npz[:KEY] or .safetensors[:KEY]; without --in it starts "
         "unwritten, and "
         "its shape comes from the dims or from --shape",
         many, launch},
        {"--shape", "NAME=4x8", "the shape of a tensor that starts unwritten", many, launch},
        {"--scalar", "NAME=V", "a scalar: a literal of the language, with a sign before it or not", many, launch},
        {"--dim", "NAME=N", "the value of a dim; it must agree with the shapes that are given", many, launch},
        {"--grid", "E[,E[,E]]",
         "numbers of blocks: expressions over dims, autotune constants, ctx.threads, ctx.warps, ctx.lanes, + - * /, "
         "brackets and ceil_div(a, b); 1 if the kernel never reads ctx.block",
         Repeated::once, launch},
        {"--offset", "NAME=BYTES",
         "how many bytes past a multiple of 256 the argument's first element lies (0 unless given)", many, launch},
    };
}

std::vector<Option> engine_options() {
    const std::string group = "Engine";
    return {
        {"--engine", "NAME", "interp, reference, host or cuda", Repeated::once, group},
        {"--check", "LIST",
         "races, uninit, levels or all, in addition to the default (races and uninit, as far as the "
         "engine offers them)",
         Repeated::once, group},
        {"--fast", "", "without the checks that are on by default", Repeated::once, group},
        {"--jobs", "N", "blocks run at once (default: the processors)", Repeated::once, group},
        {"--seed", "S", "for whatever is left open, such as the order in which the host engine takes threads",
         Repeated::once, group},
        {"--device", "N", "the GPU that the cuda engine takes (default: 0)", Repeated::once, group},
        {"--max-steps", "N", "end the run after so many executed statements, counted for each thread (exit code 7)",
         Repeated::once, group},
        {"--max-time", "SECONDS", "end the run after so much time (exit code 7)", Repeated::once, group},
        {"--trace", "FILE.npz", "write the events of the run, which phobos-trace reads", Repeated::once, group},
        {"--trace-blocks", "LIST", "trace some blocks only, by number: 0,3-5 or */100 (every hundredth)",
         Repeated::once, group},
        {"--trace-limit", "N", "trace so many events at most (default: 10000000); what is left out is counted",
         Repeated::once, group},
        {"--trace-values", "", "trace the values that are read and written too", Repeated::once, group},
        {"--stats", "", "print beside each line of the source what its accesses and branches would cost on a card",
         Repeated::once, group},
        {"--worst", "", "with --stats: only lines that cost something, the worst first", Repeated::once, group},
        {"--view", "FILE.html", "write a page that shows the trace", Repeated::once, group},
        {"--fidelity", "", "tell which results other implementations may give otherwise, and what those decide",
         Repeated::once, group},
        {"--orders", "N",
         "tell which results stay the same in N other orders of blocks, warps and threads, tried by the reference "
         "(--ulp, --rtol and --atol say what is close)",
         Repeated::once, group},
    };
}

std::vector<Option> compare_options() {
    const std::string group = "Comparison";
    return {
        {"--expect", "NAME=SPEC", "compare the tensor after the run, bit by bit and NaN with NaN (exit code 1)",
         Repeated::many, group},
        {"--ulp", "N", "allow N steps of the element type", Repeated::once, group},
        {"--rtol", "R", "allow R times the expected value", Repeated::once, group},
        {"--atol", "A", "allow an absolute difference of A", Repeated::once, group},
    };
}

/// The arguments of one run, read option by option; the first mistake is kept.
class Reader {
public:
    explicit Reader(const Arguments& arguments) : arguments_(arguments) {}

    Result<RunOptions, Stop> read() {
        options_.file = arguments_.files().front();
        options_.common = arguments_.common();
        options_.kernel = arguments_.value("--kernel");
        read_target();
        read_inputs();
        read_scalars();
        read_dims();
        read_grid();
        read_outputs();
        read_expected();
        read_shapes();
        read_offsets();
        read_agreement();
        read_engine();
        read_trace();
        read_stats();
        options_.tells_fidelity = arguments_.has("--fidelity");
        options_.orders = natural("--orders");
        if (options_.orders == 0) fail("--orders takes a number of at least 1");
        check_standard_input();
        check_standard_output();
        if (mistake_) return Failure{usage_error("phobos-run", *mistake_)};
        return std::move(options_);
    }

private:
    void fail(std::string text) {
        if (!mistake_) mistake_ = std::move(text);
    }

    /// NAME=VALUE words of an option, each name once.
    std::vector<NameAndValue> assignments(std::string_view option) {
        std::vector<NameAndValue> all;
        for (const std::string& word : arguments_.values(option)) {
            auto split = split_assignment(word);
            if (!split) {
                fail(fmt::format("{} takes NAME=VALUE, not '{}'", option, word));
                continue;
            }
            if (std::ranges::find(all, split->name, &NameAndValue::name) != all.end())
                fail(fmt::format("{} {} is given twice", option, split->name));
            all.push_back(std::move(*split));
        }
        return all;
    }

    io::NamedArgument* find(std::string_view name) {
        const auto found = std::ranges::find(options_.launch.arguments, name, &io::NamedArgument::parameter);
        return found == options_.launch.arguments.end() ? nullptr : &*found;
    }
    void add(const std::string& name, io::Given given) {
        options_.launch.arguments.push_back({name, std::move(given), 0, std::nullopt});
    }
    void add_unwritten(const std::string& name) {
        if (find(name) == nullptr) add(name, io::Unwritten{});
    }

    void read_target() {
        const auto lanes = parse_lanes(arguments_);
        if (!lanes) return fail(lanes.error());
        options_.lanes = lanes->value_or(32);
        auto settings = parse_settings(arguments_);
        if (!settings) return fail(settings.error());
        options_.settings = std::move(*settings);
    }

    void read_inputs() {
        for (const NameAndValue& input : assignments("--in")) {
            if (input.value.starts_with("alias(")) {
                read_alias(input);
                continue;
            }
            auto source = io::parse_source_spec(input.value);
            if (!source) return fail(fmt::format("--in {}: {}", input.name, source.error().text));
            add(input.name, std::move(*source));
        }
    }

    /// alias(OTHER,BYTES):SHAPE
    void read_alias(const NameAndValue& input) {
        const std::string& text = input.value;
        const std::size_t open = text.find('(');
        const std::size_t comma = text.find(',');
        const std::size_t close = text.find("):");
        const auto malformed = [&] {
            fail(fmt::format("--in {}: '{}' has not the form alias(OTHER,BYTES):4x8", input.name, text));
        };
        if (comma == std::string::npos || close == std::string::npos || comma > close) return malformed();
        const auto bytes = parse_integer(std::string_view(text).substr(comma + 1, close - comma - 1));
        auto shape = io::parse_shape(std::string_view(text).substr(close + 2));
        if (!bytes || !shape) return malformed();
        add(input.name, io::Alias{text.substr(open + 1, comma - open - 1), std::move(*shape)});
        options_.launch.arguments.back().byte_offset = *bytes;
    }

    void read_scalars() {
        for (const NameAndValue& scalar : assignments("--scalar")) {
            if (find(scalar.name) != nullptr)
                return fail(fmt::format("{} is given by --in and by --scalar", scalar.name));
            if (!io::is_literal(scalar.value))
                return fail(fmt::format("--scalar {}: '{}' is no literal", scalar.name, scalar.value));
            add(scalar.name, io::ScalarLiteral{scalar.value});
        }
    }

    void read_dims() {
        for (const NameAndValue& dim : assignments("--dim")) {
            const auto value = parse_integer(dim.value);
            if (!value) return fail(fmt::format("--dim {}: '{}' is no integer", dim.name, dim.value));
            options_.launch.dims.push_back({dim.name, *value});
        }
    }

    void read_grid() {
        const auto text = arguments_.value("--grid");
        if (!text) return;
        auto grid = io::parse_grid(*text);
        if (!grid) return fail(grid.error().text);
        options_.launch.grid = std::move(*grid);
    }

    void read_outputs() {
        for (const NameAndValue& output : assignments("--out")) {
            const auto file = output_file(output);
            if (!file) return;
            options_.outputs.push_back(*file);
            add_unwritten(output.name);
        }
    }

    /// The colon that ends FILE in FILE.npz:KEY, which stands where it does for --in.
    static std::size_t end_of_archive(const std::string& text) {
        std::size_t end = std::string::npos;
        for (const std::string_view ending : {".npz:", ".safetensors:"})
            if (const std::size_t at = text.find(ending); at != std::string::npos)
                end = std::min(end, at + ending.size() - 1);
        return end;
    }

    /// Why a file cannot hold such a key.
    static std::optional<std::string> obstacle_of(const OutputFile& file) {
        if (file.format == io::FileFormat::npy) return std::nullopt;
        std::string_view rest = file.key;
        while (!rest.empty()) {
            const Character character = first_character(rest);
            if (!character.code_point) return fmt::format("the key '{}' is not valid UTF-8", file.key);
            if (*character.code_point == 0) return "a key holds no U+0000";
            rest.remove_prefix(character.bytes);
        }
        if (file.format == io::FileFormat::safetensors && file.key == "__metadata__")
            return "'__metadata__' is no key of a .safetensors";
        return std::nullopt;
    }

    std::optional<OutputFile> output_file(const NameAndValue& output) {
        OutputFile file{output.name, output.value, io::FileFormat::npy, output.name};
        if (const auto format = io::file_format(output.value)) {
            file.format = *format;
        } else if (output.value.starts_with("/dev/")) {
            return file;  // a .npy to a pipe
        } else {
            const std::size_t colon = end_of_archive(output.value);
            const auto archive =
                colon == std::string::npos ? std::nullopt : io::file_format(output.value.substr(0, colon));
            if (!archive || colon + 1 == output.value.size()) {
                fail(fmt::format("--out {}: '{}' is none of FILE.npy, FILE.npz[:KEY] and FILE.safetensors[:KEY]",
                                 output.name, output.value));
                return std::nullopt;
            }
            file = {output.name, output.value.substr(0, colon), *archive, output.value.substr(colon + 1)};
        }
        if (const auto why = obstacle_of(file)) {
            fail(fmt::format("--out {}: {}", output.name, *why));
            return std::nullopt;
        }
        for (const OutputFile& other : options_.outputs)
            if (io::same_file(other.path, file.path) && (file.format == io::FileFormat::npy || other.key == file.key))
                fail(fmt::format("--out {} and --out {} write to one place", other.parameter, file.parameter));
        return file;
    }

    void read_expected() {
        for (const NameAndValue& expected : assignments("--expect")) {
            auto source = io::parse_source_spec(expected.value);
            if (!source) return fail(fmt::format("--expect {}: {}", expected.name, source.error().text));
            options_.expected.push_back({expected.name, std::move(*source)});
            add_unwritten(expected.name);
        }
    }

    void read_shapes() {
        for (const NameAndValue& word : assignments("--shape")) {
            auto shape = io::parse_shape(word.value);
            if (!shape) return fail(fmt::format("--shape {}: {}", word.name, shape.error().text));
            add_unwritten(word.name);
            auto* unwritten = std::get_if<io::Unwritten>(&find(word.name)->given);
            if (unwritten == nullptr) return fail(fmt::format("{} is given, so it takes no --shape", word.name));
            unwritten->shape = std::move(*shape);
        }
    }

    void read_offsets() {
        for (const NameAndValue& word : assignments("--offset")) {
            const auto bytes = parse_integer(word.value);
            if (!bytes || *bytes < 0 || *bytes > std::numeric_limits<std::int32_t>::max())
                return fail(fmt::format("--offset {}: '{}' is no number of bytes", word.name, word.value));
            io::NamedArgument* const argument = find(word.name);
            if (argument == nullptr || std::holds_alternative<io::ScalarLiteral>(argument->given))
                return fail(fmt::format("--offset {}: no tensor of that name is given", word.name));
            argument->byte_offset += *bytes;
        }
    }

    std::optional<double> number(std::string_view option) {
        const auto text = arguments_.value(option);
        if (!text) return std::nullopt;
        double value = 0;
        const auto read = std::from_chars(text->data(), text->data() + text->size(), value);
        const bool is_tiny = read.ec == std::errc::result_out_of_range && std::strtod(text->c_str(), nullptr) < 1;
        if ((read.ec != std::errc{} && !is_tiny) || read.ptr != text->data() + text->size() || !(value >= 0) ||
            std::isinf(value))
            fail(fmt::format("{} takes a number from 0 on, not '{}'", option, *text));
        return value;
    }

    void read_agreement() {
        const auto ulp = natural("--ulp");
        const auto relative = number("--rtol");
        const auto absolute = number("--atol");
        if (ulp && (relative || absolute)) return fail("--ulp and --rtol or --atol exclude each other");
        if (ulp) options_.agreement = engine::WithinUlp{*ulp};
        if (relative || absolute)
            options_.agreement = engine::WithinTolerance{relative.value_or(0), absolute.value_or(0)};
        if ((ulp || relative || absolute) && options_.expected.empty() && !arguments_.value("--orders"))
            fail("a tolerance is given, but neither --expect nor --orders");
    }

    std::optional<std::uint64_t> natural(std::string_view option) {
        const auto text = arguments_.value(option);
        if (!text) return std::nullopt;
        const auto value = io::is_literal(*text) ? io::integer_value(*text) : std::nullopt;
        if (!value || value->is_negative) {
            fail(fmt::format("{} takes an integer from 0 to 2^64 - 1, not '{}'", option, *text));
            return std::nullopt;
        }
        return value->magnitude;
    }

    void read_engine() {
        options_.engine = arguments_.value("--engine").value_or(std::string(default_engine));
        if (find_engine(options_.engine) == nullptr)
            fail(fmt::format("--engine is interp, reference, host or cuda, not '{}'", options_.engine));
        options_.is_fast = arguments_.has("--fast");
        read_checks();
        for (const std::string_view flag : optional_flags) {
            const bool takes_value =
                flag == "--max-steps" || flag == "--device" || flag == "--trace" || flag == "--view";
            if (takes_value ? arguments_.value(flag).has_value() : arguments_.has(flag))
                options_.optional_flags.emplace_back(flag);
        }
        options_.seed = natural("--seed").value_or(0);
        options_.device = static_cast<int>(std::min<std::uint64_t>(natural("--device").value_or(0), 1024));
        options_.max_steps = natural("--max-steps");
        read_max_time();
        read_jobs();
    }

    void read_stats() {
        const bool is_by_cost = arguments_.has("--worst");
        if (arguments_.has("--stats")) options_.stats = is_by_cost ? StatsOrder::worst : StatsOrder::source;
        if (is_by_cost && !options_.stats) fail("--worst needs --stats");
    }

    void read_trace() {
        const auto path = arguments_.value("--trace");
        const auto view = arguments_.value("--view");
        const auto blocks = arguments_.value("--trace-blocks");
        const auto limit = natural("--trace-limit");
        const bool has_values = arguments_.has("--trace-values");
        if (!path && !view) {
            if (blocks || limit || has_values)
                fail("--trace-blocks, --trace-limit and --trace-values need --trace FILE.npz or --view FILE.html");
            return;
        }
        TraceOptions& trace = options_.trace.emplace();
        trace.path = path;
        trace.view = view;
        trace.has_values = has_values;
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (limit) trace.limit = std::min(*limit, most);
        if (blocks) {
            auto selection = io::BlockSelection::parse(*blocks);
            if (!selection)
                return fail(fmt::format("--trace-blocks takes numbers as in 0,3-5 or */100, not '{}'", *blocks));
            trace.blocks = std::move(*selection);
            trace.blocks_text = *blocks;
        }
        check_trace_files(trace);
    }
    void check_trace_files(const TraceOptions& trace) {
        for (const OutputFile& output : options_.outputs)
            for (const std::string& file : files_of(trace))
                if (io::same_file(output.path, file))
                    fail(fmt::format("--out {} and {} name one file", output.parameter,
                                     file == trace.path ? "--trace" : "--view"));
        if (trace.path && trace.view && io::same_file(*trace.path, *trace.view))
            fail("--trace and --view name one file");
    }

    void read_max_time() {
        const auto seconds = number("--max-time");
        constexpr double most_seconds = 1e9;
        if (seconds && *seconds > most_seconds) return fail("--max-time takes at most 1e9 seconds");
        if (seconds) options_.max_time = std::chrono::milliseconds(std::llround(*seconds * 1000));
    }

    void read_jobs() {
        const auto text = arguments_.value("--jobs");
        const auto jobs = text ? parse_integer(*text) : std::nullopt;
        if (text && (!jobs || *jobs < 1 || *jobs > 1024))
            return fail(fmt::format("--jobs takes an integer from 1 to 1024, not '{}'", *text));
        options_.jobs =
            static_cast<int>(jobs.value_or(std::clamp<unsigned>(std::thread::hardware_concurrency(), 1, 1024)));
    }

    void read_checks() {
        const auto list = arguments_.value("--check");
        if (!list) return;
        for (std::size_t begin = 0; begin <= list->size();) {
            const std::size_t end = std::min(list->find(',', begin), list->size());
            add_check(list->substr(begin, end - begin));
            begin = end + 1;
        }
    }

    void add_check(const std::string& word) {
        bool is_known = false;
        for (const CheckRow& check : check_rows) {
            if (word != check.word && word != "all") continue;
            options_.checks.emplace_back(check.word);
            is_known = true;
        }
        if (!is_known) fail(fmt::format("--check takes races, uninit, levels or all, not '{}'", word));
    }

    /// The standard input can be read once.
    void check_standard_input() {
        const auto is_standard_input = [](const io::Source& source) {
            const auto* npy = std::get_if<io::NpySource>(&source);
            return npy != nullptr && npy->path == "-";
        };
        int readers = options_.file == "-" ? 1 : 0;
        for (const io::NamedArgument& argument : options_.launch.arguments)
            if (const auto* source = std::get_if<io::Source>(&argument.given))
                readers += is_standard_input(*source) ? 1 : 0;
        for (const Expected& expected : options_.expected) readers += is_standard_input(expected.source) ? 1 : 0;
        if (readers > 1) fail("the standard input ('-') is read by more than one");
    }

    /// A tensor or a trace there leaves no place for anything else.
    void check_standard_output() {
        const auto is_written_by = [&](const std::optional<std::string>& path) {
            return path && io::own_descriptor(*path) == STDOUT_FILENO;
        };
        const bool is_trace = options_.trace && is_written_by(options_.trace->path);
        const bool is_view = options_.trace && is_written_by(options_.trace->view);
        const std::string_view writer = is_trace ? "--trace" : is_view ? "--view" : "--out";
        if (writes_to_standard_output(options_) && options_.common.json)
            fail(fmt::format("--json and {} both write to the standard output", writer));
        if (writes_to_standard_output(options_) && options_.common.sarif &&
            io::own_descriptor(*options_.common.sarif) == STDOUT_FILENO)
            fail(fmt::format("--sarif and {} both write to the standard output", writer));
    }

    const Arguments& arguments_;
    RunOptions options_;
    std::optional<std::string> mistake_;
};

}  // namespace

CommandLine run_command_line() {
    CommandLine line{"phobos-run", "Runs a kernel of a Phobos source on tensors.",
                     "FILE.ph",    Repeated::once,
                     {},           std::string(examples)};
    for (const std::vector<Option>& options : {launch_options(), target_options(), engine_options(), compare_options()})
        line.options.insert(line.options.end(), options.begin(), options.end());
    return line;
}

std::vector<std::string> files_of(const TraceOptions& trace) {
    std::vector<std::string> files;
    for (const auto& file : {trace.path, trace.view})
        if (file) files.push_back(*file);
    return files;
}

bool writes_to_standard_output(const RunOptions& options) {
    const auto is_standard_output = [](const std::string& path) { return io::own_descriptor(path) == STDOUT_FILENO; };
    if (options.trace && std::ranges::any_of(files_of(*options.trace), is_standard_output)) return true;
    return std::ranges::any_of(options.outputs,
                               [](const OutputFile& file) { return io::own_descriptor(file.path) == STDOUT_FILENO; });
}

Result<RunOptions, Stop> read_run_options(const Arguments& arguments) { return Reader(arguments).read(); }

}  // namespace phobos::tools
