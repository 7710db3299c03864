# SPDX-License-Identifier: Apache-2.0
import numpy as np

import oracle

launches = []
for shape in ((1, 1, 1), (2, 3, 4), (3, 2, 33), (2, 2, 64), (1, 3, 65), (4, 1, 31)):
    text = "x".join(map(str, shape))
    x = oracle.recipe("uniform(-1,1,6)", "f32", shape)
    p = np.pad(x, 1, mode="edge")
    along_x = p[1:-1, 1:-1, :-2] + p[1:-1, 1:-1, 2:]
    along_y = p[1:-1, :-2, 1:-1] + p[1:-1, 2:, 1:-1]
    along_z = p[:-2, 1:-1, 1:-1] + p[2:, 1:-1, 1:-1]
    mean = (along_x + along_y + along_z) / np.float32(6)
    launches.append({
        "name": text,
        "grid": ["ceil_div(W, 64)", "H", "D"],
        "arguments": {"rate": 0.5, "X": f"uniform(-1,1,6):{text}", "O": f"unwritten:{text}"},
        "expect": {"O": {"bits": oracle.bits(x + np.float32(0.5) * (mean - x))}},
    })
oracle.print_launches(launches)
