@swizzle(a])
kernel k() {}