@launch @launch() @launch(1, 2, 3, 4) @autotune(X = 3) @autotune(X in []) @aligned(16) @aligned(K : 16) @3
kernel k() { }
