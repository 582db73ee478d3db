package wasmbackend_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Choices between reals, more of them than a processor has registers, by branches and by select: one variable or the
// other, or a constant.
func TestChoiceOfMany(t *testing.T) {
	engine := newEngine(t)
	const n = 24
	u := make([]float64, n)
	for i := range u {
		u[i] = float64(i) - 7.5
	}
	for _, choice := range []string{"if C {\n vI = X\n } else {\n vI = Y\n }\n", "vI = select(C, X, Y)\n"} {
		for _, values := range []string{"aI bI", "aI 0.5", "0.5 bI", "aI*u[I] bI"} {
			for _, cond := range []string{"aI < bI", "isnan(aI)", "c"} {
				x, y, _ := strings.Cut(values, " ")
				text := strings.NewReplacer("C", cond, "X", x, "Y", y).Replace(choice)
				var b strings.Builder
				b.WriteString("export func f(x real, c bool, u []real) {\n")
				sum := "0.0"
				for i := range n {
					fmt.Fprintf(&b, " var a%d real = u[%d] * x\n var b%d real = u[%d] + x\n", i, i, i, n-1-i)
				}
				for i := range n {
					fmt.Fprintf(&b, " var v%d real = 0.0\n %s", i, strings.ReplaceAll(text, "I", fmt.Sprint(i)))
					sum += fmt.Sprintf(" + v%d * a%d * %d.0 + b%d", i, (i+5)%n, i+1, (i+9)%n)
				}
				fmt.Fprintf(&b, " return %s\n}\n", sum)
				p, err := loop.Read("many", b.String())
				if err != nil {
					t.Fatal(err, b.String())
				}
				m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range []bool{false, true} {
					t.Run(text, func(t *testing.T) { sameAsEval(t, engine, p, m, []loop.Value{1.25, c, u}) })
				}
			}
		}
	}
}

// Parts of a giant function choose between bits where modules are for wazero, or have many choices; signs of zeros and
// NaN stay what they are.
func TestChoiceInParts(t *testing.T) {
	engine := newEngine(t)
	for name, c := range map[string]struct {
		n     int
		yield bool
		want  bool
	}{"few": {60, false, false}, "for wazero": {60, true, true}, "many": {7100, false, true}} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("export func f(x real, y real) {\n var s real = 0.0\n var z real = 0.0\n")
			for i := range c.n {
				fmt.Fprintf(&b, " var a%d real = x * %d.0\n var b%d real = y - %d.5\n var v%[1]d real = 0.0\n", i, i%7-3, i, i%5)
				fmt.Fprintf(&b, " if a%d < b%[1]d {\n v%[1]d = a%[1]d\n } else {\n v%[1]d = b%[1]d\n }\n s += v%[1]d\n z = v%[1]d\n", i)
			}
			b.WriteString(" return s, z, 1.0 / z\n}\n")
			p, err := loop.Read("parts", b.String())
			if err != nil {
				t.Fatal(err)
			}
			m, err := wasmbackend.CompileLoops(wasmbackend.Options{SplitOver: 300, Yield: c.yield}, p)
			if err != nil {
				t.Fatal(err)
			}
			if parts := len(m.Loops.Funcs); parts < 2 {
				t.Fatal("no parts")
			}
			if got := strings.Contains(m.Code.Text(), "f64.reinterpret_i64"); got != c.want {
				t.Errorf("chooses between bits: %t", got)
			}
			for _, args := range [][]loop.Value{{1.25, 0.5}, {math.Copysign(0, -1), 0.0}, {math.NaN(), 1.0}, {1.0, math.Inf(1)}, {-2.0, math.NaN()}} {
				sameAsEval(t, engine, p, m, args)
			}
		})
	}
}
