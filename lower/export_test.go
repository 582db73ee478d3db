package lower

import "github.com/seed-4b734f86/gochad/syntax"

// Unlinear is what unlinear says of the body of d, and whether that has anything to rewrite, as a search finds.
func Unlinear(d *syntax.Def) (known, found bool) {
	s := &scanner{newLFunTypes(), func(*syntax.Def) bool { return false }, nil}
	return unlinear(d.Body), s.scan(d.Body)
}
