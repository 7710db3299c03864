// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/base/json.h"
#include "lang/base/result.h"
#include "tools/fuzz/seeds.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/worker.h"

/// What a campaign leaves: files *.jsonl, to which whole lines are appended and nothing else is ever done. The first
/// line of each run says what is judged how; each other one says what came of a range of seeds.
namespace phobos::tools {

/// What must be equal where results are put together.
struct Campaign {
    std::vector<std::string> engines;
    std::uint64_t seed = 0;  ///< the first of all shards
    std::string mode{fuzz::spelling(fuzz::Mode::any)};

    friend bool operator==(const Campaign&, const Campaign&) = default;
};

/// What files say, added up as they are read: it takes the room of one line, however many there are, and of what was
/// found.
struct Records {
    std::vector<Campaign> campaigns;      ///< each once
    Seeds seeds;                          ///< that were judged
    Tally tally;                          ///< of these, each once
    std::uint64_t broken_lines = 0;       ///< a full disk leaves them, or somebody's editor
    std::uint64_t overlapping_lines = 0;  ///< left out: some of their seeds, not all, were known
};

/// Fails where a file cannot be read, with a sentence.
Result<Records, std::string> read_records(const std::filesystem::path& file);
/// All *.jsonl of the folders, with the cases named by their folders; fails also where one has none.
Result<Records, std::string> read_folders(std::span<const std::string> folders);

std::string line_of(const Campaign& campaign);
std::string line_of(const Logged& logged);

/// A file that grows by whole lines.
class Log {
public:
    static Result<Log, std::string> open(const std::filesystem::path& file);
    Log(Log&& other) noexcept;
    Log& operator=(Log&&) = delete;
    ~Log();

    /// In one write: what ends this process leaves a line as a whole or not at all. Fails where the disk is full.
    Result<Done, std::string> append(std::string_view line) const;

private:
    explicit Log(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace phobos::tools
