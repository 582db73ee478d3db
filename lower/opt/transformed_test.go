package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// read is a program for a test.
func read(t *testing.T, name, text string) *loop.Program {
	t.Helper()
	p, err := loop.Read(name, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// transformed reads the program of a random law twice, and runs passes on the second, which are verified one by one.
func transformed(t *testing.T, seed uint64, src string, o Options, passes []Pass) (before, after *loop.Program) {
	t.Helper()
	before, after = read(t, "before", src), read(t, "after", src)
	o.Verify = loop.Verify
	if err := run(after, &o, passes); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, src)
	}
	return before, after
}

// sameAtRandom: of programs at random, most of which the passes change, the results stay the same to the last bit, and
// what failed fails.
func sameAtRandom(t *testing.T, seeds uint64, program func(seed uint64) string, passes []Pass, lengths ...int) {
	t.Helper()
	sameWith(t, Options{}, seeds, program, passes, lengths...)
}

// sameWith is sameAtRandom with options.
func sameWith(t *testing.T, o Options, seeds uint64, program func(seed uint64) string, passes []Pass, lengths ...int) {
	t.Helper()
	changed := uint64(0)
	for seed := range seeds {
		src := program(seed)
		before, after := transformed(t, seed, src, o, passes)
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range lengths {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if changed < seeds/2 {
		t.Errorf("only %d of %d programs changed", changed, seeds)
	}
}
