@autotune(X in [])
kernel k() {}