package arrays

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// An array belongs to a loop of which every iteration uses its own element only.
func TestOnly(t *testing.T) {
	p, err := loop.Read("only", `func f(x []real, n int, out y []real) {
	var own []real = new(n)
	var next []real = new(n + 1)
	for i < n {
		own[i] = x[i]
		y[i] = own[i] * own[i]
		next[i + 1] = y[i]
	}
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	u := Of(f)
	if l := u.Only(f.Body[0].(*loop.Alloc)); l != f.Body[2] {
		t.Error("an array belongs to no loop of which each iteration uses its own element")
	}
	if u.Only(f.Body[1].(*loop.Alloc)) != nil {
		t.Error("an array belongs to a loop that uses the next element")
	}
	tree := NewLoopTree(f)
	if tree.Around[f.Body[2]] != nil || !tree.Inside(f.Body[2], f.Body[2]) {
		t.Error("the loop is in another")
	}
}
