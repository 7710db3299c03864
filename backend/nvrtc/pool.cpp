// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/pool.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backend/process/child.h"
#include "lang/base/assert.h"

namespace phobos::nvrtc {
namespace {

using process::Clock;

constexpr std::string_view end_of_time = "the time for it was over";

CompileFailure worker_failure(FailureKind kind, const Job& job, std::string_view what) {
    return {kind, fmt::format("compiling '{}': {}", job.name, what), "", {}};
}

}  // namespace

/// A process and the stream to it; ended with its owner.
class WorkerPool::Worker {
public:
    /// Fails with the reason.
    static Result<Worker, std::string> start(const std::vector<std::string>& command) {
        auto streams = process::make_streams();
        if (!streams) return Failure{std::move(streams.error())};
        // What the compiler prints is no part of anybody's output.
        const process::Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
        auto child = process::Child::start(
            {command, {{streams->theirs.number(), STDIN_FILENO}, {nowhere.number(), STDOUT_FILENO}}, {}, {}});
        if (!child) return Failure{std::move(child.error())};
        return Worker(std::move(*child), std::move(streams->ours));
    }

    /// The index of the job it has.
    [[nodiscard]] std::optional<std::size_t> job() const { return job_; }
    [[nodiscard]] Clock::time_point deadline() const { return deadline_; }
    [[nodiscard]] struct pollfd wish() const {
        const int events = outgoing_.empty() ? POLLIN : POLLIN | POLLOUT;
        return {stream_.number(), static_cast<short>(events), 0};
    }
    /// Whether a process without work is still there to take some.
    [[nodiscard]] bool is_alive() const { return child_.is_running(); }

    void queue(std::string_view bytes) { outgoing_ += bytes; }
    void take(std::size_t job, Clock::time_point deadline) {
        job_ = job;
        deadline_ = deadline;
    }

    /// Sends what the stream takes. What goes wrong shows when the answer is read.
    void flush() {
        const auto taken = process::send_some(stream_, outgoing_);
        outgoing_.erase(0, taken.value_or(outgoing_.size()));
    }

    enum class Received : std::uint8_t { part, frame, end };
    /// Reads what there is.
    Received receive() {
        constexpr std::size_t most_at_once = std::size_t{1} << 16;
        for (;;) {
            if (wire::first_frame(incoming_)) return Received::frame;
            const process::Received received = process::receive(stream_, most_at_once, Clock::time_point::min());
            switch (received.how) {
                case process::Received::How::bytes: incoming_ += received.bytes; break;
                case process::Received::How::too_late: return Received::part;
                case process::Received::How::nothing_more: return Received::end;
            }
        }
    }
    /// The answer that was received; the job is done.
    std::optional<Compilation> answer() {
        const auto frame = wire::first_frame(incoming_);
        PHOBOS_ASSERT(frame.has_value());
        auto answer = wire::decode_compilation(frame->payload);
        incoming_.erase(0, frame->bytes);
        job_.reset();
        ++texts_;
        return answer;
    }
    /// How many it has compiled.
    [[nodiscard]] int texts() const { return texts_; }

    /// How the process ended, which has closed its stream.
    std::string ending() { return process::spelling(child_.end()); }

private:
    Worker(process::Child child, process::Descriptor stream) : child_(std::move(child)), stream_(std::move(stream)) {}

    process::Child child_;
    process::Descriptor stream_;
    std::string outgoing_;
    std::string incoming_;
    std::optional<std::size_t> job_;
    int texts_ = 0;
    Clock::time_point deadline_;
};

/// One call of compile: hands out jobs and collects answers.
class WorkerPool::Batch {
public:
    Batch(WorkerPool& pool, std::span<const Job> jobs, process::Deadline end)
        : pool_(pool), jobs_(jobs), end_(end), results_(jobs.size()) {}

    std::vector<Compilation> run() {
        hand_out();
        while (std::ranges::any_of(pool_.workers_, is_busy)) {
            wait();
            std::vector<Worker> kept;
            for (Worker& worker : pool_.workers_)
                if (attend(worker)) kept.push_back(std::move(worker));
            pool_.workers_ = std::move(kept);
            hand_out();
        }
        std::vector<Compilation> all;
        for (std::optional<Compilation>& result : results_) {
            PHOBOS_ASSERT(result.has_value());
            all.push_back(std::move(*result));
        }
        return all;
    }

private:
    static bool is_busy(const Worker& worker) { return worker.job().has_value(); }

    /// Gives jobs to idle workers, and starts more while there are fewer than there may be.
    void hand_out() {
        if (end_ && Clock::now() >= *end_) fail_the_rest(FailureKind::time, end_of_time);
        std::erase_if(pool_.workers_, [](const Worker& worker) { return !is_busy(worker) && !worker.is_alive(); });
        for (Worker& worker : pool_.workers_)
            if (!is_busy(worker)) give(worker);
        while (next_ < jobs_.size() && std::ssize(pool_.workers_) < std::max(1, pool_.options_.workers)) {
            auto worker = Worker::start(pool_.options_.command);
            if (!worker) {
                if (pool_.workers_.empty()) fail_the_rest(FailureKind::worker, worker.error());
                return;
            }
            worker->queue(pool_.setup_);
            give(*worker);
            pool_.workers_.push_back(std::move(*worker));
        }
    }

    void give(Worker& worker) {
        if (next_ == jobs_.size()) return;
        worker.queue(wire::framed(wire::encode(jobs_[next_])));
        worker.take(next_++, *process::earlier(Clock::now() + pool_.options_.time_limit, end_));
        worker.flush();
    }

    void fail_the_rest(FailureKind kind, std::string_view why) {
        for (; next_ < jobs_.size(); ++next_) results_[next_] = Failure{worker_failure(kind, jobs_[next_], why)};
    }

    /// Until something can be sent or read, or a deadline passes.
    void wait() {
        std::vector<struct pollfd> wishes;
        auto until = Clock::time_point::max();
        for (const Worker& worker : pool_.workers_) {
            if (!is_busy(worker)) continue;
            wishes.push_back(worker.wish());
            until = std::min(until, worker.deadline());
        }
        (void)::poll(wishes.data(), wishes.size(), process::poll_timeout(until));
    }

    /// Sends, reads and judges; false where the worker is no more.
    bool attend(Worker& worker) {
        if (!is_busy(worker)) return true;
        const std::size_t job = *worker.job();
        worker.flush();
        switch (worker.receive()) {
            case Worker::Received::frame: {
                auto answer = worker.answer();
                if (answer) {
                    results_[job] = std::move(*answer);
                    return worker.texts() < pool_.options_.most_texts;
                }
                results_[job] = Failure{worker_failure(FailureKind::worker, jobs_[job],
                                                       "the worker is no phobos-nvrtc-worker of this version")};
                return false;
            }
            case Worker::Received::end:
                results_[job] =
                    Failure{worker_failure(FailureKind::worker, jobs_[job], "the worker " + worker.ending())};
                return false;
            case Worker::Received::part: break;
        }
        if (Clock::now() < worker.deadline()) return true;
        const std::string own_limit =
            fmt::format("the worker took longer than {} ms and was ended", pool_.options_.time_limit.count());
        const bool is_end_of_all = end_ && Clock::now() >= *end_;
        results_[job] = Failure{
            worker_failure(FailureKind::time, jobs_[job], is_end_of_all ? end_of_time : std::string_view(own_limit))};
        return false;
    }

    WorkerPool& pool_;
    std::span<const Job> jobs_;
    process::Deadline end_;
    std::vector<std::optional<Compilation>> results_;
    std::size_t next_ = 0;
};

WorkerPool::WorkerPool(PoolOptions options, const wire::Setup& setup)
    : options_(std::move(options)), setup_(wire::framed(wire::encode(setup))) {}
WorkerPool::WorkerPool(WorkerPool&& other) noexcept = default;
WorkerPool::~WorkerPool() = default;

std::vector<Compilation> WorkerPool::compile(std::span<const Job> jobs, process::Deadline end) {
    return Batch(*this, jobs, end).run();
}

}  // namespace phobos::nvrtc
