// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reduce/reduce.h"

#include <optional>
#include <utility>
#include <vector>

#include "fuzz/generate/walk.h"
#include "fuzz/reduce/edits.h"
#include "fuzz/reduce/order.h"

namespace phobos::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// A candidate that runs longer than any case is no smaller one: a condition was lost.
constexpr JudgeLimits limits{.steps = 2'000'000, .time = std::chrono::milliseconds{5'000}};

class Reducer {
public:
    Reducer(const Generated& failing, const Signature& signature, std::span<const Way> ways,
            const ReduceOptions& options)
        : signature_(signature), options_(options), result_{failing} {
        for (const Way& way : ways) {
            const bool is_right = ways_.empty();
            if (!is_right && way.name != signature.way) continue;
            ways_.push_back(way);
            ways_.back().turn = {};
        }
    }

    Reduced run() {
        bool is_smaller = true;
        while (is_smaller && !is_over()) {
            is_smaller = false;
            for (const Pass pass : passes) is_smaller = run(pass) || is_smaller;
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] bool is_over() const {
        return result_.candidates >= options_.most_candidates || Clock::now() - began_ >= options_.time ||
               options_.is_stopped();
    }

    /// All edits of one kind; after one that holds, those behind it of the smaller case.
    bool run(Pass pass) {
        bool is_smaller = false;
        Trial trial = make_trial(result_.smallest.seed, result_.smallest);
        if (trial.program() == nullptr) return false;
        std::vector<Edit> edits = edits_of(trial, pass);
        for (std::size_t at = 0; at < edits.size() && !is_over();) {
            std::vector<Trial> candidates;
            std::vector<std::size_t> numbers;
            while (at < edits.size() && candidates.size() < options_.batch) {
                if (auto candidate = candidate_of(edits[at])) {
                    candidates.push_back(std::move(*candidate));
                    numbers.push_back(at);
                }
                ++at;
            }
            if (candidates.empty()) continue;
            result_.candidates += candidates.size();
            const auto held = first_that_fails(candidates);
            if (!held) continue;
            ++result_.accepted;
            is_smaller = true;
            result_.smallest = std::move(candidates[*held].given);
            trial = make_trial(result_.smallest.seed, result_.smallest);
            edits = edits_of(trial, pass);
            at = numbers[*held];
        }
        return is_smaller;
    }

    [[nodiscard]] std::optional<Trial> candidate_of(const Edit& edit) const {
        auto given = applied(result_.smallest, edit);
        if (!given || !keeps_order(given->file)) return std::nullopt;
        Trial trial = make_trial(result_.smallest.seed, std::move(*given));
        if (trial.program() == nullptr) return std::nullopt;
        return trial;
    }

    [[nodiscard]] std::optional<std::size_t> first_that_fails(std::span<const Trial> candidates) const {
        const std::vector<Verdict> verdicts = judge(candidates, ways_, limits);
        for (std::size_t i = 0; i < verdicts.size(); ++i)
            if (verdicts[i].finding && verdicts[i].finding->signature == signature_) return i;
        return std::nullopt;
    }

    const Signature& signature_;
    const ReduceOptions& options_;
    std::vector<Way> ways_;
    Reduced result_;
    Clock::time_point began_ = Clock::now();
};

}  // namespace

std::size_t statements_of(const syntax::File& file) {
    std::size_t count = 0;
    for_each_statement_of(file, [&](const syntax::Statement&) { ++count; });
    return count;
}

Reduced reduce(const Generated& failing, const Signature& signature, std::span<const Way> ways,
               const ReduceOptions& options) {
    return Reducer(failing, signature, ways, options).run();
}

}  // namespace phobos::fuzz
