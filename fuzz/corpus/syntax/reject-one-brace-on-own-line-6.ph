fn f()
{}