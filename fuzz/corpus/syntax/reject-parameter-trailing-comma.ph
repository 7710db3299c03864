kernel k(a: f32,) { }
