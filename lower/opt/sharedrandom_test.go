package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// Random functions that read and change a matrix and two rows, given the matrix and rows of it, the same or different
// ones, give the same to the last bit after each pass and after all of them.
func TestRandomSharedRows(t *testing.T) {
	apart := 0
	for seed := range uint64(cases.N(300, 75)) {
		src := sharedRows(rand.New(rand.NewPCG(seed, 12)))
		all, err := loop.Read("random", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		results := func(p *loop.Program) [][]loop.Value {
			var out [][]loop.Value
			for _, rows := range [][2]int64{{0, 0}, {1, 1}, {0, 2}, {2, 1}} {
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(4), rows[0], rows[1], []float64{0.5, -1.5, 2.5, 3.5}}, 1e6)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, p)
				}
				out = append(out, res)
			}
			return out
		}
		want := results(all)
		if !reflect.DeepEqual(want[0], want[1]) {
			apart++
		}
		check := func(name string, p *loop.Program) {
			if have := results(p); !reflect.DeepEqual(have, want) {
				t.Fatalf("seed %d, %s: %v, want %v, before:\n%s\nafter:\n%s", seed, name, have, want, src, p)
			}
		}
		for _, pass := range Passes() {
			p, _ := loop.Read("random", src)
			if err := run(p, &Options{Verify: loop.Verify, Jam: true, Outline: true}, []Pass{pass}); err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, pass.Name, err, src)
			}
			check(pass.Name, p)
		}
		if err := run(all, &Options{Verify: loop.Verify, Jam: true, Outline: true}, Passes()); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		check("all", all)
	}
	if apart < cases.N(200, 50) {
		t.Errorf("only %d programs tell rows apart", apart)
	}
}

// sharedRows is a program of a function with shared parameters, and of the one that calls it.
func sharedRows(r *rand.Rand) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	var b strings.Builder
	b.WriteString(`func main(n int, i int, j int, x []real) {
	var m [][]real = new(3, n)
	for k < 3 {
		for l < n {
			m[k][l] = x[l] * real(k + 1)
		}
	}
	var s real = call f(n, j, x, m, m[i], m[j])
	return m, s
}
func f(n int, k int, x []real, shared a [][]real, shared u []real, shared v []real) {
	var s real = 0.0
	var d []real = dirty(n)
	for i < n {
		d[i] = x[i] + 1.0
	}
`)
	element := func(index ...string) string {
		return fmt.Sprintf("%s[%s]", pick("u", "v", "u", "v", "a[k]", "a[1]"), pick(index...))
	}
	number := func(index ...string) string {
		return pick(element(index...), element(index...)+" * x["+pick(index...)+"]", "x["+pick(index...)+"] - 0.25", "d["+pick(index...)+"]", "s", "0.5 * "+element(index...))
	}
	statement := func(indent string, index ...string) {
		switch r.IntN(6) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "%s%s += %s\n", indent, element(index...), number(index...))
		case 3:
			fmt.Fprintf(&b, "%s%s = %s\n", indent, element(index...), number(index...))
		case 4:
			fmt.Fprintf(&b, "%ss += %s\n", indent, number(index...))
		default:
			fmt.Fprintf(&b, "%sd[%s] = %s\n", indent, pick(index...), number(index...))
		}
	}
	for l := range 2 + r.IntN(4) {
		switch r.IntN(4) {
		case 0:
			statement("\t", "0", "1", "k")
		case 1:
			fmt.Fprintf(&b, "\tclear(%s)\n", pick("d", "u"))
		default:
			fmt.Fprintf(&b, "\tfor i%d < n {\n", l)
			for range 1 + r.IntN(3) {
				statement("\t\t", fmt.Sprintf("i%d", l), fmt.Sprintf("i%d", l), "0", "k")
			}
			b.WriteString("\t}\n")
		}
	}
	b.WriteString("\tfor e < n {\n\t\ts += d[e]\n\t}\n\treturn s\n}\n")
	return b.String()
}
