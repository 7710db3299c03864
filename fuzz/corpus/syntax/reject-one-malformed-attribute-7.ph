@aligned(16)
kernel k() {}