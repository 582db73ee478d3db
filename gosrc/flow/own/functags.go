package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Function values whose code is not known where they are called, because they are kept in data, or because an if or
// switch chose one of them, become structs: a number that tells which function it is, 0 for nil, and what the
// functions that it may be have captured. A call becomes a call of a function that switches on the number.
//
// Variables that a literal shares with others that assign them are captured by pointer.
//
// References: Reynolds, Definitional Interpreters for Higher-Order Programming Languages, 1972 (defunctionalisation);
// the classes of functions are those of Steensgaard's unification (slots.go).

// tagType is the type of the numbers.
var tagType = flow.Int

// tagger is one run of tags.
type tagger struct {
	*resolver
	slots *slots
	funcs []*flow.Func
	roots map[*flow.Func]bool
	calls map[*slot]*flow.Func
	at    *syntax.Pos
	whole map[*flow.Func]bool // functions that are done
	bad   map[*slot]bool      // reported
	// passed are the variables that calls of a class pass, handed those that a function gets for that, and through its
	// parameters for them.
	passed  map[*slot][]passing
	handed  map[*flow.Func][]passing
	through map[*flow.Func]map[passing]*flow.Var
	early   map[earlyCall]bool
}

// tags gives the function values that are left in some functions, which are closed under calls, a representation.
func (r *resolver) tags(funcs []*flow.Func, roots map[*flow.Func]bool) {
	if !slices.ContainsFunc(funcs, keepsFuncs) {
		return
	}
	t := &tagger{
		resolver: r, slots: connect(funcs, roots), funcs: funcs, roots: roots,
		calls: map[*slot]*flow.Func{}, whole: map[*flow.Func]bool{}, bad: map[*slot]bool{},
	}
	for _, f := range funcs {
		t.captures(f)
	}
	t.passes(funcs)
	for _, f := range funcs {
		t.function(f)
	}
	for _, f := range funcs {
		t.types(f)
	}
}

// captures finds what the literals in a function capture: by pointer, what is assigned more than once.
func (t *tagger) captures(f *flow.Func) {
	count := assignments(f)
	for _, s := range t.slots.exprs {
		for _, m := range s.find().members {
			if m.home != f || m.lit == nil || m.caps != nil {
				continue
			}
			for _, v := range captured(m.lit, f) {
				m.caps = append(m.caps, capture{v, count[v] > 1})
			}
		}
	}
}
