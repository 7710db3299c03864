let a = 1
kernel k() { }
