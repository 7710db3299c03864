@autotune(X = 3)
kernel k() {}