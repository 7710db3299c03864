# SPDX-License-Identifier: Apache-2.0
"""In bits: integers are exact, and every float operation is rounded once to the type its operands meet in."""
import numpy as np

import tiles
import oracle

launches = []
for m, n, k, tile in ((32, 32, 32, 32), (1, 1, 1, 32), (33, 31, 65, 16), (5, 63, 31, 32), (17, 16, 100, 16),
                      (4, 3, 0, 32), (0, 3, 5, 32), (3, 0, 5, 32)):
    texts = {"P": ("uniform(0,256,1)", (m, k)), "W": ("uniform(-128,128,2)", (k, n)),
             "S": ("uniform(-0.1,0.1,3)", (m, 1)),
             "B": ("normal(4)", (1, n))}
    kinds = dict(P="u8", W="i8", S="f16", B="bf16")
    p, w, s, b = (tiles.tensor(f"{text}:{'x'.join(map(str, shape))}", kinds[name])
                  for name, (text, shape) in texts.items())
    sums = tiles.dot(p, w, "i32")
    out = tiles.rounded(sums.astype(np.float32) * s.astype(np.float32) + b, "f16")
    mixed = s.astype(np.float32) * b
    first = tiles.rounded(tiles.cut(w, (0, 0), (1, n)).astype(np.float64) * b, "bf16")
    launches.append({
        "name": f"M = {m}, N = {n}, K = {k}, tiles of {tile}",
        "set": {"ROWS": tile, "COLS": tile, "STEP": tile},
        "grid": "ceil_div(N, COLS), ceil_div(M, ROWS)",
        "arguments": {name: f"{text}:{'x'.join(map(str, shape))}" for name, (text, shape) in texts.items()}
        | {"O": f"unwritten:{m}x{n}", "H": f"unwritten:{m}x{n}"},
        "expect": {"O": {"bits": tiles.bits(out, "f16")},
                   "H": {"bits": tiles.bits(tiles.rounded(mixed + first, "bf16"), "bf16")}},
    })
oracle.print_launches(launches)
