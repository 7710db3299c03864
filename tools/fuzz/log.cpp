// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace phobos::tools {
namespace {

std::string failure(std::string_view what, const std::filesystem::path& file) {
    return fmt::format("{} {}: {}", what, file.string(), std::generic_category().message(errno));
}

constexpr std::uint64_t most_seed = std::uint64_t{1} << 54;

std::optional<Campaign> campaign_of(const Json& json) {
    if (!json.contains("engines") || !json["engines"].is_array()) return std::nullopt;
    if (!json.contains("seed") || !json["seed"].is_number_unsigned()) return std::nullopt;
    Campaign campaign;
    campaign.seed = json["seed"];
    if (json.contains("mode") && json["mode"].is_string()) campaign.mode = json["mode"];
    for (const Json& name : json["engines"]) {
        if (!name.is_string()) return std::nullopt;
        campaign.engines.push_back(name);
    }
    return campaign;
}

std::optional<Logged> logged_of(const Json& json) {
    const Json& seeds = json["seeds"];
    if (!seeds.is_array() || seeds.size() != 2 || !seeds[0].is_number_unsigned() || !seeds[1].is_number_unsigned())
        return std::nullopt;
    auto tally = tally_of(json);
    if (!tally || seeds[1] == 0 || seeds[0] > most_seed || seeds[1] > most_seed) return std::nullopt;
    return Logged{{seeds[0], seeds[1]}, *std::move(tally)};
}

/// A line of results: whole, or not at all.
void note(Records& records, Logged logged, const std::string& folder) {
    const std::uint64_t held = records.seeds.held(logged.seeds);
    if (held == logged.seeds.count) return;
    if (held > 0) {
        ++records.overlapping_lines;
        return;
    }
    if (!folder.empty())
        for (Found& found : logged.tally.found) found.name = fmt::format("{}/{}", folder, found.name);
    records.seeds.add(logged.seeds);
    records.tally.add(logged.tally);
}

void note(Records& records, std::string_view line, const std::string& folder) {
    const auto json = parse_json(line);
    if (json && json->is_object() && json->contains("campaign")) {
        if (auto campaign = campaign_of((*json)["campaign"])) {
            if (std::ranges::find(records.campaigns, *campaign) == records.campaigns.end())
                records.campaigns.push_back(*std::move(campaign));
            return;
        }
    } else if (json && json->is_object() && json->contains("seeds")) {
        if (auto logged = logged_of(*json)) return note(records, *std::move(logged), folder);
    }
    ++records.broken_lines;
}

/// The lines of a file, put to what is known; the folder stands before the names of cases.
Result<Records, std::string> with_file(Records records, const std::filesystem::path& file, const std::string& folder) {
    std::ifstream stream(file);
    if (!stream) return Failure{failure("cannot read", file)};
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) note(records, line, folder);
    return records;
}

Result<Records, std::string> with_folder(Records records, const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; at != end; at.increment(failed))
        if (at->path().extension() == ".jsonl") files.push_back(at->path());
    if (failed) return Failure{fmt::format("cannot read {}: {}", folder.string(), failed.message())};
    if (files.empty()) return Failure{fmt::format("{} holds no file .jsonl of a campaign", folder.string())};
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        auto more = with_file(std::move(records), file, folder.string());
        if (!more) return more;
        records = std::move(*more);
    }
    return records;
}

}  // namespace

Result<Records, std::string> read_records(const std::filesystem::path& file) { return with_file({}, file, ""); }

Result<Records, std::string> read_folders(std::span<const std::string> folders) {
    Records records;
    for (const std::string& folder : folders) {
        auto more = with_folder(std::move(records), folder);
        if (!more) return more;
        records = std::move(*more);
    }
    return records;
}

std::string line_of(const Campaign& campaign) {
    const Json json{{"campaign",
                     {{"engines", campaign.engines},
                      {"mode", campaign.mode},
                      {"seed", campaign.seed},
                      {"version", PHOBOS_VERSION}}}};
    return json.dump();
}

std::string line_of(const Logged& logged) {
    Json json{{"seeds", {logged.seeds.first, logged.seeds.count}}};
    json.update(json_of(logged.tally));
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Log, std::string> Log::open(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) return Failure{failure("cannot write", file)};
    Log log(descriptor);
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n')
        if (auto done = log.append(""); !done) return Failure{done.error()};  // what a full disk cut off
    return log;
}

Log::Log(Log&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Log::~Log() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Done, std::string> Log::append(std::string_view line) const {
    const std::string whole = fmt::format("{}\n", line);
    ssize_t count = 0;
    do count = ::write(descriptor_, whole.data(), whole.size());
    while (count < 0 && errno == EINTR);
    if (count == static_cast<ssize_t>(whole.size())) return Done{};
    return Failure{failure("cannot write", "the log")};
}

}  // namespace phobos::tools
