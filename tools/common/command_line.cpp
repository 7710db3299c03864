// SPDX-License-Identifier: Apache-2.0
#include "tools/common/command_line.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "engine/io/staged_file.h"
#include "lang/base/assert.h"
#include "lang/base/nearest.h"
#include "lang/source/unicode.h"

namespace phobos::tools {
namespace {

constexpr std::string_view common_group = "Common";

std::vector<Option> with_common_options(std::vector<Option> options, HasSarif has_sarif) {
    const std::string group(common_group);
    options.push_back(
        {"--json", "", "print the result as one JSON object on the standard output", Repeated::once, group});
    if (has_sarif == HasSarif::yes)
        options.push_back({"--sarif", "FILE", "write the diagnostics as a SARIF 2.1.0 log", Repeated::once, group});
    options.push_back({"--color", "WHEN", "colours: auto (the default), always or never; NO_COLOR is respected",
                       Repeated::once, group});
    options.push_back({"-q,--quiet", "", "print errors only", Repeated::once, group});
    return options;
}

std::string last_name(const Option& option) { return option.names.substr(option.names.rfind(',') + 1); }

std::vector<std::string> all_names(const std::vector<Option>& options) {
    std::vector<std::string> names{"--help", "--version"};
    for (const Option& option : options) names.push_back(last_name(option));
    return names;
}

/// The message for words that no option takes.
std::string unknown_words(const std::vector<std::string>& words, const std::vector<Option>& options) {
    const std::string word = words.empty() ? "" : words.front().substr(0, words.front().find('='));
    if (!word.starts_with('-')) return fmt::format("unexpected word '{}'", word);
    const std::vector<std::string> names = all_names(options);
    const auto near = nearest(word, std::vector<std::string_view>(names.begin(), names.end()));
    return fmt::format("unknown option '{}'{}", word, near ? fmt::format("; did you mean '{}'?", *near) : "");
}

std::optional<ColorChoice> color_choice(std::string_view word) {
    if (word == "auto") return ColorChoice::automatic;
    if (word == "always") return ColorChoice::always;
    if (word == "never") return ColorChoice::never;
    return std::nullopt;
}

/// The text in lines of at most 80 characters.
std::string wrapped(std::string_view text) {
    constexpr std::size_t most = 80;
    std::string lines;
    std::size_t width = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (width > 0 && width + 1 + word.size() > most) {
            lines += '\n';
            width = 0;
        } else if (width > 0) {
            lines += ' ';
            ++width;
        }
        lines += word;
        width += word.size();
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return lines;
}

/// What CLI11 fills.
struct Words {
    std::vector<std::string> files;
    std::map<std::string, std::vector<std::string>> values;
    std::map<std::string, bool> flags;
};

void add_option(CLI::App& app, const Option& option, Words& words) {
    const std::string name = last_name(option);
    if (option.placeholder.empty()) {
        app.add_flag(option.names, words.flags[name], wrapped(option.help))->group(option.group);
        return;
    }
    CLI::Option* added = app.add_option(option.names, words.values[name], wrapped(option.help));
    added->type_name(option.placeholder)->group(option.group)->expected(1);
    added->multi_option_policy(option.repeated == Repeated::many ? CLI::MultiOptionPolicy::TakeAll
                                                                 : CLI::MultiOptionPolicy::Throw);
    added->allow_extra_args(false);
}

/// The help with our usage line in the place of the library's.
std::string with_usage(const CommandLine& line, std::string help) {
    if (!help.ends_with('\n')) help += '\n';
    const std::size_t begin = help.find("Usage: ");
    if (begin == std::string::npos) return help;
    const std::string usage =
        fmt::format("Usage: {} {}[OPTIONS]", line.program, line.positional.empty() ? "" : line.positional + " ");
    return help.replace(begin, help.find('\n', begin) - begin, usage);
}

/// What the library says of an option that is given too often or lacks its value, in our words.
std::string wrong_count(std::string_view text, std::span<const Option> options) {
    const std::string_view name = text.substr(0, text.find(':'));
    const auto option = std::ranges::find_if(options, [&](const Option& each) { return last_name(each) == name; });
    if (option == options.end()) return std::string(text);
    if (text.find("At Most") != std::string_view::npos) return fmt::format("{} is given more than once", name);
    return fmt::format("{} needs a value: {} {}", name, name, option->placeholder);
}

Result<Arguments, Stop> finished(const CommandLine& line, Words words) {
    CommonOptions common;
    std::set<std::string> flags;
    for (const auto& [name, is_set] : words.flags)
        if (is_set) flags.insert(name);
    common.json = flags.contains("--json");
    common.quiet = flags.contains("--quiet");
    if (const auto& sarif = words.values["--sarif"]; !sarif.empty())
        common.sarif = sarif.front() == "-" ? "/dev/stdout" : sarif.front();
    if (common.json && common.sarif && io::own_descriptor(*common.sarif) == STDOUT_FILENO)
        return Failure{usage_error(line.program, "--json and --sarif both write to the standard output")};
    if (const auto& color = words.values["--color"]; !color.empty()) {
        const auto choice = color_choice(color.front());
        if (!choice)
            return Failure{
                usage_error(line.program, fmt::format("--color is auto, always or never, not '{}'", color.front()))};
        common.color = *choice;
    }
    return Arguments(std::move(common), std::move(words.files), std::move(words.values), std::move(flags));
}

}  // namespace

std::span<const std::string> Arguments::values(std::string_view name) const {
    const auto found = values_.find(std::string(name));
    PHOBOS_ASSERT(found != values_.end());
    return found->second;
}

std::optional<std::string> Arguments::value(std::string_view name) const {
    const auto all = values(name);
    if (all.empty()) return std::nullopt;
    return all.back();
}

Stop usage_error(std::string_view program, std::string_view message) {
    return {ExitCode::usage,
            fmt::format("{}: {}\n{} --help shows what there is\n", program, printable(message), program)};
}

std::optional<NameAndValue> split_assignment(std::string_view word) {
    const std::size_t at = word.find('=');
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    return NameAndValue{std::string(word.substr(0, at)), std::string(word.substr(at + 1))};
}

Result<Arguments, Stop> parse(const CommandLine& line, std::span<const char* const> words) {
    const std::vector<Option> options = with_common_options(line.options, line.has_sarif);
    Words found;
    CLI::App app(line.summary, line.program);
    app.footer("Examples:\n" + line.examples);
    app.set_version_flag("--version", fmt::format("{} {}", line.program, PHOBOS_VERSION));
    app.get_formatter()->column_width(32);
    // Too many and too few are told below, after unknown options: their values look like files.
    const bool takes_files = !line.positional.empty();
    if (takes_files) app.add_option(line.positional, found.files, "")->expected(0, 1 << 20)->group("");
    for (const Option& option : options) add_option(app, option, found);
    try {
        app.parse(static_cast<int>(words.size()), words.data());
    } catch (const CLI::CallForHelp&) {
        return Failure{Stop{ExitCode::fine, with_usage(line, app.help())}};
    } catch (const CLI::CallForVersion&) {
        return Failure{Stop{ExitCode::fine, app.version() + "\n"}};
    } catch (const CLI::ExtrasError&) {
        return Failure{usage_error(line.program, unknown_words(app.remaining(), options))};
    } catch (const CLI::ArgumentMismatch& error) {
        return Failure{usage_error(line.program, wrong_count(error.what(), options))};
    } catch (const CLI::ParseError& error) {
        return Failure{usage_error(line.program, error.what())};
    }
    if (takes_files && found.files.empty()) return Failure{usage_error(line.program, line.positional + " is missing")};
    if (line.files == Repeated::once && found.files.size() > 1)
        return Failure{usage_error(line.program,
                                   fmt::format("one {} is expected, not also '{}'", line.positional, found.files[1]))};
    return finished(line, std::move(found));
}

}  // namespace phobos::tools
