@3
kernel k() {}