// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/pool.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "lang/base/assert.h"

namespace phobos::nvrtc {
namespace {

using Clock = std::chrono::steady_clock;

std::string reason(int number) { return std::system_category().message(number); }

/// How a process ended, told after its name.
std::string ending(int status) {
    if (!WIFSIGNALED(status)) return fmt::format("ended with exit code {}", WEXITSTATUS(status));
    const int signal = WTERMSIG(status);
    return fmt::format("was ended by signal {} ({})", signal, ::strsignal(signal));
}

CompileFailure worker_failure(FailureKind kind, const Job& job, std::string_view what) {
    return {kind, fmt::format("compiling '{}': the worker {}", job.name, what), "", {}};
}

}  // namespace

/// A process and the stream to it; killed with its owner.
class WorkerPool::Worker {
public:
    /// Fails with the reason.
    static Result<Worker, std::string> start(const std::vector<std::string>& command);

    Worker(Worker&& other) noexcept
        : process_(std::exchange(other.process_, -1)),
          stream_(std::exchange(other.stream_, -1)),
          outgoing_(std::move(other.outgoing_)),
          incoming_(std::move(other.incoming_)),
          job_(other.job_),
          deadline_(other.deadline_) {}
    Worker& operator=(Worker&& other) noexcept {
        std::swap(process_, other.process_);
        std::swap(stream_, other.stream_);
        std::swap(outgoing_, other.outgoing_);
        std::swap(incoming_, other.incoming_);
        std::swap(job_, other.job_);
        std::swap(deadline_, other.deadline_);
        return *this;
    }
    ~Worker() {
        if (process_ > 0) (void)end();
    }

    /// The index of the job it has.
    [[nodiscard]] std::optional<std::size_t> job() const { return job_; }
    [[nodiscard]] Clock::time_point deadline() const { return deadline_; }
    [[nodiscard]] struct pollfd wish() const {
        const int events = outgoing_.empty() ? POLLIN : POLLIN | POLLOUT;
        return {stream_, static_cast<short>(events), 0};
    }
    /// Whether a process without work is still there to take some.
    [[nodiscard]] bool is_alive() const {
        siginfo_t info{};
        const int found = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
        return found == 0 && info.si_pid == 0;
    }

    void queue(std::string_view bytes) { outgoing_ += bytes; }
    void take(std::size_t job, Clock::time_point deadline) {
        job_ = job;
        deadline_ = deadline;
    }

    /// Sends what the stream takes. What goes wrong shows when the answer is read.
    void flush() {
        while (!outgoing_.empty()) {
            const ssize_t count = ::send(stream_, outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
            if (count < 0) return outgoing_.clear();
            outgoing_.erase(0, static_cast<std::size_t>(count));
        }
    }

    enum class Received : std::uint8_t { part, frame, end };
    /// Reads what there is.
    Received receive() {
        for (;;) {
            if (wire::first_frame(incoming_)) return Received::frame;
            std::array<char, 1 << 16> buffer;
            const ssize_t count = ::recv(stream_, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Received::part;
            if (count <= 0) return Received::end;
            incoming_.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }
    /// The answer that was received; the job is done.
    std::optional<Compilation> answer() {
        const auto frame = wire::first_frame(incoming_);
        PHOBOS_ASSERT(frame.has_value());
        auto answer = wire::decode_compilation(frame->payload);
        incoming_.erase(0, frame->bytes);
        job_.reset();
        return answer;
    }

    /// Kills the process if it still runs; its wait status, which is the old one of a process that has just closed its
    /// stream by ending.
    int end() {
        ::close(std::exchange(stream_, -1));
        const pid_t process = std::exchange(process_, -1);
        int status = 0;
        ::kill(process, SIGKILL);
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
        return status;
    }

private:
    Worker(pid_t process, int stream) : process_(process), stream_(stream) {}

    pid_t process_;
    int stream_;
    std::string outgoing_;
    std::string incoming_;
    std::optional<std::size_t> job_;
    Clock::time_point deadline_;
};

Result<WorkerPool::Worker, std::string> WorkerPool::Worker::start(const std::vector<std::string>& command) {
    PHOBOS_ASSERT(!command.empty());
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Failure{reason(errno)};
    std::vector<std::string> owned = command;
    std::vector<char*> words;
    for (std::string& word : owned) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    // What the compiler prints is no part of anybody's output.
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int failed = ::posix_spawn(&process, words.front(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        return Failure{fmt::format("'{}': {}", command.front(), reason(failed))};
    }
    return Worker(process, ends[0]);
}

/// One call of compile: hands out jobs and collects answers.
class WorkerPool::Batch {
public:
    Batch(WorkerPool& pool, std::span<const Job> jobs) : pool_(pool), jobs_(jobs), results_(jobs.size()) {}

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
        std::erase_if(pool_.workers_, [](const Worker& worker) { return !is_busy(worker) && !worker.is_alive(); });
        for (Worker& worker : pool_.workers_)
            if (!is_busy(worker)) give(worker);
        while (next_ < jobs_.size() && std::ssize(pool_.workers_) < std::max(1, pool_.options_.workers)) {
            auto worker = Worker::start(pool_.options_.command);
            if (!worker) {
                if (pool_.workers_.empty()) fail_the_rest(worker.error());
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
        worker.take(next_++, Clock::now() + pool_.options_.time_limit);
        worker.flush();
    }

    void fail_the_rest(const std::string& why) {
        for (; next_ < jobs_.size(); ++next_)
            results_[next_] =
                Failure{worker_failure(FailureKind::worker, jobs_[next_], fmt::format("cannot be started: {}", why))};
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
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        constexpr std::int64_t longest = 60'000;
        (void)::poll(wishes.data(), wishes.size(), static_cast<int>(std::clamp<std::int64_t>(left, 0, longest)));
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
                    return true;
                }
                results_[job] = Failure{
                    worker_failure(FailureKind::worker, jobs_[job], "is no phobos-nvrtc-worker of this version")};
                return false;
            }
            case Worker::Received::end:
                results_[job] = Failure{worker_failure(FailureKind::worker, jobs_[job], ending(worker.end()))};
                return false;
            case Worker::Received::part: break;
        }
        if (Clock::now() < worker.deadline()) return true;
        results_[job] = Failure{
            worker_failure(FailureKind::time, jobs_[job],
                           fmt::format("took longer than {} ms and was ended", pool_.options_.time_limit.count()))};
        return false;
    }

    WorkerPool& pool_;
    std::span<const Job> jobs_;
    std::vector<std::optional<Compilation>> results_;
    std::size_t next_ = 0;
};

WorkerPool::WorkerPool(PoolOptions options, const wire::Setup& setup)
    : options_(std::move(options)), setup_(wire::framed(wire::encode(setup))) {}
WorkerPool::WorkerPool(WorkerPool&& other) noexcept = default;
WorkerPool::~WorkerPool() = default;

std::vector<Compilation> WorkerPool::compile(std::span<const Job> jobs) { return Batch(*this, jobs).run(); }

}  // namespace phobos::nvrtc
