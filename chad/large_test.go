package chad_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// churches is the gradient of the sine applied 2ⁿ times, by functions that apply the one before twice.
func churches(n int) string {
	var b strings.Builder
	b.WriteString("--chad:grad\ndef g (x : real) : real = let t0 = \\y. sin y")
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&b, "; t%d = \\y. t%d (t%d y)", k, k-1, k-1)
	}
	fmt.Fprintf(&b, " in t%d x\n", n)
	return b.String()
}

// What people write in numbers takes lines of code, and memory of the compiler, in proportion, whatever it calls how
// often. (The bytes of nests are quadratic, since they are indented, and what is known at each level takes some memory
// at the others.)
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		name      string
		few, many int
		src       func(n int) string
	}{
		{"functions, each of the one before twice", 20, 60, churches},
		{"nested ifs", 200, 400, func(n int) string {
			return "--chad:grad\ndef f (x : real, y : real) : real = " + nestedIfs(n) + "\n"
		}},
		{"lines", 1250, 10_000, func(n int) string {
			return fmt.Sprintf("--chad:grad\ndef f (x0 : real, y : real) : real =\n  let %s  in x%d\n", lines(n), n-1)
		}},
		{"parameters", 125, 1000, func(n int) string {
			var params, terms []string
			for k := range n {
				params, terms = append(params, fmt.Sprintf("p%d : real", k)), append(terms, fmt.Sprintf("p%d * sin p%d", k, k))
			}
			return "--chad:grad\ndef f (" + strings.Join(params, ", ") + ") : real = " + strings.Join(terms, " + ") + "\n"
		}},
	} {
		sizes := map[string]map[int]int{"Go": {}, "WebAssembly": {}}
		growth.Linear(t, c.name+", Go", c.few, c.many, func(n int) func() {
			src := []byte(c.src(n))
			return func() {
				out, err := chad.Generate("f.chad", src, "p")
				if err != nil {
					t.Fatal(err)
				}
				sizes["Go"][n] = bytes.Count(out, []byte("\n"))
			}
		})
		growth.Linear(t, c.name+", WebAssembly", c.few, c.many, func(n int) func() {
			src := []byte(c.src(n))
			return func() {
				m, err := chad.GenerateWasm("f.chad", src, wasmbackend.Options{})
				if err != nil {
					t.Fatal(err)
				}
				sizes["WebAssembly"][n] = strings.Count(m.Code.Text(), "\n")
			}
		})
		for of, s := range sizes {
			if few, many := s[c.few], s[c.many]; many*c.few > few*c.many*3/2 {
				t.Errorf("%s, %s: %d for %d, %d for %d", c.name, of, few, c.few, many, c.many)
			}
		}
	}
}

// Types that double and sizes that are large polynomials are refused at a place, whatever makes them.
func TestTooLarge(t *testing.T) {
	var pairs, sums strings.Builder
	pairs.WriteString("def f (x : real) : real =\n  let a0 = (x, x)")
	for k := 1; k < 40; k++ {
		fmt.Fprintf(&pairs, "; a%d = (a%d, a%d)", k, k-1, k-1)
	}
	pairs.WriteString(" in x\n")
	sums.WriteString("type t0 = real\n")
	for k := 1; k < 40; k++ {
		fmt.Fprintf(&sums, "type t%d = (t%d, t%d)\n", k, k-1, k-1)
	}
	sums.WriteString("def f (x : t39) : real = 1.0\n")
	sizes := "def f [n0, n1, n2, n3] (x : [" + strings.TrimSuffix(strings.Repeat("(n0+n1+n2+n3)*", 40), "*") + "]real) : real = sum x\n"
	powers := "def f [n] (x : [" + strings.TrimSuffix(strings.Repeat("n*n*n*n*n*n*n*n*", 2000), "*") + "]real) : real = sum x\n"
	for name, c := range map[string]struct{ src, want string }{
		"pairs":  {pairs.String(), "f.chad:1:5: a type with more than 65536 parts"},
		"types":  {sums.String(), "f.chad:41:5: a type with more than 65536 parts"},
		"sizes":  {sizes, "f.chad:1:30: a size with more than 2048 numbers and variables"},
		"powers": {powers, "f.chad:1:17: a size with more than 2048 numbers and variables"},
	} {
		_, err := chad.Parse("f.chad", []byte(c.src))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !strings.Contains(err.Error(), "hint: ") {
			t.Errorf("%s: %.300v, want %s", name, err, c.want)
		}
	}
}
