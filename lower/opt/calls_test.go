package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A call whose results are known fails as it did, also where a pass has made checks of those of indices since dead code was looked for.
func TestKnownCallsFail(t *testing.T) {
	const text = `func first(i int) {
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
`
	before, after := transformed(t, 0, text, Options{}, []Pass{deadCode, decided, deadCode})
	for _, n := range []int64{0, 2, 3} {
		run := func(p *loop.Program) (any, string) {
			res, _, err := loop.Eval(p, p.Funcs[1], []loop.Value{n, 1.5}, 1<<10)
			if err != nil {
				return nil, err.Error()
			}
			return res[0], ""
		}
		want, failed := run(before)
		if got, err := run(after); got != want || err != failed {
			t.Errorf("n = %d: %v %s, want %v %s\n%s", n, got, err, want, failed, after)
		}
	}
}
