kernel k() {
  if a {
    f()
}
kernel j() {}