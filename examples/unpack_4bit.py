# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for rows, bytes_ in ((1, 4), (3, 28), (2, 64), (1, 260), (1, 500)):
    w = oracle.recipe("uniform(0,256,1)", "u8", (rows, bytes_))
    s = oracle.recipe("uniform(0,1,2)", "f32", (rows, 1))
    halves = np.stack([w & 15, w >> 4], axis=2).reshape(rows, 2 * bytes_).astype(np.float32) - np.float32(8)
    launches.append({
        "name": f"{rows} rows of {bytes_} bytes",
        "grid": "N",
        "arguments": {
            "W": f"uniform(0,256,1):{rows}x{bytes_}",
            "S": f"uniform(0,1,2):{rows}x1",
            "O": f"unwritten:{rows}x{2 * bytes_}",
        },
        "expect": {"O": {"bits": oracle.bits(halves * s)}},
    })
oracle.print_launches(launches)
