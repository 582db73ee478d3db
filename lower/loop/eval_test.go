package loop

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// run evaluates the first function of a text.
func run(t *testing.T, src string, args ...Value) ([]Value, Counts, error) {
	t.Helper()
	p := mustRead(t, src)
	if err := Verify(p); err != nil {
		t.Fatal(err)
	}
	return Eval(p, p.Funcs[0], args, 1_000_000)
}

// Programs with the values that arithmetic by hand gives.
func TestEvalValues(t *testing.T) {
	for _, c := range []struct {
		src  string
		args []Value
		want string
	}{
		{`func dot(a []real, b []real) {
			var s real = 0.0
			for i < len(a) { s += a[i] * b[i] }
			return s
		}`, []Value{[]float64{1, 2, 3}, []float64{4, 5, 6}}, "[32]"},
		{`func squares(n int) {
			var a []int = nil([]int)
			for down i < n { append(a, i * i) }
			return a, len(a)
		}`, []Value{int64(4)}, "[[9 4 1 0] 4]"},
		{`func collatz(n int) {
			var k int = 0
			loop { while n != 1
				if n % 2 == 0 { n = n / 2 } else { n = 3 * n + 1 }
				k += 1
			}
			return k
		}`, []Value{int64(27)}, "[111]"},
		{`func flat(n int) {
			var a [][n][2]int = new(n, n, 2)
			for i < n { for j < n { a[i][j][1] = 10 * i + j } }
			var b [][n][2]int = dirty(n, n, 2)
			copy(b, a)
			clear(a)
			return b, a, len(b)
		}`, []Value{int64(2)}, "[[0 0 0 1 0 10 0 11] [0 0 0 0 0 0 0 0] 2]"},
		{`func views() {
			var a []real = new(4)
			var b []real = a[1:+2]
			b[0] = 1.0
			a[2] = 2.0
			var rows [][]real = new(2)
			rows[0] = b
			rows[1] = a
			rows[1][3] = b[1] + 5.0
			return a, b, rows
		}`, nil, "[[0 1 2 7] [1 2] [[1 2] [0 1 2 7]]]"},
		{`func swap(x real, y real, a []real) {
			var b []real = new(2)
			copy(b, a)
			x, y = y, x
			b[0], b[1] = b[1], b[0]
			var i int = 0
			i, b[i] = 1, 9.0
			return x, y, b, i
		}`, []Value{1.0, 2.0, []float64{3, 4}}, "[2 1 [9 3] 1]"},
		{`func fib(n int) {
			var y int = n
			if n > 1 {
				var a int = call fib(n - 1)
				var b int = call fib(n - 2)
				y = a + b
			}
			return y
		}`, []Value{int64(15)}, "[610]"},
		{`func sw(n int) {
			var x int = 0
			switch n { case 0: x = 10 case 1: x = 20 default: x = 30 }
			return x
		}`, []Value{int64(-5)}, "[30]"},
		{`func lazy(a []real, n int) {
			return n < len(a) && a[n] > 0.0, n >= len(a) || a[n] > 0.0, select(n > 0, 1.5, 2.5), inrange(n, 9, "n")
		}`, []Value{[]float64{1}, int64(3)}, "[false true 1.5 3]"},
		{`func outs(n int) {
			var b []real = new(3)
			call fill(7.0, b[1:+2])
			return b
		}
		func fill(x real, out a []real) { for i < len(a) { a[i] = x + real(i) } }`, []Value{int64(0)}, "[[0 7 8]]"},
		{`func inouts(n int) {
			var b []real = new(3)
			b[1] = 1.0
			call more(7.0, b[1:+2])
			return b
		}
		func more(x real, inout a []real) { for i < len(a) { a[i] += x } }`, []Value{int64(0)}, "[[0 8 7]]"},
		{`func sums(n int) {
			var m [][]real = new(2, 2)
			call add(7.0, m, m[1], m[1])
			return m
		}
		func add(x real, shared a [][]real, shared b []real, shared c []real) { a[1][0] += x; b[0] += x; c[0] += x; b[1] = a[1][0] }`,
			[]Value{int64(0)}, "[[[0 0] [21 21]]]"},
		{`func list(n int) {
			var l &list = nil(&list)
			for i < n {
				var k &list = new cons(i, l)
				l = k
			}
			l.cons.x += 100
			l.cons.tail.cons.x = 200
			var s int = 0
			loop { while !(isnil(l))
				s = s * 10 + l.cons.x
				l = l.cons.tail
			}
			return s, tag(l), isnil(l)
		}
		cell list { nil empty() cons(x int, tail &list) }`, []Value{int64(3)}, "[12200 0 true]"},
		{`func tags(l &two) { return tag(l), tag(nil(&two)), l.b.xs[1] }
		cell linear two { a() b(xs []real) }`, nil, "[2 0 4]"},
		{`func grow() {
			var a []real = nil([]real)
			append(a, 1.0)
			append(a, 2.0)
			append(a, 3.0)
			var b []real = a[0:+2]
			append(b, 9.0)
			var c []real = a
			append(a, 4.0)
			append(c, 5.0)
			var u []unit = new(2)
			append(u, nil(unit))
			var aa [][]real = nil([][]real)
			append(aa, b)
			return a, b, c, len(u), aa
		}`, nil, "[[1 2 3 4] [1 2 9] [1 2 3 5] 3 [[1 2 9]]]"},
	} {
		p := mustRead(t, c.src)
		args := c.args
		if len(p.Cells) > 0 && p.Cells[0].Linear {
			args = []Value{NewObject(p.Cells[0], 1, []float64{3, 4})}
		}
		if err := Verify(p); err != nil {
			t.Error(err)
			continue
		}
		got, _, err := Eval(p, p.Funcs[0], args, 1_000_000)
		if s := fmt.Sprint(got); err != nil || s != c.want {
			t.Errorf("%s: got %v %v, want %s", p.Funcs[0].Name, s, err, c.want)
		}
	}
}

// Out arrays hold what was written, rows that were replaced included.
func TestEvalOut(t *testing.T) {
	a, b := []float64{1, 2}, []Value{[]float64{1}, []float64{2}}
	_, _, err := run(t, `func f(inout a []real, inout b [][]real) {
		a[0] += 5.0
		b[0][0] = 7.0
		b[1] = nil([]real)
	}`, a, b)
	if err != nil || fmt.Sprint(a, b) != "[6 2] [[7] []]" {
		t.Errorf("got %v %v %v", a, b, err)
	}
}

// Each run-time error, with its text.
func TestEvalErrors(t *testing.T) {
	for body, want := range map[string]string{
		"x = a[n]":                                     "f: index 3 out of range [0, 3)",
		"x = a[-1]":                                    "f: index -1 out of range [0, 3)",
		`n = inrange(n, 3, "at 1:2")`:                  "f: at 1:2: index 3 out of range [0, 3)",
		`n = idiv(n, n - 3, "1:2: by zero")`:           "f: 1:2: by zero",
		"n = n % (n - 3)":                              "f: integer division by zero",
		`check false, "text"`:                          "f: text",
		`check n == 2, "g", "a", n, 2`:                 "f: g: length of a is 3, want 2",
		"var b []real = new(-1)":                       "negative length -1",
		"var b [][3]real = new(2, 3) b[1][3] = x":      "index 3 out of range [0, 3)",
		"var b [][3]real = new(2, 3) b[2][0] = x":      "index 2 out of range [0, 2)",
		"var b []real = new(2) copy(b, a)":             "copy of 3 elements into 2",
		"var b []real = a[1:+3]":                       "3 elements from 1 on out of range of length 3",
		"var b []real = a[4:+0]":                       "0 elements from 4 on",
		"var b []real = a[0:+-1]":                      "-1 elements",
		"loop { while true }":                          "more steps than allowed",
		"for i < 1000000000 { }":                       "more steps than allowed",
		"var b []real = new(100000000)":                "more steps than allowed",
		"var b [][]real = new(1000000000, 1000000000)": "elements",
		"var b [][]real = new(2) x = b[0][0]":          "index 0 out of range [0, 0)",
		"var b [][2]real = new(2, 2) call g(b)":        "g: flat array of 4 elements where 6 are wanted",
		"x = nil(&c).some.f":                           "field of a cell of another constructor",
	} {
		_, _, err := run(t, "func f(x real, n int, a []real) {"+body+"\n}\nfunc g(out a [][3]real) { clear(a) }\ncell c { nil nothing() some(f real) }", 1.0, int64(3), []float64{1, 2, 3})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
	p := mustRead(t, "func f(n int) { call f(n) }")
	if _, _, err := Eval(p, p.Funcs[0], []Value{int64(1)}, 0); err == nil || !strings.Contains(err.Error(), "calls nested more than") {
		t.Errorf("endless recursion: %v", err)
	}
}

// Arguments that do not fit are told, not run.
func TestEvalArguments(t *testing.T) {
	src := "func f(x real, a [][]real, n int, b [][n]int, l &c, u []unit) { return len(b) }\ncell c { nil no() some(f real, r []&c) }"
	p := mustRead(t, src)
	c := p.Cells[0]
	good := []Value{1.0, []Value{[]float64{1}}, int64(2), []int64{1, 2, 3, 4}, NewObject(c, 1, 2.0, []*Object{nil}), Units(3)}
	if got, _, err := Eval(p, p.Funcs[0], good, 0); err != nil || got[0] != int64(2) {
		t.Fatal(got, err)
	}
	other := &Cell{Ctors: c.Ctors}
	for i, bad := range map[int][]Value{
		0: {1, nil, "x", []float64{}},
		1: {[]float64{1}, []Value{1.0}, 1.0},
		2: {2, 2.0},
		3: {[]int64{1}, []float64{1, 2}, []Value{}},
		4: {1.0, NewObject(other, 1, 2.0, nil), NewObject(c, 2), NewObject(c, 1), NewObject(c, 1, 2, nil),
			NewObject(c, 1, 2.0, []*Object{NewObject(c, 7)}), NewObject(c, 1, 2.0, []float64{})},
		5: {3, Units(-1)},
	} {
		for _, x := range bad {
			args := append([]Value(nil), good...)
			args[i] = x
			if _, _, err := Eval(p, p.Funcs[0], args, 0); err == nil {
				t.Errorf("argument %d: %v is taken", i, x)
			}
		}
	}
	if _, _, err := Eval(p, p.Funcs[0], nil, 0); err == nil {
		t.Error("no arguments are taken")
	}
	if _, _, err := Eval(p, &Func{Name: "g"}, nil, 0); err == nil {
		t.Error("a function of no program runs")
	}
}

// Counts, by hand.
func TestEvalCounts(t *testing.T) {
	for _, c := range []struct {
		body string
		want Counts
	}{
		{"x = x * y + exp(x)", Counts{Arith: 3, Cost: 22}},
		{"x += a[n - 1]", Counts{Arith: 2, Cost: 2, Loads: 1}},
		{"var b []real = new(n) b[0] += x", Counts{Arith: 1, Cost: 1, Allocs: 1, Zeroed: 4, Loads: 1, Stores: 1}},
		{"var b []real = dirty(n) copy(b, a) clear(b[1:+2])", Counts{Allocs: 1, Words: 4, Copied: 4, Zeroed: 2}},
		{"var b [][]real = new(n, 5)", Counts{Allocs: 5, Zeroed: 4 + 20}},
		{"var b [][5]real = new(n, 5) b[1][2] = x", Counts{Allocs: 1, Zeroed: 20, Stores: 1}},
		{"var b [][]real = new(2) b[0] = a x = b[0][1]", Counts{Allocs: 1, Zeroed: 2, Stores: 1, Loads: 2}},
		{"for i < n { x = y }", Counts{Iterations: 4}},
		{"loop { while n > 0 n = n - 1 }", Counts{Arith: 9, Cost: 9, Branches: 5, Iterations: 4}},
		{"if n > 0 && x > 0.0 || true { }", Counts{Arith: 4, Cost: 4, Branches: 1}},
		{"if n < 0 && x > 0.0 { }", Counts{Arith: 2, Cost: 2, Branches: 1}},
		{"switch n { default: }", Counts{Branches: 1}},
		{`check len(a) == 4, ""`, Counts{Arith: 1, Cost: 1, Branches: 1}},
		{"var z real = call g(x)", Counts{Calls: 1, Arith: 1, Cost: 1}},
		{"var k &c = new some(x, nil(&c)) x = k.some.f n = tag(k)", Counts{Allocs: 1, Words: 3, Stores: 3, Loads: 2}},
		{"n = select(isnil(nil(&c)), n, inrange(n, 5, \"\"))", Counts{Arith: 3, Cost: 3}},
		{"var b []int = nil([]int) for i < 5 { append(b, i) }", Counts{Iterations: 5, Stores: 5, Allocs: 4, Words: 1 + 2 + 4 + 8, Copied: 1 + 2 + 4}},
	} {
		_, got, err := run(t, "func f(x real, y real, n int, a []real) {"+c.body+"\n}\nfunc g(x real) { return x * x }\ncell c { nil no() some(f real, r &c) }",
			1.0, 2.0, int64(4), []float64{1, 2, 3, 4})
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v %v\nwant %+v", c.body, got, err, c.want)
		}
	}
}

// The total sums all classes but Cost.
func TestCountsTotal(t *testing.T) {
	var c Counts
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(1 << i)
	}
	if want := int64(1)<<v.NumField() - 1 - c.Cost; c.Total() != want {
		t.Errorf("got %b, want %b", c.Total(), want)
	}
}

// Random programs never break the evaluator, whatever they compute, and a program that was read
// back computes the same.
func TestEvalRandom(t *testing.T) {
	finished := 0
	for seed := range uint64(500) {
		p := randomProgram(seed)
		q := mustRead(t, p.String())
		for i, f := range p.Funcs {
			var args, again []Value
			for k, v := range f.Params {
				args = append(args, someValue(v.Var.Type))
				again = append(again, someValue(q.Funcs[i].Params[k].Var.Type))
			}
			r1, c1, err1 := Eval(p, f, args, 20_000)
			r2, c2, err2 := Eval(q, q.Funcs[i], again, 20_000)
			if c1 != c2 || (err1 == nil) != (err2 == nil) || err1 == nil && !alike(r1, r2) {
				t.Fatalf("seed %d: %v %v %v, read back %v %v %v\n%s", seed, r1, c1, err1, r2, c2, err2, p)
			}
			if err1 == nil {
				finished++
			}
		}
	}
	if finished < 100 {
		t.Errorf("only %d functions ended without an error", finished)
	}
}

// alike compares printed values, in which NaN is NaN, but for addresses.
func alike(a, b []Value) bool {
	for i := range a {
		if reflect.TypeOf(a[i]) != reflect.TypeFor[*Object]() && fmt.Sprint(a[i]) != fmt.Sprint(b[i]) && !strings.Contains(fmt.Sprint(a[i]), "0x") {
			return false
		}
	}
	return len(a) == len(b)
}

func someValue(t Type) Value {
	switch {
	case t.Rank > 1:
		return []Value{someValue(t.Elem()), someValue(t.Elem())}
	case t.IsArray() && t.Base == Real:
		return []float64{1, math.Pi, -2}
	case t.IsArray() && t.Base == Int:
		return []int64{2, 0}
	case t.IsArray() && t.Base == Bool:
		return []bool{true, false}
	case t.IsArray():
		return []*Object{nil, nil}
	case t.Base == Real:
		return 0.5
	case t.Base == Int:
		return int64(2)
	case t.Base == Bool:
		return true
	}
	return (*Object)(nil)
}
