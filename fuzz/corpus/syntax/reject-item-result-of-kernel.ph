kernel k() -> f32 { }
