@launch(64)
fn f() { }
