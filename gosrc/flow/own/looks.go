package own

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// What a function looks at, and writes, in what it is given: places in its parameters, with what is known of indices.
// What it has by other names counts whole.

// An access is memory that a function looks at, or writes: what a place in a parameter leads to, and blocks below.
type access struct {
	at    flow.Place // indices that are not known are nil
	below string     // further letters, of blocks
	typ   flow.Type  // of what is looked at
	write bool
}

// anyPosition stands for an index that is the position of an element in what is sorted.
var anyPosition = &flow.Load{Place: flow.Place{Var: &flow.Var{Name: "position", Type: flow.Int}}}

// sorter follows what functions look at.
type sorter struct {
	*resolver
	seen map[*flow.Func]map[string]access
	grew bool
	// dirty says of the function that is looked at that it may write through local names of memory.
	dirty bool
}

// key tells accesses apart.
func (a access) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %v %s", a.at.Var, a.write, a.below)
	t := a.at.Var.Type
	for _, s := range a.at.Path {
		fmt.Fprintf(&b, " %c", letter(t, s))
		t = s.Part(t)
		if s.Kind != flow.StepIndex {
			continue
		}
		switch i := s.Index.(type) {
		case *flow.Load:
			fmt.Fprintf(&b, "%p", i.Place.Var)
		case *flow.Lit:
			fmt.Fprintf(&b, "%d", i.I)
		}
	}
	return b.String()
}

// memory reports whether an access is of memory that a slice or pointer leads to, not of the parameter itself: that is
// what the caller has there, who may have windows of an array.
func (a access) memory() bool { return trim(letters(a.at)+a.below) != "" }

func holdsArray(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Array:
		return true
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsArray(f.Type) })
	case *flow.Basic, *flow.Slice, *flow.Pointer, *flow.FuncType:
	}
	return false
}

func (s *sorter) note(f *flow.Func, a access) {
	if !slices.Contains(f.Params, a.at.Var) || !a.memory() && (a.write || !holdsArray(a.at.Var.Type)) {
		return // memory of its own
	}
	k := a.key()
	if _, ok := s.seen[f][k]; !ok {
		s.seen[f][k] = a
		s.grew = true
	}
}

// look notes what a function looks at, and what it writes.
func (s *sorter) look(f *flow.Func) {
	if s.seen[f] == nil {
		s.seen[f] = map[string]access{}
	}
	known := s.indices(f)
	s.dirty = dirty(f)
	eachStmt(f.Body, func(t flow.Stmt) {
		c, isCall := t.(*flow.Call)
		isCall = isCall && c.Func != nil && !c.Func.Bodiless()
		for _, e := range flow.Operands(t) {
			if !isCall || !inPlace(e) {
				s.expr(f, e, known)
				continue
			}
			for _, p := range flow.Parts(e) { // what is handed on the callee looks at
				s.expr(f, p, known)
			}
			p, _ := outPlace(e)
			s.way(f, p, known)
			if _, ok := e.(*flow.Load); ok {
				s.note(f, access{at: canonical(p, known), typ: p.Type()})
			}
		}
		if c, ok := t.(*flow.Copy); ok {
			if p, ok := outPlace(c.Dst); ok {
				s.whole(f, p, known, true)
			}
		}
		for _, p := range flow.Stores(t) {
			if p.Var == nil {
				continue
			}
			for _, e := range flow.Indices(p) {
				s.expr(f, e, known)
			}
			s.way(f, p, known)
			s.note(f, access{at: canonical(p, known), typ: p.Type(), write: true})
		}
		if isCall {
			s.passOn(f, c, known)
		}
	})
}

// inPlace reports whether an argument is a place, or its address.
func inPlace(e flow.Expr) bool {
	switch e.(type) {
	case *flow.Load, *flow.Addr:
		return true
	}
	return false
}

// indices says what indices in f are: parameters that are not assigned, and copies of them.
func (s *sorter) indices(f *flow.Func) func(flow.Expr) flow.Expr {
	assigned, defs := map[*flow.Var]int{}, map[*flow.Var]flow.Expr{}
	eachStmt(f.Body, func(t flow.Stmt) {
		for i, p := range flow.Stores(t) {
			assigned[p.Var]++
			if a, ok := t.(*flow.Assign); ok && p.Var != nil {
				defs[p.Var] = a.Src[i]
			}
		}
		if c, ok := t.(*flow.Count); ok {
			assigned[c.Idx] += 2
		}
	})
	eachOperand(f.Body, func(e flow.Expr) {
		if a, ok := e.(*flow.Addr); ok {
			assigned[a.Place.Var] += 2
		}
	})
	var known func(e flow.Expr) flow.Expr
	known = func(e flow.Expr) flow.Expr {
		switch e := e.(type) {
		case *flow.Lit:
			return e
		case *flow.Load:
			v := e.Place.Var
			switch {
			case len(e.Place.Path) > 0:
			case slices.Contains(f.Params, v) && assigned[v] == 0:
				return e
			case assigned[v] == 1 && defs[v] != nil:
				return known(defs[v])
			}
		}
		return nil
	}
	return known
}

func canonical(p flow.Place, known func(flow.Expr) flow.Expr) flow.Place {
	q := flow.Place{Var: p.Var}
	for _, s := range p.Path {
		if s.Kind == flow.StepIndex && s.Index != nil {
			s.Index = known(s.Index)
		}
		s.At = nil
		q.Path = append(q.Path, s)
	}
	return q
}

// way notes the slices and pointers on the way to a place.
func (s *sorter) way(f *flow.Func, p flow.Place, known func(flow.Expr) flow.Expr) {
	for k, st := range p.Path {
		if q := (flow.Place{Var: p.Var, Path: p.Path[:k]}); st.Kind != flow.StepField {
			s.note(f, access{at: canonical(q, known), typ: q.Type()})
		}
	}
}

// whole notes a value that may go on by another name: what it leads to may be looked at; and written, itself included
// if it is an address.
func (s *sorter) whole(f *flow.Func, p flow.Place, known func(flow.Expr) flow.Expr, write bool) {
	s.way(f, p, known)
	q := canonical(p, known)
	s.note(f, access{at: q, typ: p.Type()})
	if write {
		s.note(f, access{at: q, typ: p.Type(), write: true})
	}
	for _, b := range blocks(p.Type()) {
		s.note(f, access{at: q, below: b, typ: partAt(p.Type(), b)})
		if write || s.dirty {
			s.note(f, access{at: q, below: b, typ: partAt(p.Type(), b), write: true})
		}
	}
}

// dirty reports whether a function may write through local names of memory.
func dirty(f *flow.Func) bool {
	local := func(e flow.Expr) bool {
		found := false
		flow.WalkExpr(e, func(e flow.Expr) {
			if p, ok := outPlace(e); ok && holds(p.Var.Type) && !slices.Contains(f.Params, p.Var) {
				found = true
			}
		})
		return found
	}
	found := false
	eachStmt(f.Body, func(t flow.Stmt) {
		switch t := t.(type) {
		case *flow.Call:
			found = found || slices.ContainsFunc(t.Args, local)
		case *flow.Copy:
			found = found || local(t.Dst)
		case *flow.Append:
			found = true
		}
		for _, p := range flow.Stores(t) {
			found = found || p.Var != nil && trim(letters(p)) != "" && !slices.Contains(f.Params, p.Var)
		}
	})
	return found
}

func (s *sorter) expr(f *flow.Func, e flow.Expr, known func(flow.Expr) flow.Expr) {
	switch e := e.(type) {
	case *flow.Load:
		s.whole(f, e.Place, known, false)
	case *flow.Addr:
		s.whole(f, e.Place, known, true)
	case *flow.Window:
		if l, ok := e.X.(*flow.Load); ok {
			_, array := l.Type().(*flow.Array)
			s.whole(f, l.Place, known, array)
		}
	case *flow.Len:
		if l, ok := e.X.(*flow.Load); ok {
			s.way(f, l.Place, known)
			s.note(f, access{at: canonical(l.Place, known), typ: l.Type()})
			for _, i := range flow.Indices(l.Place) {
				s.expr(f, i, known)
			}
			return
		}
	}
	for _, p := range flow.Parts(e) {
		s.expr(f, p, known)
	}
}

// passOn notes what a callee looks at in what it is given.
func (s *sorter) passOn(f *flow.Func, c *flow.Call, known func(flow.Expr) flow.Expr) {
	at := known
	if ofPositions(f) {
		at = func(e flow.Expr) flow.Expr {
			if k := known(e); k != nil {
				return k
			}
			return anyPosition
		}
	}
	for _, a := range s.seen[c.Func] {
		if b, ok := handed(c, a, at); ok {
			b.at = canonical(b.at, func(e flow.Expr) flow.Expr {
				if e == anyPosition {
					return e
				}
				return known(e)
			})
			s.note(f, b)
		}
	}
}

// handed is an access of the callee in terms of the arguments of a call, if these are places.
func handed(c *flow.Call, a access, index func(flow.Expr) flow.Expr) (access, bool) {
	arg := func(v *flow.Var) flow.Expr {
		if i := slices.Index(c.Func.Params, v); i >= 0 && i < len(c.Args) {
			return c.Args[i]
		}
		return nil
	}
	rest := make([]flow.Step, len(a.at.Path))
	for k, s := range a.at.Path {
		if l, ok := s.Index.(*flow.Load); ok && l != anyPosition {
			s.Index = nil
			if e := arg(l.Place.Var); e != nil {
				s.Index = index(e)
			}
		}
		rest[k] = s
	}
	switch e := arg(a.at.Var).(type) {
	case *flow.Load:
		a.at = join(e.Place, rest...)
		return a, true
	case *flow.Addr:
		if len(rest) > 0 {
			a.at = join(e.Place, rest[1:]...)
			return a, true
		}
		if a.below != "" {
			a.at, a.below = e.Place, a.below[1:]
			return a, true
		}
	}
	return access{}, false
}
