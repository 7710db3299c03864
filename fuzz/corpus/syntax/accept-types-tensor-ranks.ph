kernel k(A: tensor<f16>[N], B: tensor<u8>[N, 4], C: tensor<bool>[1, 2, 3], D: tensor<i64>[A, B, C, D]) { }
