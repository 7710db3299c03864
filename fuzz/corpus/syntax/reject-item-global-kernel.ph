__global__ void f(a: f32) { }
