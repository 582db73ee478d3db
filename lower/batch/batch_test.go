package batch_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/loopgen"
	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

const (
	steps   = 20_000
	tooLong = "loop: more steps than allowed"
)

// law checks batch(F)(s, b)[i] = F(s, b[i]) for one choice of arguments; ran is false where F runs too long.
func law(p *loop.Program, f *loop.Func, r *batch.Result, lanes [][]loop.Value) (ran, failed bool, err error) {
	args := make([]loop.Value, len(r.Func.Params))
	for i, places := range r.Params {
		for l, k := range places {
			args[k] = loopgen.Clone(lanes[l][i])
		}
	}
	var want [][]loop.Value
	var wantArgs [][]loop.Value
	for _, a := range lanes {
		b := make([]loop.Value, len(a))
		for i := range a {
			b[i] = loopgen.Clone(a[i])
		}
		got, _, err := loop.Eval(p, f, b, steps)
		if err != nil {
			if err.Error() == tooLong {
				return false, false, nil
			}
			failed = true
		}
		want, wantArgs = append(want, got), append(wantArgs, b)
	}
	got, _, err := loop.Eval(p, r.Func, args, int64(4*len(lanes)*steps))
	if failed {
		if err == nil {
			return true, true, errors.New("one lane fails, the batch does not")
		}
		return true, true, nil
	}
	if err != nil {
		return true, false, fmt.Errorf("the batch fails: %w", err)
	}
	for l := range lanes {
		for j, places := range r.Results {
			if a, b := loopgen.Show(got[places[min(l, len(places)-1)]]), loopgen.Show(want[l][j]); a != b {
				return true, false, fmt.Errorf("lane %d: result %d is %s, want %s", l, j, a, b)
			}
		}
		for i, places := range r.Params {
			if !f.Params[i].Out {
				continue
			}
			if a, b := loopgen.Show(args[places[min(l, len(places)-1)]]), loopgen.Show(wantArgs[l][i]); a != b {
				return true, false, fmt.Errorf("lane %d: out parameter %d is %s, want %s", l, i, a, b)
			}
		}
	}
	return true, false, nil
}

// The law, on random programs: with random marks of parameters, and whatever the control depends on.
func TestRandomLaw(t *testing.T) {
	ran, failed, shared, refused, bad := 0, 0, 0, 0, 0
	n := uint64(800)
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		p := loopgen.Program(seed)
		if err := loop.Verify(p); err != nil { // writes what may be memory of a parameter, say
			bad++
			continue
		}
		f := p.Funcs[len(p.Funcs)-1]
		rnd := rand.New(rand.NewPCG(seed, 3))
		marks := make([]bool, len(f.Params))
		for i := range marks {
			marks[i] = rnd.IntN(3) == 0
		}
		before := p.String()
		r, err := batch.Func(p, f, batch.Options{Lanes: 3, Varying: marks})
		if errors.Is(err, batch.ErrShared) {
			refused++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		p.Funcs = append(p.Funcs, r.Func)
		if err := loop.Verify(p); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v\n%s", seed, err, before, marks, p)
		}
		v := loopgen.Values{Rand: rnd, Cell: p.Cells[0]}
		for range 3 {
			lanes := make([][]loop.Value, 3)
			for i, q := range f.Params {
				n := 2 + rnd.IntN(2)
				x := v.Of(q.Var, n)
				for l := range lanes {
					if l > 0 && len(r.Params[i]) > 1 && (marks[i] || q.Out) {
						x = v.Of(q.Var, n)
					}
					lanes[l] = append(lanes[l], x)
				}
			}
			ok, fail, err := law(p, f, r, lanes)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\nmarks %v\n%s", seed, err, before, marks, r.Func.Name+"\n"+p.String())
			}
			if ok {
				ran++
			}
			if fail {
				failed++
			}
		}
		for _, places := range r.Results {
			if len(places) == 1 {
				shared++
			}
		}
	}
	t.Logf("%d runs, %d failed as they should, %d shared results, %d refused, %d not well formed", ran, failed, shared, refused, bad)
	if ran < int(n)/2 || failed*2 > ran || shared < int(n)/20 {
		t.Errorf("the programs are no good: %d runs, %d failed, %d shared results", ran, failed, shared)
	}
}
