package opt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Which statements are plain, by what else there is: a comparison with a name is plain as long as nothing asks for
// bools.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		name, body string
		others     []int32
	}{
		{"reals", "var a real = sin(x) * y[0]\n var b real = 0.0\n if a < x { b = a } else { b = x }\n y[1] = b", []int32{3}},
		{"a name for a comparison", "var a bool = x < y[0]\n var b real = 0.0\n if a { b = x } else { var c real = x * x\n b = c }\n y[0] = b", []int32{3}},
		{"a check of lengths beside it", "check len(y) == n, \"y\"\n var a bool = x < 1.0\n var b real = 0.0\n if a { b = x }\n y[0] = b", []int32{0, 4}},
		{"a check of it", "var a bool = x < 1.0\n var b real = x\n check a, \"a\"\n if a { b = 2.0 }\n y[0] = b", []int32{0, 2, 3, 4}},
		{"a branch in a branch", "var a bool = x < 1.0\n var b real = x\n if a { if x < 1.0 { b = 2.0 } }\n y[0] = b", []int32{0, 2, 3}},
		{"ints", "var a real = real(n)\n var i int = n + 1\n var b real = y[inrange(i, n, \"i\")]\n y[0] = a + b", []int32{0, 1, 2, 3}},
		{"a loop", "var a real = x * x\n for i < n { y[i] = a }", []int32{1}},
	} {
		p, err := loop.Read("p", "export func F(x real, n int, out y []real) {\n"+c.body+"\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := othersOf(p.Funcs[0]); !slices.Equal(got, c.others) {
			t.Errorf("%s: %v are not plain, want %v", c.name, got, c.others)
		}
	}
}

// randomPlain is straight-line code on reals with comparisons, some of which have names, and with few statements on
// ints, bools and arrays between.
func randomPlain(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 71))
	var b strings.Builder
	reals, bools, ints := []string{"x", "z"}, []string{}, []string{"n", "k"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	value := func() string {
		switch r.IntN(6) {
		case 0:
			return "-" + pick(reals)
		case 1:
			return fmt.Sprintf("y[%d]", r.IntN(3))
		case 2:
			return pick([]string{"0.0", "1.0", "2.0"}) + " * " + pick(reals)
		}
		return pick(reals) + pick([]string{" + ", " - ", " * ", " / "}) + pick(reals)
	}
	condition := func() string {
		if len(bools) > 0 && r.IntN(2) == 0 {
			return pick(bools)
		}
		return pick(reals) + " < " + pick(reals)
	}
	asks, number := r.IntN(2) == 0, r.IntN(2) == 0
	b.WriteString("export func F(x real, z real, n int, k int, a []real, out y []real) {\n\tclear(y)\n")
	for i := range 30 {
		v := fmt.Sprintf("v%d", i)
		switch j := r.IntN(20); {
		case j < 8:
			fmt.Fprintf(&b, "\tvar %s real = %s\n", v, value())
			reals = append(reals, v)
		case j < 10:
			fmt.Fprintf(&b, "\tvar %s bool = %s < %s\n", v, pick(reals), pick(reals))
			bools = append(bools, v)
		case j < 14:
			fmt.Fprintf(&b, "\tvar %s real = 0.0\n\tif %s {\n\t\t%s = %s\n\t} else {\n\t\t%s = %s\n\t}\n", v, condition(), v, value(), v, value())
			reals = append(reals, v)
		case j < 15:
			fmt.Fprintf(&b, "\ty[%d] +~= %s\n", r.IntN(3), pick(reals))
		case j < 16:
			fmt.Fprintf(&b, "\tcheck %s, \"check\"\n", pick([]string{"n > 2", "len(y) == n", "k >= 0", "k < n"}))
		case j < 17 && number:
			fmt.Fprintf(&b, "\tvar %s int = %s\n", v, pick([]string{"k + 1", "imax(k, 0)", "inrange(k, n, \"k\")", "0", "len(a)"}))
			ints = append(ints, v)
		case j < 18 && number:
			fmt.Fprintf(&b, "\tif %s < %s {\n\t\ty[inrange(%s, len(y), \"y\")] = %s\n\t}\n", pick(ints), pick(ints), pick(ints), pick(reals))
		case j < 19 && asks:
			fmt.Fprintf(&b, "\tif %s {\n\t\tif %s {\n\t\t\ty[1] = %s\n\t\t}\n\t}\n", condition(), condition(), pick(reals))
		case asks:
			fmt.Fprintf(&b, "\tcheck %s, \"asked\"\n", condition())
		}
	}
	b.WriteString("\treturn " + pick(reals) + "\n}\n")
	return b.String()
}

// What passes make of a program in which they look at all statements is what they make of it when they pass over those
// that are plain.
func TestPlainAlike(t *testing.T) {
	defer func(old bool) { plainToo = old }(plainToo)
	skipped := 0
	for seed := range uint64(400) {
		text := randomPlain(seed)
		var out [2]string
		for i, fast := range []bool{false, true, false, true} {
			p, err := loop.Read("random", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			plainToo = i >= 2
			if n := len(othersOf(p.Funcs[0])); !plainToo && n < len(p.Funcs[0].Body)/2 {
				skipped++
			}
			if err := Optimize(p, Options{FastMath: fast, Verify: loop.Verify}); err != nil {
				t.Fatal(err)
			}
			if after := p.String(); plainToo && after != out[i-2] {
				t.Fatalf("seed %d:\n%s\nbecomes, where nothing is passed over,\n%s\nand else\n%s", seed, text, after, out[i-2])
			} else if !plainToo {
				out[i] = after
			}
		}
	}
	if skipped < 200 {
		t.Errorf("half of the statements are passed over in %d programs only", skipped)
	}
}

// After algebra on reals that leaves no reads out, nothing is dead that was not.
func TestReadsStay(t *testing.T) {
	for _, c := range []struct {
		body string
		idle bool
	}{
		{"var a real = -x\n y[0] = y[1] + a", true},
		{"var a real = 0.0 * x\n y[0] = x - a * x", false}, // with fast math
		{"var a real = x / 2.0\n y[0] = a", true},
		{"var a real = x * z\n y[0] = a * 0.0", false},
		{"var a real = x\n if x < z { a = a * 1.0 }\n y[0] = a", false},
	} {
		p, err := loop.Read("p", "export func F(x real, z real, out y []real) {\n"+c.body+"\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		idle := false
		look := Pass{Name: "look", Run: eachFunc(func(_ *loop.Func, o *Options) {
			idle = o.known.idle[deadCode.Name]
			o.unchanged()
		})}
		if err := run(p, &Options{FastMath: true}, []Pass{deadCode, algebra, look, deadCode}); err != nil {
			t.Fatal(err)
		}
		if idle != c.idle {
			t.Errorf("%s: dce has nothing to do: %v, want %v; it becomes\n%s", c.body, idle, c.idle, p)
		}
	}
}
