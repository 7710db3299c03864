// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/probes.h"

#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/io/case.h"
#include "interp/plain/encloser.h"
#include "lang/base/assert.h"
#include "lang/base/json.h"
#include "lang/base/overloaded.h"
#include "spec-tests/protocol/wire.h"
#include "spec-tests/runner/judge.h"

namespace phobos::tools {
namespace {

using protocol::Dialogue;
using protocol::Request;

/// A source with what a case says of it.
harness::LoadedCase small_case(std::string_view members, std::string_view source) {
    auto expectations =
        io::parse_case(fmt::format(R"({{"id": "doctor", "language": 1, "rules": ["ctx-1"], {}}})", members));
    PHOBOS_ASSERT(expectations.has_value());
    return {std::move(*expectations), SourceFile("doctor.ph", std::string(source))};
}

constexpr std::string_view copying =
    "@launch(64)\n"
    "kernel copy(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
    "    for i in range(ctx.thread, N, ctx.threads) {\n"
    "        O[i] = X[i]\n"
    "    }\n"
    "}\n";

/// Sources that are odd as texts; any judgement of them will do, but there must be one.
struct OddSource {
    std::string_view what;
    std::string text;
};
std::vector<OddSource> odd_sources() {
    return {{"an empty source", ""},
            {"a source of a comment", "// nothing\n"},
            {"a source without an end of line", "kernel k() { }"},
            {"a source with CR LF", "kernel k() {\r\n}\r\n"},
            {"a source with a zero byte", std::string("kernel k() {\n\0}\n", 16)},
            {"a source that is not UTF-8", "// \xFF\xFE\nkernel k() {\n}\n"},
            {"a source with quotes, backslashes and characters outside the BMP",
             "// \"\\n\\u0041\" \xF0\x9F\x98\x80 \xE2\x80\xA8\nkernel k() {\n}\n"},
            {"a source with a line of 100,000 characters", "//" + std::string(100'000, ' ') + "\nkernel k() {\n}\n"},
            {"deep brackets",
             "kernel k() {\n    let x = " + std::string(2000, '(') + "1" + std::string(2000, ')') + "\n}\n"}};
}

class Doctor {
public:
    Doctor(const protocol::AdapterOptions& options, const std::function<void(const Finding&)>& found)
        : options_(options), found_(found), adapter_(options) {}

    void examine() {
        if (!greet()) return;
        tell_capabilities();
        probe_unknown_member();
        probe_versions();
        probe_large_seq();
        probe_unknown_command();
        probe_no_json();
        probe_odd_sources();
        probe_rejections();
        probe_runs();
        probe_repetition();
        probe_end();
    }

private:
    void sound(std::string_view probe, std::string text) { found_({probe, Health::sound, std::move(text)}); }
    void advise(std::string_view probe, std::string text) { found_({probe, Health::advice, std::move(text)}); }
    void blame(std::string_view probe, std::string text) { found_({probe, Health::defect, std::move(text)}); }

    [[nodiscard]] process::Deadline end() const { return process::Clock::now() + options_.budget; }
    [[nodiscard]] Request request(std::uint64_t seq, decltype(Request::what) what) const {
        return {seq, options_.budget, std::move(what)};
    }
    static protocol::CheckRequest check_of(std::string source) {
        return {{"doctor", "doctor.ph", std::move(source), {}, 32, {}, {}}};
    }

    bool greet() {
        auto offers = adapter_.hello();
        if (!offers) {
            blame("hello", offers.error() +
                               ". The first line on its standard input is a request hello, which it answers by one "
                               "line on its standard output, flushed at once; nothing else may be written there");
            return false;
        }
        offers_ = *std::move(offers);
        return true;
    }

    void tell_capabilities() {
        sound("hello", fmt::format("{} {}", offers_.name, offers_.version));
        if (!offers_.features)
            advise("features", "it states no features, so every case is asked; a list saves it from what it lacks");
        if (offers_.faults.empty())
            advise("faults", "it reports no fault, so cases of undefined behaviour are skipped; that is allowed");
    }

    [[nodiscard]] static protocol::Heard greeting(Dialogue& dialogue) {
        const Request hello{1, protocol::starting_budget, protocol::HelloRequest{}};
        return dialogue.ask(line_of(hello), process::Clock::now() + protocol::starting_budget);
    }

    /// Whether a process was greeted before it is asked.
    enum class Greeted : std::uint8_t { yes, no };

    /// What a raw line is answered by, in a process of its own.
    [[nodiscard]] protocol::Heard heard_of(std::string_view line, Greeted greeted = Greeted::yes) const {
        auto dialogue = Dialogue::start(options_.command, options_.supervisor);
        if (!dialogue) return protocol::Unruly{dialogue.error()};
        if (options_.talk == protocol::Talk::one_shot) return dialogue->ask_once(line, end());
        if (greeted == Greeted::no) return dialogue->ask(line, process::Clock::now() + protocol::starting_budget);
        protocol::Heard hello = greeting(*dialogue);
        if (!std::holds_alternative<protocol::Line>(hello)) return hello;
        return dialogue->ask(line, end());
    }

    /// What is wrong with what was heard, if it must be an answer to this request.
    static std::optional<std::string> trouble(const protocol::Heard& heard, const Request& request) {
        return std::visit(
            Overloaded{
                [&](const protocol::Line& line) -> std::optional<std::string> {
                    const auto answer = parse_answer(line.text, request);
                    if (answer) return std::nullopt;
                    return fmt::format("it answered '{}': {}", line.text.substr(0, 120), answer.error());
                },
                [](const protocol::Gone& gone) -> std::optional<std::string> { return "it " + spelling(gone.ended); },
                [](const protocol::Late&) -> std::optional<std::string> { return "it gave no answer in its time"; },
                [](const protocol::Unruly& unruly) -> std::optional<std::string> { return unruly.text; }},
            heard);
    }

    void probe_unknown_member() {
        const auto wrong = trouble(heard_of(R"({"seq": 2, "command": "hello", "budget_ms": 10000, "protocol": 1,)"
                                            R"( "language": 1, "newest_protocol": 2, "future": {"a": [1]}})",
                                            Greeted::no),
                                   request(2, protocol::HelloRequest{}));
        if (wrong)
            return blame("unknown member", *wrong +
                                               ". Members of a request that it does not know are to be ignored: "
                                               "later versions of the suite may send more");
        sound("unknown member", "ignored");
    }

    /// Runners of other versions offer less, or more.
    void probe_versions() {
        for (const protocol::HelloRequest offered :
             {protocol::HelloRequest{1, 1}, {1, protocol::newest_protocol + 1}}) {
            const Request asked = request(2, offered);
            const auto wrong = trouble(heard_of(line_of(asked), Greeted::no), asked);
            if (wrong)
                return blame("versions",
                             fmt::format("offered versions {} to {} of the protocol {}. It answers hello by the newest "
                                         "version from protocol to newest_protocol that it speaks; a newest_protocol "
                                         "that is missing is protocol",
                                         offered.oldest, offered.newest, *wrong));
        }
        sound("versions", "it takes one that is offered");
    }

    void probe_large_seq() {
        constexpr std::uint64_t large = (std::uint64_t{1} << 53) - 1;
        const Request asked = request(large, protocol::HelloRequest{});
        const auto wrong = trouble(heard_of(line_of(asked), Greeted::no), asked);
        if (wrong) return blame("large seq", *wrong + ". seq comes back as it was, whatever integer it is");
        sound("large seq", "comes back as it was");
    }

    /// The word of an answer and whether its seq is the one given; empty where there is no such answer.
    static std::string word_of(const protocol::Heard& heard) {
        const auto* line = std::get_if<protocol::Line>(&heard);
        const auto json = line != nullptr ? parse_json(line->text) : std::nullopt;
        if (!json || !json->is_object() || !json->contains("answer") || !(*json)["answer"].is_string()) return "";
        return (*json)["answer"].get<std::string>();
    }

    void probe_unknown_command() {
        const Request asked = request(3, protocol::CheckRequest{});
        const protocol::Heard heard = heard_of(R"({"seq": 3, "command": "profile", "budget_ms": 10000})");
        if (word_of(heard) == "errored" && !trouble(heard, asked)) return sound("unknown command", "errored");
        blame("unknown command", fmt::format("{}. What it cannot read it answers by errored, with the request's seq",
                                             trouble(heard, asked).value_or("it answered " + word_of(heard))));
    }

    void probe_no_json() {
        const protocol::Heard heard = heard_of(R"({"seq": 4, "command)");
        if (word_of(heard) == "errored") return sound("no JSON", "errored");
        advise("no JSON", fmt::format("{}. A line that is no JSON is best answered by errored, with seq null; "
                                      "phobos-conform sends none",
                                      trouble(heard, request(4, protocol::CheckRequest{})).value_or("another answer")));
    }

    void probe_odd_sources() {
        std::size_t judged = 0;
        for (OddSource& odd : odd_sources()) {
            const Request asked = request(5, check_of(std::move(odd.text)));
            const protocol::Heard heard = heard_of(line_of(asked));
            if (auto wrong = trouble(heard, asked))
                blame("odd sources", fmt::format("{}: {}. Whatever the text, a check is answered", odd.what, *wrong));
            else if (word_of(heard) == "errored")
                blame("odd sources", fmt::format("{} is answered by errored: it is a text like any other, and accepted "
                                                 "or rejected",
                                                 odd.what));
            else
                ++judged;
        }
        sound("odd sources", fmt::format("{} answered", judged));
    }

    /// Judges a case that the suite could have.
    void judge(std::string_view probe, std::string_view members, std::string_view source, std::string_view hint) {
        const auto encloser = plain::make_encloser();
        const harness::LoadedCase loaded = small_case(members, source);
        const runner::Judged judged = runner::judge(loaded, {adapter_, offers_, *encloser});
        if (judged.verdict == harness::Verdict::passed) return sound(probe, "as it should be");
        if (judged.verdict == harness::Verdict::skipped) return advise(probe, "skipped: " + judged.reason);
        blame(probe, fmt::format("{}: {}. {}", runner::word(judged.verdict), judged.reason, hint));
    }

    void probe_rejections() {
        judge("a program", R"("kind": "accept")", "kernel k() {\n}\n",
              "This is a program: what rejects it rejects everything");
        judge("no program",
              R"("kind": "reject", "reject": {"phase": "syntax", "code": "PH0204", "rule": "lex-18", "line": 1})",
              "kernel (\n", "Words that the grammar does not have are rejected in the phase 'syntax'");
        judge("no meaning",
              R"("kind": "reject", "reject": {"phase": "check", "code": "PH0301", "rule": "expr-22", "line": 2})",
              "kernel k(O: tensor<i32>[1]) {\n    O[0] = missing\n}\n",
              "A source that is grammatical and breaks another rule is rejected in the phase 'check'; codes and rules "
              "are stated only where they are meant");
    }

    void probe_runs() {
        judge("a run",
              R"("kind": "run", "lanes": [32], "launches": [{"arguments": {"X": [1, -2, 2147483647],
                 "O": "unwritten:3"}, "expect": {"O": [1, -2, 2147483647]}}])",
              copying,
              "Elements are little-endian and row-major, from byte_offset on in the buffer; all bytes of all "
              "buffers come back, those around the tensors as they were");
        judge("a tensor off alignment",
              R"("kind": "run", "lanes": [32], "launches": [{"arguments": {"X": {"recipe": "iota:5", "byte_offset": 4},
                 "O": {"unwritten": "5", "byte_offset": 12}}, "expect": {"O": "iota"}}])",
              copying,
              "A buffer lies at a multiple of 256 bytes; a tensor begins where byte_offset says, which may be "
              "off the alignment of wide accesses");
        judge("a tensor without elements",
              R"("kind": "run", "lanes": [32], "launches": [{"arguments": {"X": "zeros:0", "O": "unwritten:0"},
                 "expect": {"O": "iota"}}])",
              copying, "A dim may be 0");
        judge("a large tensor",
              R"("kind": "run", "lanes": [32], "launches": [{"arguments": {"X": "iota:300000",
                 "O": "unwritten:300000"}, "expect": {"O": "iota"}}])",
              copying, "A request may be some megabytes long: read to the end of the line");
    }

    void probe_repetition() {
        const Request asked = request(9, check_of("kernel k() {\n"));
        const protocol::Heard first = heard_of(line_of(asked));
        const protocol::Heard second = heard_of(line_of(asked));
        const auto* a = std::get_if<protocol::Line>(&first);
        const auto* b = std::get_if<protocol::Line>(&second);
        if (a == nullptr || b == nullptr) return;  // told by other probes
        if (a->text == b->text) return sound("repetition", "the same answer twice");
        advise("repetition", "the same request was answered differently; a report that cannot be repeated helps less");
    }

    void probe_end() {
        if (options_.talk == protocol::Talk::one_shot) return;
        if (const auto wrong = adapter_.leave())
            blame("bye", *wrong + ". After bye it answers ok and ends with code 0");
        else
            sound("bye", "it ends");
        auto dialogue = Dialogue::start(options_.command, options_.supervisor);
        if (!dialogue) return;
        (void)greeting(*dialogue);
        if (dialogue->close(end())) return sound("end of input", "it ends");
        blame("end of input",
              "it does not end when its standard input is closed, which is how a runner that was ended "
              "leaves it");
    }

    const protocol::AdapterOptions& options_;
    const std::function<void(const Finding&)>& found_;
    protocol::Adapter adapter_;
    protocol::Capabilities offers_;
};

}  // namespace

void probe(const protocol::AdapterOptions& options, const std::function<void(const Finding&)>& found) {
    Doctor(options, found).examine();
}

}  // namespace phobos::tools
