package own_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
)

// ender makes random programs that cut a slice, append to it, and look at what was cut off.
type ender struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
}

func (e *ender) pick(s ...string) string { return s[e.r.IntN(len(s))] }

func (e *ender) bound() string { return e.pick("0", "1", "2", "3", "5", "k&3", "len(q)", "len(q)-1") }

func (e *ender) stmt() {
	switch e.r.IntN(8) {
	case 0, 1:
		fmt.Fprintf(&e.b, "q = q[:%s]\n", e.bound())
	case 2:
		fmt.Fprintf(&e.b, "q = append(q, %s)\n", e.pick("acc", "1, 2", "x...", "q...", "q[0]", "3"))
	case 3:
		fmt.Fprintf(&e.b, "q = append(q[:%s], %s)\n", e.pick("0", "len(q)-1", "1"), e.pick("acc", "1, 2", "x...", "float64(k)"))
	case 4:
		fmt.Fprintf(&e.b, "q = q[%s:]\n", e.pick("0", "1", "len(q)/2"))
	case 5:
		fmt.Fprintf(&e.b, "for i := range q { q[i] += float64(i+1)*%s }\n", e.pick("acc", "0.5"))
	case 6:
		if e.depth == 0 {
			e.depth++
			fmt.Fprintf(&e.b, "%s {\n", e.pick("for range k&3", "if k > 2", "for n := 0; n < 3 && len(q) > 2; n++", "for range 2"))
			e.stmt()
			e.stmt()
			e.b.WriteString("}\n")
			e.depth--
			return
		}
		fallthrough
	default:
		fmt.Fprintf(&e.b, "acc += sum(q[:%s])\n", e.bound())
	}
}

func (e *ender) program() string {
	e.b.WriteString("func sum(x []float64) float64 { s := 0.0; for i, v := range x { s += v * float64(i+1) }; return s }\n")
	e.b.WriteString("func F(x []float64, k int) float64 {\nk &= 7\nacc := 1.0\n")
	e.b.WriteString(e.pick("q := make([]float64, 4)\n", "q := make([]float64, 2, 6)\n", "var q []float64\nfor i, v := range x { q = append(q, v, float64(i)) }\n", "q := []float64{1, acc, 3}\n", "q := append([]float64(nil), x...)\n"))
	for range 3 + e.r.IntN(5) {
		e.stmt()
	}
	e.b.WriteString("return acc + sum(q)\n}\n")
	return e.b.String()
}

// What is cut off a local slice is where it was, as far as appends leave it there. Where they find no room, Go's new
// memory is as long as the slice here, so that nothing is left open.
func TestRandomEnds(t *testing.T) {
	n, first := ownRandom(200)
	accepted, fine := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		e := &ender{r: rand.New(rand.NewPCG(seed, 11))}
		text := e.program()
		p := program(t, text)
		res, list := own.Resolve(p)
		if len(list) > 0 {
			continue
		}
		accepted++
		r := rand.New(rand.NewPCG(seed, 3))
		for range 6 {
			x, u := argument(r, p.Funcs[0].Params[0].Type, 0)
			k, v := argument(r, p.Funcs[0].Params[1].Type, 0)
			got, err := runValue(res.Program.Funcs[0], []*tree{u, v})
			want, wantErr := eval.CallSpare(p.Funcs[0], []eval.Value{x, k}, 0)
			if (err != nil) != (wantErr != nil) {
				t.Fatalf("seed %d: value form %v, reference form %v\n%s", seed, err, wantErr, text)
			}
			if err == nil {
				fine++
				equal(t, fmt.Sprintf("seed %d: %s\nresult", seed, text), got[0].flat(res.Program.Funcs[0].Results[0].Type), want[0].Flat(p.Funcs[0].Results[0].Type))
			}
		}
	}
	t.Logf("accepted %d of %d, %d runs to the end", accepted, n, fine)
	if accepted < n/2 || fine < n {
		t.Errorf("accepted %d of %d, %d runs to the end", accepted, n, fine)
	}
}
