// À€
kernel k() { }
