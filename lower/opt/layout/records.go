package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Records makes one array of the arrays that a loop fills side by side, each iteration of a loop around making its own:
//
//	for k < m {                            for k < m {
//	  var y []real = dirty(n)                var y []real = dirty(2 * n)
//	  var z []real = dirty(n)                for i < n {
//	  for i < n {                              y[2 * i], y[2 * i + 1] = a, b
//	    y[i], z[i] = a, b              →     }
//	  }                                      ys[k] = y
//	  ys[k], zs[k] = y, z                  }
//	}
//
// So a tape has one record for each iteration, where it had an array for each number in it: one address, and one row in
// what keeps the rows. (An array of structures: M. Wolfe, High Performance Compilers for Parallel Computing, 1996.)
//
// Arrays stand together that are made in one block, with one length, and used in the same loops under the same indices.
// So do arrays that grow side by side: see [grown]. It takes time linear in the function.
func Records(f *loop.Func) {
	r := &recorder{
		in: facts.Analyse(f), fields: map[*loop.Var]*field{}, tables: map[*loop.Var]*table{}, blockOf: map[loop.Stmt]int{},
		gone: map[*loop.Clear]bool{}, counts: map[*loop.Var]*loop.Var{},
		declared: map[*loop.Var]bool{},
	}
	r.find(f.Body, !f.Exported)
	if len(r.order) < grownLeast {
		return
	}
	r.link(f.Body)
	r.uses(f.Body, nil)
	for _, e := range f.Results {
		r.expr(e, nil)
	}
	if r.group() {
		r.rewrite(f)
	}
}

const (
	recordLeast = 3  // arrays that become one
	grownLeast  = 2  // of those that grow
	recordMost  = 96 // and the most that do
)

// A field is an array that may be a field of records.
type field struct {
	v     *loop.Var
	made  loop.Stmt
	alloc *loop.Alloc // that makes it; nil if it grows
	grown grown
	table *table // that keeps its rows, or nil
	zeros []*loop.Clear
	uses  strings.Builder // where it is used: the same for arrays that stand together
	bad   bool

	records *loop.Var // those that it is in, and its place there
	at      int64
	first   bool
}

// A table keeps the rows that a field has had, one for each iteration.
type table struct {
	alloc *loop.Alloc
	field *field
	bad   bool
	rows  *loop.Var // the table of the records
}

type recorder struct {
	in     *facts.Info
	fields map[*loop.Var]*field // by array, and by variable for a row or a part of one
	tables map[*loop.Var]*table
	order  []*field

	// of what is rewritten
	width map[*loop.Var]int64     // numbers in a record
	same  map[*loop.Var]*loop.Var // rows that have a name already
	views map[place]*loop.Var     // the records that have one
	gone  map[*loop.Clear]bool    // what the first of a run clears, too

	counts   map[*loop.Var]*loop.Var // how many records there are of those that grow, where that is asked for
	declared map[*loop.Var]bool      // records that grow

	blocks  int
	blockOf map[loop.Stmt]int // the block that a statement is in
}

// find collects the arrays that are made in a block; inside says whether that is in a loop.
func (r *recorder) find(b []loop.Stmt, inside bool) {
	r.blocks++
	block := r.blocks
	for _, s := range b {
		r.blockOf[s] = block
		if l, ok := s.(*loop.Let); ok && r.begins(l) {
			r.add(&field{v: l.Var}, s)
		}
		if a, ok := s.(*loop.Alloc); ok && len(a.Dims) == 1 && a.Var.Flat == nil && !r.in.Mutable(a.Var) &&
			r.in.Fixed(a.Dims[0]) && a.Var.Type.Base <= loop.Bool {
			switch {
			case a.Var.Type.Rank == 1 && inside:
				r.add(&field{v: a.Var, alloc: a}, s)
			case a.Var.Type.Rank == 2:
				r.tables[a.Var] = &table{alloc: a}
			}
		}
		_, isFor := s.(*loop.For)
		_, isWhile := s.(*loop.While)
		loop.Blocks(s, func(b *[]loop.Stmt) { r.find(*b, inside || isFor || isWhile) })
	}
}

func (r *recorder) add(f *field, s loop.Stmt) {
	f.made = s
	r.fields[f.v] = f
	r.order = append(r.order, f)
}

// link finds the tables of fields, and the variables for rows and for parts of them.
func (r *recorder) link(body []loop.Stmt) {
	loop.Walk(body, func(s loop.Stmt) {
		a, ok := s.(*loop.Assign)
		if !ok {
			return
		}
		for i, l := range a.Lhs {
			if t, f := r.stored(l, a.Rhs[i]); t != nil {
				if t.field != nil && t.field != f || f.table != nil && f.table != t {
					t.bad, f.bad = true, true
				}
				t.field, f.table = f, t
			}
		}
	})
	loop.Walk(body, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || r.fields[l.Var] != nil || l.Rhs.Type.Rank != 1 || len(l.Rhs.Args) == 0 ||
			l.Rhs.Args[0].Kind != loop.VarExpr || r.in.Mutable(l.Var) {
			return
		}
		switch x := l.Rhs.Args[0].Var; l.Rhs.Kind {
		case loop.SliceExpr:
			if f := r.fields[x]; f != nil {
				r.fields[l.Var] = f
			}
		case loop.IndexExpr:
			if t := r.tables[x]; t != nil && t.field != nil {
				r.fields[l.Var] = t.field
			}
		}
	})
}

// stored is the table and the field of which a row is stored.
func (r *recorder) stored(l, rhs *loop.Expr) (*table, *field) {
	if l.Kind != loop.IndexExpr || l.Args[0].Kind != loop.VarExpr || rhs.Kind != loop.VarExpr || !r.in.Fixed(l.Args[1]) {
		return nil, nil
	}
	t, f := r.tables[l.Args[0].Var], r.fields[rhs.Var]
	if t == nil || f == nil || f.v != rhs.Var || f.alloc == nil {
		return nil, nil
	}
	return t, f
}

// uses looks at the uses in a block of the innermost of the loops.
func (r *recorder) uses(b []loop.Stmt, loops []*loop.For) {
	var run *loop.Clear // the first of several, one after the other
	var pushed *grownRun
	for _, s := range b {
		if a, ok := s.(*loop.Append); ok && r.fields[a.Var] != nil {
			pushed = r.push(a, pushed, loops)
			run = nil
			continue
		}
		pushed = nil
		if c, ok := s.(*loop.Clear); ok && c.Dst.Kind == loop.VarExpr && r.fields[c.Dst.Var] != nil &&
			r.fields[c.Dst.Var].v == c.Dst.Var {
			if run == nil {
				run = c
			}
			f := r.fields[c.Dst.Var]
			fmt.Fprintf(&f.uses, "clear %p", run)
			f.zeros = append(f.zeros, c)
			continue
		}
		run = nil
		switch s := s.(type) {
		case *loop.Let:
			if f := r.fields[s.Var]; f != nil {
				if f.v != s.Var {
					r.row(f, s, loops)
				}
				continue
			}
		case *loop.Assign:
			for i, l := range s.Lhs {
				if t, f := r.stored(l, s.Rhs[i]); t != nil {
					fmt.Fprintf(&f.uses, "store %d", r.blockOf[s])
					writeKey(&f.uses, l.Args[1])
					r.expr(l.Args[1], loops)
					continue
				}
				r.expr(l, loops)
				r.expr(s.Rhs[i], loops)
			}
			continue
		case *loop.For:
			r.expr(s.N, loops)
			if s.Par != nil {
				for _, w := range s.Par.Writes {
					r.expr(w, loops)
				}
			}
			r.uses(s.Body, append(loops[:len(loops):len(loops)], s))
			continue
		case *loop.Append:
			if t := r.tables[s.Var]; t != nil {
				t.bad = true
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { r.expr(*e, loops) })
		loop.Blocks(s, func(b *[]loop.Stmt) { r.uses(*b, loops) })
	}
}

// row notes a variable for a row of a table, or for a part.
func (r *recorder) row(f *field, s *loop.Let, loops []*loop.For) {
	what := "row"
	if s.Rhs.Kind == loop.SliceExpr {
		what = "part"
	}
	fmt.Fprintf(&f.uses, "%s %d", what, r.blockOf[s])
	for _, a := range s.Rhs.Args[1:] {
		writeKey(&f.uses, a)
		r.expr(a, loops)
	}
}

func (r *recorder) expr(e *loop.Expr, loops []*loop.For) {
	if e.Kind == loop.VarExpr {
		if f := r.fields[e.Var]; f != nil {
			f.bad = true
		}
		if t := r.tables[e.Var]; t != nil {
			t.bad = true
		}
		return
	}
	if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
		if f := r.fields[e.Args[0].Var]; f != nil && f.alloc == nil && f.v == e.Args[0].Var {
			f.grown.counted = true
			return
		}
	}
	if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr {
		if f := r.fields[e.Args[0].Var]; f != nil {
			r.expr(e.Args[1], loops)
			f.element(e.Args[1], loops)
			return
		}
	}
	for _, a := range e.Args {
		r.expr(a, loops)
	}
}

// element notes an element, if its place goes with a loop.
func (f *field) element(i *loop.Expr, loops []*loop.For) {
	moves := false
	for _, l := range loops {
		i.EachVar(func(v *loop.Var) { moves = moves || v == l.Var })
	}
	if !moves {
		return
	}
	fmt.Fprintf(&f.uses, "at %p", loops[len(loops)-1])
	writeKey(&f.uses, i)
}

// group puts fields together.
func (r *recorder) group() bool {
	open := map[string][]*field{}
	var keys []string
	for _, f := range r.order {
		if t := f.table; t != nil && (t.bad || t.field != f) {
			f.bad = true
		}
		if f.bad || f.alloc != nil && f.uses.Len() == 0 || f.alloc == nil && (f.grown.run == nil || f.grown.run.mixed) {
			continue
		}
		var key strings.Builder
		fmt.Fprintf(&key, "%d %d", r.blockOf[f.made], f.v.Type.Base)
		if f.alloc == nil {
			fmt.Fprintf(&key, "grown %p", f.grown.run)
		} else {
			fmt.Fprintf(&key, "%t", f.alloc.Dirty)
			writeKey(&key, f.alloc.Dims[0])
		}
		if t := f.table; t != nil {
			fmt.Fprintf(&key, "table %d %t", r.blockOf[t.alloc], t.alloc.Dirty)
			writeKey(&key, t.alloc.Dims[0])
		}
		if f.alloc != nil {
			key.WriteString(f.uses.String())
		}
		if open[key.String()] == nil {
			keys = append(keys, key.String())
		}
		open[key.String()] = append(open[key.String()], f)
	}
	found := false
	for _, k := range keys {
		g, least := open[k], recordLeast
		if g[0].alloc == nil {
			least = grownLeast
			slices.SortFunc(g, func(a, b *field) int { return cmp.Compare(a.grown.at, b.grown.at) })
		}
		for len(g) >= least {
			n := min(len(g), recordMost)
			found = true
			records := loop.NewVar(g[0].v.Name, g[0].v.Type)
			if slices.ContainsFunc(g[:n], func(f *field) bool { return f.grown.counted }) {
				r.counts[records] = loop.NewVar("count", loop.IntType)
			}
			var rows *loop.Var
			if t := g[0].table; t != nil {
				rows = loop.NewVar(t.alloc.Var.Name, t.alloc.Var.Type)
			}
			for at, f := range g[:n] {
				f.records, f.at, f.first = records, int64(at), at == 0
				for _, c := range f.zeros {
					r.gone[c] = at > 0
				}
				if f.table != nil {
					f.table.rows = rows
				}
			}
			g = g[n:]
		}
	}
	return found
}

// rewrite uses the records.
func (r *recorder) rewrite(f *loop.Func) {
	r.width = map[*loop.Var]int64{}
	for _, f := range r.order {
		if f.records != nil {
			r.width[f.records] = max(r.width[f.records], f.at+1)
		}
	}
	r.same, r.views = map[*loop.Var]*loop.Var{}, map[place]*loop.Var{}
	r.edit(&f.Body, nil)
	for i, e := range f.Results {
		f.Results[i] = r.sub(e)
	}
}

// A place is the record of an array at the index of a loop.
type place struct{ array, index *loop.Var }

// array is the variable that takes the place of one for a field, a row or a part of a row.
func (r *recorder) array(f *field, v *loop.Var) *loop.Var {
	if f.v == v {
		return f.records
	}
	if w := r.same[v]; w != nil {
		return w
	}
	return v
}

func (r *recorder) sub(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if f := r.fields[e.Var]; f != nil && f.records != nil {
			return loop.Use(r.array(f, e.Var))
		}
		if t := r.tables[e.Var]; t != nil && t.rows != nil {
			return loop.Use(t.rows)
		}
		return e
	}
	if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
		if f := r.fields[e.Args[0].Var]; f != nil && f.records != nil {
			return loop.Use(r.counts[f.records])
		}
	}
	if e.Kind != loop.IndexExpr && e.Kind != loop.SliceExpr || e.Args[0].Kind != loop.VarExpr {
		return e.MapArgs(r.sub)
	}
	f := r.fields[e.Args[0].Var]
	if f == nil || f.records == nil {
		return e.MapArgs(r.sub)
	}
	x, w := r.array(f, e.Args[0].Var), loop.IntConst(r.width[f.records])
	i := e.Args[1]
	if i.Kind == loop.VarExpr && e.Kind == loop.IndexExpr {
		if v := r.views[place{x, i.Var}]; v != nil {
			return loop.Index(loop.Use(v), loop.IntConst(f.at))
		}
	}
	i = loop.Mul(r.sub(i), w)
	if e.Kind == loop.SliceExpr {
		return loop.Slice(loop.Use(x), i, loop.Mul(r.sub(e.Args[2]), w))
	}
	return loop.Index(loop.Use(x), loop.Add(i, loop.IntConst(f.at)))
}

// edit leaves the statements of the first field of each record, in a block of a loop or of none. From the first
// statement of the loop's body on that uses a record in any case, it has a name, so that its bounds are checked once.
func (r *recorder) edit(b *[]loop.Stmt, of *loop.For) {
	out := make([]loop.Stmt, 0, len(*b))
	rows := map[string]*loop.Var{}
	list := *b
	for k := 0; k < len(list); k++ {
		s := list[k]
		if run := r.pushes(list[k:]); len(run) > 0 {
			out = append(out, r.pushed(run)...)
			k += len(run) - 1
			continue
		}
		if of != nil {
			loop.Operands(s, func(e **loop.Expr, _ bool) { out = r.name(*e, of.Var, out) })
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			if _, ok := s.(*loop.Assign); !ok {
				*e = r.sub(*e)
			}
		})
		in, _ := s.(*loop.For)
		loop.Blocks(s, func(b *[]loop.Stmt) { r.edit(b, in) })
		switch t := s.(type) {
		case *loop.Alloc:
			if f := r.fields[t.Var]; f != nil && f.records != nil {
				if f.first {
					n, before := allLengths(t.Dims[0], r.width[f.records])
					out = append(append(out, before...),
						&loop.Alloc{Var: f.records, Dims: []*loop.Expr{n}, Dirty: t.Dirty})
				}
				continue
			}
			if x := r.tables[t.Var]; x != nil && x.rows != nil {
				if x.field.first {
					out = append(out, &loop.Alloc{Var: x.rows, Dims: t.Dims, Dirty: t.Dirty})
				}
				continue
			}
		case *loop.Let:
			if f := r.fields[t.Var]; f != nil && f.records != nil && f.v == t.Var {
				out = append(out, r.begun(f)...)
				continue
			}
			if f := r.fields[t.Var]; f != nil && f.records != nil && r.steady(t.Rhs) {
				var key strings.Builder
				writeKey(&key, t.Rhs)
				if v := rows[key.String()]; v != nil {
					r.same[t.Var] = v
					continue
				}
				rows[key.String()] = t.Var
			}
		case *loop.Clear:
			if t.Dst.Kind == loop.VarExpr && r.gone[t] {
				continue
			}
		case *loop.Assign:
			if s = r.stores(t); s == nil {
				continue
			}
		}
		out = append(out, s)
	}
	if of != nil {
		for p := range r.views {
			if p.index == of.Var {
				delete(r.views, p)
			}
		}
	}
	*b = out
}

// steady reports whether the indices in the name of a row are what they are for good.
func (r *recorder) steady(e *loop.Expr) bool {
	for _, a := range e.Args[1:] {
		if !r.in.Fixed(a) {
			return false
		}
	}
	return true
}

// name gives the records that e uses in any case, at the index i of the loop around, a name each.
func (r *recorder) name(e *loop.Expr, i *loop.Var, out []loop.Stmt) []loop.Stmt {
	if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && e.Args[1].IsVar(i) {
		if f := r.fields[e.Args[0].Var]; f != nil && f.records != nil {
			p := place{r.array(f, e.Args[0].Var), i}
			if w := r.width[f.records]; r.views[p] == nil {
				v := loop.NewVar("record", p.array.Type)
				r.views[p] = v
				out = append(out, &loop.Let{Var: v, Rhs: loop.Slice(loop.Use(p.array),
					loop.Mul(loop.Use(i), loop.IntConst(w)), loop.IntConst(w))})
			}
			return out
		}
	}
	if facts.Lazy(e) {
		return out
	}
	for _, a := range e.Args {
		out = r.name(a, i, out)
	}
	return out
}

// stores is an assignment without the rows that records have already, or nil where nothing is left.
func (r *recorder) stores(s *loop.Assign) loop.Stmt {
	var lhs, rhs []*loop.Expr
	for i, l := range s.Lhs {
		if _, f := r.stored(l, s.Rhs[i]); f != nil && f.records != nil && !f.first {
			continue
		}
		lhs, rhs = append(lhs, r.sub(l)), append(rhs, r.sub(s.Rhs[i]))
	}
	if len(lhs) == 0 {
		return nil
	}
	return &loop.Assign{Lhs: lhs, Rhs: rhs}
}
