// SPDX-License-Identifier: Apache-2.0
// What a user waits for and pays in memory: phobos-run as a whole process.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

struct Ended {
    bool fine;
    double seconds;
    std::int64_t peak_bytes;
};

/// Runs a program to its end, its output thrown away.
Ended run(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const auto start = std::chrono::steady_clock::now();
    pid_t child = 0;
    const bool spawned = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    rusage usage{};
    if (!spawned || wait4(child, &status, 0, &usage) != child) return {false, 0, 0};
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return {WIFEXITED(status) && WEXITSTATUS(status) == 0, seconds.count(), usage.ru_maxrss * 1024};
}

std::vector<std::string> phobos_run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {PHOBOS_BIN_DIR "/phobos-run", PHOBOS_SOURCE_DIR "/bench/kernels/copy.ph"});
    return arguments;
}

/// From the start of the process to the end of a run of one block.
void first_result(benchmark::State& state) {
    for (auto _ : state) {
        const Ended ended = run(phobos_run({"--in", "A=ones:256", "--shape", "B=256", "--grid", "1"}));
        if (!ended.fine) return state.SkipWithError("phobos-run failed");
        state.SetIterationTime(ended.seconds);
    }
}
BENCHMARK(first_result)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(200)->Repetitions(3);

/// Peak memory of a copy of the given number of MiB, beside the two tensors it needs.
void peak_memory(benchmark::State& state) {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / fmt::format("bench_{}.npy", getpid());
    const std::int64_t elements = state.range(0) << 18;
    for (auto _ : state) {
        const Ended ended = run(phobos_run({"--in", fmt::format("A=ones:{}", elements), "--out", "B=" + file.string(),
                                            "--grid", "ceil_div(N, ctx.threads)"}));
        std::filesystem::remove(file);
        if (!ended.fine) return state.SkipWithError("phobos-run failed");
        state.SetIterationTime(ended.seconds);
        const auto tensors = static_cast<double>(8 * elements);
        state.counters["peak_bytes"] = static_cast<double>(ended.peak_bytes);
        state.counters["tensor_bytes"] = tensors;
        state.counters["of_bound"] = static_cast<double>(ended.peak_bytes) / (1.25 * tensors + (64 << 20));
    }
}
BENCHMARK(peak_memory)->UseManualTime()->Unit(benchmark::kMillisecond)->Arg(1)->Arg(64)->Arg(256)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
