kernel k() { ÿş }
