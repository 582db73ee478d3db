package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// retrace runs a while loop again where the rows that it grew are read, instead of keeping them. What goes round in it then goes
// through the same values, and what it appended is there in time.
//
//	for i < n {                              for i < n {
//	  var t []int = nil                        var c int = 0
//	  var p int = x[i]                         var p int = x[i]
//	  loop { while p != 0                      loop { while p != 0
//	    append(t, ctz(p))                        c += 1
//	    p = iand(p, p - 1)                       p = iand(p, p - 1)
//	  }                                        }
//	  m[i], z[i] = len(t), t                   m[i] = c
//	}                                    →   }
//	…                                        …
//	for down j < n {                         for down j < n {
//	  var e int = m[j]                         var e int = m[j]
//	  var r []int = z[j]                       var q int = x[j]
//	  for k < e {                              loop { while q != 0
//	    y[j] +~= a[r[k]]                         y[j] +~= a[ctz(q)]
//	  }                                          q = iand(q, q - 1)
//	}                                          }
//	                                         }
//
// Only what the condition and the rows need is computed again: of constants, of what is there in the second loop, and of
// memory that is not written in between. Rows with other values stay.
var retrace = Pass{ //nolint:gochecknoglobals // a constant
	Name: "retrace",
	Law: "A loop that begins with the same values, and reads the same memory, goes through the same values again: what it appended to a " +
		"row in an iteration can be had in that iteration of the second run.",
	Needs: Appends,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		for round := 0; round < retraceRounds && retraceOnce(f); round++ {
		}
	}),
}

const (
	retraceRounds = 8
	// retraceCost is what computing a value of a row again may cost on average: of a store into an array that grows, and the load.
	retraceCost = 2*storeCost + loadCost
)

// retraceOnce treats one loop that grows rows; it reports whether it has.
func retraceOnce(f *loop.Func) bool {
	r := &retracer{surveyor: survey(f), uses: usesOf(f)}
	return r.block(&f.Body)
}

type retracer struct {
	*surveyor
	uses  map[*loop.Var]int
	known *survival
}

// A grownRow is a row that a while loop grows in each iteration of a loop, and that another loop reads.
type grownRow struct {
	row   *loop.Let // where it begins
	app   *loop.Append
	store *loop.Assign
	part  int         // of the store
	all   *loop.Alloc // of what the rows are stored in
	read  *loop.Let   // a row of the second loop
	value *loop.Var   // what was appended, in the second run
	gone  bool
}

// A retracing is a loop with a while loop, and a loop with the reader of its rows.
type retracing struct {
	block         *[]loop.Stmt
	first, second *loop.For
	from, to      int // their places
	at            int // of the while loop in the body of the first
	while         *loop.While
	reader        *loop.For
	place         int // of the reader in the body of the second
	rows          []*grownRow
}

func (r *retracer) block(b *[]loop.Stmt) bool {
	for i, s := range *b {
		first, ok := s.(*loop.For)
		if !ok || first.Par != nil {
			continue
		}
		for w, inner := range first.Body {
			while, ok := inner.(*loop.While)
			if !ok || len(while.Head) > 0 {
				continue
			}
			t := &retracing{block: b, first: first, from: i, at: w, while: while}
			if r.find(t) && r.replay(t) {
				return true
			}
		}
	}
	for _, s := range *b {
		done := false
		loop.Blocks(s, func(inner *[]loop.Stmt) { done = done || r.block(inner) })
		if done {
			return true
		}
	}
	return false
}

// find finds the rows of the while loop, and where they are read.
func (r *retracer) find(t *retracing) bool {
	begun := map[*loop.Var]*loop.Let{}
	for _, s := range t.first.Body[:t.at] {
		if l, ok := s.(*loop.Let); ok && l.Rhs.IsNilConst() && l.Var.Type.Rank == 1 && l.Var.Type.Scalar().IsNumber() && l.Var.Flat == nil {
			begun[l.Var] = l
		}
	}
	for _, s := range t.while.Body {
		if a, ok := s.(*loop.Append); ok && begun[a.Var] != nil {
			t.rows = append(t.rows, &grownRow{row: begun[a.Var], app: a})
		}
	}
	kept := t.rows[:0]
	for _, g := range t.rows {
		if r.stored(t, g) {
			kept = append(kept, g)
		}
	}
	t.rows = kept
	return len(t.rows) > 0 && r.readers(t)
}

// stored finds where a row is stored, and reports whether there are no other uses of it.
func (r *retracer) stored(t *retracing, g *grownRow) bool {
	v := g.row.Var
	for _, s := range t.first.Body[t.at+1:] {
		a, ok := s.(*loop.Assign)
		if !ok {
			continue
		}
		for k, e := range a.Rhs {
			l := a.Lhs[k]
			if e.IsVar(v) && l.Kind == loop.IndexExpr && l.Args[0].Kind == loop.VarExpr && l.Args[1].IsVar(t.first.Var) {
				g.store, g.part = a, k
			}
		}
	}
	if g.store == nil {
		return false
	}
	z := g.store.Lhs[g.part].Args[0].Var
	for _, s := range (*t.block)[:t.from] {
		if a, ok := s.(*loop.Alloc); ok && a.Var == z && z.Type.Rank == 2 && len(a.Dims) == 1 && z.Flat == nil && !r.Mutable(z) {
			g.all = a
		}
	}
	return g.all != nil && r.uses[z] == 2 && r.uses[v] == 2+lengthsOf(t.first.Body[t.at+1:], v)
}

// lengthsOf counts how often a block asks for the length of v.
func lengthsOf(b []loop.Stmt, v *loop.Var) (n int) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.LenExpr && e.Args[0].IsVar(v) {
			n++
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(b, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return n
}

// readers finds the second loop, and the loop in it that goes through its rows.
func (r *retracer) readers(t *retracing) bool {
	for i := t.from + 1; i < len(*t.block); i++ {
		second, ok := (*t.block)[i].(*loop.For)
		if !ok || second.Par != nil || !r.sameCount(t.first, second) {
			continue
		}
		reads := map[*loop.Var]*loop.Let{}
		for _, s := range second.Body {
			if l, ok := s.(*loop.Let); ok && l.Rhs.Kind == loop.IndexExpr && l.Rhs.Args[0].Kind == loop.VarExpr && l.Rhs.Args[1].IsVar(second.Var) {
				reads[l.Rhs.Args[0].Var] = l
			}
		}
		n := 0
		for _, g := range t.rows {
			if g.read = reads[g.all.Var]; g.read != nil {
				n++
			}
		}
		if n == 0 {
			continue
		}
		t.second, t.to = second, i
		return n == len(t.rows) && r.reader(t)
	}
	return false
}

func (r *retracer) sameCount(a, b *loop.For) bool {
	l := r.linear(a.N)
	return l.over(r.fixed) && l.equal(r.linear(b.N))
}

// reader finds the loop over the length of the rows. Its bound is a length that the first loop has stored.
func (r *retracer) reader(t *retracing) bool {
	counts := r.counts(t)
	for i, s := range t.second.Body {
		l, ok := s.(*loop.For)
		if !ok || l.Down || l.Par != nil || l.N.Kind != loop.VarExpr || !counts[l.N.Var] {
			continue
		}
		t.reader, t.place = l, i
		for _, g := range t.rows {
			if !r.readBy(t, g) {
				return false
			}
		}
		return true
	}
	return false
}

// counts are the variables of the second loop that are how long the rows of its iteration are.
func (r *retracer) counts(t *retracing) map[*loop.Var]bool {
	lengths, stored, out := map[*loop.Var]bool{}, map[*loop.Var]bool{}, map[*loop.Var]bool{}
	for _, s := range t.first.Body[t.at+1:] {
		switch s := s.(type) {
		case *loop.Let:
			for _, g := range t.rows {
				if e := s.Rhs; e.Kind == loop.LenExpr && e.Args[0].IsVar(g.row.Var) && !r.Mutable(s.Var) {
					lengths[s.Var] = true
				}
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				e := s.Rhs[k]
				if l.Kind == loop.IndexExpr && l.Args[0].Kind == loop.VarExpr && l.Args[1].IsVar(t.first.Var) && e.Kind == loop.VarExpr && lengths[e.Var] {
					if z := l.Args[0].Var; r.arrays[z] != nil && r.arrays[z].writes == 1 && !r.arrays[z].other && r.uses[z] == 2 {
						stored[z] = true
					}
				}
			}
		}
	}
	for _, s := range t.second.Body {
		if l, ok := s.(*loop.Let); ok && !r.Mutable(l.Var) && l.Rhs.Kind == loop.IndexExpr && l.Rhs.Args[0].Kind == loop.VarExpr &&
			stored[l.Rhs.Args[0].Var] && l.Rhs.Args[1].IsVar(t.second.Var) {
			out[l.Var] = true
		}
	}
	return out
}

// readBy reports whether a row is read only by the reader, under its variable, and in checks of its length.
func (r *retracer) readBy(t *retracing, g *grownRow) bool {
	v, n := g.read.Var, 0
	if r.Mutable(v) {
		return false
	}
	for _, s := range t.second.Body {
		if checksLength(s, v, t.reader.N.Var) {
			n++
		}
	}
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(v) && e.Args[1].IsVar(t.reader.Var) {
			n++
			return
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(t.reader.Body, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	// A check names the length twice: in its condition, and for its message.
	for _, s := range t.second.Body {
		if c, ok := s.(*loop.Check); ok && checksLength(s, v, t.reader.N.Var) && c.Got != nil {
			n += lengthsOf([]loop.Stmt{s}, v) - 1
		}
	}
	return n == r.uses[v]
}

// checksLength reports whether s checks that the length of v is n.
func checksLength(s loop.Stmt, v, n *loop.Var) bool {
	c, ok := s.(*loop.Check)
	if !ok || c.Cond.Kind != loop.PrimExpr || c.Cond.Prim.Name != "ieq" {
		return false
	}
	a := c.Cond.Args
	return a[0].Kind == loop.LenExpr && a[0].Args[0].IsVar(v) && a[1].IsVar(n)
}
