// SPDX-License-Identifier: Apache-2.0
#include "backend/cache/disk_cache.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "lang/base/assert.h"

namespace phobos::cache {
namespace {

namespace fs = std::filesystem;

/// A new folder, removed at the end.
class Folder {
public:
    Folder() : path_((fs::temp_directory_path() / "phobos-cache-XXXXXX").string()) {
        PHOBOS_ASSERT(::mkdtemp(path_.data()) != nullptr);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::vector<fs::path> files() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(path_))
            if (entry.is_regular_file()) files.push_back(entry.path());
        return files;
    }

private:
    std::string path_;
};

std::string contents(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void put(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// Keys whose entries share a folder.
Digest neighbour(std::uint64_t number) { return {number, number}; }

TEST(Digest, TellsPartsApart) {
    const std::string_view one[]{"ab", "c"};
    const std::string_view two[]{"a", "bc"};
    const std::string_view three[]{"ab", "c", ""};
    EXPECT_NE(digest_of(one), digest_of(two));
    EXPECT_NE(digest_of(one), digest_of(three));
    EXPECT_EQ(digest_of(one), digest_of(one));
    // The published value of XXH3_128bits of nothing.
    EXPECT_EQ(spelling(digest_of("")), "99aa06d3014798d86001c324468d497f");
}

TEST(DiskCache, FindsWhatWasStored) {
    const Folder folder;
    const DiskCache cache({folder.path() + "/made/when/needed"});
    const Digest key = digest_of("key");
    EXPECT_EQ(cache.find(key), std::nullopt);
    const std::string content("a\0b\n", 4);
    ASSERT_TRUE(cache.store(key, content));
    EXPECT_EQ(cache.find(key), content);
    EXPECT_EQ(cache.find(digest_of("another")), std::nullopt);
    ASSERT_TRUE(cache.store(key, "newer"));
    EXPECT_EQ(cache.find(key), "newer");
    EXPECT_EQ(folder.files().size(), 1U);
}

TEST(DiskCache, TakesNoEntryThatIsNotAsItWasWritten) {
    const Folder folder;
    const DiskCache cache({folder.path()});
    const Digest key = digest_of("key");
    ASSERT_TRUE(cache.store(key, "content"));
    const fs::path file = folder.files().at(0);
    const std::string whole = contents(file);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        put(file, whole.substr(0, length));
        EXPECT_EQ(cache.find(key), std::nullopt) << length;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        put(file, changed);
        EXPECT_EQ(cache.find(key), std::nullopt) << at;
    }
    ASSERT_TRUE(cache.store(key, "content"));
    EXPECT_EQ(cache.find(key), "content");
    // An entry under a name that is not its own.
    const Digest other = neighbour(key.high & ~std::uint64_t{0xff});
    ASSERT_TRUE(cache.store(other, "other"));
    for (const fs::path& each : folder.files())
        if (each != file) put(each, whole);
    EXPECT_EQ(cache.find(other), std::nullopt);
}

TEST(DiskCache, KeepsToItsLimitAndRemovesWhatWasUsedLongestAgo) {
    const Folder folder;
    constexpr std::uint64_t limit = 16 * 2000;  // 2000 bytes for neighbours
    const DiskCache cache({folder.path(), limit});
    const std::string content(300, 'x');
    for (std::uint64_t number = 1; number <= 5; ++number) ASSERT_TRUE(cache.store(neighbour(number), content));
    int hours = 0;
    std::vector<fs::path> files = folder.files();
    std::ranges::sort(files);
    for (const fs::path& file : files)
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(9 - hours++));
    EXPECT_TRUE(cache.find(neighbour(1)));  // used now
    ASSERT_TRUE(cache.store(neighbour(6), content));
    EXPECT_EQ(cache.find(neighbour(2)), std::nullopt);
    EXPECT_EQ(cache.find(neighbour(3)), std::nullopt);
    for (const std::uint64_t number : {1U, 4U, 5U, 6U}) EXPECT_TRUE(cache.find(neighbour(number))) << number;
    std::uintmax_t total = 0;
    for (const fs::path& file : folder.files()) total += fs::file_size(file);
    EXPECT_LE(total, 2000U);
    EXPECT_FALSE(cache.store(neighbour(9), std::string(2000, 'x')));
}

TEST(DiskCache, RemovesWhatAKilledWriterLeft) {
    const Folder folder;
    const DiskCache cache({folder.path()});
    ASSERT_TRUE(cache.store(neighbour(1), "x"));
    const fs::path place = folder.files().at(0).parent_path();
    put(place / ".phobos-1-0.tmp", "half");
    put(place / ".phobos-2-0.tmp", "a writer at work");
    fs::last_write_time(place / ".phobos-1-0.tmp", fs::file_time_type::clock::now() - std::chrono::hours(2));
    ASSERT_TRUE(cache.store(neighbour(2), "y"));
    EXPECT_FALSE(fs::exists(place / ".phobos-1-0.tmp"));
    EXPECT_TRUE(fs::exists(place / ".phobos-2-0.tmp"));
}

TEST(DiskCache, SaysWhyNothingCanBeStored) {
    const Folder folder;
    put(folder.path() + "/file", "");
    const auto no_folder = DiskCache({folder.path() + "/file"}).store(neighbour(1), "x");
    ASSERT_FALSE(no_folder);
    EXPECT_NE(no_folder.error().find("cannot make the folder"), std::string::npos) << no_folder.error();

    // A file that may not grow stands for a disk that is full.
    struct rlimit saved{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small{16, saved.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const DiskCache cache({folder.path()});
    const auto full = cache.store(neighbour(1), "content");
    ::setrlimit(RLIMIT_FSIZE, &saved);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(full);
    EXPECT_EQ(cache.find(neighbour(1)), std::nullopt);
    EXPECT_EQ(folder.files().size(), 1U);  // the one above
}

/// A process that stores entries under few keys until it is killed.
pid_t start_writer(const std::string& folder, char letter) {
    const pid_t writer = ::fork();
    if (writer != 0) return writer;
    const DiskCache cache({folder});
    for (std::uint64_t number = 0;; ++number) {
        const std::string content(1000 + number % 7, letter);
        if (!cache.store(neighbour(number % 4), content)) ::_exit(1);
    }
}

TEST(DiskCache, HoldsWholeEntriesHoweverManyWriteAndAreKilled) {
    const Folder folder;
    const DiskCache cache({folder.path()});
    std::size_t found = 0;
    for (int round = 0; round < 10; ++round) {
        std::vector<pid_t> writers;
        for (const char letter : {'a', 'b', 'c'}) writers.push_back(start_writer(folder.path(), letter));
        for (int turn = 0; turn < 200; ++turn) {
            const auto content = cache.find(neighbour(static_cast<std::uint64_t>(turn) % 4));
            if (!content) continue;
            ++found;
            ASSERT_GE(content->size(), 1000U);
            EXPECT_EQ(content->find_first_not_of(content->front()), std::string::npos);
        }
        for (const pid_t writer : writers) {
            ASSERT_EQ(::kill(writer, SIGKILL), 0);
            int status = 0;
            ASSERT_EQ(::waitpid(writer, &status, 0), writer);
            EXPECT_TRUE(WIFSIGNALED(status));
        }
        for (std::uint64_t number = 0; number < 4; ++number) {
            const auto content = cache.find(neighbour(number));
            EXPECT_TRUE(!content || content->find_first_not_of(content->front()) == std::string::npos);
        }
    }
    EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace phobos::cache
