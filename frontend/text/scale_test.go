package text_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/frontend/text"
	"github.com/seed-4b734f86/gochad/internal/cputime"
)

// shapes are programs that grow: time per unit must not.
var shapes = []struct {
	name string
	n    int
	src  func(n int) string
}{
	{"let list", 40_000, func(n int) string {
		var b strings.Builder
		b.WriteString("def f (x0 : real) =\n  let x1 = x0\n")
		for i := 2; i <= n; i++ {
			fmt.Fprintf(&b, "      x%d = x%d * 1.5 + sin x0\n", i, i-1)
		}
		fmt.Fprintf(&b, "  in x%d\n", n)
		return b.String()
	}},
	{"let in let in", 40_000, func(n int) string {
		return "def f (x : real) = " + strings.Repeat("let x = 2 * x in ", n) + "x"
	}},
	{"one line", 40_000, func(n int) string {
		return "def f (a : [3]real) = let i = 0; " + strings.Repeat("x = a[i]; ", n) + "y = x in y"
	}},
	{"operators", 40_000, func(n int) string {
		return "def f (x : real) = x" + strings.Repeat(" + x * 2", n)
	}},
	{"tuple", 40_000, func(n int) string { return "def f (x : real) = [x" + strings.Repeat(", x", n) + "]" }},
	{"all live", 20_000, func(n int) string {
		var b strings.Builder
		b.WriteString("def f (x : real) = let ")
		for i := range n {
			fmt.Fprintf(&b, "y%d = x * %d.5; ", i, i)
		}
		b.WriteString("z = 0.0 in z")
		for i := range n {
			fmt.Fprintf(&b, " + y%d", i)
		}
		return b.String()
	}},
	{"definitions", 5_000, func(n int) string {
		var b strings.Builder
		b.WriteString("def f0 (x : real) = x\n")
		for i := 1; i < n; i++ { // without result types, the last first
			fmt.Fprintf(&b, "def f%d (x) = f%d x * 2\n", n-i, n-i-1)
		}
		return b.String()
	}},
	{"sizes", 5_000, func(n int) string {
		return "def s [n] (a : [n]real) : [n]real = [a[i] | i < n]\ndef f [n] (a : [n]real) = let " +
			strings.Repeat("a = s a; ", n) + "b = a in b"
	}},
	{"types", 1_000, func(n int) string { // a type tree with 2ⁿ leaves
		return "def f (x : real) = let x = 1.0; " + strings.Repeat("x = (x, x); ", min(n, 1000)) + "y = 2.0 in y"
	}},
	{"types that meet", 300, func(n int) string {
		return "def f (c : bool) = let x = 1.0; y = 2.0; " + strings.Repeat("x = (x, x); y = (y, y); ", n) +
			"z = if c then x else y in z"
	}},
	{"types in results", 300, func(n int) string {
		return "def f (x : real) = let x = 1.0; " + strings.Repeat("x = (x, x); ", n) + "y = x in y"
	}},
}

// TestScale compares the time of a shape with that of a tenth of it.
func TestScale(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			took := func(n int) time.Duration {
				src := []byte(s.src(n))
				start := cputime.Now()
				if _, errs := text.Load("s.chad", src); errs != nil {
					t.Fatal(errs)
				}
				return cputime.Now() - start
			}
			small, large := time.Hour, time.Hour
			for range 6 { // other work on the machine disturbs a single measurement
				small, large = min(small, took(s.n/10)), min(large, took(s.n))
				if large <= 40*small+50*time.Millisecond { // 10 is linear, 100 quadratic
					return
				}
			}
			t.Errorf("%d took %v, %d took %v", s.n/10, small, s.n, large)
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{s.n / 10, s.n} {
			src := []byte(s.src(n))
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "_"), n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, errs := text.Load("s.chad", src); errs != nil {
						b.Fatal(errs)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/unit")
			})
		}
	}
}

// Nesting beyond the limit is refused, in every construct that nests.
func TestNesting(t *testing.T) {
	for _, c := range []struct{ name, open, close string }{
		{"parentheses", "(", ")"}, {"brackets", "[", "]"}, {"minus", "- ", ""}, {"if", "if x then 1 else ", ""},
		{"lambda", `\y. `, ""}, {"application", "f (", ")"}, {"let in value", "let y = ", " in y"},
		{"case", "case x of A -> ", ""}, {"loop", "loop s = ", " for i < 2 do s"}, {"field", "", ".1"},
		{"index", "", "[0]"}, {"coerce", "", " :> real"}, {"record", "{a = ", ", b = 1}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, n := range []int{100, 5_000, 300_000} {
				src := "def f (x : real) = " + strings.Repeat(c.open, n) + "x" + strings.Repeat(c.close, n)
				_, errs := text.Parse("n.chad", []byte(src))
				if n == 100 && errs != nil {
					t.Errorf("depth %d: %v", n, errs)
				}
				if n > 100 && (len(errs) == 0 || errs[0].Code != text.CodeTooDeep) {
					t.Errorf("depth %d: %v", n, errs)
				}
			}
		})
	}
	for _, typ := range []string{"(", "[3]", "{a : ", "real -> "} {
		_, errs := text.Parse("n.chad", []byte("type t = "+strings.Repeat(typ, 100_000)+"real"))
		if len(errs) == 0 || errs[0].Code != text.CodeTooDeep {
			t.Errorf("type %s: %v", typ, errs)
		}
	}
}

// Garbage gives diagnostics, a bounded number of them, in linear time.
func TestGarbage(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	bytes := make([]byte, 1<<20)
	for i := range bytes {
		bytes[i] = byte(r.Intn(256))
	}
	inputs := map[string]string{
		"random bytes": string(bytes),
		"brackets":     "def f = " + strings.Repeat("(", 500_000) + strings.Repeat("]", 500_000),
		"mixed":        "def f = " + strings.Repeat("([{", 100_000) + strings.Repeat(")", 300_000),
		"bad lets":     "def f = " + strings.Repeat("let x = ) in ", 100_000),
		"bad binds":    "def f = let " + strings.Repeat("x = ; ", 100_000) + " in x",
		"open lets":    "def f = " + strings.Repeat("let x = (let y = ", 50_000),
		"defs":         strings.Repeat("def ", 300_000),
		"unknown":      "def f = let " + strings.Repeat("x = zz; ", 100_000) + "y = 1 in y",
		"bytes":        strings.Repeat("\xff ", 300_000),
	}
	for name, src := range inputs {
		start := time.Now()
		p, errs := text.Load("g.chad", []byte(src))
		if p != nil || len(errs) == 0 || len(errs) > 200 {
			t.Errorf("%s: %d diagnostics", name, len(errs))
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}
