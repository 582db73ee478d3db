package loop

import (
	"fmt"
	"strings"
	"testing"
)

// long is a function with n statements in one block, and another with n statements in loops and branches.
func long(n int) string {
	var b strings.Builder
	b.WriteString("func straight(x0 real) {\n")
	for i := range n / 2 {
		fmt.Fprintf(&b, "\tvar x%d real = x%d * 1.5 + sin(x%d)\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "\treturn x%d\n}\n\nfunc nested(n int, a []real, out b []real) {\n", n/2)
	for i := range n / 10 {
		fmt.Fprintf(&b, "\tfor i%d < n {\n\t\tif a[i%d] > 0.0 {\n\t\t\tvar t%d real = a[i%d]\n\t\t\tb[i%d] += t%d\n\t\t\tb[0] = t%d\n\t\t}\n\t}\n", i, i, i, i, i, i, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// Long bodies and deep nests print and read back.
func TestLong(t *testing.T) {
	src := long(20_000)
	p := mustRead(t, src)
	if err := Verify(p); err != nil {
		t.Fatal(err)
	}
	if p.String() != src {
		t.Error("a long program prints otherwise")
	}
	const depth = 1_000
	var b strings.Builder
	b.WriteString("func f(x real) {\n")
	for i := range depth {
		b.WriteString(strings.Repeat("\t", i+1) + "if true {\n")
	}
	for i := range depth {
		b.WriteString(strings.Repeat("\t", depth-i) + "}\n")
	}
	b.WriteString("}\n")
	deep := b.String()
	if got := mustRead(t, deep).String(); got != deep {
		t.Error("a deep program prints otherwise")
	}
}

func BenchmarkPrintReadVerify(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := mustRead(b, long(n))
			b.ReportAllocs()
			for b.Loop() {
				q, err := Read("bench", p.String())
				if err != nil {
					b.Fatal(err)
				}
				if err := Verify(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEval(b *testing.B) {
	p := mustRead(b, `func dot(a []real, b []real) {
		var s real = 0.0
		for i < len(a) { s += a[i] * b[i] }
		return s
	}`)
	x := make([]float64, 1000)
	for b.Loop() {
		if _, _, err := Eval(p, p.Funcs[0], []Value{x, x}, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	p := mustRead(b, long(1e5))
	b.ReportAllocs()
	for b.Loop() {
		if err := Verify(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	src := long(1e5)
	b.ReportAllocs()
	for b.Loop() {
		mustRead(b, src)
	}
}
