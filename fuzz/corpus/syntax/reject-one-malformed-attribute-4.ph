@autotune
kernel k() {}