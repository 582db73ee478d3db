package split

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// choose finds the runs. A declaration or assignment of an array or reference that turns out to be mentioned outside of
// its run is pinned, and the runs are chosen again; after some rounds all of them stay.
func (s *splitter) choose() {
	s.sizes = map[loop.Stmt]int{}
	if s.survey() <= s.Over {
		return
	}
	s.pinned = map[loop.Stmt]bool{}
	const rounds = 4
	for k := range rounds {
		s.rigid = k == rounds-1
		s.runs, s.count, s.inner = map[*[]loop.Stmt][]run{}, 0, false
		s.chooseIn(&s.f.Body)
		if s.count == 0 {
			return
		}
		s.measure()
		if !s.pin() {
			return
		}
	}
	panic("split: a run declares what is mentioned elsewhere")
}

// survey looks at the body for its size, that of each of its statements, whether they are made of such that can be
// moved, and what cannot stand in a frame.
func (s *splitter) survey() (total int) {
	for _, q := range s.f.Params {
		s.declare(q.Var, false)
	}
	s.top = make([]topStatement, len(s.f.Body))
	for i, t := range s.f.Body {
		size := s.size(t)
		total += size
		s.top[i] = topStatement{int32(size), s.plain(t)}
		s.findFixed(s.f.Body[i : i+1])
	}
	return total
}

// topStatement is what is known of a statement of the body: its size, and whether it is made of declarations and
// assignments.
type topStatement struct {
	size  int32
	plain bool
}

// plain reports whether t is made of declarations and assignments, of which those can be moved that are not pinned.
func (s *splitter) plain(t loop.Stmt) bool {
	switch t := t.(type) {
	case *loop.Let, *loop.Assign:
		return true
	case *loop.If:
		return !slices.ContainsFunc(t.Then, s.notPlain) && !slices.ContainsFunc(t.Else, s.notPlain)
	}
	return false
}

func (s *splitter) notPlain(t loop.Stmt) bool { return !s.plain(t) }

// noted is from how many nodes on the size of a statement is noted.
const noted = 64

// size is the number of nodes of a statement.
func (s *splitter) size(t loop.Stmt) (n int) {
	switch t := t.(type) {
	case *loop.Let:
		return 1 + int(t.Rhs.Size)
	case *loop.Assign:
		n = 1
		for i, l := range t.Lhs {
			n += int(l.Size) + int(t.Rhs[i].Size)
		}
		return n
	}
	if n, ok := s.sizes[t]; ok {
		return n
	}
	if c, ok := t.(*loop.If); ok {
		n = 1 + int(c.Cond.Size) + s.sizeOf(c.Then) + s.sizeOf(c.Else)
	} else {
		n = 1
		loop.Operands(t, func(x **loop.Expr, _ bool) { n += int((*x).Size) })
		loop.Blocks(t, func(b *[]loop.Stmt) { n += s.sizeOf(*b) })
	}
	if n >= noted {
		s.sizes[t] = n
	}
	return n
}

func (s *splitter) sizeOf(b []loop.Stmt) (n int) {
	for _, t := range b {
		n += s.size(t)
	}
	return n
}

// findFixed finds the variables of statements that cannot stand in a frame: all but numbers, those of loops, and those
// that the lengths of flat arrays speak of.
func (s *splitter) findFixed(b []loop.Stmt) {
	declare := func(v *loop.Var) { s.declare(v, true) }
	loop.Walk(b, func(t loop.Stmt) {
		switch t := t.(type) {
		case *loop.Let:
			s.declare(t.Var, true)
			return
		case *loop.If:
			return
		case *loop.Assign:
			for _, l := range t.Lhs {
				if l.Kind == loop.VarExpr && !l.Type.IsNumber() {
					s.fix(l.Var, true)
				}
			}
			return
		case *loop.Append:
			s.fix(t.Var, true)
		}
		loop.Declared(t, declare)
		if l, ok := t.(*loop.For); ok {
			s.fix(l.Var, false)
		}
	})
}

func (s *splitter) declare(v *loop.Var, bound bool) {
	if !v.Type.IsNumber() {
		s.fix(v, bound)
	}
	for _, n := range v.Flat {
		n.EachVar(func(w *loop.Var) { s.fix(w, true) })
	}
}

// fix says that a variable cannot stand in a frame, and whether a statement may declare or assign it.
func (s *splitter) fix(v *loop.Var, bound bool) {
	x := s.of(v)
	x.fixed = true
	if bound && !x.bound {
		x.bound = true
		s.bound = append(s.bound, v)
	}
}

// chooseIn finds the runs of a block and of the blocks inside, and reports whether there are any.
func (s *splitter) chooseIn(b *[]loop.Stmt) (any bool) {
	var hasRuns map[loop.Stmt]bool
	total := 0
	tops := s.top
	if b != &s.f.Body {
		tops = make([]topStatement, len(*b))
		for i, t := range *b {
			tops[i] = topStatement{int32(s.size(t)), s.plain(t)}
		}
	}
	free := len(s.pinned) == 0 && !s.rigid
	for i, t := range *b {
		size := int(tops[i].size)
		if size > s.Over {
			loop.Blocks(t, func(b *[]loop.Stmt) {
				if s.chooseIn(b) {
					if hasRuns == nil {
						hasRuns = map[loop.Stmt]bool{}
					}
					hasRuns[t] = true
				}
			})
		}
		if len(hasRuns) == 0 || !hasRuns[t] {
			total += size
		}
	}
	if total <= s.Over {
		return len(hasRuns) > 0
	}
	for lo := 0; lo < len(*b); {
		hi, size := lo, 0
		for hi < len(*b) && size < s.Part && (len(hasRuns) == 0 || !hasRuns[(*b)[hi]]) &&
			(free && tops[hi].plain || !s.stays((*b)[hi])) {
			size += int(tops[hi].size)
			hi++
		}
		if size > s.Part/10 {
			s.count++
			s.runs[b] = append(s.runs[b], run{lo, hi, s.count})
			s.inner = s.inner || b != &s.f.Body
			any = true
		}
		lo = max(hi, lo+1)
	}
	return any || len(hasRuns) > 0
}

// stays reports whether a statement cannot be moved.
func (s *splitter) stays(t loop.Stmt) bool {
	if len(s.pinned) > 0 && s.pinned[t] || s.rigid && s.binds(t, func(v *loop.Var) bool { return s.of(v).fixed }) {
		return true
	}
	switch t := t.(type) {
	case *loop.Let, *loop.Assign: // as most are
		return false
	case *loop.For:
		if t.Par != nil { // its function has the memory for its parts
			return true
		}
	case *loop.Alloc, *loop.NewCell, *loop.Append, *loop.Call:
		return s.Plain
	}
	stays := false
	loop.Blocks(t, func(b *[]loop.Stmt) { stays = stays || slices.ContainsFunc(*b, s.stays) })
	return stays
}

// binds reports whether a statement itself declares or assigns a variable that fits; that of a For is not seen outside.
func (s *splitter) binds(t loop.Stmt, fits func(*loop.Var) bool) (binds bool) {
	check := func(v *loop.Var) { binds = binds || fits(v) }
	switch t := t.(type) {
	case *loop.For:
	case *loop.Append:
		check(t.Var)
	case *loop.Assign:
		for _, l := range t.Lhs {
			if l.Kind == loop.VarExpr {
				check(l.Var)
			}
		}
	default:
		loop.Declared(t, check)
	}
	return binds
}

// pin pins the statements in runs that declare or assign a variable which cannot stand in a frame and is mentioned
// elsewhere, and reports whether there were any.
func (s *splitter) pin() (some bool) {
	elsewhere := func(v *loop.Var) bool {
		x := s.of(v)
		return x.fixed && x.span.id == several
	}
	if !slices.ContainsFunc(s.bound, elsewhere) {
		return false
	}
	s.eachRegion(func(t loop.Stmt, id int, _ bool) {
		if id > 0 && s.binds(t, elsewhere) {
			s.pinned[t], some = true, true
		}
	})
	return some
}
