kernel k { }
