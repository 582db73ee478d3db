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
