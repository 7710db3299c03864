kernel k() { ab }
