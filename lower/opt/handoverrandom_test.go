package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Random programs that copy arrays and store elements that they read from other arrays give the same to the last bit
// with copies left out, and with reads before what was a copy.
func TestRandomHandovers(t *testing.T) {
	early, changed := 0, 0
	for seed := range uint64(600) {
		src := copying(rand.New(rand.NewPCG(seed, 5)))
		p, err := loop.Read("random", src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		args := func() []loop.Value { return []loop.Value{[]float64{0.5, 1.5, 2.5, 3.5, 4.5}, int64(5)} }
		want, _, err := loop.Eval(p, p.Funcs[0], args(), 1e6)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		before := p.String()
		if err := run(p, &Options{Verify: loop.Verify}, []Pass{handover}); err != nil {
			t.Fatal(err)
		}
		after := p.String()
		if after != before {
			changed++
			if strings.Count(after, "var t") > strings.Count(before, "var t") {
				early++
			}
		}
		have, _, err := loop.Eval(p, p.Funcs[0], args(), 1e6)
		if err != nil || !reflect.DeepEqual(have, want) {
			t.Fatalf("seed %d: %v (%v), want %v, before:\n%s\nafter:\n%s", seed, have, err, want, before, after)
		}
	}
	if changed < 200 || early < 100 {
		t.Errorf("%d programs changed, %d with early reads", changed, early)
	}
}

// copying is a program with two arrays that copies of them become again and again.
func copying(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("func f(x []real, n int) {\n\tvar s []real = new(n)\n\tcopy(s, x)\n\tvar z []real = new(n)\n\tvar p []real = new(n)\n\tvar w []real = new(n)\n\tcopy(p, x)\n\tvar y real = 1.0\n\tvar k int = 0\n\tfor i < n {\n")
	made := 0
	index := func() string { return []string{"i", "n - 1 - i", "k", "0", "2"}[r.IntN(5)] }
	arrays := []string{"s", "z"}
	number := func() string {
		return []string{"y", "x[i]", arrays[r.IntN(len(arrays))] + "[" + index() + "]", arrays[r.IntN(len(arrays))] + "[" + index() + "]"}[r.IntN(4)]
	}
	var block func(depth int)
	block = func(depth int) {
		for range 2 + r.IntN(7) {
			switch r.IntN(10) {
			case 0, 1, 2:
				made++
				a, from := fmt.Sprint("a", made), arrays[r.IntN(len(arrays))]
				fmt.Fprintf(&b, "var %s []real = new(n)\ncopy(%s, %s)\n", a, a, from)
				pair := r.IntN(2) == 0
				other := "p" // which never shares memory with the others
				if r.IntN(3) == 0 {
					other = from
				}
				if pair {
					fmt.Fprintf(&b, "var b%d []real = new(n)\ncopy(b%d, %s)\n", made, made, other)
				}
				for range r.IntN(4) {
					fmt.Fprintf(&b, "%s[%s] = %s * 0.5 + %s\n", a, index(), from+"["+index()+"]", number())
					if pair {
						fmt.Fprintf(&b, "%s[%s], b%d[%s] = %s[%s], %s[%s]\n", a, index(), made, index(), from, index(), other, index())
					}
					if r.IntN(4) == 0 {
						b.WriteString("k = (k + i) % n\n")
					}
				}
				if r.IntN(3) == 0 { // another name for one, between a copy and what reads the array behind it
					fmt.Fprintf(&b, "%s = %s\ny = %s[%s] * 0.5 + y\n", []string{"w", from}[r.IntN(2)], a, from, index())
					if r.IntN(2) == 0 {
						fmt.Fprintf(&b, "y = y + w[%s]\n", index())
					}
				}
				if pair && other != "p" {
					fmt.Fprintf(&b, "y = y + b%d[0]\n", made)
				}
				if pair && other == "p" {
					fmt.Fprintf(&b, "%s", []string{"", fmt.Sprintf("p = b%d\n", made), fmt.Sprintf("y = y + b%d[0] + p[2]\np = b%d\n", made, made)}[r.IntN(3)])
				}
				arrays = append(arrays, a)
				if r.IntN(3) > 0 {
					fmt.Fprintf(&b, "%s = %s\n", []string{"s", "z"}[r.IntN(2)], a)
				}
			case 3, 4:
				fmt.Fprintf(&b, "%s[%s] = %s\n", arrays[r.IntN(len(arrays))], index(), number())
			case 5:
				fmt.Fprintf(&b, "y = %s * 0.25 + y\n", number())
			case 6:
				b.WriteString("k = (k + i) % n\n")
			case 7:
				if depth > 0 {
					known := len(arrays)
					fmt.Fprintf(&b, "if y > %s {\n", number())
					block(depth - 1)
					arrays = arrays[:known]
					b.WriteString("}\n")
				}
			case 9: // a copy of a copy that is stored into, which the second does not see
				made++
				q, a := fmt.Sprint("q", made), fmt.Sprint("a", made)
				fmt.Fprintf(&b, "var %s []real = new(n)\ncopy(%s, %s)\nvar %s []real = new(n)\ncopy(%s, %s)\n", q, q, arrays[r.IntN(len(arrays))], a, a, q)
				for range 2 + r.IntN(3) {
					to := []string{q, a}[r.IntN(2)]
					fmt.Fprintf(&b, "%s[%s] = %s[%s] * 0.5\n", to, index(), q, index())
				}
				arrays = append(arrays, a)
			case 8:
				fmt.Fprintf(&b, "s, z = %s, %s\n", arrays[r.IntN(len(arrays))], arrays[r.IntN(len(arrays))])
			}
		}
	}
	block(2)
	b.WriteString("\t}\n\treturn s, z, p, y\n}\n")
	return b.String()
}
