package split

import "github.com/seed-4b734f86/gochad/lower/loop"

// several is the run of variables that are mentioned in more than one, or in one and outside of runs.
const several = -1

// span is where a variable is mentioned: in a run, outside of runs (0), or in several; and the last statement of the
// body, by number, that mentions it, or has one inside that does.
type span struct{ id, last int }

// frame is an array for the numbers of one type.
type frame struct {
	v    *loop.Var
	size int64
	free []int64
}

// eachRegion calls yield for each statement with the run that it stands in, or 0.
func (s *splitter) eachRegion(yield func(t loop.Stmt, id int)) {
	var block func(b *[]loop.Stmt, id int)
	block = func(b *[]loop.Stmt, id int) {
		rs := s.runs[b]
		for i, t := range *b {
			at := id
			if len(rs) > 0 && i >= rs[0].lo {
				at = rs[0].id
				if i+1 >= rs[0].hi {
					rs = rs[1:]
				}
			}
			yield(t, at)
			loop.Blocks(t, func(b *[]loop.Stmt) { block(b, at) })
		}
	}
	block(&s.f.Body, 0)
}

// measure finds where variables are mentioned.
func (s *splitter) measure() {
	s.spans = map[*loop.Var]*span{}
	id, at := 0, 0
	mention := func(v *loop.Var) {
		p := s.spans[v]
		if p == nil {
			s.spans[v] = &span{id, at}
			return
		}
		if p.last = at; p.id != id {
			p.id = several
		}
	}
	for _, q := range s.f.Params {
		mention(q.Var)
		for _, n := range q.Var.Flat {
			n.EachVar(mention)
		}
	}
	top := s.topLevel()
	s.eachRegion(func(t loop.Stmt, in int) {
		id = in
		if top[t] {
			at++
		}
		mentions(t, mention)
	})
	id = 0
	at++
	for _, r := range s.f.Results {
		r.EachVar(mention)
	}
}

// place gives elements of the frames to the numbers that are declared or changed in a run and mentioned outside of it.
func (s *splitter) place() {
	s.framed, s.assigned = map[*loop.Var]*loop.Expr{}, map[*loop.Var]bool{}
	needed := map[*loop.Var]bool{}
	need := func(v *loop.Var) {
		if !s.fixed[v] && s.spans[v].id == several {
			needed[v] = true
		}
	}
	s.eachRegion(func(t loop.Stmt, id int) {
		change := func(l *loop.Expr) {
			if l.Kind == loop.VarExpr {
				s.assigned[l.Var] = true
				if id > 0 {
					need(l.Var)
				}
			}
		}
		if id > 0 {
			loop.Declared(t, need)
		}
		switch t := t.(type) {
		case *loop.Assign:
			for _, l := range t.Lhs {
				change(l)
			}
		case *loop.AddTo:
			change(t.Lhs)
		}
	})
	for _, q := range s.f.Params {
		if needed[q.Var] {
			s.take(q.Var)
		}
	}
	s.placeBody(needed)
}

// placeBody gives elements to the variables of the body in the order of their declarations. Those declared in the body itself give them
// back behind the statement of the body that mentions them for the last time; those of inner blocks, which may run again, keep theirs.
func (s *splitter) placeBody(needed map[*loop.Var]bool) {
	ends := map[int][]*loop.Var{} // by the last mention
	top := s.topLevel()
	at := 0
	s.eachRegion(func(t loop.Stmt, _ int) {
		if top[t] {
			for _, v := range ends[at] {
				f := &s.frames[v.Type.Base]
				f.free = append(f.free, s.framed[v].Args[1].I)
			}
			at++
		}
		loop.Declared(t, func(v *loop.Var) {
			if !needed[v] {
				return
			}
			s.take(v)
			if top[t] {
				ends[s.spans[v].last] = append(ends[s.spans[v].last], v)
			}
		})
	})
}

// topLevel are the statements of the body itself.
func (s *splitter) topLevel() map[loop.Stmt]bool {
	top := map[loop.Stmt]bool{}
	for _, t := range s.f.Body {
		top[t] = true
	}
	return top
}

// take gives v an element of a frame.
func (s *splitter) take(v *loop.Var) {
	f := &s.frames[v.Type.Base]
	if f.v == nil {
		f.v = loop.NewVar("frame", v.Type.Array())
	}
	at := f.size
	if n := len(f.free); n > 0 {
		at, f.free = f.free[n-1], f.free[:n-1]
	} else {
		f.size++
	}
	s.framed[v] = loop.Index(loop.Use(f.v), loop.IntConst(at))
}
