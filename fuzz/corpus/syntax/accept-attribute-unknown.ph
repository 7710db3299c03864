@never_heard_of(a b c)
@another
kernel k() { }
