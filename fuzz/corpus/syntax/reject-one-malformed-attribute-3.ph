@launch(1, 2, 3, 4)
kernel k() {}