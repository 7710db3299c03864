// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/error.h"
#include "lang/base/json.h"
#include "lang/base/nearest.h"

/// What reading the parts of a case shares.
namespace phobos::io {

/// The first thing that is wrong with a file, and where.
class Complaint {
public:
    void add(const std::string& pointer, std::string_view what) {
        if (!first_) first_ = fmt::format("{}: {}", pointer.empty() ? "/" : pointer, what);
    }
    [[nodiscard]] const std::optional<std::string>& first() const { return first_; }

private:
    std::optional<std::string> first_;
};

/// One value of a JSON text, its place, and where to complain. Getters of a wrong type complain and give something.
class CaseValue {
public:
    CaseValue(const Json& json, std::string pointer, Complaint& complaint)
        : json_(json), pointer_(std::move(pointer)), complaint_(complaint) {}

    [[nodiscard]] const Json& json() const { return json_; }
    [[nodiscard]] bool is_text() const { return json_.is_string(); }
    [[nodiscard]] bool is_list() const { return json_.is_array(); }
    [[nodiscard]] bool is_object() const { return json_.is_object(); }
    void complain(std::string_view what) const { complaint_.add(pointer_, what); }

    [[nodiscard]] std::string text() const {
        if (!json_.is_string()) return complain("a text is expected"), std::string();
        return json_.get_ref<const std::string&>();
    }
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const {
        const bool fits =
            json_.is_number_integer() &&
            !(json_.is_number_unsigned() &&
              json_.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
        const std::int64_t value = fits ? json_.get<std::int64_t>() : least;
        if (fits && value >= least && value <= most) return value;
        complain(fmt::format("an integer from {} to {} is expected", least, most));
        return least;
    }
    [[nodiscard]] std::vector<CaseValue> list() const {
        std::vector<CaseValue> items;
        if (!json_.is_array()) return complain("a list is expected"), items;
        for (std::size_t i = 0; i < json_.size(); ++i)
            items.emplace_back(json_[i], fmt::format("{}/{}", pointer_, i), complaint_);
        return items;
    }
    struct Member;
    [[nodiscard]] std::vector<Member> members() const;

    /// The member of an object, if it is there.
    [[nodiscard]] std::optional<CaseValue> find(std::string_view name) const {
        if (!json_.is_object()) return std::nullopt;
        const auto found = json_.find(name);
        if (found == json_.end()) return std::nullopt;
        return CaseValue(*found, fmt::format("{}/{}", pointer_, name), complaint_);
    }
    [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }

    /// Complains unless this is an object with no other members than these.
    void allow(std::span<const std::string_view> names) const {
        if (!json_.is_object()) return complain("an object is expected");
        for (const auto& [name, value] : json_.items()) {
            if (std::ranges::find(names, name) != names.end()) continue;
            const auto near = nearest(name, names);
            complain(
                fmt::format("unknown member '{}'{}", name, near ? fmt::format("; did you mean '{}'?", *near) : ""));
        }
    }
    /// Complains unless the member is there.
    void require(std::string_view name) const {
        if (!has(name)) complain(fmt::format("member '{}' is missing", name));
    }
    /// The index of the text among the words; complains where it is none of them.
    [[nodiscard]] std::size_t choice(std::span<const std::string_view> words) const {
        const std::string word = text();
        const auto found = std::ranges::find(words, word);
        if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
        complain(fmt::format("'{}' is none of {}", word, fmt::join(words, ", ")));
        return 0;
    }

private:
    const Json& json_;
    std::string pointer_;
    Complaint& complaint_;
};

struct CaseValue::Member {
    std::string name;
    CaseValue value;
};

inline std::vector<CaseValue::Member> CaseValue::members() const {
    std::vector<Member> all;
    if (!json_.is_object()) return complain("an object is expected"), all;
    for (const auto& [name, value] : json_.items())
        all.push_back({name, CaseValue(value, fmt::format("{}/{}", pointer_, name), complaint_)});
    return all;
}

}  // namespace phobos::io
