kernel k()
{}