kernel k() {
  if a {
    f()