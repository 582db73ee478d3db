package gc

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// rowsMost is the most elements that a row may have to be an array of Go.
const rowsMost = 8

// Rows finds the matrices with short rows of constant length that only exist inside the generated code, and there
// are only used by elements: they are slices of arrays ([][4]float64), and variables for rows pointers to arrays. Go's
// compiler needs no bounds checks for constant indices then, and one address for a row. What comes out is the length of
// the row that a variable is, or of those of the matrix that it is.
func Rows(p *loop.Program, memory *plan.Plan) map[*loop.Var]int64 {
	rows := map[*loop.Var]int64{}
	r := &rowFinder{parent: map[*loop.Var]*loop.Var{}, bad: map[*loop.Var]bool{}, width: map[*loop.Var]int64{}}
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			if a, ok := s.(*loop.Alloc); ok && memory.Where[a] == plan.Slot &&
				a.Var.Type == loop.RealType.Array().Array() && a.Var.Flat == nil &&
				len(a.Dims) == 2 && a.Dims[1].IsConst() && 1 < a.Dims[1].I && a.Dims[1].I <= rowsMost {
				r.width[a.Var] = a.Dims[1].I
			}
		})
	}
	if len(r.width) == 0 {
		return rows
	}
	for _, f := range p.Funcs {
		for _, q := range f.Params {
			if f.Outlined == nil && !f.Part {
				r.no(q.Var)
			}
		}
		loop.Walk(f.Body, r.stmt)
		for _, e := range f.Results {
			r.expr(e)
		}
	}
	width, bad := map[*loop.Var]int64{}, map[*loop.Var]bool{}
	for v, n := range r.width {
		c := r.find(v)
		bad[c] = bad[c] || width[c] != 0 && width[c] != n
		width[c] = n
	}
	for v := range r.bad {
		bad[r.find(v)] = true
	}
	note := func(v *loop.Var) {
		if c := r.find(v); width[c] != 0 && !bad[c] {
			rows[v] = width[c]
		}
	}
	for _, f := range p.Funcs {
		for _, q := range f.Params {
			note(q.Var)
		}
		loop.Walk(f.Body, func(s loop.Stmt) { loop.Declared(s, note) })
	}
	return rows
}

// A rowFinder puts variables that may stand for parts of one array into classes, and finds uses that a slice of arrays
// is not made for.
type rowFinder struct {
	parent map[*loop.Var]*loop.Var
	bad    map[*loop.Var]bool
	width  map[*loop.Var]int64
}

func (r *rowFinder) find(v *loop.Var) *loop.Var {
	for r.parent[v] != nil {
		v = r.parent[v]
	}
	return v
}

func (r *rowFinder) union(v, w *loop.Var) {
	if v, w = r.find(v), r.find(w); v != w {
		r.parent[v] = w
	}
}

func (r *rowFinder) no(v *loop.Var) {
	if v != nil && v.Type.IsArray() {
		r.bad[v] = true
	}
}

func (r *rowFinder) stmt(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type.IsArray() {
			r.bind(s.Var, s.Rhs, true)
			return
		}
	case *loop.Alloc:
		if r.width[s.Var] == 0 {
			r.no(s.Var)
		}
	case *loop.Clear:
		if s.Dst.Kind == loop.VarExpr && s.Dst.Type.Rank == 2 {
			return
		}
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Type.IsArray() {
				r.no(l.Root())
			}
		}
	case *loop.Append:
		r.no(s.Var)
	case *loop.Call:
		for _, v := range s.Vars {
			r.no(v)
		}
		for i, a := range s.Args {
			if a.Type.IsArray() {
				r.bind(s.Func.Params[i].Var, a, false)
			} else {
				r.expr(a)
			}
		}
		return
	case *loop.For:
		if s.Vector {
			loop.Walk(s.Body, func(s loop.Stmt) {
				loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(r.no) })
			})
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { r.expr(*e) })
}

// bind looks at another name, v, of an array, part or row e; a row has no address where it is not declared.
func (r *rowFinder) bind(v *loop.Var, e *loop.Expr, declared bool) {
	root := e.Root()
	ok := root != nil && (e.Kind == loop.VarExpr || e.Kind == loop.SliceExpr && e.Type.Rank == 2 ||
		e.Kind == loop.IndexExpr && e.Type.Rank == 1 && declared)
	if root != nil {
		r.union(v, root)
	}
	if !ok {
		r.no(v)
	}
	r.base(e)
}

// base looks at an array of which a part, an element or the length is used.
func (r *rowFinder) base(e *loop.Expr) {
	switch e.Kind {
	case loop.VarExpr:
	case loop.SliceExpr, loop.IndexExpr:
		if e.Kind == loop.SliceExpr && e.Type.Rank == 1 {
			r.no(e.Root())
		}
		r.base(e.Args[0])
		for _, a := range e.Args[1:] {
			r.expr(a)
		}
	default:
		r.expr(e)
	}
}

func (r *rowFinder) expr(e *loop.Expr) {
	switch {
	case e.Type.IsArray():
		if v := e.Root(); v != nil {
			r.no(v)
		}
		if e.Kind == loop.SliceExpr || e.Kind == loop.IndexExpr {
			r.base(e)
			return
		}
		for _, a := range e.Args {
			r.expr(a)
		}
	case e.Kind == loop.IndexExpr, e.Kind == loop.LenExpr:
		r.base(e.Args[0])
		for _, a := range e.Args[1:] {
			r.expr(a)
		}
	default:
		for _, a := range e.Args {
			r.expr(a)
		}
	}
}
