// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "fuzz/mutation/fault.h"
#include "fuzz/mutation/replacement.h"

namespace phobos::mutation {

/// Every planted fault, in the order of the tables.
Faults all_faults();

// --- the tables ---

Faults operator_faults();       ///< every operator, conversion and builtin of the vocabulary, for every type it takes
Faults number_faults();         ///< chapter 12 and the meaning of operators and elementwise builtins
Faults conversion_faults();     ///< conversions, and the functions that have a bound
Faults together_faults();       ///< collectives, shuffles, ballots, atomics, barriers
Faults access_faults();         ///< subscripts, runs and tiles
Faults statement_faults();      ///< statements, calls and ctx
Faults tree_faults();           ///< how a text is read
Faults source_faults();         ///< characters, tokens and ends of statements
Faults answer_faults();         ///< what the front end does not report
Faults level_faults();          ///< chapter 08
Faults level_reading_faults();  ///< single rules of chapter 08
Faults report_faults();         ///< launches, what they leave and what is told of faults
Faults refusal_faults();        ///< valid programs that are refused
Faults narrow_faults();         ///< what only the case of one rule notices
Faults order_faults();          ///< orders of evaluation, and whose memory is whose
Faults race_faults();           ///< races, and what was never written

/// A row of a table of faults of values.
struct ValueRow {
    std::string_view id;
    std::string_view rules;
    Pattern pattern;
    std::string_view text;  ///< as Replacement has it
    std::string_view equivalent = {};
};
Fault fault_of(const ValueRow& row);

}  // namespace phobos::mutation
