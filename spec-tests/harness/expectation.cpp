// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/expectation.h"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/agreement.h"
#include "engine/io/value_text.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::harness {
namespace {

using engine::Tensor;
using Complaint = std::optional<std::string>;

Result<Tensor, std::string> tensor_of(const io::Content& content, const Tensor& like) {
    auto made = std::visit(
        Overloaded{[&](const io::ListedValues& values) -> Result<Tensor, io::Error> {
                       if (values.shape && *values.shape != like.shape())
                           return Failure{io::Error{diagnostics::Code::case_malformed,
                                                    fmt::format("the expected values are nested as {}, not as {}",
                                                                engine::spelling_of_shape(*values.shape),
                                                                engine::spelling_of_shape(like.shape()))}};
                       return io::tensor_of(io::Elements{like.shape(), values.literals}, like.element());
                   },
                   [&](const io::ListedBits& bits) {
                       return io::tensor_of(io::ElementBits{like.shape(), bits.words}, like.element());
                   },
                   [&](const io::Recipe& recipe) { return io::generate(recipe, like.element(), like.shape()); }},
        content);
    if (!made) return Failure{made.error().text};
    return std::move(*made);
}

/// True where an element is not judged.
std::vector<bool> excepted(const std::vector<io::IndexRange>& undefined, const Tensor& tensor) {
    std::vector<bool> mask(tensor.elements(), false);
    for (const io::IndexRange& range : undefined)
        for (std::uint64_t i = range.first; i <= range.last && i < mask.size(); ++i) mask[i] = true;
    return mask;
}

/// A tensor as it was given, and as the run left it.
struct Change {
    const Tensor& before;
    const Tensor& after;

    /// Of an engine that says nothing about a tensor, what can be told of its elements: a value that is another now.
    [[nodiscard]] bool surely_written(std::uint64_t i) const {
        return after.tracks_writes() ? after.is_written(i) : after.load(i) != before.load(i);
    }
};

/// Elements that were written and should not have been, or the other way round; those meant to be unwritten are then
/// excepted from the comparison.
Complaint judge_writes(const Tensor& expected, const Change& change, std::vector<bool>& mask) {
    for (std::uint64_t i = 0; i < change.after.elements(); ++i) {
        if (mask[i]) continue;
        if (!expected.is_written(i)) {
            mask[i] = true;
            if (change.surely_written(i)) return fmt::format("element {} was written", i);
        } else if (!change.after.is_written(i)) {
            return fmt::format("element {} was never written", i);
        }
    }
    return std::nullopt;
}

/// type-4: a write stores 0 or 1.
Complaint judge_bools(const Change& change, const std::vector<bool>& mask) {
    if (change.after.element() != ScalarType::boolean) return std::nullopt;
    for (std::uint64_t i = 0; i < change.after.elements(); ++i) {
        const ScalarBits byte = change.after.load(i);
        if (!mask[i] && byte.bits > 1 && !(byte == change.before.load(i)))
            return fmt::format("element {} is the byte {}, and a bool is stored as 0 or 1", i, byte.bits);
    }
    return std::nullopt;
}

/// `expected` says what the expected value, which follows it, is of the one that was found.
Complaint told(const engine::Comparison& comparison, ScalarType type, std::string_view expected) {
    if (comparison.agrees()) return std::nullopt;
    const auto shown = [&](ScalarBits value) {
        return fmt::format("{} (0x{})", io::value_text(type, value), io::bits_text(type, value));
    };
    std::string text = fmt::format("{} of {} elements differ", comparison.mismatches, comparison.elements);
    for (const engine::Mismatch& mismatch : comparison.first)
        text += fmt::format("\n  element {}: {} {}, found {}", mismatch.index, expected, shown(mismatch.expected),
                            shown(mismatch.actual));
    return text;
}

Complaint judge(const io::ExpectContent& expect, const Change& change) {
    const Tensor& after = change.after;
    const auto expected = tensor_of(expect.content, after);
    if (!expected) return expected.error();
    std::vector<bool> mask = excepted(expect.undefined, after);
    if (auto complaint = judge_writes(*expected, change, mask)) return complaint;
    if (auto complaint = judge_bools(change, mask)) return complaint;
    const engine::Agreement agreement =
        expect.ulp ? engine::Agreement(engine::WithinUlp{*expect.ulp}) : engine::Agreement(engine::SameBits{});
    return told(engine::compare(*expected, after, agreement, mask), after.element(),
                expect.ulp ? fmt::format("expected, within {} ULP,", *expect.ulp) : "expected");
}

Complaint judge(const io::ExpectEnclosure& expect, const Change& change) {
    const Tensor& after = change.after;
    const auto low = tensor_of(expect.low, after);
    if (!low) return low.error();
    const auto high = tensor_of(expect.high, after);
    if (!high) return high.error();
    std::vector<bool> mask = excepted(expect.undefined, after);
    if (auto complaint = judge_writes(*low, change, mask)) return complaint;
    return told(engine::compare_enclosed(*low, *high, after, mask), after.element(), "expected nothing beyond");
}

Complaint judge(const io::ExpectAnyOf& expect, const Change& change) {
    std::string text = "none of the choices holds";
    for (const io::SingleExpectation& choice : expect.choices) {
        const Complaint complaint = std::visit([&](const auto& single) { return judge(single, change); }, choice);
        if (!complaint) return std::nullopt;
        text += "\n" + *complaint;
    }
    return text;
}

Complaint judge(const io::ExpectComputedEnclosure& expect, const engine::Enclosure& enclosure, const Change& change) {
    const Tensor& after = change.after;
    std::vector<bool> mask = excepted(expect.undefined, after);
    if (auto complaint = judge_writes(enclosure.low, change, mask)) return complaint;
    const engine::EnclosedComparison found = engine::compare(enclosure, after, expect.widest, mask);
    if (!found.agrees()) return told(found.comparison, after.element(), "beyond the bound");
    if (found.uninformative.empty()) return std::nullopt;
    return fmt::format("the bounds of {} elements are more than {} steps apart; the first is element {}",
                       found.uninformative.size(), expect.widest, found.uninformative.front());
}

Complaint judge_unchanged(const Change& change) {
    std::vector<bool> mask(change.after.elements(), false);
    if (auto complaint = judge_writes(change.before, change, mask)) return complaint;
    return told(engine::compare(change.before, change.after, engine::SameBits{}, mask), change.after.element(),
                "expected, as before the run,");
}

}  // namespace

std::optional<std::string> complaint(const io::Expectation& expectation, const Tensor& before, const Tensor& after,
                                     const engine::Enclosure* enclosure) {
    const Change change{before, after};
    return std::visit(Overloaded{[&](const io::ExpectUnchanged&) { return judge_unchanged(change); },
                                 [&](const io::ExpectComputedEnclosure& expect) {
                                     PHOBOS_ASSERT(enclosure != nullptr);
                                     return judge(expect, *enclosure, change);
                                 },
                                 [&](const auto& expect) { return judge(expect, change); }},
                      expectation);
}

}  // namespace phobos::harness
