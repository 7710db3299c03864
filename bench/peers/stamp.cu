// SPDX-License-Identifier: Apache-2.0
// The counter of cycles of every multiprocessor that runs a block of this, by its number.
extern "C" __global__ void __launch_bounds__(1024) peer(unsigned long long* cycles) {
    unsigned multiprocessor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    if (threadIdx.x == 0) cycles[multiprocessor] = clock64();
}
