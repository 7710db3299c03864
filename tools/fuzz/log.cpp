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
    if (!tally) return std::nullopt;
    return Logged{{seeds[0], seeds[1]}, *std::move(tally)};
}

void note(Records& records, std::string_view line) {
    const auto json = parse_json(line);
    if (json && json->is_object() && json->contains("campaign")) {
        if (auto campaign = campaign_of((*json)["campaign"])) {
            if (std::ranges::find(records.campaigns, *campaign) == records.campaigns.end())
                records.campaigns.push_back(*std::move(campaign));
            return;
        }
    } else if (json && json->is_object() && json->contains("seeds")) {
        if (auto logged = logged_of(*json)) {
            const std::uint64_t first = logged->seeds.first;
            records.by_first.emplace(first, *std::move(logged));
            return;
        }
    }
    ++records.broken_lines;
}

}  // namespace

void Records::add(Records other) {
    for (Campaign& campaign : other.campaigns)
        if (std::ranges::find(campaigns, campaign) == campaigns.end()) campaigns.push_back(std::move(campaign));
    by_first.merge(other.by_first);
    broken_lines += other.broken_lines;
}

Result<Records, std::string> read_records(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) return Failure{failure("cannot read", file)};
    Records records;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) note(records, line);
    return records;
}

Result<Records, std::string> read_folder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; at != end; at.increment(failed))
        if (at->path().extension() == ".jsonl") files.push_back(at->path());
    if (failed) return Failure{fmt::format("cannot read {}: {}", folder.string(), failed.message())};
    if (files.empty()) return Failure{fmt::format("{} holds no file .jsonl of a campaign", folder.string())};
    std::ranges::sort(files);
    Records all;
    for (const std::filesystem::path& file : files) {
        auto records = read_records(file);
        if (!records) return Failure{records.error()};
        all.add(std::move(*records));
    }
    return all;
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
