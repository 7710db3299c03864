fn f(a: f16, b: bf16, c: f32, d: f64, e: i8, g: u8, h: i32, i: u32, j: i64, k: bool) { }
