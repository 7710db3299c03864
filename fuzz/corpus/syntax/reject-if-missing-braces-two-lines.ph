kernel k() {
  if a f()
  else g()
  h()
}
