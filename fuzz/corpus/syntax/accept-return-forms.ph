fn f() { return }
fn g() -> i32 { return 1 + 2 }
fn h() -> tile<f32>[4, 4] {
  return
  f()
}
