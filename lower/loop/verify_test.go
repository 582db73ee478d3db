package loop

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Programs of all forms are well formed.
func TestVerifyAccepts(t *testing.T) {
	for seed := range uint64(600) {
		p := randomProgram(seed)
		if err := Verify(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p)
		}
	}
	for _, src := range []string{`
		func f(n int, a []real, out b []real) {
			var x [][n][3]real = new(n, n, 3)
			var y [][n][3]real = dirty(n, n, 3)
			copy(y, x)
			var z [][n][3]real = x
			z, y = y, z
			b = b[0:+n]
			clear(b)
			var k int = len(z)
			var w [][n][3]real = call g(n, x)
			var rows [][]real = new(2)
			rows[0] = a
			var v []real = nil([]real)
			append(v, a[0])
			v[0] += 1.0
			var m [][]real = new(2, n)
			call sums(m, m[1], m[1], a)
			return w, y
		}
		func sums(shared m [][]real, shared u []real, shared v []real, w []real) { u[0] += w[0]; v[0] += w[1]; m[1][0] += w[2] }
		func g(n int, x [][n][3]real) { return x }`,
	} {
		if err := Verify(mustRead(t, src)); err != nil {
			t.Error(err)
		}
	}
}

// Each rule that a text can break is broken once; the statement is told.
func TestVerifyRejectsText(t *testing.T) {
	for body, want := range map[string]string{
		"a[0] = x":         "a may be memory of a parameter that is not Out, and is written\n  a[0] = x",
		"a[0] += x":        "a may be memory of a parameter",
		"aa[0][1] = x":     "aa may be memory of a parameter",
		"aa[0] = a":        "aa may be memory of a parameter",
		"clear(a)":         "a may be memory of a parameter",
		"copy(a, b)":       "a may be memory of a parameter",
		"copy(a[0:+n], b)": "a may be memory of a parameter",
		"var v []real = a[1:+2] var w []real = v w[0] = x": "w may be memory of a parameter",
		"var v []real = new(n) v[0] = x v = aa[0]":         "v may be memory of a parameter",
		"append(a, x)":                "append to a, which may be memory of the caller",
		"append(b, x)":                "append to b, which may be memory of the caller",
		"b = a":                       "Out parameter b assigned what is no view of it",
		"var v []real = new(n) b = v": "Out parameter b assigned",
		"for i < n { i = 1 }":         "variable i of a loop is assigned",
		"for i < n { i += 1 }":        "variable i of a loop is assigned",
		"for i < x { }":               "number of iterations is a real, want int",
		"if n { }":                    "condition is a int, want bool\n  if n {",
		"loop { while x }":            "condition is a real",
		"switch x { default: }":       "tag is a real",
		"switch n { }":                "switch without a case",
		"x = n":                       "a int stored in a real",
		"x, x = 1.0, 2.0":             "one place assigned twice",
		"x, n = 1.0":                  "1 values for 2 places",
		"var y real = 1":              "y has type real, its value int",
		"var y bool = true y += y":    "addition to a bool",
		"x += n":                      "what is added is a int, want real",
		"copy(b, aa)":                 "copy of a [][]real into a []real",
		"copy(x, x)":                  "copy of a real",
		"clear(x)":                    "clear of a real",
		"var v []real = nil([]real) append(v, n)": "what is appended is a int",
		"append(x, x)":                                              "append to a real",
		"var v [][]real = new(n, n, n)":                             "new array with 3 lengths for 2 dimensions",
		"var v []real = new()":                                      "new array with 0 lengths",
		"var v []real = new(x)":                                     "length is a real",
		"var v [][3]real = new(n)":                                  "new flat array with 1 lengths",
		"var v [][3]real = new(n, 4)":                               "length 1 of a new flat array is not that of its variable",
		"var m int = n m = 2 var v [][m]real = new(n, m)":           "a length of flat array v is of variable m, which is assigned",
		"var v [][len(aa[0])]real = new(n, len(aa[0]))":             "a length of flat array v reads memory or can fail",
		"var v [][x]real = nil([][]real)":                           "length of a flat array is a real",
		"var v [][3]unit = new(n, 3)":                               "flat array v of units",
		flat + "var r []real = v[0]":                                "flat array v under 1 indices of 2",
		flat + "v[0] = b":                                           "flat array v under 1 indices of 2",
		flat + "var w [][]real = v":                                 "a flat array and one that is not",
		flat + "var w [][4]real = v":                                "flat arrays with other lengths",
		flat + "aa = v":                                             "a flat array and one that is not",
		flat + "var w [][3]real = v[0:+1]":                          "flat array v is used as a whole",
		flat + "copy(v, aa)":                                        "a flat array and one that is not",
		flat + "var w [][][]real = new(1) w[0] = v":                 "a flat array and one that is not",
		flat + "append(v, b)":                                       "append to a flat array",
		flat + "call h(v, b)":                                       "argument 0 is not flat as its parameter is",
		flat + "n = len(v[0])":                                      "flat array v under 1 indices",
		"call h(aa)":                                                "h has 1 arguments, want 2",
		"call h(aa, x)":                                             "argument 1 is a real, want []real",
		"call h(aa, a)":                                             "a may be memory of a parameter",
		"call h(aa, nil([]real))":                                   "written to what is no array",
		"var y real = call h(aa, b)":                                "h has 0 results, want 1",
		"call one()":                                                "one has 1 results, want 0",
		"var y int = call one()":                                    "result 0 is not of the type of y",
		"var v [][]real = new(2, 2) call h(v, v[0])":                "arguments 1 and 0 overlap",
		"var v []real = new(2) call two(v, v)":                      "arguments 0 and 1 overlap",
		"var v [][]real = new(2, 2) call two(v[n], v[n])":           "arguments 0 and 1 overlap",
		"var v [][]real = new(2, 2) call sums(v, v[0], v[0], v[1])": "arguments 0 and 3 overlap",
		"check x, \"\"":                                             "condition is a real",
		"check true, \"\", \"\", x, n":                              "length is a real",
		"return a":                                                  "a result of an exported function may share memory with parameter a",
		"return aa[0]":                                              "a result of an exported function may share memory with parameter aa",
		"return b[0:+1]":                                            "a result of an exported function may share memory with parameter b",
		"var v []real = new(1) v = a return v":                      "a result of an exported function may share memory with parameter v",
		"x = aa[x][0]":                                              "index of type real",
		"x = a[x]":                                                  "index of type real",
		"x = select(x, x, x)":                                       "operand 0 is a real, want bool",
		"x = select(true, x, n)":                                    "operand 2 is a int, want real",
		"var w []real = select(true, a, a)":                         "select of arrays",
		"n = inrange(x, n, \"\")":                                   "operand 0 is a real, want int",
		"n = tag(x)":                                                "a real is no reference",
		"n = len(a[x:+n])":                                          "operand 1 is a real, want int",
		"var d &c = new nothing()":                                  "a new cell of the constructor that nil stands for",
		"var d &c = new some()":                                     "0 fields, want 1",
		"var d &c = new some(n)":                                    "field f is a int, want real",
	} {
		src := "cell c { nil nothing() some(f real) }\nexport func f(x real, n int, a []real, aa [][]real, out b []real) {" + body + "\n}\n" +
			"func h(a [][]real, out b []real) { }\nfunc one() { return 1.0 }\nfunc two(out a []real, b []real) { }\n" +
			"func sums(shared a [][]real, shared b []real, shared c []real, out d []real) { }"
		err := Verify(mustRead(t, src))
		if err == nil || !strings.HasPrefix(err.Error(), "loop: function f: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
}

const flat = "var v [][3]real = new(n, 3) "

// Broken passes make programs that no text says.
func TestVerifyRejectsTrees(t *testing.T) {
	x, n := NewVar("x", RealType), NewVar("n", IntType)
	a := NewVar("a", RealType.Array())
	some := &Cell{Name: "c", Nil: 0, Ctors: []Ctor{{Name: "nothing"}, {Name: "some", Fields: []Field{{"f", RealType}}}}}
	r := NewVar("r", RefTo(some))
	mod := func(e *Expr, f func(*Expr)) *Expr { c := *e; f(&c); return &c }
	y := func() *Var { return NewVar("y", RealType) }
	shared := &Let{Var: y(), Rhs: RealConst(1)}
	let := func(e *Expr) []Stmt { return []Stmt{&Let{Var: NewVar("z", e.Type), Rhs: e}} }
	inner := y()
	head := y()
	for want, body := range map[string][]Stmt{
		"variable x is declared twice":               {&Let{Var: x, Rhs: RealConst(1)}},
		"variable y is declared twice":               {shared, shared},
		"variable other is not declared here":        let(Use(NewVar("other", RealType))),
		"variable y is not declared here":            {&If{Cond: BoolConst(true), Then: []Stmt{&Let{Var: inner, Rhs: RealConst(1)}}}, &AddTo{Lhs: Use(inner), Rhs: RealConst(1)}},
		"variable y is not declared here\n  y += 2":  {&While{Head: []Stmt{&Let{Var: head, Rhs: RealConst(1)}}, Cond: BoolConst(false)}, &AddTo{Lhs: Use(head), Rhs: RealConst(2)}},
		"declaration of no variable":                 {&Let{Rhs: RealConst(1)}},
		"an expression is missing":                   {&Let{Var: y()}},
		"an operand is missing":                      let(mod(Prim(syntax.OpAdd, Use(x), Use(x)), func(e *Expr) { e.Args = []*Expr{Use(x), nil} })),
		"1 operands, want 2":                         let(mod(Prim(syntax.OpAdd, Use(x), Use(x)), func(e *Expr) { e.Args = e.Args[:1] })),
		"0 operands, want 1":                         let(mod(Len(Use(a)), func(e *Expr) { e.Args = nil })),
		"operand 1 is a int, want real":              let(Prim(syntax.OpAdd, Use(x), Use(n))),
		"says that it is a int":                      let(mod(Use(x), func(e *Expr) { e.Type = IntType })),
		"an expression of type real says that it is": let(mod(Index(Use(a), Use(n)), func(e *Expr) { e.Type = IntType })),
		"an expression of size 2 says that it has 7": let(mod(Len(Use(a)), func(e *Expr) { e.Size = 7 })),
		"no primitive":                               let(&Expr{Kind: PrimExpr, Type: RealType, Size: 1}),
		"no expression: kind 99":                     let(&Expr{Kind: 99, Type: RealType, Size: 1}),
		"no variable":                                let(&Expr{Kind: VarExpr, Type: RealType, Size: 1}),
		"division by another primitive":              let(Div(syntax.OpIntAdd, Use(n), Use(n), "")),
		"2 indices of a []real":                      let(mod(Index(mod(Index(Use(a), Use(n)), func(e *Expr) { e.Type = a.Type }), Use(n)), func(e *Expr) { e.Type = RealType })),
		"a real constant with an int":                let(mod(RealConst(1), func(e *Expr) { e.I = 1 })),
		"an int constant with a real":                let(mod(IntConst(1), func(e *Expr) { e.F = 1 })),
		"neither 0 nor 1":                            let(mod(BoolConst(true), func(e *Expr) { e.I = 2 })),
		"a nil constant with a number":               let(mod(Nil(a.Type), func(e *Expr) { e.I = 2 })),
		"references, and only they, have a cell":     let(Nil(Type{Base: Ref})),
		"cell is not of the program":                 let(Nil(RefTo(&Cell{Name: "c"}))),
		"constant has no type":                       let(Nil(Type{Base: Ref + 1})),
		"cell c has no constructor 7":                let(mod(FieldOf(Use(r), 1, 0), func(e *Expr) { e.Ctor = 7 })),
		"constructor some has no field 7":            let(mod(FieldOf(Use(r), 1, 0), func(e *Expr) { e.Field = 7 })),
		"cell c has no constructor -1":               {&NewCell{Var: NewVar("c", RefTo(some)), Ctor: -1}},
		"new cell for no reference":                  {&NewCell{Var: y()}},
		"new array for no array variable":            {&Alloc{Var: y(), Dims: []*Expr{Use(n)}}},
		"stored to what is no variable":              {&Assign{Lhs: []*Expr{Len(Use(a))}, Rhs: []*Expr{Use(n)}}},
		"0 values for 0 places":                      {&Assign{}},
		"the variable of a loop is no int":           {&For{Var: y(), N: Use(n)}},
		"a check names one length":                   {&Check{Cond: BoolConst(true), Got: Use(n)}},
		"no statement: <nil>":                        {nil},
		"call of no function of the program":         {&Call{Func: &Func{Name: "g"}}},
		"append to no variable":                      {&Append{Val: Use(x)}},
		"flat array y has 2 lengths, want 1":         {&Alloc{Var: &Var{Name: "y", Type: a.Type.Array(), Flat: []*Expr{Use(n), Use(n)}}, Dims: []*Expr{Use(n)}}},
	} {
		f := &Func{Name: "f", Params: []Param{{Var: x}, {Var: n}, {Var: a}, {Var: r}}, Body: body}
		err := Verify(&Program{Cells: []*Cell{some}, Funcs: []*Func{f}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		var bad *VerifyError
		if errors.As(err, &bad) && (bad.Func != "f" || bad.Stmt == "" && body[0] != nil) {
			t.Errorf("%v names no place", err)
		}
	}
}

// Declarations of a program are checked too.
func TestVerifyRejectsDeclarations(t *testing.T) {
	c, f := &Cell{Name: "c", Nil: -1}, &Func{Name: "f"}
	x := NewVar("x", RealType)
	for want, p := range map[string]*Program{
		"cell nil or listed twice":       {Cells: []*Cell{c, c}},
		"function nil or listed twice":   {Funcs: []*Func{f, f}},
		"nil is constructor 1 of 1":      {Cells: []*Cell{{Nil: 1, Ctors: []Ctor{{}}}}},
		"constructor of nil has fields":  {Cells: []*Cell{{Ctors: []Ctor{{Fields: []Field{{"f", RealType}}}}}}},
		"nil is the zero of a linear":    {Cells: []*Cell{{Linear: true, Ctors: []Ctor{{}}}}},
		"cell is not of the program":     {Cells: []*Cell{{Nil: -1, Ctors: []Ctor{{Fields: []Field{{"f", RefTo(c)}}}}}}},
		"Out parameter x is no array":    {Funcs: []*Func{{Params: []Param{{Var: x, Out: true}}}}},
		"parameter a is shared":          {Funcs: []*Func{{Exported: true, Params: []Param{{Var: NewVar("a", RealType.Array()), Out: true, Adds: true, Shared: true}}}}},
		"parameter p is owned":           {Funcs: []*Func{{Params: []Param{{Var: NewVar("p", RealType.Array()), Owned: true}}}}},
		"parameter b is shared":          {Funcs: []*Func{{Params: []Param{{Var: NewVar("b", RealType.Array()), Out: true, Shared: true}}}}},
		"variable x is declared twice":   {Funcs: []*Func{{Params: []Param{{Var: x}, {Var: x}}}}},
		"declaration of no variable":     {Funcs: []*Func{{Params: []Param{{}}}}},
		"an expression is missing":       {Funcs: []*Func{{Results: []*Expr{nil}}}},
		"variable x is not declared her": {Funcs: []*Func{{Results: []*Expr{Use(x)}}}},
	} {
		if err := Verify(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
