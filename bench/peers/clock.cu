// SPDX-License-Identifier: Apache-2.0
// What a multiprocessor counts in some 20 microseconds: its cycles, and nanoseconds.
extern "C" __global__ void peer(unsigned long long* counted) {
    unsigned long long from, now, ticked;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ticked));
    // The timer ticks coarsely: from one of its ticks to another.
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    while (from == ticked);
    const unsigned long long cycles = clock64();
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now < from + 20000);
    counted[0] = clock64() - cycles;
    counted[1] = now - from;
}
