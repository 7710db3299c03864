@aligned(K : 16)
kernel k() {}