// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

/// What the engine and its worker say to each other over a stream socket: each message is a head and so many bytes as
/// the head says.
namespace phobos::host {

/// In which order threads are taken that could all go on; no result of a program without races depends on it.
enum class Order : std::uint8_t { ascending, descending, seeded };

/// A kernel's geometry and that of its launch.
struct Shape {
    std::int64_t grid[3];
    std::int32_t threads;
    std::int32_t lanes;
    std::uint64_t shared_bytes;
    std::uint64_t seed;
    Order order;
    bool resident;  ///< all blocks exist at once
};

/// From the engine, with the descriptor of the arguments' memory. After it come `slots` slots, then the path of the
/// library, then the kernel's name.
struct RequestHead {
    Shape shape;
    std::uint64_t memory_bytes;
    std::uint32_t slots;
    std::uint32_t path_bytes;
    std::uint32_t name_bytes;
};

struct Slot {
    std::uint64_t value;
    bool is_offset;  ///< in the arguments' memory: the kernel gets the address
};

enum class Answered : std::uint8_t { completed, no_memory, block_missing, threads_disagree, no_library, no_kernel };

/// From the worker; after it comes a text.
struct AnswerHead {
    Answered answered;
    std::uint32_t site;  ///< of block_missing
    std::int64_t block;  ///< of block_missing
    std::uint32_t text_bytes;
};

/// The same with its text.
struct Answer {
    Answered answered;
    std::uint32_t site = 0;
    std::int64_t block = 0;
    std::string text{};
};

static_assert(std::is_trivially_copyable_v<RequestHead> && std::is_trivially_copyable_v<Slot> &&
              std::is_trivially_copyable_v<AnswerHead>);

/// The descriptor on which a worker finds the socket.
inline constexpr int worker_socket = 0;

}  // namespace phobos::host
