@swizzle(a; b)
kernel k() {}