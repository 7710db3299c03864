kernel k() { } }
kernel j() { }
