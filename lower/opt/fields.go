package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// fields reads what a cell holds in the branch that uses it. The pullback of a recursive definition opens the tape of a call before it asks which
// case that was, and each case has taped something else.
//
//	var a real = tape.T.a                 switch tag {
//	var b real = tape.T.b                 case 0:
//	switch tag {                            var a real = tape.T.a
//	case 0:                          →      w = cos(a) * v
//	  w = cos(a) * v                      case 1:
//	case 1:                                 var b real = tape.T.b
//	  w = b * v                             w = b * v
//	}                                     }
//
// Nothing is read in a loop that was read before it.
var fields = Pass{ //nolint:gochecknoglobals // a constant
	Name: "fields",
	Law: "A field that nobody stores to is the same whenever it is read, and what is read in one block of a branch alone can be had there: a field of a " +
		"cell whose variable does not change.",
	Needs: Conditions,
	Run: func(p *loop.Program, o *Options) {
		for _, f := range p.Funcs {
			if len(p.Cells) == 0 || !readFieldsLate(f, o) {
				o.unchanged()
			}
		}
	},
}

// readFieldsLate is the pass on one function; it reports whether that has changed.
func readFieldsLate(f *loop.Func, o *Options) bool {
	if o.partsOf(f)&Conditions == 0 {
		return false
	}
	r := &fieldReader{in: o.analyse(f)}
	r.open(&f.Body, 0, false)
	for _, e := range f.Results {
		r.read(e, 0)
	}
	if r.stored || !r.decide() {
		return false
	}
	for i := range r.blocks {
		r.rebuild(&r.blocks[i])
	}
	return true
}

type fieldReader struct {
	in     *Info
	blocks []fieldBlock         // the function's is the first
	vars   paged.Table[int32]   // 1 + the place in reads of variables that have one
	loads  []fieldLoad          // in the order of the program
	gone   map[loop.Stmt][]bool // declarations, and parts of assignments, that have gone
	stored bool                 // a field is stored to
}

// fieldBlock is a block of the function.
type fieldBlock struct {
	stmts   *[]loop.Stmt
	around  int32
	depth   int32
	repeats bool // it is the body or the head of a loop
	first   []loop.Stmt
}

// fieldLoad is a variable that is a field.
type fieldLoad struct {
	v     *loop.Var
	field *loop.Expr // nil until it is read
	let   *loop.Let
	set   *loop.Assign // what gives v the field, where that is not its declaration
	part  int
	block int32 // of the statement that reads the field
	users int32 // the innermost block with all that read v, or none
}

// open meets the statements of a block.
func (r *fieldReader) open(b *[]loop.Stmt, around int32, repeats bool) {
	at := int32(len(r.blocks))
	depth := int32(0)
	if at > 0 {
		depth = r.blocks[around].depth + 1
	}
	r.blocks = append(r.blocks, fieldBlock{stmts: b, around: around, depth: depth, repeats: repeats})
	lengths := func(v *loop.Var) {
		for _, n := range v.Flat {
			r.read(n, at)
		}
	}
	for _, s := range *b {
		loop.Declared(s, lengths)
		switch s := s.(type) {
		case *loop.Let:
			if r.declares(s, at) {
				continue
			}
		case *loop.Assign:
			r.assigns(s, at)
			continue
		case *loop.AddTo:
			r.stored = r.stored || s.Lhs.Kind == loop.FieldExpr
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { r.read(*e, at) })
		_, isFor := s.(*loop.For)
		_, isWhile := s.(*loop.While)
		loop.Blocks(s, func(b *[]loop.Stmt) { r.open(b, at, isFor || isWhile) })
	}
}

// declares reports whether a declaration is of a field, whose own operands are read where it will be.
func (r *fieldReader) declares(s *loop.Let, at int32) bool {
	if s.Var.Type.IsArray() {
		return false
	}
	l := fieldLoad{v: s.Var, let: s, block: at, users: none}
	switch changes := r.in.changes.Get(s.Var.ID()); {
	case changes == 0 && r.isField(s.Rhs):
		l.field = s.Rhs
	case changes != 1 || !constant(s.Rhs):
		return false
	}
	r.loads = append(r.loads, l)
	*r.vars.At(s.Var.ID()) = int32(len(r.loads))
	return l.field != nil
}

// assigns meets an assignment; a variable that was declared as a constant, which nothing reads, may get a field by its only one.
func (r *fieldReader) assigns(s *loop.Assign, at int32) {
	for k, lhs := range s.Lhs {
		r.stored = r.stored || lhs.Kind == loop.FieldExpr
		if lhs.Kind != loop.VarExpr {
			r.read(lhs, at)
			r.read(s.Rhs[k], at)
			continue
		}
		if n := r.vars.Get(lhs.Var.ID()); n > 0 && r.loads[n-1].users == none && r.isField(s.Rhs[k]) {
			l := r.loads[n-1]
			l.field, l.set, l.part, l.block = s.Rhs[k], s, k, at
			r.loads = append(r.loads, l)
			*r.vars.At(lhs.Var.ID()) = int32(len(r.loads))
			continue
		}
		r.read(s.Rhs[k], at)
	}
}

// isField reports whether e is a field of a cell whose variable does not change, itself or in other cells.
func (r *fieldReader) isField(e *loop.Expr) bool {
	if e.Kind != loop.FieldExpr {
		return false
	}
	for e.Kind == loop.FieldExpr {
		e = e.Args[0]
	}
	return e.Kind == loop.VarExpr && !r.in.Mutable(e.Var)
}

// read notes that a block reads what e does.
func (r *fieldReader) read(e *loop.Expr, at int32) {
	EachRead(e, func(v *loop.Var) {
		if n := r.vars.Get(v.ID()); n > 0 {
			l := &r.loads[n-1]
			l.users = r.both(l.users, at)
		}
	})
}

// both is the innermost block around two.
func (r *fieldReader) both(a, b int32) int32 {
	if a == none {
		return b
	}
	for a != b {
		if r.blocks[a].depth > r.blocks[b].depth {
			a = r.blocks[a].around
		} else {
			b = r.blocks[b].around
		}
	}
	return a
}

// decide takes the fields to the blocks where they are read, from the last, so that a field of a field goes with that; it reports whether there are any.
func (r *fieldReader) decide() bool {
	r.gone = map[loop.Stmt][]bool{}
	for i := len(r.loads) - 1; i >= 0; i-- {
		l := &r.loads[i]
		if l.field == nil {
			continue
		}
		to := r.target(l)
		r.read(l.field, to)
		if to == l.block {
			continue
		}
		r.gone[l.let] = []bool{true}
		if l.set != nil {
			if r.gone[l.set] == nil {
				r.gone[l.set] = make([]bool, len(l.set.Lhs))
			}
			r.gone[l.set][l.part] = true
		}
		b := &r.blocks[to]
		b.first = append(b.first, &loop.Let{Var: l.v, Rhs: l.field})
	}
	return len(r.gone) > 0
}

// target is the block nearest to what reads a field that runs no more often than it was read.
func (r *fieldReader) target(l *fieldLoad) int32 {
	if l.users == none {
		return l.block
	}
	to := l.users
	for b := l.users; b != l.block; b = r.blocks[b].around {
		if r.blocks[b].depth <= r.blocks[l.block].depth {
			return l.block // something around reads the variable as well
		}
		if r.blocks[b].repeats {
			to = r.blocks[b].around
		}
	}
	return to
}

// rebuild leaves out of a block what has gone, and begins with what has come.
func (r *fieldReader) rebuild(b *fieldBlock) {
	out := make([]loop.Stmt, 0, len(*b.stmts)+len(b.first))
	for i := len(b.first) - 1; i >= 0; i-- {
		out = append(out, b.first[i])
	}
	for _, s := range *b.stmts {
		gone := r.gone[s]
		if a, ok := s.(*loop.Assign); ok && gone != nil {
			n := 0
			for k := range a.Lhs {
				if !gone[k] {
					a.Lhs[n], a.Rhs[n] = a.Lhs[k], a.Rhs[k]
					n++
				}
			}
			a.Lhs, a.Rhs = a.Lhs[:n], a.Rhs[:n]
			gone[0] = n == 0
		}
		if gone == nil || !gone[0] {
			out = append(out, s)
		}
	}
	*b.stmts = out
}
