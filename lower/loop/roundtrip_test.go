package loop

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// everyForm holds each form of the language at least once.
const everyForm = `cell list {
	nil empty()
	cons(head real, sizes [][]int, tail &list)
}

cell linear dlist {
	cons(head real, tail &dlist)
}

export func main(n int, a [][len(b)][3]real, b []real, out da [][n][3]real, l &list) {
	var x real = a[n - 1][0][2] * -2.5e-07 + -0.0
	var y real = -(1.0 ^ 2.0) - (x - 1e+300) / -inf
	var z real = (-(2.0)) ^ x - -(-(2.0 ^ x)) ^ (-x) + nan - nan(0xfff8000000000001) + exp((-1.0) ^ 3)
	var p bool = !(x < y) && (n == 3 || isnil(l)) || !(false)
	var m int = -(5) % idiv(n, n - 2, "quotient \"of\"\n") + imod(-9223372036854775808, n, "") - (n - -(n - 1))
	var new_a []real = new(n)
	var grid [][n + 1]real = dirty(m, n + 1)
	var rag [][]real = new(n)
	rag[inrange(m, n, "f.chad:3:4")] = new_a
	rag[0], x = b[1:+n - 1], select(p, x, y)
	grid[m][n] += x
	copy(rag[1], rag[2][0:+2])
	clear(grid)
	append(new_a, real(n))
	for i < n {
		for down j < i * 2 {
			x += b[j]
		}
	}
	loop {
		var go_on bool = x > 0.0
		while go_on
		x = x - 1.0
	}
	if p {
	}
	if x == y {
		x = y
	} else if x != y {
		y = x
	} else {
		y = 0.0
		x = 1.0
	}
	switch tag(l) {
	case 0:
		x = l.cons.head
	case 1:
		l.cons.head = x
	default:
	}
	switch n {
	}
	var k &list = new cons(x, nil([][]int), l)
	var d &dlist = new cons(x, nil(&dlist))
	var e &dlist = d
	var u []unit = nil([]unit)
	call sub(e)
	var q real, _, r [][n]real = call sub(d)
	var _ = call sub(d)
	check p, "text"
	check p, "text", "name"
	check p, "text", "name", len(b), n
	return x, b, a[0]
}

func sub(d &dlist) {
	return d.cons.head, d.cons.tail, nil([][]real)
}

func sums(inout a []real, shared b [][]real, shared c []real) {
}

func grown(owned a &dlist, b &dlist) {
	return a
}
`

func mustRead(t testing.TB, src string) *Program {
	t.Helper()
	p, err := Read("test.loop", src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The text of each form reads back as itself.
func TestRoundTripForms(t *testing.T) {
	if got := mustRead(t, everyForm).String(); got != everyForm {
		t.Errorf("got\n%s", got)
	}
}

// White space is free, and comments are blank.
func TestReadLayout(t *testing.T) {
	var b strings.Builder
	for _, tok := range scan(everyForm) {
		b.WriteString(everyForm[tok.start:tok.end] + " // comment { \"\n\n")
	}
	if got := mustRead(t, b.String()).String(); got != everyForm {
		t.Errorf("one token a line: got\n%s", got)
	}
	b.Reset()
	for _, tok := range scan(everyForm) {
		b.WriteString(everyForm[tok.start:tok.end] + " ")
	}
	if got := mustRead(t, b.String()).String(); got != everyForm {
		t.Errorf("one line: got\n%s", got)
	}
}

// What a text means is known by hand: the expression is built beside it.
func TestReadMeaning(t *testing.T) {
	x, y, n := NewVar("x", RealType), NewVar("y", RealType), NewVar("n", IntType)
	op := func(name string, args ...*Expr) *Expr { return Prim(syntax.MustOp(name), args...) }
	for src, want := range map[string]*Expr{
		"x - y - x":        op("-", op("-", Use(x), Use(y)), Use(x)),
		"x - (y - x)":      op("-", Use(x), op("-", Use(y), Use(x))),
		"x + y * x":        op("+", Use(x), op("*", Use(y), Use(x))),
		"-x ^ y":           op("neg", op("pow", Use(x), Use(y))),
		"(-x) ^ n":         op("powi", op("neg", Use(x)), Use(n)),
		"x ^ y ^ -x":       op("pow", Use(x), op("pow", Use(y), op("neg", Use(x)))),
		"-2.0":             RealConst(-2),
		"-2.0 ^ x":         op("neg", op("pow", RealConst(2), Use(x))),
		"(-2.0) ^ x":       op("pow", RealConst(-2), Use(x)),
		"-(2.0)":           op("neg", RealConst(2)),
		"-0.0":             RealConst(math.Copysign(0, -1)),
		"n - -1":           op("isub", Use(n), IntConst(-1)),
		"-n / n":           op("idiv", op("ineg", Use(n)), Use(n)),
		"idiv(n, n)":       op("idiv", Use(n), Use(n)),
		`idiv(n, n, "z")`:  Div(syntax.MustOp("idiv"), Use(n), Use(n), "z"),
		"!(x < y) && true": op("and", op("not", op("lt", Use(x), Use(y))), BoolConst(true)),
		"n < n || n > 3 && false": op("or", op("ilt", Use(n), Use(n)),
			op("and", op("igt", Use(n), IntConst(3)), BoolConst(false))),
		"real(n)":             op("real", Use(n)),
		`inrange(n, 3, "at")`: CheckIndex(Use(n), IntConst(3), "at"),
	} {
		p := mustRead(t, "func f(x real, y real, n int) { return "+src+" }")
		f := p.Funcs[0]
		got := f.Results[0].subst(map[*Var]*Var{f.Params[0].Var: x, f.Params[1].Var: y, f.Params[2].Var: n})
		if !Equal(got, want) {
			t.Errorf("%s reads as %s", src, p)
		}
		again := &Func{Name: "f", Params: []Param{{Var: x}, {Var: y}, {Var: n}}, Results: []*Expr{want}}
		if back := mustRead(t, again.String()); back.Funcs[0].String() != again.String() || back.String() != p.String() {
			t.Errorf("%s prints as %s", src, again)
		}
	}
}

func (e *Expr) subst(m map[*Var]*Var) *Expr {
	if e.Kind == VarExpr && m[e.Var] != nil {
		return Use(m[e.Var])
	}
	return e.MapArgs(func(a *Expr) *Expr { return a.subst(m) })
}

// Names that clash, are reserved or are no names at all are told apart.
func TestPrintNames(t *testing.T) {
	c := &Cell{Name: "a cell", Nil: -1, Ctors: []Ctor{{Name: "c"}, {Name: "c", Fields: []Field{{"f", RealType}, {"f", IntType}}}}}
	c2 := &Cell{Name: "a cell", Nil: -1}
	r := NewVar("x", RefTo(c))
	v := []*Var{r, NewVar("x", RealType), NewVar("x_2", IntType), NewVar("", IntType), NewVar("for", IntType), NewVar("é'1", IntType),
		NewVar("_", IntType), NewVar("2", IntType), NewVar("\xff", IntType), NewVar("x", RefTo(c2))}
	f := &Func{Name: "f", Results: []*Expr{FieldOf(Use(r), 1, 1)}}
	for _, v := range v {
		f.Params = append(f.Params, Param{Var: v})
	}
	p := &Program{Cells: []*Cell{c, c2}, Funcs: []*Func{f, {Name: "f"}}}
	got := p.String()
	want := `cell a_cell {
	c()
	c_2(f real, f_2 int)
}

cell a_cell_2 {
}

func f(x &a_cell, x_2 real, x_2_2 int, x_3 int, for_ int, é'1 int, x_4 int, x2 int, x_5 int, x_6 &a_cell_2) {
	return x.c_2.f_2
}

func f_2() {
}
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
	if again := mustRead(t, got).String(); again != got {
		t.Errorf("again\n%s", again)
	}
}
