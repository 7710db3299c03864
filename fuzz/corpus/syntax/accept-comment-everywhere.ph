// a
kernel // b
k( // c
) { // d
  f( // e
    1 // f
  ) // g
} // h