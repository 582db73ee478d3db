package loop

import (
	"fmt"
	"strings"
)

// A VerifyError says what is wrong with a program, and where.
type VerifyError struct {
	Func string // the name of the function, or empty for a cell
	Stmt string // the first line of the statement in the text form, or empty
	Msg  string
}

// Error is the message with the function, and the statement on a line of its own.
func (e *VerifyError) Error() string {
	s := "loop: " + e.Msg
	if e.Func != "" {
		s = "loop: function " + e.Func + ": " + e.Msg
	}
	if e.Stmt != "" {
		s += "\n  " + e.Stmt
	}
	return s
}

// Verify checks that a program is well formed. The error, a [*VerifyError], says the first mistake:
//
//   - A variable belongs to one function, is declared once and before its uses, and is seen to
//     the end of its block; one declared in the Head of a While also in Cond and Body.
//   - Expressions and statements have the types and numbers of operands of their forms, and sizes as
//     their trees say. Cells and called functions belong to the program.
//   - What is stored to is a variable, element or field; variables of a For are not assigned.
//   - Only a function's own arrays and Out parameters are written, unless it is a Part: no array parameter that is
//     not Out, no row or view of one, and no variable that is anywhere bound to one. An Out parameter
//     is assigned only a view of itself. An argument for an Out parameter may be
//     written, and no other argument has the same variable.
//   - Results of exported functions are not rooted in parameters.
//   - A flat array ([Var].Flat) has a length for each dimension but the first, of constants,
//     variables that are never assigned and lengths of such; see [Var] for its uses.
//
// It takes time linear in the size of the program, expressions counted as trees.
func Verify(p *Program) (err error) {
	v := &verifier{prog: p, cells: make(map[*Cell]bool), funcs: make(map[*Func]bool), home: make(map[*Var]*Func)}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *VerifyError:
			err = e
		default:
			panic(e)
		}
	}()
	for _, c := range p.Cells {
		v.unless(c == nil || v.cells[c], "cell nil or listed twice")
		v.cells[c] = true
	}
	for _, f := range p.Funcs {
		v.unless(f == nil || v.funcs[f], "function nil or listed twice")
		v.funcs[f] = true
	}
	for _, c := range p.Cells {
		v.cell(c)
	}
	for _, f := range p.Funcs {
		v.signature(f)
	}
	for _, f := range p.Funcs {
		v.function(f)
	}
	return nil
}

// verifier leaves by a panic with a *VerifyError, which Verify catches.
type verifier struct {
	prog  *Program
	cells map[*Cell]bool
	funcs map[*Func]bool
	home  map[*Var]*Func // where a variable was declared
	f     *Func
	at    Stmt
	seen  map[*Var]bool // in scope
	scope []*Var
	fixed map[*Var]bool // variables of For
	mem   *memory
}

// unless reports a mistake if bad holds.
func (v *verifier) unless(bad bool, format string, args ...any) {
	if bad {
		v.fail(format, args...)
	}
}

func (v *verifier) fail(format string, args ...any) {
	e := &VerifyError{Msg: fmt.Sprintf(format, args...)}
	if v.f != nil {
		p := newPrinter(v.prog)
		p.function(v.f) // gives the names
		e.Func = p.funcOf[v.f]
		if v.at != nil {
			p.buf, p.indent = nil, 0
			p.stmt(v.at)
			e.Stmt, _, _ = strings.Cut(string(p.buf), "\n")
		}
	}
	panic(e)
}

func (v *verifier) cell(c *Cell) {
	if c.Nil < -1 || c.Nil >= len(c.Ctors) {
		v.fail("cell %s: nil is constructor %d of %d", c.Name, c.Nil, len(c.Ctors))
	}
	if c.Nil >= 0 && len(c.Ctors[max(c.Nil, 0)].Fields) > 0 {
		v.fail("cell %s: the constructor of nil has fields", c.Name)
	}
	if c.Linear && c.Nil >= 0 {
		v.fail("cell %s: nil is the zero of a linear cell, not a constructor", c.Name)
	}
	for _, k := range c.Ctors {
		for _, f := range k.Fields {
			v.typ(f.Type, "field "+f.Name)
		}
	}
}

// typ checks a type.
func (v *verifier) typ(t Type, what string) {
	if t.Rank < 0 || t.Base > Ref {
		v.fail("%s has no type", what)
	}
	if (t.Base == Ref) != (t.Cell != nil) {
		v.fail("%s: references, and only they, have a cell", what)
	}
	if t.Cell != nil && !v.cells[t.Cell] {
		v.fail("%s: cell is not of the program", what)
	}
}

// signature checks what callers see of a function, and declares its parameters.
func (v *verifier) signature(f *Func) {
	v.f = f
	for _, q := range f.Params {
		v.newVar(q.Var)
		if q.Out && !q.Var.Type.IsArray() {
			v.fail("Out parameter %s is no array", q.Var.Name)
		}
		if q.Owned && (q.Out || q.Var.Type.IsArray() || q.Var.Type.Base != Ref || f.Exported) {
			v.fail("parameter %s is owned, but no reference that only callers of the program give", q.Var.Name)
		}
		if q.Shared && (!q.Out || !q.Adds || f.Exported) {
			v.fail("parameter %s is shared, but callers that pass overlapping arrays do not call the function",
				q.Var.Name)
		}
	}
}

// newVar checks a declaration that is the first of its variable.
func (v *verifier) newVar(x *Var) {
	v.unless(x == nil, "declaration of no variable")
	if v.home[x] != nil {
		v.fail("variable %s is declared twice", x.Name)
	}
	v.home[x] = v.f
	v.typ(x.Type, "variable "+x.Name)
}

func (v *verifier) function(f *Func) {
	v.f, v.at = f, nil
	v.seen, v.scope, v.fixed = make(map[*Var]bool), nil, make(map[*Var]bool)
	v.mem = newMemory(f)
	for _, q := range f.Params {
		v.enter(q.Var)
	}
	for _, q := range f.Params {
		v.flatDeclaration(q.Var)
	}
	v.block(f.Body)
	v.at = nil
	for _, r := range f.Results {
		v.expr(r, true)
		root := r.Root()
		v.unless(f.Exported && r.Type.IsArray() && root != nil && (v.mem.given[root] || v.mem.out[root]),
			"a result of an exported function may share memory with parameter %s", rootName(root))
	}
}

func rootName(x *Var) string {
	if x == nil {
		return "?"
	}
	return x.Name
}

func (v *verifier) enter(x *Var) {
	v.seen[x] = true
	v.scope = append(v.scope, x)
}

// declare puts a new variable into the scope.
func (v *verifier) declare(x *Var) {
	v.newVar(x)
	v.flatDeclaration(x)
	v.enter(x)
}

// leave ends the scope of the variables declared since there were n.
func (v *verifier) leave(n int) {
	for _, x := range v.scope[n:] {
		delete(v.seen, x)
	}
	v.scope = v.scope[:n]
}

// flatDeclaration checks the lengths of a flat array, which are in scope where it is declared.
func (v *verifier) flatDeclaration(x *Var) {
	if x.Flat == nil {
		return
	}
	if len(x.Flat) != int(x.Type.Rank)-1 {
		v.fail("flat array %s has %d lengths, want %d", x.Name, len(x.Flat), x.Type.Rank-1)
	}
	if x.Type.Base == Unit {
		v.fail("flat array %s of units", x.Name)
	}
	for _, n := range x.Flat {
		v.want(n, IntType, "length of a flat array")
		if n.CanFail() || n.ReadsMemory() {
			v.fail("a length of flat array %s reads memory or can fail", x.Name)
		}
		n.EachVar(func(y *Var) {
			if v.mem.assigned[y] {
				v.fail("a length of flat array %s is of variable %s, which is assigned", x.Name, y.Name)
			}
		})
	}
}

// block checks statements; their variables stay in scope.
func (v *verifier) block(b []Stmt) {
	for _, s := range b {
		v.at = s
		v.stmt(s)
	}
}

// nested checks a block whose variables end with it.
func (v *verifier) nested(b []Stmt) {
	n := len(v.scope)
	v.block(b)
	v.leave(n)
}
