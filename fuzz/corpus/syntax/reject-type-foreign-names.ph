kernel k(a: float, b: int, c: i16, d: tensor<double>[N], e: complex) { }
