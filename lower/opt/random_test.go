package opt

import (
	"testing"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// Each pass, and all of them, keep the values of random programs to the last bit, and the programs well formed.
func TestRandomLoopsEachPass(t *testing.T) {
	for _, c := range []struct {
		name    string
		passes  []Pass
		free    bool
		changed int
	}{
		{"cse", []Pass{valueNumbering}, false, 200},
		{"cse, which may say that once is enough", []Pass{valueNumbering, valueNumbering}, false, 200},
		{"dce", []Pass{deadCode}, false, 100},
		{"licm", []Pass{loopInvariants}, false, 100},
		{"scalars", []Pass{scalarReplacement}, false, 30},
		{"algebra", []Pass{valueNumbering, algebra}, false, 200},
		{"flatten", []Pass{flattening}, false, 5},
		{"rename", []Pass{renaming}, false, 200},
		{"ranges", []Pass{valueNumbering, loopInvariants, rangeCuts, viewInlining}, false, 100},
		{"stacks", []Pass{stacks}, false, 30},
		{"handover", []Pass{handover}, false, 30},
		{"split", []Pass{splitLoops}, false, 30},
		{"outline", []Pass{outlineFrom(0)}, false, 100},
		{"all of them", Passes(), false, 200},
		{"all of them, additions in any order", Passes(), true, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			if n := testRandomLoops(t, uint64(cases.N(400, 100)), c.free, c.passes, nil); n < cases.N(c.changed*2/5, c.changed/12) {
				t.Errorf("only %d programs changed", n)
			}
		})
	}
}
