kernel k() {
  f()
}
