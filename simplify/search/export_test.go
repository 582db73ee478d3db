package search

import "github.com/seed-4b734f86/gochad/syntax"

// Sinkings is how often the rule letIfZero fires in t when it is taken for a long spine, which ok says it is, and
// when all of it is put into A-normal form.
func Sinkings(t syntax.Term) (long, all int, ok bool) {
	n := &sinker{Rules: &Rules{On: map[string]bool{"letIfZero": true, "letIfPlaces": true},
		Fired: func(string) {}}}
	ok = n.long(t) != nil
	long, n.fired = n.fired, 0
	n.term(syntax.ANF(t))
	return long, n.fired, ok
}
