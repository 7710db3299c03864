// SPDX-License-Identifier: Apache-2.0
#include "tools/view/page.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "engine/io/spool.h"
#include "engine/io/staged_file.h"
#include "engine/io/trace_column.h"
#include "engine/io/trace_manifest.h"
#include "lang/base/assert.h"
#include "lang/base/base64.h"
#include "lang/base/json.h"
#include "tools/common/spool_folder.h"
#include "tools/view/costs.h"
#include "tools/view/embedded.h"

namespace phobos::tools::view {
namespace {

using Write = std::function<void(std::string_view)>;

/// Gives bytes as base64, however they come.
class Base64Writer {
public:
    explicit Base64Writer(const Write& write) : write_(write) {}

    void append(std::span<const std::byte> bytes) {
        rest_.insert(rest_.end(), bytes.begin(), bytes.end());
        const std::size_t whole = rest_.size() / 3 * 3;
        write_(base64_text(std::span(rest_).first(whole)));
        rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(whole));
    }
    void end() { write_(base64_text(rest_)); }

private:
    const Write& write_;
    std::vector<std::byte> rest_;
};

/// The bytes as a zlib stream in base64.
void write_deflated(std::span<const std::byte> bytes, const Write& write) {
    constexpr std::size_t step = std::size_t{1} << 20;
    Base64Writer text(write);
    z_stream stream{};
    PHOBOS_ASSERT(deflateInit(&stream, Z_BEST_SPEED + 2) == Z_OK);
    std::vector<std::byte> deflated(step);
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        if (stream.avail_in == 0 && !bytes.empty()) {
            const auto piece = bytes.first(std::min(bytes.size(), step));
            bytes = bytes.subspan(piece.size());
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(piece.data()));
            stream.avail_in = static_cast<uInt>(piece.size());
        }
        stream.next_out = reinterpret_cast<Bytef*>(deflated.data());
        stream.avail_out = static_cast<uInt>(deflated.size());
        status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
        text.append(std::span(deflated).first(deflated.size() - stream.avail_out));
    }
    deflateEnd(&stream);
    text.end();
}

/// As the content of a script element: what would end that is spelled otherwise.
std::string embeddable(const Json& json) {
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string safe;
    for (const char character : text) {
        if (character == '<') {
            safe += "\\u003c";
        } else {
            safe += character;
        }
    }
    return safe;
}

void write_trace(const Shown& shown, std::size_t number, const Write& write) {
    const io::Trace& trace = *shown.trace;
    Json json{{"name", shown.name}, {"manifest", json_of(trace.manifest)}, {"lines", Json::array()}};
    for (const auto& [line, costs] : costs_by_line(trace)) {
        Json entry{{"line", line}};
        entry.update(json_of(costs));
        json["lines"].push_back(std::move(entry));
    }
    write(fmt::format(R"(<script type="application/json" data-trace="{}">)", number));
    write(embeddable(json));
    write("</script>\n");
    io::for_each_column(trace, [&](std::string_view name, const auto& column, int) {
        using Number = typename std::remove_cvref_t<decltype(column)>::value_type;
        write(fmt::format(R"(<script type="text/plain" data-column="{}" data-of="{}" data-type="{}" data-bytes="{}">)",
                          name, number, io::column_word<Number>().substr(1), column.size() * sizeof(Number)));
        write_deflated(std::as_bytes(std::span(column)), write);
        write("</script>\n");
    });
}

std::string_view file(std::string_view name) {
    const auto files = page_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    PHOBOS_ASSERT(found != files.end());
    return found->text;
}

}  // namespace

void write_page(std::span<const Shown> traces, const Write& write) {
    // A line {{name}} of the page stands for that file, {{traces}} for the data.
    std::string_view rest = file("page.html");
    for (std::size_t begin = rest.find("{{"); begin != std::string_view::npos; begin = rest.find("{{")) {
        write(rest.substr(0, begin));
        const std::size_t end = rest.find("}}", begin);
        const std::string_view name = rest.substr(begin + 2, end - begin - 2);
        if (name == "traces") {
            for (std::size_t i = 0; i < traces.size(); ++i) write_trace(traces[i], i, write);
        } else {
            write(file(name));
        }
        rest.remove_prefix(end + 2);
    }
    write(rest);
}

Result<Done, io::Error> write_page_file(const std::string& path, std::span<const Shown> traces) {
    io::Spool spool(spool_folder(path));
    write_page(traces, [&](std::string_view text) { spool.append(std::as_bytes(std::span(text))); });
    const auto content = spool.content();
    if (!content) return Failure{content.error()};
    return io::write_file(path, *content);
}

}  // namespace phobos::tools::view
