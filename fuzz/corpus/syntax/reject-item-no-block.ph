kernel k()
kernel j() { }
