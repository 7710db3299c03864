kernel k() {
  A[i, k :+