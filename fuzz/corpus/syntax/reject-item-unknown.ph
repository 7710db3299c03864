struct S { }
kernel k() { }
