// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/planted.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/common/progress.h"
#include "tools/common/source.h"
#include "tools/fuzz/hunt.h"

namespace phobos::tools {
namespace {

constexpr std::string_view program = "phobos-fuzz planted";

template <class Number>
std::string median_text(std::vector<Number> numbers) {
    if (numbers.empty()) return "none";
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return std::to_string(*middle);
}

/// The line of one kind, or of all.
std::string summary(std::span<const Quarry> quarry, std::string_view kind) {
    std::vector<std::uint64_t> kernels;
    std::vector<std::size_t> statements;
    std::size_t count = 0;
    std::size_t met = 0;
    for (const Quarry& each : quarry) {
        if (!kind.empty() && each.kind != kind) continue;
        ++count;
        met += each.affected > 0 ? 1 : 0;
        if (each.kernels) kernels.push_back(*each.kernels);
        if (each.statements) statements.push_back(*each.statements);
    }
    std::string text = fmt::format("{}: {} of {} found ({} met), median {} kernels", kind.empty() ? "all" : kind,
                                   kernels.size(), count, met, median_text(kernels));
    if (!statements.empty()) text += fmt::format(", shrunk median {} statements", median_text(statements));
    return text + "\n";
}

std::string text_of(std::span<const Quarry> quarry, const HuntOptions& options) {
    std::string text;
    for (const Quarry& each : quarry) {
        if (each.kernels)
            text += fmt::format("{}: {} kernels, {} met it, seed {}, {}{}\n", each.id, *each.kernels, each.affected,
                                each.seed, fuzz::spelling(each.signature),
                                each.statements ? fmt::format(", {} statements", *each.statements) : "");
        else
            text += fmt::format("{}: not found by {} kernels, {} met it\n", each.id, options.kernels, each.affected);
    }
    for (const std::string_view kind : {"value", "reported", "text", ""}) text += summary(quarry, kind);
    return text;
}

Json json_of(std::span<const Quarry> quarry, const HuntOptions& options, double seconds) {
    Json faults = Json::array();
    for (const Quarry& each : quarry) {
        Json json{{"id", each.id}, {"kind", each.kind}, {"affected", each.affected}};
        if (each.kernels) {
            json["kernels"] = *each.kernels;
            json["seed"] = each.seed;
            json["signature"] = fuzz::spelling(each.signature);
        }
        if (each.statements) json["statements"] = *each.statements;
        faults.push_back(std::move(json));
    }
    return {{"seed", options.seed}, {"kernels", options.kernels}, {"seconds", seconds}, {"faults", std::move(faults)}};
}

}  // namespace

CommandLine fuzz_planted_command_line() {
    return {std::string(program),
            "Plants faults, in the program that an evaluator is given and in the text that the host engine compiles, "
            "and tells how many generated kernels it takes until each is found. Exit code 1 where one is not.",
            "",
            Repeated::once,
            {{"--kernels", "N", "look with so many kernels (default: 2000)", Repeated::once, "Cases"},
             {"--seed", "S", "of the first kernel (default: 0)", Repeated::once, "Cases"},
             {"--fault", "ID", "only this one", Repeated::many, "Cases"},
             {"--kind", "K",
              "only those of a kind: value (of the registry), reported (what people have met), text (of emitted texts)",
              Repeated::once, "Cases"},
             {"--shrink", "SECONDS", "make the kernel that found a fault small, for so long each", Repeated::once,
              "Cases"}},
            "  phobos-fuzz planted --kind reported\n"
            "  phobos-fuzz planted --fault add-saturates --fault text-barrier-missing --shrink 20\n",
            HasSarif::no};
}

ExitCode fuzz_planted(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    const auto refuse = [&](std::string_view what) {
        const Stop stop = usage_error(program, what);
        console.raw(stop.text);
        return stop.code;
    };
    const auto kernels = parse_integer(arguments.value("--kernels").value_or("2000"));
    const auto seed = parse_integer(arguments.value("--seed").value_or("0"));
    const auto shrink = parse_integer(arguments.value("--shrink").value_or("0"));
    if (!kernels || *kernels < 1) return refuse("--kernels takes a number of kernels");
    if (!seed || *seed < 0) return refuse("--seed takes a number from 0 on");
    if (!shrink || *shrink < 0) return refuse("--shrink takes a number of seconds");
    std::vector<Quarry> quarry = all_quarry();
    const auto wanted = arguments.values("--fault");
    for (const std::string& id : wanted)
        if (std::ranges::find(quarry, id, &Quarry::id) == quarry.end())
            return refuse(fmt::format("there is no fault '{}' that generated kernels are to find", id));
    const std::string kind = arguments.value("--kind").value_or("");
    std::erase_if(quarry, [&](const Quarry& each) {
        return (!wanted.empty() && std::ranges::find(wanted, each.id) == wanted.end()) ||
               (!kind.empty() && each.kind != kind);
    });
    if (quarry.empty()) return refuse(fmt::format("there is no fault of the kind '{}'", kind));

    HuntOptions options{.seed = static_cast<std::uint64_t>(*seed), .kernels = static_cast<std::uint64_t>(*kernels)};
    if (*shrink > 0) options.shrinking = std::chrono::seconds{*shrink};
    const auto begin = std::chrono::steady_clock::now();
    {
        const Progress progress("looking for planted faults");
        hunt(quarry, options);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const ExitCode printed = console.print(
        arguments.common().json ? json_text(json_of(quarry, options, took.count())) + "\n" : text_of(quarry, options));
    const bool is_all = std::ranges::all_of(quarry, [](const Quarry& each) { return each.kernels.has_value(); });
    return is_all ? printed : ExitCode::failed;
}

}  // namespace phobos::tools
