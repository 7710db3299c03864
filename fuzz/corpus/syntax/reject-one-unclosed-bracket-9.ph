@swizzle(a
kernel k() {}