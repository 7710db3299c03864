@launch
kernel k() {}