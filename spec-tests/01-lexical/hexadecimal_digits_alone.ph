// A name begins with an underscore, and the digits after 0x are those of base 16.
kernel k(O: tensor<i32>[2]) {
  let _a = 0x10
  if ctx.thread == 0 {
    O[0] = _a
    O[1] = 0x64
  }
}
