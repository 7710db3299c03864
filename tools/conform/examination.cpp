// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/examination.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "interp/plain/encloser.h"
#include "spec-tests/runner/judge.h"

namespace phobos::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(steady_clock::time_point begin) {
    return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
}

/// The same everywhere, unlike std::shuffle.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    std::mt19937_64 random(seed);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    return order;
}

class Examination {
public:
    Examination(const std::vector<ChosenCase>& cases, const ExaminationOptions& options)
        : cases_(cases), options_(options), order_(shuffled(cases.size(), options.seed)) {}

    Result<Report, std::string> run() {
        const auto began = steady_clock::now();
        protocol::Adapter first(options_.adapter);
        auto offers = first.hello();
        if (!offers) return Failure{offers.error()};
        report_.adapter = *std::move(offers);
        report_.lanes = options_.lanes;
        if (const auto& offered = report_.adapter.lanes)
            std::erase_if(report_.lanes,
                          [&](int lanes) { return std::ranges::find(*offered, lanes) == offered->end(); });
        report_.seed = options_.seed;
        report_.cases.resize(cases_.size());
        {
            std::vector<std::jthread> others;
            const auto most = std::min<std::size_t>(static_cast<std::size_t>(options_.jobs), cases_.size());
            for (std::size_t i = 1; i < most; ++i)
                others.emplace_back([this] {
                    protocol::Adapter adapter(options_.adapter);
                    work(adapter);
                });
            work(first);
        }
        report_.took = since(began);
        return std::move(report_);
    }

private:
    void work(protocol::Adapter& adapter) {
        const auto encloser = plain::make_encloser();
        const runner::Subject subject{adapter, report_.adapter, *encloser, options_.lanes};
        for (std::size_t at = next_++; at < order_.size(); at = next_++) {
            const ChosenCase& chosen = cases_[order_[at]];
            const auto began = steady_clock::now();
            CaseVerdict verdict{&chosen, {}, options_.expected_failures.contains(chosen.id()), {}};
            verdict.judged =
                silences_ < most_silences
                    ? runner::judge(chosen.loaded, subject)
                    : runner::Judged{harness::Verdict::timed_out,
                                     fmt::format("not asked: {} cases in a row had no answer in time", most_silences)};
            verdict.took = since(began);
            const std::lock_guard lock(mutex_);
            const bool is_silent = verdict.judged.verdict == harness::Verdict::timed_out;
            silences_ = is_silent ? silences_ + 1 : 0;
            if (options_.judged) options_.judged(verdict);
            report_.cases[order_[at]] = std::move(verdict);
        }
        auto remark = adapter.leave();
        const std::lock_guard lock(mutex_);
        if (remark && std::ranges::find(report_.remarks, *remark) == report_.remarks.end())
            report_.remarks.push_back(*std::move(remark));
    }

    const std::vector<ChosenCase>& cases_;
    const ExaminationOptions& options_;
    std::vector<std::size_t> order_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<int> silences_ = 0;
    std::mutex mutex_;  ///< of what the report gets
    Report report_;
};

}  // namespace

Result<Report, std::string> examine(const std::vector<ChosenCase>& cases, const ExaminationOptions& options) {
    return Examination(cases, options).run();
}

}  // namespace phobos::tools
