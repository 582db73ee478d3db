package place

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// The next state of a loop may be a sum that the calls of the body give, while the array of the state is what they get:
//
//	loop s for j < n do let w = f' (…, s) in fst w + snd w
//
// Such an array has a second buffer, where the next state is built. Nobody reads that in the iteration: what it holds
// is the state before the last one. So it is zero from the beginning of the block, and the calls add to it (sink.go),
// all to one array (merged.go), instead of to arrays of their own that are added up.

// componentAt is the array of t that begins with leaf k, if t is that, or a tuple that is written out; nil for a part
// of another term.
func (e *emitter) componentAt(t syntax.Term, k int) syntax.Term {
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		if _, array := t.Type().(*syntax.ArrayType); !array {
			return nil
		}
		return t
	}
	for i, el := range tup.Elems {
		if lo, hi := e.g.part(t.Type(), i); lo <= k && k < hi {
			return e.componentAt(el, k-lo)
		}
	}
	return nil
}
