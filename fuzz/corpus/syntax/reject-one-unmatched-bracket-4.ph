kernel k() {}
}