package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// arrive makes one variable of a number that changes and of the one that it is handed to. What a branch in a branch gives is handed on from one to the next, and so is what it
// leaves on the tape, which has a place for what each of them may leave: in nests of branches those copies would be the most of the code.
//
//	var z real = 0.0              if c {
//	if c {                            if d { z = x } else { z = y }
//	    var t real = 0.0       →  }
//	    if d { t = x } else { t = y }
//	    z = t
//	}
//
// Nothing uses z from where t is declared up to where it becomes t, and nothing uses t from there on, so both are never needed at once. What does not change keeps its
// name, which says what is handed on, and so does what an iteration makes of the state of a loop, which is what the next begins with.
var arrive = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "arrive",
	Law:   "A number that changes until another becomes it, which is not used meanwhile, is that other. A number of an iteration is not the state that it becomes.",
	Needs: Renewed,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		a := &arrival{one: map[*loop.Var]*loop.Var{}}
		if a.find(f); len(a.found) == 0 {
			o.unchanged()
			return
		}
		for _, h := range a.found { // of those that have ended there
			if v := h.from; int(a.at(v).last) == h.n && a.one[v] == nil && a.at(v).changes {
				a.one[v] = h.to
			}
		}
		if len(a.one) == 0 {
			o.unchanged()
			return
		}
		f.Body = a.block(f.Body)
		loop.MapExprs(f.Body, a.expr)
		for i, r := range f.Results {
			f.Results[i] = a.expr(r)
		}
	}),
}

type arrival struct {
	vars   paged.Table[arrivalUse]
	found  []handing
	one    map[*loop.Var]*loop.Var // what stands for it
	n      int                     // the statement, by its number in the order of [loop.Walk]
	blocks int32
	loops  int32
	loop   int32 // around the statement
}

// arrivalUse is what is known of a variable.
type arrivalUse struct {
	last    int32 // the last statement so far that uses it
	let     int32 // that which declares it, 0 if it is no number
	block   int32 // the block in which it does
	loop    int32 // the loop in which it does
	read    int32 // the last assignment looked at that reads it, in an index of what is stored to perhaps
	left    int32 // the last assignment looked at that has it on its left
	changes bool
}

// A handing is a statement by which a variable becomes another that nothing used since the first has been declared.
type handing struct {
	from, to *loop.Var
	n        int
}

func (a *arrival) at(v *loop.Var) *arrivalUse { return a.vars.At(v.ID()) }

// find finds what may be handed on, and the last uses of variables.
func (a *arrival) find(f *loop.Func) {
	a.walk(f.Body, true)
	a.n++
	for _, r := range f.Results {
		a.uses(r)
	}
}

// walk goes through a block; handed says that what is declared in it has ended with it. What the head of a while loop declares, its condition and body use.
func (a *arrival) walk(block []loop.Stmt, handed bool) {
	a.blocks++
	here := a.blocks
	for _, s := range block {
		a.n++
		if s, ok := s.(*loop.Assign); ok && handed {
			a.hands(s, here)
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { a.uses(*e) })
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				a.change(l)
			}
		case *loop.AddTo:
			a.change(s.Lhs)
		}
		loop.Declared(s, func(v *loop.Var) {
			u := a.at(v)
			u.last, u.block, u.loop = int32(a.n), here, a.loop
			if _, ok := s.(*loop.Let); ok && v.Type.IsNumber() {
				u.let = int32(a.n)
			}
		})
		around := a.loop
		switch s := s.(type) {
		case *loop.For:
			a.loops++
			a.loop = a.loops
			a.walk(s.Body, true)
		case *loop.While:
			a.loops++
			a.loop = a.loops
			a.walk(s.Head, false)
			a.walk(s.Body, true)
		default:
			loop.Blocks(s, func(b *[]loop.Stmt) { a.walk(*b, true) })
		}
		a.loop = around
	}
}

func (a *arrival) change(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		a.at(l.Var).changes = true
	}
}

func (a *arrival) uses(e *loop.Expr) {
	EachRead(e, func(v *loop.Var) { a.at(v).last = int32(a.n) })
}

// hands notes what an assignment hands on, before its uses are. Where it does several things at once, they see what the variable was that another becomes, and
// also the places do that are stored to.
func (a *arrival) hands(s *loop.Assign, here int32) {
	looked := false
	for k, l := range s.Lhs {
		r := s.Rhs[k]
		if l.Kind != loop.VarExpr || r.Kind != loop.VarExpr || l.Var == r.Var || l.Var.Type != r.Var.Type {
			continue
		}
		from, to := a.at(r.Var), a.at(l.Var)
		if from.let == 0 || from.block != here || to.let == 0 || to.loop != a.loop || to.last > from.let {
			continue
		}
		if !looked {
			a.sides(s)
			looked = true
		}
		if n := int32(a.n); to.read != n && from.left != n {
			a.found = append(a.found, handing{r.Var, l.Var, a.n})
		}
	}
}

// sides notes what an assignment reads, and what is on its left.
func (a *arrival) sides(s *loop.Assign) {
	n := int32(a.n)
	read := func(v *loop.Var) { a.at(v).read = n }
	for k, l := range s.Lhs {
		EachRead(s.Rhs[k], read)
		if l.Kind != loop.VarExpr {
			EachRead(l, read)
		}
		EachRead(l, func(v *loop.Var) { a.at(v).left = n })
	}
}

// block is a block in which variables that become others are these from the start.
func (a *arrival) block(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = a.block(*b) })
		switch t := s.(type) {
		case *loop.Let:
			if a.one[t.Var] != nil {
				s = &loop.Assign{Lhs: []*loop.Expr{loop.Use(t.Var)}, Rhs: []*loop.Expr{t.Rhs}}
			}
		case *loop.Assign:
			if a.assign(t); len(t.Lhs) == 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// assign leaves out what is handed to itself.
func (a *arrival) assign(s *loop.Assign) {
	lhs, rhs := s.Lhs[:0], s.Rhs[:0]
	for k, l := range s.Lhs {
		r := s.Rhs[k]
		if l.Kind == loop.VarExpr && r.Kind == loop.VarExpr && a.now(l.Var) == a.now(r.Var) {
			continue
		}
		lhs, rhs = append(lhs, l), append(rhs, r)
	}
	s.Lhs, s.Rhs = lhs, rhs
}

// now is what stands for v. Variables on the way are told, so that long rows of names are gone through once.
func (a *arrival) now(v *loop.Var) *loop.Var {
	to := v
	for a.one[to] != nil {
		to = a.one[to]
	}
	for v != to {
		v, a.one[v] = a.one[v], to
	}
	return to
}

func (a *arrival) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if v := a.now(e.Var); v != e.Var {
			return loop.Use(v)
		}
		return e
	}
	return e.MapArgs(a.expr)
}
