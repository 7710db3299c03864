// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// What accesses by the lanes of one warp cost where memory moves in sectors and shared memory has banks. Times are no
/// part of it: a count is the same whatever else the card does.
namespace phobos::cost {

inline constexpr int sector_bytes = 32;
inline constexpr int banks = 32;
inline constexpr int bank_bytes = 4;
inline constexpr int widest_bytes = 16;  ///< of one lane's access

/// One access of several that a run is split into: bytes of each lane's run.
struct Part {
    int first;
    int bytes;

    friend bool operator==(const Part&, const Part&) = default;
};
/// run-32: the widest accesses, at most 16 bytes each, that are proven aligned where the address of the run's first
/// byte is `residue` modulo 2^log2_modulus, front to back.
std::vector<Part> parts_of_run(int run_bytes, int log2_modulus, int residue);
/// The same of an access of `elements` neighbouring elements; one alone is aligned.
std::vector<Part> parts_of_access(int elements, int element_bytes, int log2_modulus, int residue);

/// An access of `bytes` neighbouring bytes by each lane whose bit is set, at addresses by lane that are multiples of
/// `bytes`, counted from a multiple of 128.
struct LaneAccess {
    std::span<const std::int64_t> addresses;
    std::uint64_t lanes;
    int bytes;
};

/// One request to global memory. A warp of 64 lanes makes one, too.
struct GlobalCost {
    int sectors;        ///< of 32 bytes at a multiple of 32, in which a lane's byte lies
    int ideal_sectors;  ///< the fewest that hold as many bytes
    int bytes_used;     ///< those the lanes ask for, each counted once
};
GlobalCost global_cost(const LaneAccess& access);

/// One request to shared memory. Lanes are served in phases of 128 bytes: 32 lanes of up to 4 bytes, 16 of 8, 8 of 16;
/// so 64 lanes take twice as many. In a phase, a bank gives one word of 4 bytes at a time, to all lanes that ask for
/// it; every further word that lanes want of the same bank is a conflict.
struct SharedCost {
    int wavefronts;  ///< words that the busiest bank gives, summed over phases in which a lane takes part
    int phases;      ///< of these: what there would be without conflicts
    int bytes_used;

    [[nodiscard]] int conflicts() const { return wavefronts - phases; }
};
SharedCost shared_cost(const LaneAccess& access);

enum class Memory : std::uint8_t { global, shared };

/// Sums over accesses by warps.
struct AccessCosts {
    std::uint64_t executions = 0;       ///< by a warp
    std::uint64_t lanes = 0;            ///< that took part in these
    std::uint64_t requests = 0;         ///< a run is split into one or several
    std::uint64_t shared_requests = 0;  ///< those to shared memory among them
    std::uint64_t sectors = 0;          ///< of global memory
    std::uint64_t ideal_sectors = 0;
    std::uint64_t wavefronts = 0;  ///< of shared memory
    std::uint64_t phases = 0;      ///< wavefronts that there would be without bank conflicts
    std::uint64_t bytes_used = 0;  ///< each of a request once
    std::uint64_t bytes_moved = 0;

    /// One access by the lanes whose bit is set, split into parts; `first` says by lane where it begins.
    void add(std::span<const Part> parts, std::span<const std::int64_t> first, std::uint64_t lanes_there,
             Memory memory);
    AccessCosts& operator+=(const AccessCosts& other);
    [[nodiscard]] std::uint64_t conflicts() const { return wavefronts - phases; }
};

}  // namespace phobos::cost
