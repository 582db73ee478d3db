package opt

import (
	"fmt"
	"slices"
	"sync"
)

// A constraint is on the order of passes: each run of the pass then has one of the pass first before it.
type constraint struct {
	first, then string
	// last says that no run of first comes after one of then, either.
	last bool
	why  string
}

// passOrder has what the list of passes has to keep to. A list that does not is a bug; [Optimize] finds it.
var passOrder = []constraint{ //nolint:gochecknoglobals // a constant
	{first: "condition-propagation", then: "update-in-place", why: "What never runs has no rows to look at."},
	{first: "update-in-place", then: "array-flattening", last: true,
		why: "Rows are changed in place where each is an array of its own."},
	{first: "global-value-numbering", then: "rematerialisation",
		why: "Equal lengths and indices have one name; tapes are compared by it."},
	{first: "bounds-check-elimination", then: "rematerialisation", why: "What is computed again is not checked again."},
	{first: "bounds-check-elimination", then: "check-hoisting", why: "A check that always holds need not move."},
	{first: "loop-reversal", then: "loop-fusion", why: "Loops that run the same way can be one."},
	{first: "while-fusion", then: "loop-fusion",
		why: "A loop that runs along with a while loop leaves no row to fuse over."},
	{first: "check-hoisting", then: "loop-invariant-code-motion",
		why: "An element moves out of a loop only as far as its check does."},
	{first: "loop-fusion", then: "array-contraction",
		why: "Fused loops leave arrays that only carry values within an iteration."},
	{first: "copy-elision", then: "array-contraction", why: "A copy is one more use of an array, which keeps it."},
	{first: "check-hoisting", then: "assumption-removal", last: true, why: "Assumptions say which checks hold."},
	{first: "array-contraction", then: "rematerialisation",
		why: "A tape that a variable can be is stored nowhere, and costs nothing to keep."},
	{first: "rematerialisation", then: "tape-stacks", why: "A tape that is not kept needs no stack."},
	{first: "dead-code-elimination", then: "parallelisation", why: "What nothing reads keeps no array alive."},
	{first: "tape-stacks", then: "array-flattening", last: true, why: "A stack grows row by row."},
	{first: "unroll-and-jam", then: "array-flattening", last: true, why: "Rows have names still."},
	{first: "allocation-hoisting", then: "uninitialised-allocation",
		why: "An array that is made once is cleared in each iteration, which may be needless."},
	{first: "index-set-splitting", then: "unrolling",
		why: "A loop without its special cases is short, and the same in each iteration."},
	{first: "unrolling", then: "small-array-promotion", why: "The indices of an unrolled loop are constants."},
	{first: "small-array-promotion", then: "renaming", why: "Elements that are variables get one name for each value."},
	{first: "renaming", then: "branch-merging", why: "Two branches on one condition are seen by its name."},
	{first: "global-value-numbering", then: "algebraic-simplification", why: "Equal operands have one name."},
	{first: "global-value-numbering", then: "loop-slicing",
		why: "Rows have variables, which the loops that run through them can cut."},
	{first: "loop-slicing", then: "view-inlining", why: "A row that no loop cuts needs no name."},
	{first: "loop-slicing", then: "idiom-recognition", why: "A library takes whole slices."},
	{first: "sum-reassociation", then: "idiom-recognition", why: "A library adds in an order of its own."},
	{first: "idiom-recognition", then: "reduction-splitting", last: true,
		why: "It takes loops apart that other passes know."},
	{first: "loop-fusion", then: "reduction-splitting", last: true,
		why: "It takes loops apart that other passes know."},
	{first: "reduction-splitting", then: "outlining", last: true,
		why: "What stands in a function of its own is not looked at again."},
	{first: "dead-code-elimination", then: "outlining", last: true,
		why: "What stands in a function of its own is not looked at again."},
}

// ordered is the error of the list of passes.
var ordered = sync.OnceValue(func() error { return checkOrder(Passes(), passOrder) }) //nolint:gochecknoglobals // computed once

// checkOrder says which constraint a list of passes does not keep to.
func checkOrder(passes []Pass, order []constraint) error {
	var names []string
	for _, p := range passes {
		names = append(names, p.Name)
	}
	for _, c := range order {
		first, then := slices.Index(names, c.first), slices.Index(names, c.then)
		if first < 0 || then < 0 {
			return fmt.Errorf("opt: the order names %s and %s, of which one is no pass", c.first, c.then)
		}
		if first > then {
			return fmt.Errorf("opt: %s has to run before %s: %s", c.first, c.then, c.why)
		}
		if c.last && slices.Contains(names[then:], c.first) {
			return fmt.Errorf("opt: %s has to run before %s, and not after it: %s", c.first, c.then, c.why)
		}
	}
	return nil
}
