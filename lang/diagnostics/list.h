// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostic.h"
#include "lang/source/source_file.h"

namespace phobos::diagnostics {

struct Counts {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t hints = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

/// "2 errors and 1 warning"; empty if there is nothing.
std::string spelling(const Counts& counts);

/// What was found in one file: the same finding (code, span, message) once, and no more than `most` of them, errors
/// before warnings before hints and earlier places before later ones.
class List {
public:
    static constexpr std::size_t default_most = 100;

    List() : List(default_most) {}
    explicit List(std::size_t most) : most_(most) {}

    void add(Diagnostic diagnostic);
    /// Adds what another list of the same file holds.
    void add(const List& other);

    [[nodiscard]] bool empty() const { return kept_.empty(); }
    [[nodiscard]] bool has_errors() const { return counts().errors > 0; }
    [[nodiscard]] Counts counts() const;
    /// Whether more was found than the list keeps.
    [[nodiscard]] bool is_truncated() const { return is_truncated_; }
    /// By place, then by code.
    [[nodiscard]] std::vector<Diagnostic> in_order() const;

private:
    struct ByWeight {
        bool operator()(const Diagnostic& a, const Diagnostic& b) const;
    };

    std::size_t most_;
    std::set<Diagnostic, ByWeight> kept_;
    bool is_truncated_ = false;
};

/// One file and what was found in it: what the renderers take.
struct Findings {
    const SourceFile& source;
    const List& list;
};

}  // namespace phobos::diagnostics
