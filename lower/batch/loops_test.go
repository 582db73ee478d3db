package batch_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/loopgen"
	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Loops over unit vectors keep their values to the last bit, on random programs.
func TestUnitLoopsRandom(t *testing.T) {
	ran, changed, failed := 0, 0, 0
	n := uint64(800)
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		p := loopgen.UnitLoops(seed)
		if err := loop.Verify(p); err != nil {
			t.Fatal(err)
		}
		f := p.Funcs[len(p.Funcs)-1]
		before := p.String()
		want, err := loop.Read("before", before)
		if err != nil {
			t.Fatal(err)
		}
		batch.UnitLoops(p, nil)
		if err := loop.Verify(p); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, before, p)
		}
		if p.String() == before {
			continue
		}
		changed++
		g := want.Funcs[len(want.Funcs)-1]
		for _, h := range want.Funcs {
			if h.Name == f.Name {
				g = h
			}
		}
		rnd := rand.New(rand.NewPCG(seed, 5))
		for range 2 {
			var a, b []loop.Value
			v, w := loopgen.Values{Rand: rnd, Cell: p.Cells[0]}, want.Cells[0]
			for _, q := range f.Params {
				x := v.Of(q.Var, 2+rnd.IntN(2))
				a, b = append(a, loopgen.Clone(x)), append(b, loopgen.Moved(x, w))
			}
			got, _, gotErr := loop.Eval(p, f, a, 4*steps)
			old, _, oldErr := loop.Eval(want, g, b, steps)
			if oldErr != nil && oldErr.Error() == tooLong {
				continue
			}
			if oldErr != nil {
				failed++
				if gotErr == nil {
					t.Fatalf("seed %d: %v is no error any more\n%s\n%s", seed, oldErr, before, p)
				}
				continue
			}
			ran++
			if gotErr != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, gotErr, before, p)
			}
			for i := range old {
				if loopgen.Show(got[i]) != loopgen.Show(old[i]) {
					t.Fatalf("seed %d: result %d is %s, want %s\n%s\n%s", seed, i, loopgen.Show(got[i]), loopgen.Show(old[i]), before, p)
				}
			}
			for i, q := range f.Params {
				if q.Out && loopgen.Show(a[i]) != loopgen.Show(b[i]) {
					t.Fatalf("seed %d: %s is %s, want %s\n%s\n%s", seed, q.Var.Name, loopgen.Show(a[i]), loopgen.Show(b[i]), before, p)
				}
			}
		}
	}
	t.Logf("%d programs changed, %d runs, %d failed", changed, ran, failed)
	if changed < int(n)/8 || ran < changed/2 {
		t.Errorf("the programs are no good: %d changed, %d runs, %d failed", changed, ran, failed)
	}
}

// Loops over unit vectors whose iterations meet stay as they are; the first does not.
func TestUnitLoopsMeet(t *testing.T) {
	for i, body := range []string{
		"a[i] = e[0]",
		"s += e[0]",
		"s = e[0]",
		"a[i] = e[0] + a[0]",
		"a[0] = e[0]",
		"a[i] = e[0]; var v []real = a; s2[0] = v[1]",
		"var v []real = a[0:+1]; v[0] = 1.0",
	} {
		p, err := loop.Read("meet", `func f(n int) {
			var s real = 0.0
			var a []real = new(n)
			for i < n {
				var e []real = new(n)
				var s2 []real = new(1)
				e[i] += 1.0
				`+body+`
			}
			return s, a
		}`)
		if err != nil {
			t.Fatal(err)
		}
		before := p.String()
		batch.UnitLoops(p, nil)
		if changed := p.String() != before; changed != (i == 0) {
			t.Errorf("%s: changed is %v\n%s", body, changed, p)
		}
	}
}

// A loop that writes a parameter stays as it is where it reads another that may overlap it, and changes where that may
// not.
func TestUnitLoopsShared(t *testing.T) {
	for _, c := range []struct {
		params string
		stays  bool
	}{
		{"inout a [][]real, inout u []real, inout w []real", false},
		{"shared a [][]real, shared u []real, inout w []real", false},
		{"shared a [][]real, inout u []real, shared w []real", true},
		{"shared a [][]real, shared u []real, shared w []real", true},
	} {
		p, err := loop.Read("shared", "func f(n int, "+c.params+`) {
			for i < n {
				var e []real = new(n)
				e[i] += 1.0
				a[i][0] += e[0] + w[1]
			}
			u[0] = 1.0
		}`)
		if err != nil {
			t.Fatal(err)
		}
		before := p.String()
		batch.UnitLoops(p, nil)
		if changed := p.String() != before; changed == c.stays {
			t.Errorf("%s: changed is %v\n%s", c.params, changed, p)
		}
	}
}
