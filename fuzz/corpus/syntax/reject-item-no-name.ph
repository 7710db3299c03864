kernel () { }
