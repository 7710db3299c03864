let x = 3
kernel k() {}