package text_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/text"
)

// shapes are programs that grow: memory and time per unit must not.
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
	{"types", 1_000, func(n int) string { // type trees with 2¹⁵ leaves, 65,535 parts
		return "def f (x : real) = let " + strings.Repeat("x = 1.0; "+doubled("x", 15), n/10) + "y = 2.0 in y"
	}},
	{"types that meet", 1_000, func(n int) string {
		return "def f (c : bool) = let " + strings.Repeat("x = 1.0; y = 2.0; "+doubled("x", 15)+doubled("y", 15)+"z = if c then x else y; ", n/10) + "v = 2.0 in v"
	}},
	{"types in results", 1_000, func(n int) string {
		var b strings.Builder
		for k := range n / 10 {
			fmt.Fprintf(&b, "def f%d (x : real) = let %sy = x in y\n", k, doubled("x", 15))
		}
		return b.String()
	}},
}

// doubled makes a name a pair of itself, n times.
func doubled(name string, n int) string {
	return strings.Repeat(fmt.Sprintf("%[1]s = (%[1]s, %[1]s); ", name), n)
}

// TestScale compares the memory that a shape takes, and how often it is asked whether it is to end, with that of a
// tenth of it.
func TestScale(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			asked := map[int]int{}
			growth.Linear(t, s.name, s.n/10, s.n, func(n int) func() {
				src := []byte(s.src(n))
				return func() {
					c := &counting{Context: t.Context()}
					if _, _, errs, err := text.LoadContext(c, "s.chad", src); errs != nil || err != nil {
						t.Fatal(errs, err)
					}
					asked[n] = c.asked
				}
			})
			if few, many := asked[s.n/10], asked[s.n]; many > 12*few {
				t.Errorf("%d steps for %d, %d for %d", few, s.n/10, many, s.n)
			}
		})
	}
}

// counting counts how often it is asked whether it has ended.
type counting struct {
	context.Context
	asked int
}

func (c *counting) Err() error {
	c.asked++
	return nil
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

// garbage is what gives diagnostics; BenchmarkGarbage says how long it takes, which is linear.
func garbage() map[string]string {
	r := rand.New(rand.NewSource(1))
	bytes := make([]byte, 1<<20)
	for i := range bytes {
		bytes[i] = byte(r.Intn(256))
	}
	return map[string]string{
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
}

// Garbage gives diagnostics, a bounded number of them, and takes memory of a few hundred times its own.
func TestGarbage(t *testing.T) {
	for name, src := range garbage() {
		took := growth.Bytes(func(int) func() { return func() { text.Load("g.chad", []byte(src)) } }, 0)
		p, errs := text.Load("g.chad", []byte(src))
		if p != nil || len(errs) == 0 || len(errs) > 200 {
			t.Errorf("%s: %d diagnostics", name, len(errs))
		}
		if took > 500*uint64(len(src)) {
			t.Errorf("%s: %d bytes for %d", name, took, len(src))
		}
	}
}

func BenchmarkGarbage(b *testing.B) {
	for name, src := range garbage() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				text.Load("g.chad", []byte(src))
			}
		})
	}
}
