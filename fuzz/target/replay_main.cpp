// SPDX-License-Identifier: Apache-2.0
// The main of a fuzz target where libFuzzer is not there: gives it every file named, or found under a folder named.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes);

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) return {path};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
        if (entry.is_regular_file()) files.push_back(entry.path());
    return files;
}

std::string content_of(std::ifstream& file) {
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
    int replayed = 0;
    for (int i = 1; i < argc; ++i) {
        for (const std::filesystem::path& path : files_of(argv[i])) {
            std::ifstream file(path, std::ios::binary);
            if (!file) {
                fmt::print(stderr, "cannot read {}\n", path.string());
                return 4;
            }
            const std::string content = content_of(file);
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
            ++replayed;
        }
    }
    fmt::print("{} files replayed\n", replayed);
    return replayed > 0 ? 0 : 4;
}
