// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/registry.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace phobos::mutation {

std::vector<std::string> rules_of(std::string_view text) {
    std::vector<std::string> rules;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) rules.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return rules;
}

std::string id_of(std::initializer_list<std::string_view> parts) {
    std::string id;
    for (const std::string_view part : parts) {
        if (!id.empty()) id += '-';
        for (const char c : part) {
            const auto byte = static_cast<unsigned char>(c);
            id += std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
        }
    }
    return id;
}

Fault fault_of(const ValueRow& row) {
    const Replacement replacement{row.pattern, std::string(row.text)};
    return {std::string(row.id), rules_of(row.rules),
            OnProgram{[replacement](program::Program& program) { return replace(program, replacement); }},
            std::string(row.equivalent)};
}

Faults all_faults() {
    Faults all;
    for (Faults (*table)() : {operator_faults, number_faults, conversion_faults, together_faults, access_faults,
                              statement_faults, level_faults, level_reading_faults, tree_faults, source_faults,
                              answer_faults, report_faults, refusal_faults, order_faults, race_faults, narrow_faults}) {
        Faults faults = table();
        all.insert(all.end(), std::make_move_iterator(faults.begin()), std::make_move_iterator(faults.end()));
    }
    return all;
}

}  // namespace phobos::mutation
