// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "engine/io/checksum.h"
#include "engine/io/npz.h"
#include "engine/io/staged_file.h"
#include "engine/io/test_support.h"
#include "engine/io/trace_writer.h"
#include "engine/io/zip.h"
#include "engine/io/zip_writer.h"

namespace phobos::io {
namespace {

TraceManifest sample_manifest() {
    TraceManifest manifest;
    manifest.program = "test 1";
    manifest.source_name = "k.ph";
    manifest.source_text = "kernel k() {}\n";
    manifest.kernel = "k";
    manifest.lanes = 32;
    manifest.threads = 64;
    manifest.grid = {4, 2, 1};
    manifest.dims = {{"N", 8}};
    manifest.constants = {{"TILE", 16}};
    manifest.sites = {{"load", 1, 2}, {"branch", 3, 4}, {"barrier", 5, 1}};
    manifest.buffers = {{"tensor", "X", ScalarType::f32, {71}}, {"tile", "t", ScalarType::i8, {4, 4}}};
    manifest.sites[0].level = "varying";
    manifest.sites[0].congruence = {4, 12};
    manifest.buffers[0].address = 12;
    manifest.locals = {{"i", 1, 8, "warp-uniform"}};
    manifest.limit = 100;
    manifest.outcome = {{"outcome", "finished"}};
    return manifest;
}

/// Two blocks: an affine access, a branch, a listed access, a reunion; a meeting.
void fill(TraceWriter& writer) {
    writer.begin({1, 0, 0});
    writer.add_affine({TraceKind::load, 0, 0, 0, 0xFFFFFFFF}, {0, 1, OffsetForm::affine, -2, 70});
    writer.add_branch({TraceKind::branch, 1, 1, 0, 0xF0}, 0x30);
    const std::vector<std::int64_t> offsets{5, 3};
    writer.add_listed({TraceKind::store, 1, 0, 3, 0x30}, {1, 4}, offsets);
    writer.add({TraceKind::reunion, 1, 1, 0, 0xF0});
    writer.begin({0, 1, 0});
    writer.add({TraceKind::meeting, 0, 2, 0, 0xFFFFFFFF});
}

class TraceFile : public ::testing::Test {
protected:
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("t.npz");

    Result<Trace, Error> read() const {
        const auto archive = ByteSource::open(path);
        EXPECT_TRUE(archive);
        return read_trace(*archive);
    }
    void write_sample() const {
        TraceWriter writer(folder.path());
        fill(writer);
        ASSERT_EQ(testing::verdict(writer.write(path, sample_manifest())), "ok");
    }
};

TEST_F(TraceFile, IsReadAsItWasWritten) {
    write_sample();
    EXPECT_EQ(testing::entries(folder.path()), 1U);
    const auto trace = read();
    ASSERT_EQ(testing::verdict(trace), "ok");
    TraceManifest expected = sample_manifest();
    expected.kept = {2, 5, 34};
    EXPECT_EQ(json_text(json_of(trace->manifest)), json_text(json_of(expected)));
    TraceCursor cursor(*trace);
    const auto load = cursor.next();
    ASSERT_TRUE(load && load->access);
    EXPECT_EQ(load->block, (engine::Block{1, 0, 0}));
    EXPECT_EQ(offset_of(*load, 0), 70);
    EXPECT_EQ(offset_of(*load, 31), 8);
    const auto branch = cursor.next();
    ASSERT_TRUE(branch);
    EXPECT_EQ(branch->event.kind, TraceKind::branch);
    EXPECT_EQ(branch->event.lanes, 0xF0U);
    EXPECT_EQ(branch->taken, 0x30U);
    const auto store = cursor.next();
    ASSERT_TRUE(store && store->access);
    EXPECT_EQ(store->access->width, 4);
    EXPECT_EQ(store->event.visit, 3U);
    EXPECT_EQ(offset_of(*store, 4), 5);
    EXPECT_EQ(offset_of(*store, 5), 3);
    EXPECT_EQ(cursor.next()->event.kind, TraceKind::reunion);
    const auto meeting = cursor.next();
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->block, (engine::Block{0, 1, 0}));
    EXPECT_EQ(meeting->block_number, 1U);
    EXPECT_FALSE(cursor.next());
}

TEST_F(TraceFile, MayHaveNoEvents) {
    TraceWriter writer(folder.path());
    ASSERT_TRUE(writer.write(path, sample_manifest()));
    const auto trace = read();
    ASSERT_EQ(testing::verdict(trace), "ok");
    EXPECT_FALSE(TraceCursor(*trace).next());
}

TEST_F(TraceFile, KeepsValuesLaneByLane) {
    TraceWriter writer(folder.path());
    writer.begin({0, 0, 0});
    writer.add_affine({TraceKind::load, 0, 0, 0, 0x5}, {1, 2, OffsetForm::affine, 0, 0});
    writer.add_values(testing::bytes_of("ab"));
    writer.add_values(testing::bytes_of("cd"));
    TraceManifest manifest = sample_manifest();
    manifest.has_values = true;
    ASSERT_TRUE(writer.write(path, manifest));
    const auto trace = read();
    ASSERT_EQ(testing::verdict(trace), "ok");
    const auto row = TraceCursor(*trace).next();
    EXPECT_EQ(std::string(row->values.begin(), row->values.end()), "abcd");
}

TEST_F(TraceFile, GrowsBeyondWhatIsKeptInMemory) {
    constexpr std::uint32_t many = 100'000;
    TraceWriter writer(folder.path());
    writer.begin({0, 0, 0});
    const std::vector<std::int64_t> offsets{0, 7, 1};
    for (std::uint32_t visit = 0; visit < many; ++visit)
        writer.add_listed({TraceKind::load, 0, 0, visit, 0x7}, {0, 1}, offsets);
    EXPECT_EQ(testing::entries(folder.path()), 0U);  // what it keeps has no name
    ASSERT_EQ(testing::verdict(writer.write(path, sample_manifest())), "ok");
    const auto trace = read();
    ASSERT_EQ(testing::verdict(trace), "ok");
    EXPECT_EQ(trace->visit.back(), many - 1);
    EXPECT_EQ(trace->offsets.size(), 3 * many);
    EXPECT_EQ(trace->manifest.kept.accesses, 3 * many);
}

TEST_F(TraceFile, IsWhollyThereOrNotAtAll) {
    TraceWriter writer(folder.path());
    fill(writer);
    EXPECT_TRUE(
        testing::verdict(writer.write(folder.file("no/t.npz"), sample_manifest())).starts_with("file_unwritable"));
    TraceWriter nowhere(folder.file("no"));
    nowhere.begin({0, 0, 0});
    for (int i = 0; i < 20'000; ++i) nowhere.add({TraceKind::meeting, 0, 2, 0, 1});
    EXPECT_TRUE(testing::verdict(nowhere.write(path, sample_manifest())).starts_with("file_unwritable: cannot keep"));
    EXPECT_EQ(testing::entries(folder.path()), 0U);
}

TEST_F(TraceFile, IsReadByNumPy) {
    if (testing::run("/usr/bin/python3 -c 'import numpy' 2>/dev/null").status != 0)
        GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
    write_sample();
    const auto seen =
        testing::run("/usr/bin/python3 -B '" PHOBOS_SOURCE_DIR "/engine/io/testdata/trace_oracle.py' " + path);
    EXPECT_EQ(seen.output,
              "k of k.ph, kept {'blocks': 2, 'events': 5, 'accesses': 34}\n"
              "load block 1 0 0 warp 0 X lane 0 offset 70\n"
              "load block 1 0 0 warp 0 X lane 31 offset 8\n"
              "store block 1 0 0 warp 1 t lane 4 offset 5\n"
              "store block 1 0 0 warp 1 t lane 5 offset 3\n"
              "branch block 1 0 0 warp 1 taken 30\n"
              "meeting block 0 1 0 at 5:1\n");
}

/// The members of the sample's file, of which a test changes some.
class Damaged : public TraceFile {
protected:
    struct Member {
        std::string name;
        std::vector<std::byte> bytes;
    };
    std::vector<Member> members;

    void SetUp() override {
        write_sample();
        const auto archive = ByteSource::open(path);
        const auto directory = read_zip_directory(*archive);
        for (const ZipMember& member : *directory)
            members.push_back({member.name, *extract(*archive, member, 1 << 20)});
    }
    std::vector<std::byte>& bytes_of(const std::string& name) {
        return std::ranges::find(members, name, &Member::name)->bytes;
    }
    /// What reading says of the members as they are now.
    [[nodiscard]] std::string verdict() const {
        std::vector<StoredMember> stored;
        for (const Member& member : members) {
            const std::span<const std::byte> bytes(member.bytes);
            stored.push_back({member.name, {bytes}, bytes.size(), crc_of(bytes)});
        }
        std::vector<std::byte> whole;
        const ZipLayout layout = lay_out_zip(stored);
        for (const auto piece : layout.pieces) whole.insert(whole.end(), piece.begin(), piece.end());
        return testing::verdict(read_trace(ByteSource::of(std::move(whole))));
    }
    std::string with_manifest(const std::function<void(Json&)>& change) {
        std::vector<std::byte>& bytes = bytes_of("manifest.json");
        const std::vector<std::byte> before = bytes;
        Json json = *parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        change(json);
        bytes = testing::bytes_of(json_text(json));
        std::string said = verdict();
        bytes = before;
        return said;
    }
    /// With other offsets of the first access, on a line, of an element each.
    std::string with_line(std::int64_t base, std::int32_t stride) {
        const std::vector<Member> before = members;
        std::memcpy(&*(bytes_of("access_base.npy").end() - 16), &base, sizeof base);
        std::memcpy(&*(bytes_of("access_stride.npy").end() - 8), &stride, sizeof stride);
        std::string said = verdict();
        members = before;
        return said;
    }
    /// With one byte from the end of a column changed.
    std::string with_byte(const std::string& column, std::size_t from_end, int value) {
        std::byte& byte = *(bytes_of(column + ".npy").end() - static_cast<std::ptrdiff_t>(from_end));
        const std::byte before = std::exchange(byte, static_cast<std::byte>(value));
        std::string said = verdict();
        byte = before;
        return said;
    }
};

const std::string malformed = "trace_malformed: it is no trace that can be read: ";

TEST_F(Damaged, TheSampleIsWhole) { EXPECT_EQ(verdict(), "ok"); }

TEST_F(Damaged, MembersAreMissingOrTwice) {
    const std::vector<Member> whole = members;
    std::erase_if(members, [](const Member& member) { return member.name == "site.npy"; });
    EXPECT_EQ(verdict(), malformed + "there is no 'site.npy' in it");
    members = whole;
    members.push_back(members.back());
    EXPECT_EQ(verdict(), malformed + "'branch_taken.npy' is in it 2 times");
    members = {{"x.npy", {}}};
    EXPECT_EQ(verdict(), malformed + "it is an archive of something else");
}

TEST_F(Damaged, AManifestIsNone) {
    bytes_of("manifest.json") = testing::bytes_of("{");
    EXPECT_EQ(verdict(), malformed + "its manifest is no JSON");
    bytes_of("manifest.json") = testing::bytes_of("[1]");
    EXPECT_EQ(verdict(), malformed + "its manifest is none of phobos-run");
}

TEST_F(Damaged, AManifestIsWrong) {
    const auto with = [&](const char* name, const Json& value) {
        return with_manifest([&](Json& json) { json[name] = value; });
    };
    EXPECT_EQ(with("version", 2), "trace_version: the trace has the form 2; this program reads forms up to 1");
    EXPECT_EQ(with("version", "1"), malformed + "its manifest says no version");
    EXPECT_EQ(with("lanes", 48), malformed + "the manifest has 'lanes' other than 32 and 64");
    EXPECT_EQ(with("threads", 33), malformed + "the manifest has 'threads' that are no whole warps");
    EXPECT_EQ(with("threads", 2048), malformed + "the manifest has no 'threads' from 1 to 1024");
    EXPECT_EQ(with("grid", {1, 2}), malformed + "the manifest has no three numbers in 'grid'");
    EXPECT_EQ(with("grid", {1, 1, 1}), malformed + "its blocks are not those of the events or the grid");
    EXPECT_EQ(with("kernel", 1), malformed + "the manifest has no text 'kernel'");
    EXPECT_EQ(with("sites", Json::array()), malformed + "event 0 means nothing");
    EXPECT_EQ(with("buffers", Json::array()), malformed + "event 0 means nothing");
    EXPECT_EQ(with("buffers", {{{"space", "room"}, {"name", "X"}, {"element", "f32"}, {"shape", {1}}}}),
              malformed + "buffer 0 of the manifest is neither tensor nor tile");
    EXPECT_EQ(with("values", true), malformed + "there is no 'values.npy' in it");
    EXPECT_EQ(with("kept", {{"blocks", 2}, {"events", 5}, {"accesses", 35}}),
              malformed + "its manifest counts something else");
    const auto with_congruence = [&](const Json& modulus, const Json& residue) {
        return with_manifest(
            [&](Json& json) { json["sites"][0]["congruence"] = {{"modulus", modulus}, {"residue", residue}}; });
    };
    const std::string where = malformed + "'congruence' of site 0 ";
    EXPECT_EQ(with_congruence(128, 127), "ok");
    EXPECT_EQ(with_congruence(24, 0), where + "has a 'modulus' that is no power of 2");
    EXPECT_EQ(with_congruence(256, 0), where + "has no 'modulus' from 1 to 128");
    EXPECT_EQ(with_congruence(16, 16), where + "has no 'residue' from 0 to 15");
    EXPECT_EQ(with("locals", {{{"name", "i"}, {"line", 0}, {"column", 1}, {"level", "varying"}}}),
              malformed + "local 0 of the manifest has no 'line' from 1 to 4294967295");
    EXPECT_EQ(with_manifest([](Json& json) { json["buffers"][0]["address"] = 256; }),
              malformed + "buffer 0 of the manifest has no 'address' from 0 to 255");
    EXPECT_EQ(with_manifest([](Json& json) {  // a file of before these were told
                  json.erase("locals");
                  json["sites"][0].erase("congruence");
                  json["buffers"][0].erase("address");
              }),
              "ok");
    EXPECT_EQ(with_manifest([](Json& json) { json.erase("outcome"); }), malformed + "the manifest has no 'outcome'");
}

TEST_F(Damaged, ColumnsAreOfAnotherForm) {
    std::vector<std::byte>& site = bytes_of("site.npy");
    const std::vector<std::byte> whole = site;
    site.resize(site.size() - 4);
    EXPECT_EQ(verdict(), malformed + "'site' has another length than it says");
    site = testing::bytes_of("\x93NUMPY");
    EXPECT_EQ(verdict(), malformed + "'site': the file ends inside its header");
    site = bytes_of("kind.npy");
    EXPECT_EQ(verdict(), malformed + "'site' has not the element type or the dimensions of the column");
    site = whole;
    bytes_of("kind.npy").swap(bytes_of("access_width.npy"));
    EXPECT_EQ(verdict(), malformed + "its columns have different lengths");
}

TEST_F(Damaged, EventsMeanNothing) {
    EXPECT_EQ(with_byte("kind", 1, 6), malformed + "event 4 means nothing");
    EXPECT_EQ(with_byte("warp", 1, 2), malformed + "event 4 means nothing");
    EXPECT_EQ(with_byte("site", 4, 3), malformed + "event 4 means nothing");
    EXPECT_EQ(with_byte("lanes", 4, 1), malformed + "event 4 means nothing");
    EXPECT_EQ(with_byte("branch_taken", 8, 0x31), malformed + "event 1 means nothing");
    EXPECT_EQ(with_byte("access_form", 1, 2), malformed + "event 2 means nothing");
    EXPECT_EQ(with_byte("access_width", 1, 0), malformed + "event 2 means nothing");
    EXPECT_EQ(with_byte("access_buffer", 4, 2), malformed + "event 2 means nothing");
    EXPECT_EQ(with_byte("access_base", 8, 1), malformed + "event 2 means nothing");
    EXPECT_EQ(with_byte("access_form", 1, 0), malformed + "its columns say more than its events");
    EXPECT_EQ(with_byte("block_events", 8, 2), malformed + "its blocks are not those of the events or the grid");
}

TEST_F(Damaged, OffsetsAreOfNoElements) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    constexpr std::int32_t steep = std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(with_line(70, -2), "ok");
    EXPECT_EQ(with_line(39, 1), "ok");
    const std::string meaningless = malformed + "event 0 means nothing";
    EXPECT_EQ(with_line(70, -3), meaningless);
    EXPECT_EQ(with_line(40, 1), meaningless);
    EXPECT_EQ(with_line(-1, 1), meaningless);
    for (const std::int64_t base : {most, most - 31, least, least + 31})
        for (const std::int32_t stride : {1, -1, steep, -steep}) EXPECT_EQ(with_line(base, stride), meaningless);
    EXPECT_EQ(with_byte("access_width", 2, 2), meaningless);  // the last of two elements lies outside
    EXPECT_EQ(with_byte("offsets", 8, 12), "ok");
    EXPECT_EQ(with_byte("offsets", 8, 13), malformed + "event 2 means nothing");
    EXPECT_EQ(with_byte("offsets", 1, 0x80), malformed + "event 2 means nothing");
    EXPECT_EQ(with_manifest([](Json& json) { json["buffers"][0]["shape"] = {1 << 30, 1 << 30, 1 << 30, 1 << 30}; }),
              malformed + "buffer 'X' is too large");
}

TEST(Trace, IsAnArchiveFirstOfAll) {
    EXPECT_TRUE(testing::verdict(read_trace(ByteSource::of(testing::bytes_of("x")))).starts_with("archive_malformed"));
}

TEST(TraceManifest, TellsWhatIsWrongByItsCode) {
    Json json = json_of(sample_manifest());
    json["version"] = trace_version + 1;
    EXPECT_EQ(read_manifest(json).error().code, diagnostics::Code::trace_version);
    json["version"] = 0;
    EXPECT_EQ(read_manifest(json).error().code, diagnostics::Code::trace_malformed);
}

TEST_F(TraceFile, IsNotReadAboveTheLimit) {
    write_sample();
    EXPECT_TRUE(testing::verdict(read_trace(*ByteSource::open(path), 100)).starts_with("file_too_large"));
}

}  // namespace
}  // namespace phobos::io
