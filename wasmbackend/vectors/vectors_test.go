package vectors

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

func isExp(o *syntax.Op) bool { return o.Name == "exp" }

// view is what there is to know of the first function of a program of loops.
func view(t *testing.T, body string) *facts.View {
	t.Helper()
	p, err := loop.Read("f", "export func f(x []real, n int, c real, out y []real) {\n"+body+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	return facts.NewView(&facts.View{Fn: f, Survey: facts.SurveyOf(f, isExp), Ranges: facts.NewRanges(f, nil),
		Checked: true, IsMath: isExp, Paired: func(*loop.Expr) bool { return false },
		Declared: func(*loop.Var) bool { return true }, IsTable: func(*loop.Var) bool { return false }})
}

// last is the last statement of a function.
func last(e *facts.View) *loop.For { return e.Fn.Body[len(e.Fn.Body)-1].(*loop.For) }

// Iterations are run in pairs where they do not disturb each other, and do what there is on vectors.
func TestPairs(t *testing.T) {
	for body, want := range map[string]bool{
		"for i < len(x) {\ny[i] = x[i] * c\n}":                                        true,
		"var s real = 0.0\nfor i < len(x) {\ns +~= x[i]\n}":                           true,
		"for i < len(x) - 1 {\ny[i + 1] = y[i] * c\n}":                                false,
		"for i < len(x) - 1 {\ny[i] = y[i + 1] * c\n}":                                true,
		"for i < len(x) {\ny[i] = exp(x[i])\n}":                                       false,
		"for i < len(x) {\nif x[i] > c {\ny[i] = c\n}\n}":                             false,
		"for i < 3 {\ny[i] = c\n}":                                                    false,
		"var p real = c\nfor i < len(x) {\nvar q real = x[i]\ny[i] = p * q\np = q\n}": true,
	} {
		e := view(t, body)
		if got := Pairs(e, last(e)) != nil; got != want {
			t.Errorf("%s\n%v, want %v", body, got, want)
		}
	}
}

// A search for the greatest is one for records.
func TestRecords(t *testing.T) {
	for body, want := range map[string]bool{
		"var best real = c\nfor i < n {\nvar a real = x[i]\nif a > best {\nbest = a\n}\n}":              true,
		"var best real = c\nfor i < n {\nvar a real = x[i]\nif a > best {\ny[i] = a\n}\n}":              false,
		"var best real = c\nvar k real = c\nfor i < n {\nvar a real = x[i]\nif a > best {\nk = a\n}\n}": false,
	} {
		e := view(t, body)
		if got := Records(e, last(e)) != nil; got != want {
			t.Errorf("%s\n%v, want %v", body, got, want)
		}
	}
}

// Statements side by side that do the same to elements side by side are one on vectors, and what they add to is, too.
func TestLanes(t *testing.T) {
	const head = "var m []real = new(2 * n)\nfor i < n {\nvar s real = 0.0\nvar r real = 0.0\nfor j < n {\n"
	for body, want := range map[string]int{
		"s +~= x[j] * m[2 * j]\nr +~= x[j] * m[2 * j + 1]\n": 2,
		"s +~= x[j] * m[2 * j]\nr +~= x[j] * m[3 * j + 1]\n": 0,
	} {
		e := view(t, head+body+"}\ny[i] = s + r\n}")
		l := FindLanes(e)
		if len(l.Second) != want {
			t.Errorf("%s: %d pairs, want %d", body, len(l.Second), want)
		}
	}
}

// What a loop with a loop in it stores as a function of a number is made by a loop of its own.
func TestMathAfter(t *testing.T) {
	const before = `export func f(x []real, n int, out y []real) {
	var z []real = new(n)
	for i < n {
		var s real = 0.0
		for j < n {
			s +~= x[j]
		}
		z[i] = exp(s)
	}
	copy(y, z)
}
`
	p, err := loop.Read("f", before)
	if err != nil {
		t.Fatal(err)
	}
	MathAfter(p, isExp)
	if got := p.String(); !strings.Contains(got, "\t\tz[i] = s\n\t}\n\tfor ") || !strings.Contains(got, "] = exp(t)\n") {
		t.Error(got)
	}
}
