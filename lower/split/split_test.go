package split_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/loopgen"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/split"
)

// Taken apart into pieces as small as can be, random programs are well formed, read back, and give the same to the last
// bit.
func TestRandom(t *testing.T) {
	const tooLong, steps = "loop: more steps than allowed", 20_000
	n := uint64(200)
	if testing.Short() {
		n = 50
	}
	ran, failed, parts, shared := 0, 0, 0, 0
	for seed := range n {
		p := loopgen.Program(seed)
		if loop.Verify(p) != nil {
			continue
		}
		before := p.String()
		want, err := loop.Read("before", before)
		if err != nil {
			t.Fatal(err)
		}
		s := split.Program(p, split.Options{Over: 10, Part: 20, Params: 30, Plain: seed%3 == 0})
		parts += len(s.Funcs)
		if err := loop.Verify(p); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, before, p)
		}
		if back, err := loop.Read("after", p.String()); err != nil || back.String() != p.String() {
			t.Fatalf("seed %d does not read back: %v\n%s", seed, err, p)
		}
		rnd := rand.New(rand.NewPCG(seed, 3))
		k := len(want.Funcs) - 1
		for range 3 {
			var a, b []loop.Value
			for _, q := range p.Funcs[k].Params {
				x := loopgen.Values{Rand: rnd, Cell: p.Cells[0]}.Of(q.Var, 2+rnd.IntN(2))
				a, b = append(a, loopgen.Clone(x)), append(b, loopgen.Moved(x, want.Cells[0]))
			}
			old, _, err := loop.Eval(want, want.Funcs[k], b, steps)
			if err != nil && err.Error() == tooLong {
				continue
			}
			got, _, err2 := loop.Eval(p, p.Funcs[k], a, 10*steps)
			ran++
			if err != nil {
				failed++
				if err2 == nil {
					t.Fatalf("seed %d does not fail with %v\n%s\n%s", seed, err, before, p)
				}
				continue
			}
			if err2 != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err2, before, p)
			}
			for i := range got {
				if x, y := loopgen.Show(got[i]), loopgen.Show(old[i]); x != y {
					t.Fatalf("seed %d: result %d is %s, want %s\n%s\n%s", seed, i, x, y, before, p)
				}
			}
			for i, q := range p.Funcs[k].Params {
				if x, y := loopgen.Show(a[i]), loopgen.Show(b[i]); q.Out && x != y {
					t.Fatalf("seed %d: %s is %s, want %s\n%s\n%s", seed, q.Var.Name, x, y, before, p)
				}
			}
		}
		shared += len(s.Frames)
	}
	t.Logf("%d parts, %d frames, %d runs, %d failed", parts, shared, ran, failed)
	if ran < int(n) || failed*2 > ran || parts < int(n) || shared < int(n)/2 {
		t.Error("the programs are no good")
	}
}

const cases = `
// a number of the frame is shared when its time is over, one in a loop is not
export func f(x real, y real) {
	var a real = x * y
	var b real = a * x + y
	var c real = b * a + x
	var d real = c * c + b
	var e real = d * d + c
	var g real = e * d + 1.0
	return g
}
---
export func f(x real, y real) {
	var frame []real = dirty(3)
	call f_part1(x, y, frame)
	call f_part2(frame, x)
	call f_part3(frame)
	return frame[2]
}

part func f_part1(x real, y real, frame []real) {
	var a real = x * y
	frame[0] = a
	var b real = a * x + y
	frame[1] = b
}

part func f_part2(frame []real, x real) {
	var c real = frame[1] * frame[0] + x
	frame[2] = c
	var d real = c * c + frame[1]
	frame[0] = d
}

part func f_part3(frame []real) {
	var e real = frame[0] * frame[0] + frame[2]
	var g real = e * frame[0] + 1.0
	frame[2] = g
}
`

// What a small program becomes.
func TestText(t *testing.T) {
	text, want, _ := strings.Cut(cases, "---\n")
	p, err := loop.Read("test", text)
	if err != nil {
		t.Fatal(err)
	}
	split.Program(p, split.Options{Over: 10, Part: 10, Params: 30})
	if got := p.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// straight is a straight-line program of n statements in a loop, in which every value is used a little later and again
// at the end, as tapes are.
func straight(n int) string {
	var b strings.Builder
	b.WriteString("export func f(x real, a []real, out z []real) {\n\tvar s real = 0.0\n\tvar u real = x\n\tfor i < len(a) {\n\t\tvar t0 real = a[i]\n")
	for i := 1; i < n; i++ {
		switch i % 7 {
		case 3:
			fmt.Fprintf(&b, "\t\tvar t%d real = sin(t%d) + z[i]\n", i, i-1)
		case 5:
			fmt.Fprintf(&b, "\t\tvar t%d real = 0.0\n\t\tif t%d < x {\n\t\t\tt%d = t%d * 0.5\n\t\t} else {\n\t\t\tt%d = u\n\t\t}\n", i, i-1, i, i-1, i)
		case 6:
			fmt.Fprintf(&b, "\t\tvar t%d real = t%d * 0.25 + t%d\n\t\ts += t%d\n\t\tz[i] = s\n\t\tu = t%d\n", i, i-1, max(0, i-50), i, i)
		default:
			fmt.Fprintf(&b, "\t\tvar t%d real = t%d * x - t%d\n", i, i-1, max(0, i-9))
		}
	}
	for i := n - 1; i > 0; i -= 3 {
		fmt.Fprintf(&b, "\t\ts = s * 0.9 + t%d * t%d\n", i, n-1)
	}
	b.WriteString("\t}\n\treturn s, u\n}\n")
	return b.String()
}

// The giant body of a loop is taken apart, into parts that are not much larger than asked.
func TestLoop(t *testing.T) {
	const n = 5000
	run := func(take bool) (string, *loop.Program) {
		p, err := loop.Read("straight", straight(n))
		if err != nil {
			t.Fatal(err)
		}
		if take {
			split.Program(p, split.Options{Over: 5000, Part: 1000, Params: 30})
			if err := loop.Verify(p); err != nil {
				t.Fatal(err)
			}
		}
		z := make([]float64, 3)
		got, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{0.7, []float64{0.1, 0.4, 1}, z}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return loopgen.Show(z) + loopgen.Show(got), p
	}
	want, _ := run(false)
	got, p := run(true)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(p.Funcs) < 10 {
		t.Errorf("only %d functions", len(p.Funcs))
	}
	for _, f := range p.Funcs {
		nodes := 0
		loop.Walk(f.Body, func(s loop.Stmt) {
			nodes++
			loop.Operands(s, func(x **loop.Expr, _ bool) { nodes += int((*x).Size) })
		})
		if nodes > 2000 {
			t.Errorf("%s has %d nodes", f.Name, nodes)
		}
	}
}
