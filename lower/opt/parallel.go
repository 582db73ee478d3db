package opt

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// parallel has a loop run in parts at the same time, if Options.Parallel asks for it. Each part adds up for itself what
// the loop adds up, and afterwards the sums of the parts are added in their order: the result depends on the number of
// parts alone.
//
//	for i < n {                    var sp []real = new(4)
//	  s +~= x[i] * y[i]     →      for parallel w < 4 work n * 4 writes sp {
//	  z[i] = x[i]                    var lo int = w * n / 4
//	}                                var count int = (w + 1) * n / 4 - lo
//	                                 var s1 real = 0.0
//	                                 for k < count {
//	                                   var i int = lo + k
//	                                   s1 +~= x[i] * y[i]
//	                                   z[i] = x[i]
//	                                 }
//	                                 sp[w] = s1
//	                               }
//	                               for w < 4 { s +~= sp[w] }
//
// The outermost loops that can are taken; of one that cannot, those inside.
var parallel = Pass{ //nolint:gochecknoglobals // a constant
	Name: "parallelisation",
	Law: "Iterations that meet in nothing but free additions may be done in any order, and the additions grouped in " +
		"any way. " +
		"An element that only the iteration of its index uses meets no other.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Parallel < 2 || o.Ordered || !f.Exported {
			o.unchanged()
			return
		}
		if o.FastMath {
			freeIn(f.Body)
		}
		p := &paralleler{in: facts.Analyse(f), parts: int64(o.Parallel), views: map[*loop.Var]*loop.Expr{},
			dims: map[*loop.Var][]*loop.Expr{}}
		p.refused = func(s *loop.For, why string) {
			if o.Refused != nil {
				o.Refused(f, s, why)
			}
		}
		f.Body = p.block(f.Body)
	}),
}

// ParallelWork is the number of operations below which a loop is not worth goroutines: they take some microseconds.
const ParallelWork = 20_000

// parallelLeast is the cost of an iteration below which a loop without loops or calls inside is left alone.
const parallelLeast = 12

type paralleler struct {
	in      *facts.Info
	parts   int64
	refused func(s *loop.For, why string)
	views   map[*loop.Var]*loop.Expr   // what variables that were met hold
	dims    map[*loop.Var][]*loop.Expr // the lengths of those that were made with rows of one length
}

// meet finds what the iterations of a loop have in common, or why they depend on each other. A row with a name from
// outside is given its name inside, where the loop changes the array by that name, too.
func (p *paralleler) meet(l *loop.For) (*meetings, string) {
	for {
		m := &meetings{in: p.in, l: l}
		why := m.find()
		row, array := m.one[0], m.one[1]
		for range 2 {
			if row != nil && p.rowOf(row, array) {
				break
			}
			row, array = array, row
		}
		if row == nil || !p.rowOf(row, array) {
			return m, why
		}
		inside := p.in.Fresh(row.Name, row.Type, row)
		loop.MapExprs(l.Body, func(e *loop.Expr) *loop.Expr {
			return edit.Substitute(e, map[*loop.Var]*loop.Expr{row: loop.Use(inside)})
		})
		l.Body = append([]loop.Stmt{&loop.Let{Var: inside, Rhs: p.views[row]}}, l.Body...)
	}
}

// rowOf reports whether one variable is a row of another, at indices that do not change.
func (p *paralleler) rowOf(row, array *loop.Var) bool {
	e := p.views[row]
	if e == nil || p.in.Mutable(row) || p.in.Mutable(array) || facts.RootOf(e) != array || e.Kind != loop.IndexExpr {
		return false
	}
	steady := true
	indices(e, func(i *loop.Expr) {
		steady = steady && (i.IsConst() || i.Kind == loop.VarExpr && !p.in.Mutable(i.Var))
	})
	return steady
}

func (p *paralleler) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if l, ok := s.(*loop.For); ok && p.worth(l) {
			m, why := p.meet(l)
			switch {
			case why != "":
				p.refused(l, why)
			case len(m.scalars)+len(m.sums)+len(m.apart) > 0: // else it checks something, rows of parameters say
				out = append(out, p.apart(l, m)...)
				continue
			}
		}
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type.IsArray() {
				p.views[s.Var] = s.Rhs
			}
		case *loop.Alloc:
			if len(s.Dims) == int(s.Var.Type.Rank) && !p.in.Mutable(s.Var) &&
				!slices.ContainsFunc(s.Dims, func(e *loop.Expr) bool { return !p.in.Fixed(e) }) {
				p.dims[s.Var] = s.Dims
			}
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = p.block(*b) })
		out = append(out, s)
	}
	return out
}

// worth reports whether a loop may take long.
func (p *paralleler) worth(l *loop.For) bool {
	if l.Vector || l.Par != nil || l.N.IsConst() && l.N.I < 2*p.parts {
		return false
	}
	long := false
	loop.Walk(l.Body, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While, *loop.Call:
			long = true
		}
	})
	return long || blockWork(l.Body).I >= parallelLeast
}

// apart is the loop in parts.
func (p *paralleler) apart(l *loop.For, m *meetings) []loop.Stmt {
	parts := loop.IntConst(p.parts)
	w := loop.NewVar("w", loop.IntType)
	n := loop.NewVar("n", loop.IntType)
	out := []loop.Stmt{&loop.Let{Var: n, Rhs: loop.Prim(syntax.MustOp("imax"), l.N, loop.IntConst(0))}}
	per := p.perIteration(l)
	if l.N.IsConst() {
		if out[0] = (&loop.Let{Var: n, Rhs: l.N}); per.IsConst() && per.I*l.N.I < ParallelWork {
			return []loop.Stmt{l}
		}
	}
	work := loop.NewVar("work", loop.IntType)
	out = append(out, &loop.Let{Var: work, Rhs: loop.Mul(loop.Use(n), per)})
	par := &loop.Par{Work: loop.Use(work)}
	lo, count, k := loop.NewVar("lo", loop.IntType), loop.NewVar("count", loop.IntType), loop.NewVar("k", loop.IntType)
	cut := func(w *loop.Expr) *loop.Expr {
		return loop.Prim(syntax.OpIntDiv, loop.Prim(syntax.OpIntMul, w, loop.Use(n)), parts)
	}
	body := []loop.Stmt{
		&loop.Let{Var: lo, Rhs: cut(loop.Use(w))},
		&loop.Let{Var: count, Rhs: loop.Prim(syntax.OpIntSub, cut(loop.Add(loop.Use(w), loop.IntConst(1))),
			loop.Use(lo))},
	}
	var end, after []loop.Stmt
	as := map[*loop.Var]*loop.Var{} // the sums of a part
	for _, v := range m.scalars {
		all, own, w2 := loop.NewVar(v.Name+"Parts", v.Type.Array()), loop.NewVar(v.Name, v.Type), loop.NewVar("w",
			loop.IntType)
		as[v] = own
		out = append(out, &loop.Alloc{Var: all, Dims: []*loop.Expr{parts}})
		par.Writes = append(par.Writes, loop.Use(all))
		body = append(body, &loop.Let{Var: own, Rhs: loop.ZeroOf(v.Type)})
		end = append(end, &loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(all), loop.Use(w))},
			Rhs: []*loop.Expr{loop.Use(own)}})
		after = append(after, &loop.For{Var: w2, N: parts, Body: []loop.Stmt{
			&loop.AddTo{Lhs: loop.Use(v), Rhs: loop.Index(loop.Use(all), loop.Use(w2)), Free: true}}})
	}
	for _, a := range m.sums {
		all, own, w2 := loop.NewVar(a.Name+"Parts", a.Type.Array()), loop.NewVar(a.Name, a.Type), loop.NewVar("w",
			loop.IntType)
		as[a] = own
		dims := p.lengths(a, m, &out)
		if dims != nil {
			out = append(out, &loop.Alloc{Var: all, Dims: append([]*loop.Expr{parts}, dims...)})
		} else { // rows of their own
			w3 := loop.NewVar("w", loop.IntType)
			made := &loop.For{Var: w3, N: parts}
			one := like(loop.Use(a), &made.Body)
			made.Body = append(made.Body, loop.Set(loop.Index(loop.Use(all), loop.Use(w3)), loop.Use(one)))
			out = append(out, &loop.Alloc{Var: all, Dims: []*loop.Expr{parts}}, made)
		}
		par.Writes = append(par.Writes, loop.Use(all))
		body = append(body, &loop.Let{Var: own, Rhs: loop.Index(loop.Use(all), loop.Use(w))})
		after = append(after, &loop.For{Var: w2, N: parts, Body: []loop.Stmt{
			addAll(loop.Use(a), loop.Index(loop.Use(all), loop.Use(w2)), dims)}})
	}
	for _, a := range m.apart {
		par.Writes = append(par.Writes, loop.Use(a))
	}
	var own func(e *loop.Expr) *loop.Expr
	own = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.VarExpr {
			if v := as[e.Var]; v != nil {
				return loop.Use(v)
			}
			return e
		}
		return e.MapArgs(own)
	}
	loop.MapExprs(l.Body, own)
	inner := &loop.For{Var: k, N: loop.Use(count), Down: l.Down, Body: append([]loop.Stmt{
		&loop.Let{Var: l.Var, Rhs: loop.Prim(syntax.OpIntAdd, loop.Use(lo), loop.Use(k))}}, l.Body...)}
	body = append(append(body, inner), end...)
	out = append(out, &loop.For{Var: w, N: parts, Par: par, Body: body})
	return append(out, after...)
}

// lengths are those of the dimensions of an array, as variables and constants, or nil where rows may differ in length.
func (p *paralleler) lengths(a *loop.Var, m *meetings, out *[]loop.Stmt) []*loop.Expr {
	if dims := p.dims[a]; dims != nil && !m.rowsMove(a) {
		return dims
	}
	n := loop.NewVar("n", loop.IntType)
	dims := append([]*loop.Expr{loop.Use(n)}, a.Flat...)
	if a.Type.Rank == 2 && a.Flat == nil {
		if k := facts.RowLength(p.in.Func.Body[:p.in.Prologue()], p.in, a, loop.Len(loop.Use(a))); k != nil {
			dims = append(dims, k)
		}
	}
	if len(dims) < int(a.Type.Rank) {
		return nil
	}
	*out = append(*out, &loop.Let{Var: n, Rhs: loop.Len(loop.Use(a))})
	return dims
}

// like makes zeros in the shape of an array.
func like(a *loop.Expr, out *[]loop.Stmt) *loop.Var {
	v := loop.NewVar("part", a.Type)
	*out = append(*out, &loop.Alloc{Var: v, Dims: []*loop.Expr{loop.Len(a)}})
	if a.Type.Rank > 1 {
		i := loop.NewVar("i", loop.IntType)
		rows := &loop.For{Var: i, N: loop.Len(a)}
		row := like(loop.Index(a, loop.Use(i)), &rows.Body)
		rows.Body = append(rows.Body, loop.Set(loop.Index(loop.Use(v), loop.Use(i)), loop.Use(row)))
		*out = append(*out, rows)
	}
	return v
}

// addAll adds the elements of an array to those of another, of the same shape, whose lengths are known if dims are.
func addAll(to, from *loop.Expr, dims []*loop.Expr) loop.Stmt {
	i := loop.NewVar("j", loop.IntType)
	l := &loop.For{Var: i, N: loop.Len(to)}
	if dims != nil {
		l.N, dims = dims[0], dims[1:]
	}
	to, from = loop.Index(to, loop.Use(i)), loop.Index(from, loop.Use(i))
	if to.Type.IsArray() {
		l.Body = []loop.Stmt{addAll(to, from, dims)}
	} else {
		l.Body = []loop.Stmt{&loop.AddTo{Lhs: to, Rhs: from, Free: true}}
	}
	return l
}

// perIteration is about how many operations an iteration takes.
func (p *paralleler) perIteration(l *loop.For) *loop.Expr {
	known := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{l}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { known[v] = true }) })
	ef := p.in.Effects(l)
	return p.iteration(l.Body, func(e *loop.Expr) bool {
		ok := !facts.Guarded(e) && !e.CanFail() && p.in.Steady(e, ef)
		e.EachVar(func(v *loop.Var) { ok = ok && !known[v] })
		return ok
	})
}

// parallelRuns is how often a loop is thought to run whose length is not known.
const parallelRuns = 16

// iteration is about how many operations a block takes, from lengths that are known outside.
func (p *paralleler) iteration(b []loop.Stmt, outside func(*loop.Expr) bool) *loop.Expr {
	var plain int64
	total := loop.IntConst(0)
	for _, s := range b {
		loop.Operands(s, func(e **loop.Expr, _ bool) { plain += facts.Work(*e) + 1 })
		runs := loop.IntConst(1)
		switch s := s.(type) {
		case *loop.For:
			if runs = s.N; !outside(s.N) {
				runs = loop.IntConst(parallelRuns)
			}
		case *loop.While:
			runs = loop.IntConst(parallelRuns)
		case *loop.Call:
			plain += 100
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) {
			total = loop.Add(total, loop.Mul(runs, p.iteration(*inner, outside)))
		})
	}
	return loop.Add(total, loop.IntConst(plain))
}

// blockWork is the cost of a block without loops, as a constant.
func blockWork(b []loop.Stmt) *loop.Expr {
	var n int64
	loop.Walk(b, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { n += facts.Work(*e) + 1 }) })
	return loop.IntConst(n)
}

// Apart reports whether the mark of a parallel loop still holds as far as memory goes that passes may have moved: the
// memory from outside that the body writes is that of the arrays which the mark lists. The error names what else is
// written.
func Apart(f *loop.Func, l *loop.For) error {
	in := facts.Analyse(f)
	listed, own := map[*loop.Var]bool{}, map[*loop.Var]bool{l.Var: true}
	for _, a := range l.Par.Writes {
		listed[a.Var] = true
	}
	loop.Walk(l.Body, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { own[v] = true }) })
	written := map[*loop.Var]bool{}
	var bad *loop.Var
	loop.Walk(l.Body, func(s loop.Stmt) {
		in.Writes(s, func(r facts.Region) { written[r.Class] = true }, func(v *loop.Var) {
			if !own[v] {
				bad = v
			}
		})
	})
	loop.Walk(l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			facts.EachRead(*e, func(v *loop.Var) {
				if facts.Holds(v.Type) && !own[v] && !listed[v] && written[in.Class(v)] {
					bad = v
				}
			})
		})
	})
	if bad != nil {
		return fmt.Errorf("iterations share %s", bad.Name)
	}
	return nil
}
