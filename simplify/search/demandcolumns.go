package search

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is about arrays of rows of which elements of a few columns, or of the diagonal, are read, whatever the row:
// only those are made.
//
//	let x = [[tanh (a[i] * b[j]) | j < n] | i < n] in sum [x[k][k] * x[n-1-k][n-1-k] + x[k][c] | k < n]
//
// becomes
//
//	let x = [⟨tanh (a[i] * b[i]), tanh (a[i] * b[c])⟩ | i < n] in sum [fst x[k] * fst x[n-1-k] + snd x[k] | k < n]
//
// An element that may be out of range is the one in an array of one element or none, as an element of a row is
// ([Rules.demand]). If other elements are read of a few rows that are known where x is made, these rows are made as
// well.

// columnDemand is what is known of an array of rows that become tuples of columns.
type columnDemand struct {
	level   int           // how many arrays the tuples are in; 0 if there are none
	columns []*elemDemand // their places
	now     *syntax.Var
	lines   []*elemDemand // the rows that are made, too
	line    bool          // it is one of these
}

// diagonal is the place of x, a row, that is the index v at which it is a row, or in which row it is one.
func (x *demanded) diagonal(v *syntax.Var) *elemDemand {
	for ; x.of != nil; x = x.of {
		if x.via == v {
			return &elemDemand{free: x.of.build.Idx}
		}
	}
	return nil
}

// columns reports whether rows of x, or rows of its rows, become tuples.
func (w *demander) columns(x *demanded) bool {
	rows := []*demanded{x}
	for level := 1; ; level++ {
		var next []*demanded
		for _, r := range rows {
			if r.other || r.reads != len(r.rows) {
				return false
			}
			next = append(next, r.rows...)
		}
		if rows = next; level == 1 {
			next, x.lines = w.lines(x)
		}
		if len(next) > 0 {
			if demands := w.together(x, next); demands != nil {
				if form.Requires(x.build.Body) {
					x.lines = nil
					return false
				}
				x.level, x.columns = level, demands
				for _, r := range x.rows {
					r.line = len(x.lines) > 0 && !r.known()
				}
				return true
			}
		}
		if x.lines = nil; len(rows) == 0 {
			return false
		}
	}
}

// lines are the rows of x of which only elements at known places are read, and the places of those of which others are,
// if these are few enough to be made as well.
func (w *demander) lines(x *demanded) (of []*demanded, lines []*elemDemand) {
	for _, r := range x.rows {
		if r.known() {
			of = append(of, r)
			continue
		}
		p := x.read[r.via]
		if p == nil || len(lines) == mostDemanded {
			return nil, nil
		}
		if same(lines, p) == nil {
			lines = append(lines, p)
		}
	}
	if n := len(lines); n > 0 && (!w.few(x.build, lines) ||
		(n+1)*syntax.NodesUpTo(x.build.Body, demandedSize/(n+1)+1) > demandedSize || w.short(x.build.Len, n+1)) {
		return nil, nil
	}
	return of, lines
}

// known reports whether only elements of x at known places are read.
func (x *demanded) known() bool { return !x.other && !x.wild }

// together are the elements that are read of some of the rows of x, if they are known where x is made, few, and fewer
// than there are.
func (w *demander) together(x *demanded, rows []*demanded) []*elemDemand {
	var all []*elemDemand
	for _, r := range rows {
		if !r.known() {
			return nil
		}
		for _, p := range r.demands {
			if v, ok := p.key().(*syntax.Var); ok && !w.before(x, w.vars[v]) && w.vars[v].spine == x.spine &&
				w.vars[v].when >= x.first {
				return nil // it comes behind a row that is read
			}
			if same(all, p) == nil {
				all = append(all, p)
			}
		}
		if len(all) > mostDemanded {
			return nil
		}
	}
	if b := rows[0].build; !w.few(b, all) || w.short(b.Len, len(all)) {
		return nil
	}
	return all
}

// becomes reports whether x is a row that becomes a tuple, or an array of these.
func (x *demanded) becomes() bool { return x.of != nil && x.dim <= x.whole().level && !x.line }

// tuple reports whether it becomes a tuple.
func (x *demanded) tuple() bool { return x.becomes() && x.dim == x.whole().level }

// makeColumns makes x with tuples for rows.
func (w *demander) makeColumns(name string, x *demanded) []syntax.Bind {
	var sizes []syntax.Bind
	b := x.build
	for range x.level {
		b, _ = rowOf(b)
	}
	for _, p := range x.columns {
		sizes = append(sizes, p.sized(b.Len)...)
	}
	e := w.tampered("buildDemand", w.columnsIn(x.build, x.level, x.columns))
	x.now = syntax.NewVar(name, e.Type())
	return append(sizes, syntax.Bind{Var: x.now, Rhs: e})
}

// columnsIn is b with tuples for the rows at a level.
func (w *demander) columnsIn(b *syntax.Build, level int, demands []*elemDemand) syntax.Term {
	row, before := rowOf(b)
	inner := func() syntax.Term {
		if level > 1 {
			return w.columnsIn(row, level-1, demands)
		}
		e := w.term(row.Body)
		var tuple []syntax.Term
		for _, p := range demands {
			c := p.element(row, e)
			if p.size != nil {
				c = p.array(row.Idx.Name, c)
			}
			tuple = append(tuple, c)
		}
		if len(tuple) == 1 {
			return tuple[0]
		}
		return syntax.NewTuple(tuple...)
	}
	body := inner
	if l, ok := b.Body.(*syntax.Let); ok {
		body = func() syntax.Term { return w.block(before, l, inner) }
	}
	return syntax.NewBuild(b.Len, b.Idx, body())
}

// rowAgain is the binding of x, a row, as the tuple or the array of these that it has become.
func (x *demanded) rowAgain(b syntax.Bind) syntax.Bind {
	e := syntax.NewIndex(syntax.Ref(x.of.now), b.Rhs.(*syntax.Index).Idx)
	x.now = syntax.NewVar(b.Var.Name, e.Type())
	return syntax.Bind{Var: x.now, Rhs: e}
}

// column is the element t of the row x.
func (x *demanded) column(t *syntax.Index) syntax.Term {
	columns := x.whole().columns
	mine := same(columns, x.read[t.Idx.(*syntax.VarRef).Var])
	for k, p := range columns {
		if p != mine {
			continue
		}
		e := syntax.Term(syntax.Ref(x.now))
		if len(columns) > 1 {
			e = syntax.NewProj(k, e)
		}
		if p.size != nil {
			e = p.first(e)
		}
		return e
	}
	panic("simplify: a column that nothing reads")
}
