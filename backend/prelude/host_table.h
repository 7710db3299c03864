// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a library of kernels on the host and the program that runs it have in common; it compiles without any library.
namespace ph::host {

/// Where a thread stops until others have come as far.
enum class Wait : unsigned char { nothing, warp, block, grid, ended };

/// The running thread, and what the program that runs it does for it. The program keeps it up to date.
struct Table {
    static constexpr int most_lanes = 64;

    int thread;  ///< in its block
    int block[3];
    int grid[3];
    unsigned char* shared;
    /// One slot for each lane of the running warp. Others are used once the warp has waited: what a thread wrote before
    /// stays until the warp has waited a second time.
    unsigned long long* exchange;

    /// Returns once all threads that the kind of waiting asks for wait as this one does. `site` is a
    /// program::SiteId and tells barriers of the grid apart. With Wait::ended the thread goes no further.
    void (*wait)(Table* table, Wait kind, unsigned site);

    // In double precision; kernels on the CPU have no other transcendental functions.
    double (*exp)(double);
    double (*log)(double);
    double (*tanh)(double);
    double (*sin)(double);
    double (*cos)(double);
    double (*rsqrt)(double);
    double (*pow)(double, double);
};

/// Runs one thread of a kernel whose arguments lie in slots of eight bytes, in the order of its parameters.
using Entry = void (*)(const unsigned long long* slots);
/// Gives a library the table that its kernels use.
using Attach = void (*)(Table* table);

}  // namespace ph::host
