// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/wire.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <type_traits>
#include <utility>

namespace phobos::nvrtc::wire {
namespace {

template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

/// One field after the other: a number in its bytes, a text after its length, a list after its count.
class Writer {
public:
    template <Number T>
    void put(T number) {
        const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(number);
        bytes_.append(raw.data(), raw.size());
    }
    void put(const std::string& text) {
        put(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    template <class T>
    void put(const std::vector<T>& items) {
        put(static_cast<std::uint64_t>(items.size()));
        for (const T& item : items) put(item);
    }
    template <class T>
    void put(const std::optional<T>& item) {
        put(item.has_value());
        if (item) put(*item);
    }
    void put(const Header& header) { put_all(header.name, header.text); }
    void put(const Message& message) { put_all(message.severity, message.file, message.line, message.text); }
    void put(const Resources& r) {
        put_all(r.registers, r.stack_bytes, r.spill_stores, r.spill_loads, r.shared_bytes, r.constant_bytes,
                r.barriers);
    }
    void put(const Setup& setup) { put_all(setup.library_names, setup.headers); }
    void put(const Job& job) { put_all(job.name, job.text, job.entry, job.architecture, job.output, job.optimising); }
    void put(const Compiled& c) { put_all(c.ptx, c.cubin, c.resources, c.log); }
    void put(const CompileFailure& f) { put_all(f.kind, f.text, f.log, f.messages); }

    std::string bytes() && { return std::move(bytes_); }

private:
    template <class... T>
    void put_all(const T&... fields) {
        (put(fields), ...);
    }

    std::string bytes_;
};

/// Reads what Writer wrote; after the first field that is not there everything is empty and `is_whole` is false.
class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    /// Every field was there, and nothing is left.
    [[nodiscard]] bool is_whole() const { return is_good_ && rest_.empty(); }

    template <Number T>
    T number() {
        std::array<char, sizeof(T)> raw{};
        std::ranges::copy(take(sizeof(T)), raw.begin());
        return std::bit_cast<T>(raw);
    }
    std::string text() { return std::string(take(number<std::uint64_t>())); }
    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> items;
        const auto count = number<std::uint64_t>();
        for (std::uint64_t i = 0; i < count && is_good_; ++i) items.push_back(read());
        return items;
    }
    bool flag() { return number<std::uint8_t>() == 1; }

    Header header() {
        std::string name = text();
        return {std::move(name), text()};
    }
    Message message() {
        const auto severity = number<Message::Severity>();
        std::string file = text();
        const auto line = number<std::uint32_t>();
        return {severity, std::move(file), line, text()};
    }
    Resources resources() {
        Resources r;
        for (std::uint32_t* const field : {&r.registers, &r.stack_bytes, &r.spill_stores, &r.spill_loads,
                                           &r.shared_bytes, &r.constant_bytes, &r.barriers})
            *field = number<std::uint32_t>();
        return r;
    }
    Compiled compiled() {
        Compiled c;
        c.ptx = text();
        c.cubin = text();
        if (flag()) c.resources = resources();
        c.log = text();
        return c;
    }
    CompileFailure failure() {
        const auto kind = number<FailureKind>();
        std::string what = text();
        std::string log = text();
        return {kind, std::move(what), std::move(log), list([this] { return message(); })};
    }

private:
    std::string_view take(std::uint64_t count) {
        if (!is_good_ || count > rest_.size()) {
            is_good_ = false;
            return {};
        }
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    std::string_view rest_;
    bool is_good_ = true;
};

template <class T>
std::string encoded(const T& value) {
    Writer writer;
    writer.put(value);
    return std::move(writer).bytes();
}

template <class T>
std::optional<T> if_whole(const Reader& reader, T value) {
    if (!reader.is_whole()) return std::nullopt;
    return value;
}

}  // namespace

std::string encode(const Setup& setup) { return encoded(setup); }
std::string encode(const Job& job) { return encoded(job); }
std::string encode(const Compiled& compiled) { return encoded(compiled); }
std::string encode(const Compilation& compilation) {
    Writer writer;
    writer.put(compilation.has_value());
    if (compilation) {
        writer.put(*compilation);
    } else {
        writer.put(compilation.error());
    }
    return std::move(writer).bytes();
}

std::optional<Setup> decode_setup(std::string_view bytes) {
    Reader reader(bytes);
    Setup setup;
    setup.library_names = reader.list([&] { return reader.text(); });
    setup.headers = reader.list([&] { return reader.header(); });
    return if_whole(reader, std::move(setup));
}

std::optional<Job> decode_job(std::string_view bytes) {
    Reader reader(bytes);
    Job job;
    for (std::string* const field : {&job.name, &job.text, &job.entry, &job.architecture}) *field = reader.text();
    job.output = reader.number<Output>();
    job.optimising = reader.number<Optimising>();
    return if_whole(reader, std::move(job));
}

std::optional<Compiled> decode_compiled(std::string_view bytes) {
    Reader reader(bytes);
    Compiled compiled = reader.compiled();
    return if_whole(reader, std::move(compiled));
}

std::optional<Compilation> decode_compilation(std::string_view bytes) {
    Reader reader(bytes);
    Compilation compilation = reader.flag() ? Compilation(reader.compiled()) : Compilation(Failure{reader.failure()});
    return if_whole(reader, std::move(compilation));
}

std::string framed(std::string_view payload) {
    Writer writer;
    writer.put(std::string(payload));
    return std::move(writer).bytes();
}

std::optional<Frame> first_frame(std::string_view stream) {
    Reader reader(stream);
    const auto length = reader.number<std::uint64_t>();
    constexpr std::size_t prefix = sizeof(length);
    if (stream.size() < prefix || stream.size() - prefix < length) return std::nullopt;
    return Frame{stream.substr(prefix, length), prefix + length};
}

}  // namespace phobos::nvrtc::wire
