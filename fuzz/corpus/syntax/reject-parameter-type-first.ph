kernel k(f32 a, int b) { }
