kernel k() { }
@launch(64)