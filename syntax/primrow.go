package syntax

import (
	"embed"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The functions below make rows of usual shapes.

// all is the sample interval of functions defined everywhere.
var all = Interval{-3, 3}

var negInf = math.Inf(-1)

func sig(n int, t Type) []Type {
	out := make([]Type, n)
	for i := range out {
		out[i] = t
	}
	return out
}

// real1 is a row for f: real → real with derivative d(x, y).
func real1(name string, g GoForm, cost int, dom Interval, f func(float64) float64, d func(x, y Term) Term) *Op {
	return &Op{
		Name: name, Params: sig(1, Real), Result: Real, Cost: cost, Domain: []Interval{dom}, Go: g,
		Eval:     func(x []Value) (Value, error) { return Value{F: f(x[0].F)}, nil },
		Partials: func(x []Term, y Term) []Term { return []Term{d(x[0], y)} },
	}
}

// real2 is a row for f: (real, real) → real with partials d(x, y, f(x, y)).
func real2(name string, g GoForm, cost int, a, b Interval, f func(x, y float64) float64,
	d func(x, y, z Term) (Term, Term)) *Op {
	return &Op{
		Name: name, Params: sig(2, Real), Result: Real, Cost: cost, Domain: []Interval{a, b}, Go: g,
		Eval: func(x []Value) (Value, error) { return Value{F: f(x[0].F, x[1].F)}, nil },
		Partials: func(x []Term, z Term) []Term {
			p, q := d(x[0], x[1], z)
			return []Term{p, q}
		},
	}
}

// flat is a row for a step function.
func flat(name string, g GoForm, f func(float64) float64, smooth func(x []float64) bool) *Op {
	o := exact(real1(name, g, 1, all, f, func(Term, Term) Term { return nil }))
	o.Flat, o.Smooth = true, smooth
	return o
}

// singular marks a row.
func singular(o *Op) *Op { o.Singular = true; return o }

// factors marks a row.
func factors(o *Op) *Op { o.Factors = true; return o }

// smooth restricts where the suite may difference.
func smooth(o *Op, at func(x []float64) bool) *Op { o.Smooth = at; return o }

// within gives a row its domain.
func within(o *Op, domain ...Interval) *Op { o.Domain = domain; return o }

// exact marks a row.
func exact(o *Op) *Op { o.Exact = true; return o }

// rounded marks a row.
func rounded(o *Op) *Op { o.Rounded = true; return o }

// joint says that a row is jointly linear, with coefficients.
func joint(o *Op, cs ...float64) *Op { o.Joint = cs; return o }

// mathFunc is the function of that name in package math.
func mathFunc(name string) GoForm { return GoForm{Pkg: "math", Func: name} }

//go:embed prim*.go
var primSource embed.FS

// primText has all of primSource, read once: programs that carry the compiler start with this.
var primText = sync.OnceValue(func() string {
	var all strings.Builder
	files, _ := primSource.ReadDir(".")
	for _, f := range files {
		text, _ := primSource.ReadFile(f.Name())
		all.WriteString(strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	return all.String()
})

// helper is the function of that name in one of the prim….go files, which the Go
// back end emits as it stands here: it may use nothing but builtins and what it imports.
func helper(name string) GoForm {
	src := primText()
	at := strings.Index(src, "\nfunc "+name+"(")
	if at < 0 {
		panic("syntax: no Go source for " + name)
	}
	end := at + 1 + strings.Index(src[at+1:], "\n")
	if !strings.HasSuffix(src[:end], "}") { // more than one line
		end = at + strings.Index(src[at:], "\n}\n") + len("\n}")
	}
	for from := strings.LastIndex(src[:at], "\n"); strings.HasPrefix(src[from+1:],
		"//"); from = strings.LastIndex(src[:from], "\n") {
		at = from
	}
	g := GoForm{Func: name, Helper: src[at+1 : end]}
	for _, path := range []string{"math", "math/bits"} {
		if mentions(g.Helper, path[strings.LastIndex(path, "/")+1:]) {
			g.Imports = append(g.Imports, path)
		}
	}
	return g
}

// mentions reports whether Go source names something exported by a package.
func mentions(src, pkg string) bool {
	for rest := src; ; {
		at := strings.Index(rest, pkg+".")
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:at])
		rest = rest[at+len(pkg)+1:]
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) && before != '_' && rest != "" && 'A' <= rest[0] &&
			rest[0] <= 'Z' {
			return true
		}
	}
}
