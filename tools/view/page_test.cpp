// SPDX-License-Identifier: Apache-2.0
#include "tools/view/page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/io/file.h"
#include "lang/base/base64.h"
#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools::view {
namespace {

using testing::Ended;

/// Loads and stores with and without conflicts, runs, atomics, branches that part, a collective and a shuffle.
constexpr std::string_view kernel =
    "@launch(128)\n"
    "kernel k(X: tensor<f32>[N, M], B: tensor<i8>[P], C: tensor<i32>[4], O: tensor<f32>[Q]) {\n"
    "    var t: tile<f32>[64, 32] = 0.0\n"
    "    for j in range(ctx.warp, 32, ctx.warps) {\n"
    "        t[ctx.lane, j] = X[ctx.lane, j]\n"
    "    }\n"
    "    barrier()\n"
    "    var a = t[ctx.warp, ctx.lane % 32]\n"
    "    if ctx.lane % 3 == 0 {\n"
    "        a += X[ctx.lane * ctx.lane % 7, 3]\n"
    "    }\n"
    "    a += f32(sum(i32(B[ctx.thread * 16 :+ 16])))\n"
    "    atomic_add(C, ctx.lane % 4, 1)\n"
    "    a += shuffle_xor(a, 16)\n"
    "    O[ctx.block.x * ctx.threads + ctx.thread] = sum<over ctx.lane>(a)\n"
    "}\n";
constexpr std::string_view arguments =
    "--in X=iota:64x32 --in B=zeros:2048 --in C=zeros:4 --out O=o.npy --shape O=384 --grid 3";

std::string between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t found = text.find(before);
    if (found == std::string_view::npos) return "";
    const std::size_t begin = found + before.size();
    return std::string(text.substr(begin, text.find(after, begin) - begin));
}

class Page : public ::testing::Test {
protected:
    const testing::Workplace place;

    void trace(std::string_view name, std::string_view words = "") const {
        place.put("k.ph", kernel);
        const Ended ended = place.run(fmt::format("phobos-run k.ph {} --trace {} {}", arguments, name, words));
        ASSERT_EQ(ended.code, 0) << ended.err;
    }
    [[nodiscard]] std::string page(std::string_view words) const {
        const Ended ended = place.run(fmt::format("phobos-trace view {} -o v.html", words));
        EXPECT_EQ(ended.code, 0) << ended.err;
        return place.contents("v.html");
    }
    [[nodiscard]] static Json told(std::string_view page, int number) {
        const auto json = parse_json(between(page, fmt::format("data-trace=\"{}\">", number), "</script>"));
        EXPECT_TRUE(json);
        return json.value_or(Json::object());
    }
    [[nodiscard]] static std::vector<std::byte> column(std::string_view page, std::string_view name, int number) {
        const std::string element =
            between(page, fmt::format(R"(data-column="{}" data-of="{}")", name, number), "</script>");
        const auto packed = base64_bytes(std::string_view(element).substr(element.find('>') + 1));
        EXPECT_TRUE(packed) << name;
        uLongf size = std::strtoul(between(element, "data-bytes=\"", "\"").c_str(), nullptr, 10);
        std::vector<std::byte> bytes(size + 1);
        EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                             reinterpret_cast<const Bytef*>(packed->data()), packed->size()),
                  Z_OK)
            << name;
        bytes.resize(size);
        return bytes;
    }
    void expect_same(std::string_view page, std::string_view file, int number) const {
        const auto trace = io::read_trace(*io::ByteSource::open(place.file(file)));
        ASSERT_TRUE(trace);
        EXPECT_EQ(told(page, number)["manifest"], io::json_of(trace->manifest));
        io::for_each_column(*trace, [&](std::string_view name, const auto& expected, int) {
            using Number = typename std::remove_cvref_t<decltype(expected)>::value_type;
            const std::vector<std::byte> bytes = column(page, name, number);
            ASSERT_EQ(bytes.size(), expected.size() * sizeof(Number)) << name;
            EXPECT_TRUE(std::ranges::equal(bytes, std::as_bytes(std::span(expected)))) << name;
        });
    }
};

TEST_F(Page, HasAllThatTheTraceHas) {
    trace("t.npz", "--trace-values");
    expect_same(page("t.npz"), "t.npz", 0);
    trace("u.npz", "--trace-limit 7 --lanes 64");
    const std::string both = page("t.npz u.npz");
    expect_same(both, "t.npz", 0);
    expect_same(both, "u.npz", 1);
    EXPECT_EQ(told(both, 1)["name"], "u.npz");
}

TEST_F(Page, CostsAreThoseOfStats) {
    for (const std::string_view words : {"", "--lanes 64", "--offset X=12 --offset B=4"}) {
        trace("t.npz", words);
        const Ended stats = place.run(fmt::format("phobos-run k.ph {} {} --stats --json", arguments, words));
        const auto expected = parse_json(stats.out);
        ASSERT_TRUE(expected) << stats.err;
        const Json lines = told(page("t.npz"), 0)["lines"];
        std::size_t compared = 0;
        for (const Json& line : (*expected)["costs"]["lines"]) {
            for (const Json& own : lines) {
                if (own["line"] != line["line"]) continue;
                ++compared;
                for (const auto& [name, value] : own.items()) EXPECT_EQ(value, line[name]) << line["line"] << name;
            }
        }
        EXPECT_GE(compared, 9U) << words;
    }
}

TEST_F(Page, IsTheSameFromARunAndFromItsTrace) {
    trace("t.npz", "--view run.html");
    const std::string run = place.contents("run.html");
    EXPECT_EQ(run, page("t.npz"));
    const Ended alone = place.run(fmt::format("phobos-run k.ph {} --view alone.html --json", arguments));
    ASSERT_EQ(alone.code, 0) << alone.err;
    const std::string page = place.contents("alone.html");
    EXPECT_EQ(told(page, 0)["manifest"], told(run, 0)["manifest"]);
    const auto json = parse_json(alone.out);
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["trace"]["view"], "alone.html");
    EXPECT_FALSE((*json)["trace"].contains("file"));
}

TEST_F(Page, TakesNoNameForMarkup) {
    place.put("k.ph", "// </script><script>bad()</script> <!-- \" ' &amp;\n" + std::string(kernel));
    const Ended ended = place.run(R"(cp k.ph "a'\"<b>&.ph" && phobos-run "a'\"<b>&.ph" )" + std::string(arguments) +
                                  " --trace \"<i>'.npz\"");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const std::string shown = page("\"<i>'.npz\"");
    trace("t.npz");
    const std::string plain = page("t.npz");
    const auto count = [](std::string_view text, std::string_view what) {
        std::size_t found = 0;
        for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
        return found;
    };
    for (const std::string_view what : {"<script", "</script", "<!--", "<i>", "<b>"})
        EXPECT_EQ(count(shown, what), count(plain, what)) << what;
    const Json json = told(shown, 0);
    EXPECT_EQ(json["name"], "<i>'.npz");
    EXPECT_EQ(json["manifest"]["source"]["name"], "a'\"<b>&.ph");
}

TEST_F(Page, NeedsNothingElse) {
    trace("t.npz");
    const std::string shown = page("t.npz");
    EXPECT_EQ(shown.find(".js}}"), std::string::npos);
    EXPECT_EQ(shown.find(".css}}"), std::string::npos);
    EXPECT_EQ(shown.find("src="), std::string::npos);
    EXPECT_NE(shown.find("default-src 'none'"), std::string::npos);
}

TEST_F(Page, IsWrittenWholeOrNotAtAll) {
    trace("t.npz");
    EXPECT_EQ(place.run("phobos-trace view t.npz").code, 2);
    EXPECT_EQ(place.run("phobos-trace view t.npz t.npz t.npz -o v.html").code, 2);
    EXPECT_EQ(place.run("phobos-trace view t.npz -o no/v.html").code, 4);
    EXPECT_EQ(place.run("phobos-trace view missing.npz -o v.html").code, 4);
    EXPECT_EQ(place.run("phobos-trace view t.npz -o /dev/full").code, 4);
    EXPECT_FALSE(place.has("v.html"));
    const std::string command = fmt::format("phobos-run k.ph {} ", arguments);
    EXPECT_EQ(place.run(command + "--view no/v.html").code, 4);
    EXPECT_EQ(place.run(command + "--view o.npy").code, 2);
    EXPECT_EQ(place.run(command + "--view v --trace v").code, 2);
    EXPECT_EQ(place.run(command + "--view /dev/stdout --json").code, 2);
    EXPECT_EQ(place.run(command + "--view v.html --engine reference").code, 6);
    EXPECT_EQ(place.run("phobos-trace t.npz view -o v.html").code, 0);
}

}  // namespace
}  // namespace phobos::tools::view
