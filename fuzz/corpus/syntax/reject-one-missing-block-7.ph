kernel k()
kernel j() {}