kernel k(in: f32, ctx: i32) { }
