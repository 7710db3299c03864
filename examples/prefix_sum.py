# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for n in (0, 1, 31, 32, 33, 63, 64, 65, 256, 257, 1000):
    x = oracle.recipe("uniform(-2147483648,2147483648,5)", "i32", (n,))
    sums = np.cumsum(x.astype(np.int64)).astype(np.uint64).astype(np.uint32)
    launches.append({
        "name": f"N = {n}",
        "arguments": {"X": f"uniform(-2147483648,2147483648,5):{n}", "O": f"unwritten:{n}"},
        "expect": {"O": {"bits": oracle.bits(sums)}},
    })
oracle.print_launches(launches)
