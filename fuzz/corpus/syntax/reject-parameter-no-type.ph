kernel k(a, b: ) { }
