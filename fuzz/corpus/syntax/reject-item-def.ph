def f(a: f32) { }
func g() { }
