// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/pairs.h"
#include "fuzz/oracle/reach.h"
#include "lang/base/json.h"

/// What generated kernels are made of, so that a campaign can say what it covered.
namespace phobos::fuzz {

/// One kernel.
struct Traits {
    int statements = 0;  ///< in the text, those of functions included
    int warps = 0;
    bool diverges = false;       ///< something stands under varying control flow
    bool combines = false;       ///< a collective or shuffle
    int barriers = 0;            ///< of the block, written as such
    bool has_tiles = false;      ///< an operation of chapter 10
    std::set<std::string> rows;  ///< of the vocabulary, as "family/spelling"
    std::set<std::string> constructs;
    std::set<std::string> left_out;  ///< rows that no kernel of its options has
    Reach reach;
    std::set<std::string> refused;  ///< codes for which twins of it were refused
};

/// Of a trial that has a program.
Traits traits_of(const Trial& trial);

/// Every row that a kernel may use, as "family/spelling".
std::vector<std::string> vocabulary_rows();

/// Those that no kernel of these options has, with attributes.
std::set<std::string> rows_left_out(const Options& options);

/// An object of JSON whose members are numbers from 0 on; nothing for another value.
std::optional<std::map<std::string, std::uint64_t>> counts_of(const Json& json);

/// Counts over kernels; those of parts of a campaign add up.
class Mix {
public:
    void add(const Traits& traits);
    void add(const Mix& other);

    [[nodiscard]] std::uint64_t kernels() const { return kernels_; }
    [[nodiscard]] int median_statements() const;
    [[nodiscard]] int median_warps() const;
    /// In percent of the kernels.
    [[nodiscard]] double diverging() const { return percent(diverging_); }
    [[nodiscard]] double combining() const { return percent(combining_); }
    [[nodiscard]] double with_two_barriers() const { return percent(with_two_barriers_); }
    [[nodiscard]] double with_tiles() const { return percent(with_tiles_); }
    /// Expressions on which something that is compared depends, in percent of all.
    [[nodiscard]] double reaching() const { return expressions_ == 0 ? 0 : 100.0 * of(reaching_) / of(expressions_); }
    /// Pairs of rows that stand together in some kernel, in percent of those that may.
    [[nodiscard]] double pairs() const;
    /// Codes for which twins of kernels were refused.
    [[nodiscard]] std::size_t refused_codes() const { return refused_.size(); }
    /// Rows that none of the kernels may have.
    [[nodiscard]] std::set<std::string> left_out() const;
    /// Rows that stand in less than so many percent of the kernels that use their family at all and may have them.
    [[nodiscard]] std::vector<std::string> rare_rows(double least_percent) const;

    [[nodiscard]] Json json() const;
    /// What json() gave; nothing for another value.
    static std::optional<Mix> of(const Json& json);

private:
    static double of(std::uint64_t count) { return static_cast<double>(count); }
    [[nodiscard]] double percent(std::uint64_t count) const {
        return kernels_ == 0 ? 0 : 100.0 * of(count) / of(kernels_);
    }
    [[nodiscard]] std::uint64_t count_of(const std::string& row) const;

    std::uint64_t kernels_ = 0;
    std::uint64_t diverging_ = 0;
    std::uint64_t combining_ = 0;
    std::uint64_t with_two_barriers_ = 0;
    std::uint64_t with_tiles_ = 0;
    std::map<int, std::uint64_t> statements_;       ///< kernels by their number
    std::map<int, std::uint64_t> warps_;            ///< the same
    std::map<std::string, std::uint64_t> rows_;     ///< kernels by row, and by "family" alone
    std::map<std::string, std::uint64_t> without_;  ///< kernels that may not have the row
    std::uint64_t expressions_ = 0;
    std::uint64_t reaching_ = 0;
    Pairs pairs_;
    std::map<std::string, std::uint64_t> refused_;  ///< kernels by the code of a twin
};

/// What a campaign must be made of, and how far this one is, as lines for people.
std::string mix_text(const Mix& mix);
/// Whether every floor is kept.
bool keeps_floor(const Mix& mix);

}  // namespace phobos::fuzz
