kernel a() { } fn b() { } kernel c() { }
fn d(x: i32) -> i32 { return x }
