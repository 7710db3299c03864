// SPDX-License-Identifier: Apache-2.0
// Files on disk: what is written is read back; what is not leaves the old file and nothing beside it. The first byte of
// the input chooses the kind of target, the second the file's ending, the rest is its content.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "engine/io/file.h"
#include "engine/io/source.h"
#include "engine/io/staged_file.h"
#include "lang/base/assert.h"

namespace {

using namespace phobos;
namespace fs = std::filesystem;

constexpr std::array endings{"x.npy", "x.npz", "x.safetensors", "x.npz:k", "x.safetensors:k", "x"};
constexpr std::uint64_t limit_bytes = std::uint64_t{1} << 22;

enum class Target : std::uint8_t {
    fresh,
    old,
    link,
    folder,
    in_no_folder,
    below_a_file,
    device,
    full_device,
    abandoned
};

struct Case {
    Target target;
    std::string spec;
    std::string path;
    std::vector<std::byte> content;
};

void write_and_read(const Case& test) {
    PHOBOS_ASSERT(io::write_file(test.path, test.content).has_value());
    const auto read = io::read_file(test.path);
    PHOBOS_ASSERT(read.has_value() && *read == test.content);
    const auto source = io::ByteSource::open(test.path);
    PHOBOS_ASSERT(source.has_value() && source->size() == test.content.size());
    const std::size_t half = test.content.size() / 2;
    const auto tail = source->read(half, test.content.size() - half);
    PHOBOS_ASSERT(tail.has_value() &&
                  std::equal(tail->begin(), tail->end(), test.content.begin() + static_cast<std::ptrdiff_t>(half)));
    PHOBOS_ASSERT(test.content.empty() || !io::read_file(test.path, test.content.size() - 1).has_value());
    const auto spec = io::parse_source_spec(test.spec);
    if (!spec) return;
    for (const ScalarTypeRow& type : scalar_types) {
        const auto tensor = io::load(*spec, type.type, limit_bytes);
        PHOBOS_ASSERT(!tensor || tensor->element() == type.type);
    }
}

void expect_refused(const std::string& path, const std::vector<std::byte>& content) {
    PHOBOS_ASSERT(!io::write_file(path, content).has_value());
    PHOBOS_ASSERT(!io::read_file(path, 16).has_value());
}

void abandon(const Case& test) {
    const std::span<const std::byte> piece(test.content);
    const auto staged = io::StagedFile::stage(test.path, std::span(&piece, 1));
    PHOBOS_ASSERT(staged.has_value() && !fs::exists(test.path));
}

void run(const Case& test, const std::string& folder) {
    switch (test.target) {
        case Target::fresh: return write_and_read(test);
        case Target::old:
            PHOBOS_ASSERT(io::write_file(test.path, std::vector<std::byte>(7)).has_value());
            return write_and_read(test);
        case Target::link: fs::create_symlink(folder + "/other", test.path); return write_and_read(test);
        case Target::folder: fs::create_directory(test.path); return expect_refused(test.path, test.content);
        case Target::in_no_folder: return expect_refused(folder + "/none/x", test.content);
        case Target::below_a_file:
            PHOBOS_ASSERT(io::write_file(test.path, std::vector<std::byte>(7)).has_value());
            return expect_refused(test.path + "/x", test.content);
        case Target::device: PHOBOS_ASSERT(io::write_file("/dev/null", test.content).has_value()); return;
        case Target::full_device:
            if (!test.content.empty()) expect_refused("/dev/full", test.content);
            return;
        case Target::abandoned: return abandon(test);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr unsigned targets = static_cast<unsigned>(Target::abandoned) + 1;
    if (size < 2) return 0;
    std::string folder = (fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp") + std::string("/phobos-fuzz-XXXXXX");
    PHOBOS_ASSERT(::mkdtemp(folder.data()) != nullptr);
    const std::string spec = fmt::format("{}/{}", folder, endings[data[1] % endings.size()]);
    const auto view = std::as_bytes(std::span(data + 2, size - 2));
    const Case test{
        static_cast<Target>(data[0] % targets), spec, spec.substr(0, spec.find(':')), {view.begin(), view.end()}};
    run(test, folder);
    for (const auto& entry : fs::directory_iterator(folder)) PHOBOS_ASSERT(entry.path().extension() != ".tmp");
    fs::remove_all(folder);
    return 0;
}
