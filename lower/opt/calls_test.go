package opt

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A call whose results are known fails as it did: where a pass has made checks of those of indices since dead code was
// looked for, where what fails is an argument and the check for which the call stays turns out to hold, and where
// functions with checks call each other.
func TestKnownCallsFail(t *testing.T) {
	for name, text := range map[string]string{
		"an index": `func first(i int) {
	var tags []int = new(3)
	var tag int = tags[inrange(i, 3, "tag")]
	return tag
}

export func f(n int, x real) {
	var tag int = call first(n)
	var y real = x
	if tag == 0 {
		y = 2.0 * x
	}
	return y
}
`,
		"an argument": `func third(k int, m int) {
	check m == 1, "m"
	return 3
}

export func f(n int, x real) {
	var tags []int = new(3)
	var b int = call third(tags[inrange(n, 3, "tag")], 1)
	var y real = x
	if b == 3 {
		y = 2.0 * x
	}
	return y
}
`,
		"an argument that decides": `func third(k int, m int) {
	check m == 1, "m"
	return k == 0
}

export func f(n int, x real) {
	var tags []int = new(3)
	var b bool = call third(tags[inrange(n, 3, "tag")], 1)
	var y real = x
	if b {
		y = 2.0 * x
	}
	return y
}
`,
		"calls of each other": `func g(x real, k int) {
	if x > 0.0 {
		var q int = call h(x - 1.0, k)
	}
	return 3
}

func h(x real, k int) {
	if x < 5.0 {
		var q int = call g(x - 1.0, k)
	}
	check k < 3, "required"
	return 4
}

export func f(n int, x real) {
	if x < 0.0 {
		var a int = call h(x, n)
	}
	var b int = call g(x, n)
	var y real = x
	if b == 3 {
		y = 2.0 * x
	}
	return y
}
`,
	} {
		passes := []Pass{deadCode, decided, deadCode}
		if name == "calls of each other" {
			passes = passes[1:] // before calls of which nobody needs the result are gone
		}
		before, after := transformed(t, 0, text, Options{}, passes)
		f := func(p *loop.Program) *loop.Func {
			return p.Funcs[slices.IndexFunc(p.Funcs, func(f *loop.Func) bool { return f.Exported })]
		}
		for _, n := range []int64{0, 2, 3} {
			run := func(p *loop.Program) (any, string) {
				res, _, err := loop.Eval(p, f(p), []loop.Value{n, 1.5}, 1<<10)
				if err != nil {
					return nil, err.Error()
				}
				return res[0], ""
			}
			want, failed := run(before)
			if got, err := run(after); got != want || err != failed {
				t.Errorf("%s, n = %d: %v %s, want %v %s\n%s", name, n, got, err, want, failed, after)
			}
		}
	}
}
