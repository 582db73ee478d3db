package vet_test

// A fixCase is a package that draws a message with a fix.
type fixCase struct {
	name  string
	code  string
	title string // of the fix to apply; the first one if it is empty
	text  string // of the file
	want  string // a part of the text that the fix makes
	call  string // an expression of a float64, of package p, that has the same bits before and after; empty for none
	left  string // the code that is drawn afterwards, empty where the package is accepted
}

// fixCases are for each code with fixes one or more.
var fixCases = []fixCase{
	{name: "verb", code: "directive", want: "//chad:grad // of F\n", call: "p.F(3)", text: `
//chad:gard // of F
func F(x float64) float64 { return x * x }
`},
	{name: "blank", code: "directive", want: "\n//chad:grad wrt=x\n", call: "p.F(3)", text: `
// Größe ist F, „in Worten“.
//
//	 indented
//
// chad:grad wrt=x
func F(x float64) float64 { return x * x }
`},
	{name: "key", code: "directive", want: "//chad:grad wrt=x name=G\n", call: "p.F(3)", text: `
//chad:grad wrtt=x name=G
func F(x float64) float64 { return x * x }
`},
	{name: "twice", code: "directive", want: "//chad:grad wrt=x\n", text: `
//chad:grad wrt=x wrt=x
func F(x float64) float64 { return x * x }
`},
	{name: "parameter", code: "directive", want: "//chad:grad wrt=k,theta\n", text: `
//chad:grad wrt=k,thetta
func F(theta []float64, k float64) float64 { return k * theta[0] }
`},
	{name: "field", code: "directive", want: "//chad:grad wrt=m.Weights\n", text: `
type Model struct{ Weights, Bias float64 }

//chad:grad wrt=m.Wieghts
func F(m Model) float64 { return m.Weights * m.Bias }
`},
	{name: "overlap", code: "directive", want: "//chad:grad wrt=x\n", text: `
//chad:grad wrt=x,x
func F(x float64) float64 { return x * x }
`},
	{name: "constant", code: "directive", want: "//chad:grad wrt=x,y\n", text: `
//chad:grad wrt=n,x,y
func F(x, y float64, n int) float64 { return x * y * float64(n) }
`},
	{name: "constantlast", code: "directive", want: "//chad:grad wrt=x\n", text: `
//chad:grad wrt=x,n
func F(x float64, n int) float64 { return x * x * float64(n) }
`},
	{name: "result", code: "directive", want: "//chad:grad of=loss\n", text: `
//chad:grad of=losss
func F(x float64) (loss, norm float64) { return x * x, x }
`},
	{name: "target", code: "directive", want: "//chad:derivative of=square\n", text: `
//chad:grad
func F(x float64) float64 { return square(x) }

func square(x float64) float64 { return x * x }

//chad:derivative of=sqare
func squareJVP(x, dx float64) (float64, float64) { return x * x, 2 * x * dx }
`},
	{name: "unused", code: "directive", want: "\n// squareJVP is a pushforward.\nfunc squareJVP", text: `
//chad:grad
func F(x float64) float64 { return x * x }

func square(x float64) float64 { return x * x }

// squareJVP is a pushforward.
//chad:derivative of=square
func squareJVP(x, dx float64) (float64, float64) { return x * x, 2 * x * dx }
`},
	{name: "nowhere", code: "directive", want: "\n// F squares.\n//chad:grad\nfunc F", text: `
//chad:grad

// F squares.
func F(x float64) float64 { return x * x }
`},
	{name: "emit", code: "directive", want: "package p\n\n//chad:emit elementary\n", text: `
//chad:grad
func F(x float64) float64 { return x * x }

//chad:emit elementary
func G(x float64) float64 { return x * x }
`},
	{name: "setting", code: "directive", want: "//chad:emit fastmath\n", text: `
//chad:emit fastmaths

//chad:grad
func F(x float64) float64 { return x * x }
`},
	{name: "again", code: "directive", want: "//chad:nodiff\nfunc k()", text: `
//chad:grad
func F(x float64) float64 { return x * k() }

//chad:nodiff
//chad:nodiff
func k() float64 { return 2 }
`},
	{name: "both", code: "directive", want: "\n//chad:derivative of=square\nfunc squareJVP", text: `
//chad:grad
func F(x float64) float64 { return square(x) }

func square(x float64) float64 { return x * x }

//chad:nodiff
//chad:derivative of=square
func squareJVP(x, dx float64) (float64, float64) { return x * x, 2 * x * dx }
`},
	{name: "instance", code: "directive", want: "//chad:grad inst=float64\n", call: "p.F(3.0)", text: `
//chad:grad
func F[T float32 | float64](x T) T { return x * x }
`},
	{name: "group", code: "directive", want: "// Größe.\n//\n//chad:grad wrt=β name=A\n//chad:hessian wrt=β // ü\n//chad:vjp wrt=β name=B\nfunc", text: `
// Größe.
//
//chad:grad wrt=β name=A
//chad:hesian wrt=β // ü
//chad:vjp wrt=β name=B
func F(β []float64) float64 { return β[0] * β[0] }
`, call: "p.F([]float64{3})"},
	{name: "noinstance", code: "directive", want: "//chad:grad name=G\n", text: `
//chad:grad inst=float64 name=G
func F(x float64) float64 { return x * x }
`},
	{name: "colors", code: "directive", want: "//chad:jacobian by=colors\n", text: `
//chad:jacobian by=colours
func F(x []float64) []float64 { return []float64{x[0] * x[1], x[1]} }
`},
	{name: "ragged", code: "directive", want: "//chad:grad wrt=x\n", text: `
//chad:grad ragged=x wrt=x
func F(x []float64) float64 { return x[0] * x[1] }
`},
	{name: "layout", code: "directive", want: "//chad:grad problem=flat wrt=x\n", call: "p.F(3, 2)", text: `
//chad:grad problem=flatt wrt=x
func F(x, y float64) float64 { return x * y }
`},

	{name: "vector", code: "go-derive", title: "write //chad:jacobian", want: "//chad:jacobian wrt=x\n", text: `
//chad:grad wrt=x
func F(x []float64) []float64 { return []float64{x[0] * x[1], x[1]} }
`},
	{name: "narrow", code: "go-derive", title: "leave problem=flat out", want: "//chad:grad wrt=x // by one\n", text: `
//chad:grad problem=flat wrt=x // by one
func F(x float32) float64 { return float64(x * x) }
`},
	{name: "several", code: "go-derive", title: "add of=norm", want: "//chad:grad of=norm wrt=x\n", text: `
//chad:grad wrt=x
func F(x float64) (loss, norm float64) { return x * x, x }
`},
	{name: "noresult", code: "go-derive", want: "//chad:vjp\n", text: `
//chad:grad
func F(x, y []float64) { y[0] = x[0] * x[0] }
`},

	{name: "deferred", code: "defer", want: "deferred = append(deferred, func() { s *= v })", call: "p.F([]float64{3, 5})", text: `
//chad:grad
func F(x []float64) (s float64) {
	for _, v := range x {
		if v > 1 {
			defer func() { s *= v }()
		}
		defer2 := v
		s += defer2
	}
	return s + 1
}
`},
	{name: "deferrednested", code: "defer", call: "p.F([]float64{3, 5})", text: `
//chad:grad
func F(x []float64) (s float64) {
	deferred := 1.0
	for _, v := range x {
		for i := range 2 {
			defer func() { s = s*v + float64(i) }()
		}
	}
	return deferred
}
`},

	{name: "nodiff", code: "derivative-nodiff", title: "leave the derivative out", want: "\nfunc GJVP", text: `
//chad:derivative of=G
func GJVP(x, dx float64) (float64, float64) { return G(x), dx }

//chad:nodiff
func G(x float64) float64 { return x }

//chad:grad
func F(x float64) float64 { return x * G(x) }
`},
	{name: "nodiff2", code: "derivative-nodiff", title: "leave //chad:nodiff out", text: `
//chad:derivative of=G
func GJVP(x, dx float64) (float64, float64) { return G(x), dx }

// G is x.
//
//chad:nodiff
func G(x float64) float64 { return x }

//chad:grad
func F(x float64) float64 { return x * G(x) }
`},

	{name: "order", code: "evaluation-order", want: "\tt := double()\n\treturn x + t\n", call: "p.F(3)", text: `
//chad:grad
func F(x float64) float64 {
	double := func() float64 { x *= 2; return x }
	return x + double()
}
`},

	{name: "upper", code: "foreign-call", want: "//chad:nodiff\nfunc isUpper(r rune) bool { return unicode.IsUpper(r) }\n", call: "p.F(3, 'R')", text: `
import "unicode"

//chad:grad
func F(x float64, r rune) float64 {
	if unicode.IsUpper(r) {
		return 2 * x
	}
	return x
}
`},

	{name: "counter", code: "global-write", want: "{\n\treturn x * x\n}", call: "p.F(3)", text: `
var calls int

//chad:grad
func F(x float64) float64 {
	calls++
	return x * x
}
`},

	{name: "waitgroup", code: "goroutine", want: "\t\tfunc() {\n\t\t\tout[i] = v * v\n\t\t}()\n\t}\n\treturn", call: "p.F([]float64{3, 5})", text: `
import "sync"

//chad:grad
func F(x []float64) float64 {
	var wg sync.WaitGroup
	out := make([]float64, len(x))
	for i, v := range x {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = v * v
		}()
	}
	wg.Wait()
	return out[0] * out[1]
}
`},
	{name: "called", code: "goroutine", want: "\tfunc() { into(out, x) }()\n", call: "p.F([]float64{3, 5})", text: `
import "sync"

//chad:grad
func F(x []float64) float64 {
	out := make([]float64, len(x))
	var wg sync.WaitGroup
	wg.Add(len(x))
	for i, v := range x {
		go func(i int, v float64) {
			out[i] += v * v
			wg.Done()
		}(i, v)
	}
	wg.Wait()
	wg.Go(func() { into(out, x) })
	wg.Wait()
	return out[0] * out[1]
}

func into(out, x []float64) { out[0] *= x[1] }
`},
	{name: "waitgroupgo", code: "goroutine", call: "p.F([]float64{3, 5})", text: `
import (
	"math"
	"sync"
)

//chad:grad
func F(x []float64) float64 {
	var wg sync.WaitGroup
	out := make([]float64, len(x))
	for i, v := range x {
		wg.Go(func() { out[i] = math.Exp(v) })
	}
	wg.Wait()
	return out[0] * out[1]
}
`},

	{name: "iterator", code: "goto", want: "for _, v := range x {", call: "p.F([]float64{0.5, 3, 7})", text: `
import "slices"

//chad:grad
func F(x []float64) float64 {
	s := 1.0
	for v := range slices.Values(x) {
		if v > 1 {
			goto end
		}
		s *= v
	}
	s *= 2
end:
	return s
}
`},

	{name: "printkept", code: "io", want: "{\n\ty := x[0] * 2\n\t_ = x[1]\n\t_ = y\n\treturn x[0]\n}", call: "p.F([]float64{3, 4})", text: `
import (
	"fmt"
)

//chad:grad
func F(x []float64) float64 {
	y := x[0] * 2
	fmt.Println("größer", x[1], y, x)
	return x[0]
}
`},
	{name: "printline", code: "io", want: "{ return x * x }", call: "p.F(3)", text: `
//chad:grad
func F(x float64) float64 { println(x); return x * x }
`},

	{name: "keys", code: "range-map", want: "\tfor _, k := range slices.Sorted(maps.Keys(m)) {\n\t\tv := m[k]\n", text: `
//chad:grad
func F(x []float64) float64 {
	m := map[int]float64{}
	for i, v := range x {
		m[i%3] += v
	}
	s := 0.0
	for k, v := range m {
		s += v * float64(k)
	}
	return s
}
`, call: "p.F([]float64{3, 5, 7, 9})"},

	{name: "recovers", code: "recover", want: "{\n\treturn x * x\n}", call: "p.F(3)", text: `
//chad:grad
func F(x float64) float64 {
	recover()
	return x * x
}
`},

	{name: "onlydefault", code: "select", call: "p.F(3)", text: `
//chad:grad
func F(x float64) float64 {
	select {
	default:
		x := x * 2
		return x * x
	}
}
`},

	{name: "assertion", code: "type-assertion", want: "//chad:grad inst=float64\nfunc F[V any](v V) float64 { return any(v).(float64) * 2 }", call: "p.F(3.0)", text: `
//chad:grad
func F(v any) float64 { return v.(float64) * 2 }
`},
	{name: "typeswitch", code: "type-switch", want: "//chad:grad inst=float64\n", call: "p.F(3.0) + p.F(2)", text: `
//chad:grad
func F(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v * v
	case int:
		return float64(v)
	}
	return 0
}
`},

	{name: "array", code: "unsupported", want: "return [2]float64(x)[0] * y[1]", call: "p.F([]float64{3, 5})", text: `
//chad:grad
func F(x []float64) float64 {
	y := x
	return (*[2]float64)(x)[0] * y[1]
}
`},
	{name: "array1", code: "unsupported", want: "y := [2]float64(x)\n", call: "p.F([]float64{3, 5})", text: `
//chad:grad
func F(x []float64) float64 {
	y := *(*[2]float64)(x)
	return y[1] * y[0]
}
`},

	{name: "length", code: "opaque-value", want: "if s != \"\" && x > 1 {", call: `p.F(3, "") + p.F(5, "a")`, text: `
//chad:grad
func F(x float64, s string) float64 {
	if 0 < len(s) && x > 1 {
		return x * x
	}
	return x
}
`},
	{name: "bits", code: "opaque-value", want: "import \"math\"\n", call: "p.F(-3) + p.F(2)", text: `
import "unsafe"

//chad:grad
func F(x float64) float64 {
	if *(*uint64)(unsafe.Pointer(&x))>>63 != 0 {
		return -x
	}
	return x * x
}
`},

	{name: "search", code: "warn-search", want: "//chad:grad wrt=b name=G\n", call: "p.F(2, 3)", text: `
//chad:grad name=G
func F(a, b float64) float64 {
	lo, hi := 0.0, 10.0
	for range 60 {
		m := (lo + hi) / 2
		if m*m > a {
			hi = m
		} else {
			lo = m
		}
	}
	return lo * b
}
`},

	{name: "nan", code: "warn-equality", want: "if math.IsNaN(x*y) {", call: "p.F(3, 5)", text: `
//chad:grad
func F(x, y float64) float64 {
	if x*y != x*y {
		return 0
	}
	return x * y
}
`},
	{name: "inf", code: "warn-equality", want: "if x > 1 && math.IsInf(x*y, -1) {", call: "p.F(3, 5)", text: `
import "math"

//chad:grad
func F(x, y float64) float64 {
	if x > 1 && x*y == math.Inf(-1) {
		return 0
	}
	return x * y
}
`},

	{name: "abs", code: "bits", want: "return x * math.Abs(y)\n", call: "p.F(3, -5)", text: `
import "math"

//chad:grad
func F(x, y float64) float64 {
	return x * math.Float64frombits(math.Float64bits(y)&^(1<<63))
}
`},

	{name: "signature", code: "derivative-signature", want: "\nfunc GJVP", text: `
//chad:derivative of=G
func GJVP(x, k, dx float64) (float64, float64) { return G(x, k), k * dx }

func G(x, k float64) float64 { return k * x }

//chad:grad
func F(x float64) float64 { return x * G(x, 2) }
`, call: "p.F(3)"},

	{name: "hidden", code: "go-emit", want: "func len2(x []float64) int { return 3 }\n\nfunc G() int { return len2(nil) }\n", text: `
//chad:grad
func F(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s
}

func len(x []float64) int { return 3 }

func G() int { return len(nil) }
`, call: "p.F([]float64{3, 5})"},

	{name: "timing", code: "impure-call", want: "{\n\ty := x * x\n\treturn y\n}", text: `
import (
	"log"
	"time"
)

//chad:grad
func F(x float64) float64 {
	start := time.Now()
	defer log.Println("F:", time.Since(start))
	y := x * x
	log.Printf("%v %v", y, time.Since(start))
	return y
}
`, call: "p.F(3)"},

	{name: "capacity", code: "own-capacity", want: "y := x[1:2]\n", text: `
//chad:grad
func F(x []float64) float64 {
	y := x[1:2:cap(x)]
	return y[0] * y[0]
}
`, call: "p.F([]float64{3, 5})"},

	{name: "linear", code: "flow-term", want: "\nfunc gJVP", text: `
//chad:grad
func F(x float64) float64 { return g(x) }

func g(x float64) float64 { return x * x }

//chad:derivative of=g
func gJVP(x, dx float64) (float64, float64) { return x * x, dx * dx }
`, call: "p.F(3)"},
}
