package gosrc_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

var allPairs = flag.Bool("pairs", false, "derive every pair of constructs, not a sample")

// A construct is Go text around other statements, in a function of x []float64, k float64 and n int that computes a
// float64 s with the help of a []float64 v, at least 2 long, and a struct p of type P. It may return s early.
type construct struct {
	name string
	// text has, with d for the depth so that names differ: I, an integer that is not negative; BODY, where other
	// statements go; BODY(e), where e is what they know as I.
	text string
	// helper, if not empty, is a declaration of a function whose body is around the statements instead; NAME is its
	// name.
	helper string
}

var constructs = []construct{
	{name: "If", text: "if x[0] < k {\nBODY\n} else {\ns -= 0.3 * x[I%len(x)]\n}"},
	{name: "Else", text: "if x[1] > 1 {\ns *= 0.7\n} else if c := x[0] * s; c > k {\ns += 0.1 * c\n} else {\nBODY\n}"},
	{name: "Switch", text: "switch I % 3 {\ncase 0:\nBODY\ncase 1:\ns *= 0.9\nfallthrough\ndefault:\ns += 0.1 * k\n}"},
	{name: "Tagless", text: "switch {\ncase s > 2:\ns = 0.5*s + 1\ncase x[0] > 3:\ns -= k\ndefault:\nBODY\n}"},
	{name: "SwitchBreak", text: "switch j_d := I % 2; j_d {\ncase 0, 1:\nif s > 3 {\ns *= 0.5\nbreak\n}\nBODY(I+j_d)\n}"},
	{name: "For", text: "for i_d := 0; i_d < 3; i_d++ {\nBODY(I+i_d)\n}"},
	{name: "ForDown", text: "for i_d := len(x) - 1; i_d >= 0; i_d -= 2 {\ns += 0.1 * x[i_d]\nBODY(I+i_d)\n}"},
	{name: "RangeSlice", text: "for i_d, t_d := range x {\ns += 0.1 * t_d * k\nBODY(I+i_d)\n}"},
	{name: "RangeInt", text: "for i_d := range n + 1 {\nBODY(I+i_d)\n}"},
	{name: "RangeArray", text: "for i_d, t_d := range [3]float64{k, s, 1} {\ns = 0.5*s + 0.1*t_d*x[0]\nBODY(I+i_d)\n}"},
	{name: "RangeFunc", text: "for i_d := range upTo(3) {\nBODY(I+i_d)\n}"},
	{name: "While", text: "i_d := 0\nfor s < 3 {\nif i_d > 2 {\nbreak\n}\nBODY(I+i_d)\ns += 0.2\ni_d++\n}"},
	{name: "Forever", text: "i_d := I\nfor {\ni_d++\nif i_d%4 == 3 {\nbreak\n}\nif i_d%4 == 1 {\ncontinue\n}\nBODY(i_d)\n}"},
	{name: "LabelledContinue", text: "outer_d:\nfor i_d := range 3 {\nfor j_d := range 3 {\nif i_d+j_d == 3 {\ncontinue outer_d\n}\nBODY(I+i_d+j_d)\n}\ns *= 0.9\n}"},
	{name: "LabelledBreak", text: "outer_d:\nfor i_d := range 3 {\nfor j_d := range 2 {\nif s > 4 || i_d+j_d == 3 {\nbreak outer_d\n}\nBODY(I+i_d+j_d)\n}\ns *= 0.9\n}"},
	{name: "Return", text: "if s > 1.5 {\nBODY\nreturn s * 1.1\n}"},
	{name: "Closure", text: "f_d := func(t float64) float64 {\nBODY\nreturn 0.5*s + t*k\n}\ns = f_d(0.3) + 0.1*f_d(0.2)"},
	{name: "Literal", text: "l_d := func() float64 {\nBODY\nreturn s\n}()\ns += 0.1 * l_d"},
	{name: "Higher", text: "s = apply(func(t float64) float64 {\ns := t * k\nBODY\nreturn s\n}, s)"},
	{name: "Method", text: "s = p.NAME(x, k, s, I%3)", helper: "func (p *P) NAME(x []float64, k, s float64, n int) float64 {\nv := make([]float64, len(x))\ncopy(v, x)\np.A += 0.1 * s\nBODY(n)\np.B[n%2] = s\nreturn s + 0.1*v[0]*p.A\n}"},
	{name: "ValueMethod", text: "s = p.NAME(v, k, s, I%3) + 0.1*p.A", helper: "func (p P) NAME(x []float64, k, s float64, n int) float64 {\nv := append([]float64{k}, x...)\np.A *= s\nBODY(n)\nreturn s + 0.1*v[1]*p.A\n}"},
	{name: "Recursion", text: "s = NAME(x, k, s, 1+I%2)", helper: "func NAME(x []float64, k, s float64, n int) float64 {\nif n <= 0 {\nreturn s * k\n}\nv := append([]float64(nil), x...)\np := P{A: k}\nBODY(n)\nreturn 0.5*NAME(x, 0.9*k, s, n-1) + 0.1*v[0] + p.A\n}"},
	{name: "Writer", text: "s = 0.5*s + NAME(v, k, s, I%3)", helper: "func NAME(v []float64, k, s float64, n int) float64 {\nx := []float64{k, s, v[1]}\np := P{B: [2]float64{k, s}}\nv[0] = 0.5 * v[1]\nBODY(n)\nreturn 0.5*s + x[0] + p.B[0]\n}"},
	{name: "Several", text: "if a_d, b_d, err := NAME(x, k, s, I%3); err == nil {\ns = a_d + 0.2*b_d\n}", helper: "func NAME(x []float64, k, s float64, n int) (float64, float64, error) {\nif x[0] > 50 {\nreturn 0, 0, errors.New(\"far\")\n}\nf := func() float64 {\nv := make([]float64, 3)\nvar p P\np.A = k\nBODY(n)\nreturn 0.9*s + v[0] + p.A\n}\nr := f()\nreturn r, s * k, nil\n}"},
	{name: "Field", text: "p.A = 0.5 * s\nBODY\ns += 0.1 * p.A * p.B[I%2]\np.B[I%2] = 0.5*p.A + k"},
	{name: "StructCopy", text: "o_d := p\no_d.A = s\nBODY\ns += 0.1 * (o_d.A - p.A)"},
	{name: "Pointer", text: "q_d := &p.B[I%2]\n*q_d += 0.1 * s\nBODY\ns = 0.9*s + 0.1**q_d"},
	{name: "Store", text: "v[I%len(v)] = 0.5 * s\nBODY\ns += 0.2 * v[(I+1)%len(v)]"},
	{name: "View", text: "w_d := v[1:]\nw_d[0] = 0.5*w_d[0] + 0.1*s\nBODY\ns += 0.1 * w_d[0] * v[0]"},
	{name: "Rows", text: "m_d := make([][]float64, 2)\nfor r := range m_d {\nm_d[r] = make([]float64, 2)\n}\nm_d[I%2][0] = s\nBODY\ns += 0.1 * m_d[0][0] * k"},
	{name: "Append", text: "var w_d []float64\nfor j_d := range 2 {\nw_d = append(w_d, s*k)\nBODY(I+j_d)\n}\ns += 0.1 * w_d[len(w_d)-1]"},
	{name: "Array", text: "a_d := [3]float64{0: k, 2: s}\na_d[I%3] += x[0]\nBODY\nb_d := a_d\nb_d[0] *= 0.5\ns += 0.1 * (a_d[0] + b_d[2])"},
	{name: "OpAssign", text: "v[I%len(v)] *= k\ns -= 0.3 * v[0]\nBODY\ns /= 1 + k*k\ns *= 1.5"},
	{name: "MinMax", text: "s = min(s, 4+x[0])\nBODY\ns = max(s, -4, 0.1*k)"},
	{name: "Swap", text: "v[0], s = 0.5*s, v[0]+s\nBODY\ns, v[0] = 0.9*s+0.1*v[0], s"},
	{name: "Copy", text: "c_d := make([]float64, len(v))\ncopy(c_d, v)\nBODY\nclear(v[:1])\ns += 0.1 * c_d[0]"},
	{name: "Generic", text: "s = mix(s, k, float64(I))\nBODY\ns = total(s, 0.1*x[0], k)"},
}

// pairsHeader is what the functions use.
const pairsHeader = `package corpus

import (
	"errors"
	"math"
)

// P is a struct.
type P struct {
	A float64
	B [2]float64
}

var _ = errors.New

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func apply(f func(float64) float64, t float64) float64 { return 0.5*f(t) + 0.1*f(0.3) }

func mix[T ~float32 | ~float64](a, b, c T) T { return 0.8*a + 0.1*b*b + 0.01*c }

func total(xs ...float64) (s float64) {
	for _, x := range xs {
		s += 0.5 * x
	}
	return s
}
`

// leaf is the innermost statement.
const leaf = "s = 0.7*s + 0.2*math.Sin(x[I%len(x)])*k + 0.05*v[0]*p.A"

var (
	index = regexp.MustCompile(`\bI\b`)
	hole  = regexp.MustCompile(`BODY(\([^()]*\))?`)
)

// pair is the text of a function with a construct in another, in text that is before it.
func pair(outer, inner construct, name string) string {
	var helpers strings.Builder
	fill := func(c construct, depth, idx string, body func(idx string) string) string {
		replace := func(text string) string {
			text = strings.NewReplacer("_d", depth, "NAME", "in"+name+depth).Replace(text)
			text = hole.ReplaceAllStringFunc(text, func(h string) string {
				if e := hole.FindStringSubmatch(h)[1]; e != "" {
					return body(index.ReplaceAllString(e, idx))
				}
				return body(idx)
			})
			return index.ReplaceAllString(text, idx)
		}
		if c.helper != "" {
			fmt.Fprintf(&helpers, "\n%s\n", replace(c.helper))
		}
		return replace(c.text)
	}
	text := fill(outer, "1", "n", func(idx string) string {
		return fill(inner, "2", idx, func(idx string) string { return index.ReplaceAllString(leaf, idx) })
	})
	return fmt.Sprintf("%s\n// %s has a construct in a construct.\nfunc %s(x []float64, k float64, n int) float64 {\ns := 0.5 * x[0]\nv := append([]float64(nil), x...)\np := P{A: k, B: [2]float64{x[1], 1}}\n%s\nreturn s + 0.1*v[0]*v[1] + 0.1*p.A*p.B[0]\n}\n",
		helpers.String(), name, name, text)
}

// TestPairs derives functions with every construct in every other: a sample of the pairs in which each construct is
// around one other and in one, or two where more is wanted, or all with -pairs.
func TestPairs(t *testing.T) {
	parts := part.Pick(len(constructs), 19)
	for k := range parts {
		if !*allPairs && k != 5 {
			continue
		}
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			text, count := pairsHeader, 0
			for i, outer := range constructs {
				for j, inner := range constructs {
					if (i+j)%parts == k {
						text += pair(outer, inner, outer.name+"Of"+inner.name)
						count++
					}
				}
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "pairs.go"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			agree(t, dir, count, 0)
		})
	}
}
