@launch()
kernel k() {}