package wrap

// Base is the name of a root without its package.
func Base(r *Root) string { return r.base() }
