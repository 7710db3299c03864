@launch(32 * 8, 2, 128) @autotune(X in [16, 32], Y in [1, 2, 4])
@aligned(K = 16, N = 4)
@assert_coalesced
@pipeline(stages = 2, [a, {b}])
@persistent @tensorcore @cluster(2, 1) @dynshared @registers(64) @swizzle(x)
kernel k() { }
