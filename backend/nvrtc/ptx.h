// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// PTX as far as it takes to count what a kernel and its loops do: instructions in basic blocks, and loops by their
/// back edges.
namespace phobos::nvrtc::ptx {

struct Instruction {
    std::string opcode;    ///< with its suffixes, as in ld.global.v4.u32
    std::string operands;  ///< as they are written
    bool is_predicated = false;
};

struct Block {
    std::vector<std::string> labels;
    std::vector<Instruction> instructions;
    std::vector<std::size_t> successors;  ///< ascending
};

struct Function {
    std::string name;
    bool is_entry = false;
    std::vector<Block> blocks;  ///< in the order of the text, the first is entered
};

/// The functions that have a body, in the order of the text.
std::vector<Function> read(std::string_view text);

/// The function of that name, if there is one.
std::optional<Function> find_function(std::string_view text, std::string_view name);

/// A natural loop: the blocks from which a branch back to its head is reached without leaving through the head.
struct Loop {
    std::size_t head;
    std::vector<std::size_t> blocks;  ///< ascending; with those of the loops in it
    bool is_innermost;
};

/// In the order of their heads; back edges to one head are one loop.
std::vector<Loop> loops_of(const Function& function);

/// How often each opcode stands in the blocks.
std::map<std::string, std::size_t> opcode_counts(const Function& function, std::span<const std::size_t> blocks);
std::map<std::string, std::size_t> opcode_counts(const Function& function);

/// How many opcodes begin so.
std::size_t count_of(const std::map<std::string, std::size_t>& counts, std::string_view prefix);

/// What an opcode reaches in memory: ld.global.nc.v4.u32 loads 16 bytes from global memory.
struct Access {
    enum class Kind : std::uint8_t { load, store, atomic };
    Kind kind;
    std::string space;  ///< global, shared, local, param, const; empty for an address of any space
    std::uint32_t bytes;

    friend bool operator==(const Access&, const Access&) = default;
};

/// Nothing for what is no ld, st, atom or red.
std::optional<Access> access_of(std::string_view opcode);

}  // namespace phobos::nvrtc::ptx
