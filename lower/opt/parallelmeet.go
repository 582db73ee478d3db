package opt

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// meetings are the things from outside that a loop changes.
type meetings struct {
	in      *facts.Info
	l       *loop.For
	own     map[*loop.Var]bool // declared in the loop
	scalars []*loop.Var        // numbers that are only added to
	sums    []*loop.Var        // arrays that are only added to
	apart   []*loop.Var        // arrays of which each iteration uses the element or row of its index

	written map[*loop.Var]bool       // classes of memory
	base    map[*loop.Var]*loop.Var  // the array from outside that a variable of the loop is a view of
	inRow   map[*loop.Var]bool       // views of an array's row of this iteration
	use     map[*loop.Var]int        // by array from outside: what is done with it
	at      map[*loop.Var]*loop.Expr // the index that its accesses have in common
	why     string
	one     [2]*loop.Var // two names for memory that the loop writes
}

// What is not only done with an array from outside whose memory is written in the loop.
const (
	notAdded   = 1 << iota // free additions to its elements
	notIndexed             // uses of the element or row of the iteration's index
)

func (m *meetings) refuse(format string, args ...any) {
	if m.why == "" {
		m.why = fmt.Sprintf(format, args...)
	}
}

// find fills in the lists, or says why iterations depend on each other.
func (m *meetings) find() string {
	m.own, m.written = map[*loop.Var]bool{m.l.Var: true}, map[*loop.Var]bool{}
	m.base, m.inRow, m.use, m.at = map[*loop.Var]*loop.Var{}, map[*loop.Var]bool{}, map[*loop.Var]int{}, map[*loop.Var]*loop.Expr{}
	loop.Walk(m.l.Body, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { m.own[v] = true }) })
	m.numbers()
	loop.Walk(m.l.Body, func(s loop.Stmt) { m.in.Writes(s, func(r facts.Region) { m.written[r.Class] = true }, nil) })
	loop.Walk(m.l.Body, m.stmt)
	m.settle()
	return m.why
}

// numbers finds the variables from outside that get other values.
func (m *meetings) numbers() {
	sums, uses := map[*loop.Var]int{}, map[*loop.Var]int{}
	var order []*loop.Var
	loop.Walk(m.l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { uses[v]++ }) })
		switch s := s.(type) {
		case *loop.AddTo:
			if v := s.Lhs.Var; s.Lhs.Kind == loop.VarExpr && !m.own[v] {
				if !s.Free && v.Type == loop.RealType {
					m.refuse("%s is added up in order, which a sum is not (in Go with the setting fastmath)", v.Name)
				}
				if sums[v] == 0 {
					order = append(order, v)
				}
				sums[v]++
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr && !m.own[l.Var] {
					m.refuse("each iteration needs %s of the one before", l.Var.Name)
				}
			}
		case *loop.Append:
			if !m.own[s.Var] {
				m.refuse("%s grows in the loop", s.Var.Name)
			}
		}
	})
	for _, v := range order {
		if sums[v] != uses[v] {
			m.refuse("%s is read in the loop that adds to it", v.Name)
		}
		m.scalars = append(m.scalars, v)
	}
}

// outside is the array from outside whose memory, which the loop writes, e denotes; or nil.
func (m *meetings) outside(e *loop.Expr) *loop.Var {
	v := facts.RootOf(e)
	if v == nil || !m.written[m.in.Class(v)] {
		return nil
	}
	if !m.own[v] {
		return v
	}
	return m.base[v]
}

// stmt looks at what one statement does with arrays from outside that the loop writes.
func (m *meetings) stmt(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if facts.Holds(s.Var.Type) {
			m.bind(s.Var, s.Rhs)
			return
		}
	case *loop.AddTo:
		if s.Lhs.Kind != loop.VarExpr {
			m.access(s.Lhs, s.Free || s.Lhs.Type == loop.IntType)
			m.read(s.Rhs)
			return
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			if facts.Holds(l.Type) {
				m.store(l, s.Rhs[i])
			} else if l.Kind != loop.VarExpr {
				m.access(l, false)
			}
			m.read(s.Rhs[i])
		}
		return
	case *loop.NewCell:
		for _, x := range s.Fields {
			if a := m.outside(x); a != nil {
				m.refuse("%s is kept in data", a.Name)
			}
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { m.read(*e) })
}

// bind looks at a variable of the loop for an array or reference.
func (m *meetings) bind(v *loop.Var, e *loop.Expr) {
	a := m.outside(e)
	if a == nil {
		m.read(e)
		return
	}
	if m.in.Mutable(v) || e.Kind == loop.SelectExpr || e.Kind == loop.FieldExpr {
		m.use[a] = notAdded | notIndexed
		return
	}
	m.base[v] = a
	m.inRow[v] = m.rowOf(e, a)
	indices(e, m.read)
}

// store looks at an array or reference that is stored.
func (m *meetings) store(l, r *loop.Expr) {
	for _, e := range []*loop.Expr{l, r} {
		if a := m.outside(e); a != nil {
			m.refuse("rows of %s change places", a.Name)
		}
	}
}

// read looks at an expression that is evaluated.
func (m *meetings) read(e *loop.Expr) {
	switch e.Kind {
	case loop.LenExpr:
		indices(e.Args[0], m.read)
		return
	case loop.VarExpr, loop.IndexExpr, loop.SliceExpr, loop.FieldExpr:
		if m.outside(e) != nil {
			m.access(e, false)
			return
		}
	}
	for _, a := range e.Args {
		m.read(a)
	}
}

// access notes that an element or part of an array is used.
func (m *meetings) access(e *loop.Expr, adds bool) {
	indices(e, m.read)
	a := m.outside(e)
	if a == nil {
		return
	}
	m.use[a] |= 0
	if !adds {
		m.use[a] |= notAdded
	}
	if !m.rowOf(e, a) {
		m.use[a] |= notIndexed
	}
}

// rowOf reports whether e is, or is part of, the element or row of a at the index of the iteration.
func (m *meetings) rowOf(e *loop.Expr, a *loop.Var) bool {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		if x := e.Args[0]; e.Kind == loop.IndexExpr && x.IsVar(a) {
			return m.steadyIndex(e.Args[1], a)
		}
		e = e.Args[0]
	}
	return e.Kind == loop.VarExpr && m.inRow[e.Var]
}

// steadyIndex reports whether the index is that of the iteration, or that and the same constant in all accesses to a.
func (m *meetings) steadyIndex(i *loop.Expr, a *loop.Var) bool {
	if i.Kind == loop.CheckExpr {
		i = i.Args[0]
	}
	own := i.IsVar(m.l.Var)
	if i.Kind == loop.PrimExpr && (i.Prim.Name == "iadd" || i.Prim.Name == "isub") && i.Args[0].IsVar(m.l.Var) &&
		i.Args[1].IsConst() {
		own = true
	}
	if !own {
		return false
	}
	if m.at[a] == nil {
		m.at[a] = i
	}
	return loop.Equal(m.at[a], i)
}

// indices calls yield for the indices and lengths in the path of an element, row or view.
func indices(e *loop.Expr, yield func(*loop.Expr)) {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr || e.Kind == loop.FieldExpr {
		for _, a := range e.Args[1:] {
			yield(a)
		}
		e = e.Args[0]
	}
}

// settle decides on the arrays.
func (m *meetings) settle() {
	var order []*loop.Var
	byClass := map[*loop.Var]*loop.Var{}
	loop.Walk(m.l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			facts.EachRead(*e, func(v *loop.Var) {
				if m.own[v] || !facts.Holds(v.Type) || !m.written[m.in.Class(v)] || slices.Contains(order, v) {
					return
				}
				order = append(order, v)
				if w := byClass[m.in.Class(v)]; w != nil {
					m.refuse("%s and %s may share memory", w.Name, v.Name)
					m.one = [2]*loop.Var{w, v}
				}
				byClass[m.in.Class(v)] = v
			})
		})
	})
	for _, a := range order {
		use, seen := m.use[a]
		switch {
		case !a.Type.IsArray():
			m.refuse("data at %s changes", a.Name)
		case !seen: // only its length
		case use&notIndexed == 0:
			if a.Type.Rank > 1 && a.Flat == nil && m.rowsMove(a) {
				m.refuse("two rows of %s may be one", a.Name)
			}
			m.apart = append(m.apart, a)
		case use&notAdded == 0 && a.Type.Base != loop.Ref:
			m.sums = append(m.sums, a)
		default:
			m.refuse("iterations use elements of %s that others change", a.Name)
		}
	}
}

// rowsMove reports whether the function stores references to rows where a's are.
func (m *meetings) rowsMove(a *loop.Var) (moves bool) {
	class := m.in.Class(a)
	loop.Walk(m.in.Func.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				if r := facts.RootOf(l); l.Kind != loop.VarExpr && facts.Holds(l.Type) &&
					r != nil && m.in.Class(r) == class {
					moves = true
				}
			}
		case *loop.Append:
			moves = moves || s.Var.Type.Rank > 1 && m.in.Class(s.Var) == class
		case *loop.Call:
			for i, x := range s.Args {
				r := facts.RootOf(x)
				moves = moves || r != nil && s.Func.Params[i].Out && x.Type.Rank > 1 && m.in.Class(r) == class
			}
			for _, v := range s.Vars {
				moves = moves || v != nil && facts.Holds(v.Type) && m.in.Class(v) == class
			}
		}
	})
	return moves
}
