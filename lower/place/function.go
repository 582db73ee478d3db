package place

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// body places one definition.
func (g *program) body(f *function) {
	use := f.use
	if use == nil {
		use = countUses(f.body)
	}
	e := &emitter{
		g: g, fn: f, sizes: map[*syntax.SizeVar]*loop.Expr{},
		use: use, lazy: map[*syntax.Var]syntax.Term{}, sunk: map[leafOf]bool{}, targets: map[*syntax.Var][]dest{},
		keeps: g.keptIn(f), lengths: map[*loop.Var]*loop.Expr{},
		touches: map[*syntax.Var]bool{}, base: map[*syntax.Plus]int{}, early: map[*syntax.Set]bool{},
		direct: map[syntax.Term]int{}, hands: map[*syntax.Var][]bool{}, written: map[*syntax.Set][]partStore{},
		saves: maps.Clone(g.rowCopies),
		calls: map[*syntax.Call][]dest{},
	}
	e.header()
	results := g.leaves(f.def.Result)
	dests := e.resultBuffers(results)
	st := e.updateInPlace(dests)
	var acc []*loop.Expr
	adds, cells := g.adds(f), g.addsCells(f)
	if adds != nil || cells != nil {
		acc = make([]*loop.Expr, len(dests))
		for i := range acc {
			if adds != nil && adds[i] || cells != nil && cells[i] {
				acc[i], dests[i] = dests[i].lv, dest{}
			}
		}
	}
	body := f.body
	for {
		l, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		e.aim(l.Body, dests)
		e.bindAll(l, acc, st)
		body = l.Body
	}
	if st != nil && acc == nil {
		acc = make([]*loop.Expr, len(dests))
	}
	e.end = st
	vals := e.split(body, dests, acc)
	given := e.memoryOfCaller(results, dests)
	for i, v := range vals {
		if cells != nil && cells[i] {
			f.fn.Results = append(f.fn.Results, acc[i])
		} else if dests[i].lv == nil && (acc == nil || acc[i] == nil) {
			f.fn.Results = append(f.fn.Results, e.unaliased(v, results[i], given))
			if f.export != nil && f.export.Lent[i] && !results[i].scalar() {
				f.fn.Lend(len(f.fn.Results) - 1)
			}
		}
	}
	f.fn.Body = e.out
}

// unaliased copies an array that an exported function was given, before it is
// returned: results share no memory with arguments.
func (e *emitter) unaliased(v *loop.Expr, l Leaf, given map[*loop.Var]bool) *loop.Expr {
	root := v.Root()
	if l.scalar() || root == nil || !given[root] {
		return v
	}
	if slices.Contains(l.Dims, nil) {
		return e.ownCopy("out", v, l)
	}
	x := e.allocDims("out", l, loop.Len(v))
	e.put(&loop.Copy{Dst: x, Src: v})
	return x
}

// memoryOfCaller are the parameters of an exported function, and the variables of arrays that may be theirs: branches
// and loops hand arrays on as they are. It takes time linear in the function, and is nil where no array is returned.
func (e *emitter) memoryOfCaller(results []Leaf, dests []dest) map[*loop.Var]bool {
	returned := false
	for i, l := range results {
		returned = returned || !l.scalar() && dests[i].lv == nil
	}
	if e.fn.export == nil || !returned {
		return nil
	}
	flows := map[*loop.Var][]*loop.Var{}
	flow := func(to *loop.Var, x *loop.Expr) {
		if root := x.Root(); root != nil && x.Type.IsArray() {
			flows[root] = append(flows[root], to)
		}
	}
	loop.Walk(e.out, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			flow(s.Var, s.Rhs)
		case *loop.Assign:
			for i, l := range s.Lhs {
				if root := l.Root(); root != nil {
					flow(root, s.Rhs[i])
				}
			}
		case *loop.Append:
			flow(s.Var, s.Val)
		case *loop.NewCell:
			for _, f := range s.Fields {
				flow(s.Var, f)
			}
		case *loop.Call: // what it returns may be of any argument
			for _, v := range s.Vars {
				for _, a := range s.Args {
					if v.Type.IsArray() {
						flow(v, a)
					}
				}
			}
		}
	})
	out := map[*loop.Var]bool{}
	var work []*loop.Var
	visit := func(v *loop.Var) {
		if !out[v] {
			out[v] = true
			work = append(work, v)
		}
	}
	for _, p := range e.fn.fn.Params {
		visit(p.Var)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range flows[v] {
			visit(w)
		}
	}
	return out
}

// header declares the parameters and the sizes, and checks them.
func (e *emitter) header() {
	d, fn := e.fn.def, e.fn.fn
	updates := e.g.updatesOf(e.fn)
	var leaves []Leaf
	var vals []*loop.Expr
	var decls []loop.Param
	for _, p := range d.Params {
		ls, ns := e.g.leaves(p.Type), e.g.leafNames(p.Name, p.Type)
		for i, l := range ls {
			v := e.param(ns[i], l)
			e.g.paramOf[v] = p
			updated := slices.Contains(updates, len(decls)) ||
				e.fn.export == nil && slices.Contains(e.g.spends[d], len(decls))
			decls = append(decls, loop.Param{Var: v, Out: updated, Adds: updated})
			vals = append(vals, loop.Use(v))
			e.binds(p, append(e.env.Get(p.ID()), vals[len(vals)-1]))
		}
		leaves = append(leaves, ls...)
	}
	from := map[*syntax.SizeVar]*loop.Expr{} // the array whose length a size is
	for _, s := range d.Sizes {
		if a := e.sizeFrom(s, leaves, vals); a != nil {
			from[s] = a
			continue
		}
		v := e.newVar(e.g.opt.name(e.fn, s.Name), loop.IntType)
		e.sizes[s] = loop.Use(v)
		e.g.sizeParams[v] = s
		fn.Params = append(fn.Params, loop.Param{Var: v})
	}
	fn.Params = append(fn.Params, decls...)
	if e.fn.export == nil || e.fn.export.Checked {
		for i, l := range leaves {
			if !l.Variant {
				e.cut(vals[i], l, from)
				e.given(vals[i], l)
			}
		}
		return
	}
	for _, p := range fn.Params {
		if s := e.g.sizeParams[p.Var]; s != nil {
			e.put(&loop.Check{Cond: binary("ige", loop.Use(p.Var), loop.IntConst(0)), Text: e.g.where(e.fn) +
				": negative size " + s.Name})
		}
	}
	for i, l := range leaves {
		e.check(vals[i], vals[i].Var.Name, l.Dims, from)
	}
	e.inTypes(d.Params)
}

// param makes the variable of a parameter.
func (e *emitter) param(hint string, l Leaf) *loop.Var {
	v := e.newVar(e.g.opt.name(e.fn, hint), l.Type)
	e.g.shapes[v] = l.Dims
	return v
}

// sizeFrom binds the size variable v to the length of a parameter, which it
// returns, if there is one.
func (e *emitter) sizeFrom(v *syntax.SizeVar, leaves []Leaf, vals []*loop.Expr) *loop.Expr {
	depth := 1
	if e.fn.export != nil {
		depth = 3
	}
	for k := range depth {
		for i, l := range leaves {
			if k >= len(l.Dims) || l.Dims[k] == nil || l.Variant && e.fn.export == nil {
				continue
			}
			if w, ok := l.Dims[k].IsVar(); ok && w == v {
				n, of := e.lengthAt(v.Name, vals[i], k)
				e.sizes[v] = n
				return of
			}
		}
	}
	return nil
}

// lengthAt declares the length of the k-th dimension of a, 0 when an outer one is 0.
func (e *emitter) lengthAt(name string, a *loop.Expr, k int) (n, of *loop.Expr) {
	if k == 0 {
		return e.declare(name, loop.Len(a)), a
	}
	n = e.declareVar(name, loop.IntType)
	row := a
	var cond *loop.Expr
	for range k {
		c := binary("igt", loop.Len(row), loop.IntConst(0))
		if cond != nil {
			c = binary("and", cond, c)
		}
		cond, row = c, loop.Index(row, loop.IntConst(0))
	}
	e.put(&loop.If{Cond: cond, Then: []loop.Stmt{&loop.Assign{Lhs: e.one(n), Rhs: e.one(loop.Len(row))}}})
	return n, row
}

// check is a run-time error unless an array that the caller passed has the lengths of its type.
func (e *emitter) check(a *loop.Expr, name string, dims []*syntax.Size, from map[*syntax.SizeVar]*loop.Expr) {
	if len(dims) == 0 || dims[0] == nil {
		return
	}
	v, ok := dims[0].IsVar()
	if !ok || from[v] == nil || !loop.Equal(from[v], a) {
		e.checkLength(a, name, e.size(dims[0]))
	}
	if len(dims) > 1 && dims[1] != nil {
		e.over("i", loop.Len(a), func(i *loop.Expr) { e.check(loop.Index(a, i), "a row of "+name, dims[1:], nil) })
	}
}

// checkLength is a run-time error unless an array has n elements, where callers have not seen to it.
func (e *emitter) checkLength(a *loop.Expr, name string, n *loop.Expr) {
	given := e.fn.export != nil && e.fn.export.Checked
	e.put(&loop.Check{Given: given, Cond: binary("ieq", loop.Len(a), n), Text: e.g.where(e.fn), Name: name,
		Got: loop.Len(a), Want: n})
}

// given says of the rows of an array that an exported function was passed what callers have checked.
func (e *emitter) given(a *loop.Expr, l Leaf) {
	if e.fn.export != nil && len(l.Dims) > 1 && l.Dims[1] != nil {
		e.over("i", loop.Len(a), func(i *loop.Expr) {
			e.check(loop.Index(a, i), "a row of "+a.Var.Name, l.Dims[1:], nil)
		})
	}
}

// cut gives the compiler the length of an array that its callers have checked,
// so that it can leave out bounds checks.
func (e *emitter) cut(a *loop.Expr, l Leaf, from map[*syntax.SizeVar]*loop.Expr) {
	if !l.array() {
		return
	}
	if v, ok := l.Dims[0].IsVar(); ok && from[v] != nil && loop.Equal(from[v], a) {
		return
	}
	e.put(&loop.Assign{Lhs: e.one(a), Rhs: e.one(loop.Slice(a, loop.IntConst(0), e.size(l.Dims[0])))})
}

// resultBuffers adds the parameters that receive results.
func (e *emitter) resultBuffers(results []Leaf) []dest {
	dests := make([]dest, len(results))
	if e.fn.export == nil {
		adds, updates := e.g.adds(e.fn), e.g.updatesOf(e.fn)
		cells := e.g.addsCells(e.fn)
		var shared *loop.Var
		for k, l := range results {
			if cells != nil && cells[k] {
				v := e.param("dst", l)
				e.fn.fn.Params = append(e.fn.fn.Params, loop.Param{Var: v, Owned: true})
				e.of(v).sum, e.of(v).varies = true, true
				dests[k] = dest{lv: loop.Use(v)}
				continue
			}
			if updates != nil && updates[k] >= 0 {
				dests[k] = dest{lv: e.parameter(updates[k]), last: true}
				continue
			}
			if first := e.fn.first(k); first < k {
				dests[k] = dests[first]
				if l.Dims[0] != results[first].Dims[0] {
					e.cut(dests[k].lv, l, nil)
				}
				continue
			}
			if l.array() { // a function that is not exported writes into arrays of its caller
				dests[k] = e.buffer("dst", l)
				p := &e.fn.fn.Params[len(e.fn.fn.Params)-1]
				p.Adds = adds != nil && adds[k]
				if p.Adds && slices.Contains(l.Dims, nil) { // callers have no other rows in it
					e.of(p.Var).sum = true
				}
				if p.Shared = e.fn.shared && p.Adds; p.Shared {
					if shared != nil {
						e.of(p.Var).from = append(e.of(p.Var).from, shared)
					}
					shared = p.Var
				}
				e.cut(dests[k].lv, l, nil)
			}
		}
		return dests
	}
	for k := range e.fn.export.Into {
		if k < 0 || k >= len(results) || !buffered(results[k]) {
			failf("result %d of %s cannot be written into a slice", k, e.fn.def.Name)
		}
	}
	for k, l := range results {
		if name, ok := e.fn.export.Into[k]; ok {
			dests[k] = e.buffer(name, l)
			e.fn.fn.Params[len(e.fn.fn.Params)-1].Adds = e.fn.export.Adds[k]
			if e.fn.export.Checked {
				e.cut(dests[k].lv, l, nil)
				e.given(dests[k].lv, l)
				continue
			}
			e.check(dests[k].lv, dests[k].lv.Var.Name, l.Dims, nil)
		}
	}
	return dests
}

func (e *emitter) buffer(name string, l Leaf) dest {
	v := e.param(name, l)
	e.fn.fn.Params = append(e.fn.fn.Params, loop.Param{Var: v, Out: true})
	return dest{lv: loop.Use(v)}
}

// buffered reports whether a caller can give the memory for a result: an array of
// scalars with all its lengths in its type.
func buffered(l Leaf) bool {
	for _, n := range l.Dims {
		if n == nil {
			return false
		}
	}
	return len(l.Dims) > 0 && l.Type.Scalar().IsNumber()
}

// call places a call of another definition.
func (e *emitter) call(t *syntax.Call, d []dest) []*loop.Expr { return e.callInto(t, d, nil) }

// callInto places a call of another definition. The leaves of the result with an accumulator are added to that.
func (e *emitter) callInto(t *syntax.Call, d []dest, acc []*loop.Expr) []*loop.Expr {
	hints := e.hints(t.Type(), "t")
	args, to := e.callArgs(t, d, acc)
	out := e.callWith(t, hints, args, to, acc, nil)
	if e.g.updates[t.Def] == nil {
		return out
	}
	out = slices.Clone(out)
	for k, l := range e.g.leaves(t.Type()) {
		if acc == nil || acc[k] == nil {
			out[k] = e.store(out[k], l, part1(d, k))
		}
	}
	return out
}

// callArgs are the arguments of a call, without the arrays for what it results in, and d with the arrays that it
// updates as the places for what they are updated to.
func (e *emitter) callArgs(t *syntax.Call, d []dest, acc []*loop.Expr) ([]*loop.Expr, []dest) {
	var args []*loop.Expr
	for k, v := range t.Def.Sizes {
		if !e.g.lengthGiven(t.Def, v) {
			args = append(args, e.size(t.Sizes[k]))
		}
	}
	given, d := e.givenArgs(t, d, acc)
	shares := e.g.shares(t.Type())
	for i, a := range t.Args {
		vals := given[i]
		args = append(args, vals...)
		if !shares {
			continue
		}
		kept := e.g.keptBy(t.Def, i) // arrays of run-time length are handed on as they are
		for k, l := range e.g.leaves(a.Type()) {
			if kept == nil || kept[k] || !l.array() {
				e.keep(vals[k : k+1])
			}
		}
	}
	return args, d
}

// callWith is callInto with arguments. The rows of other are known to be different ones.
func (e *emitter) callWith(t *syntax.Call, hints []string, args []*loop.Expr, d []dest, acc []*loop.Expr,
	other []rowPair) []*loop.Expr {
	f := e.g.funcs[t.Def]
	adds := e.g.adds(f)
	ls := e.g.leaves(t.Type())
	if len(ls) == 0 {
		return nil
	}
	fits := e.fits(t.Type(), args, acc, adds)
	if p, ok := e.maybeOneRow(acc, fits, other); ok {
		return e.callRows(t, hints, args, d, acc, other, p)
	}
	into := make([]dest, len(ls))
	rest := slices.Clone(acc)
	updates := e.g.updates[t.Def]
	if m := e.g.merge(f, e.common(acc, adds)); e.mayOverlap(m, acc, fits, other) {
		f = e.g.sharing(f)
	} else if f = m; f.merged != nil {
		for i := range ls {
			if f.first(i) < i {
				rest[i] = nil // added where the first is
			}
		}
	}
	c := &loop.Call{Func: f.fn}
	for _, i := range largestFirst(ls) { // of a matrix and its rows, the matrix is given
		into[i] = part1(d, i)
		if updates != nil && updates[i] >= 0 {
			continue // what it updates is an argument already
		}
		if f.first(i) < i {
			into[i] = dest{lv: acc[i]}
			continue
		}
		if adds == nil || !adds[i] {
			if acc != nil && acc[i] != nil {
				into[i] = dest{}
			}
			continue
		}
		switch lv := into[i].lv; {
		case acc != nil && acc[i] != nil:
			into[i] = dest{}
			if fits[i] {
				into[i], rest[i] = dest{lv: acc[i]}, nil
			}
		case lv != nil && !into[i].slot && (lv.Kind != loop.VarExpr || !e.of(lv.Var).clean):
			e.clear(lv, ls[i])
		}
	}
	bufs := e.buffers(hints, ls, into)
	out := make([]*loop.Expr, len(ls))
	cells := e.g.addsCells(f)
	var owned []int
	for i, b := range bufs {
		if cells != nil && cells[i] {
			given := loop.Nil(ls[i].Type)
			if acc != nil && e.ownsCell(acc[i]) && !slices.ContainsFunc(owned,
				func(k int) bool { return acc[k].Var == acc[i].Var }) {
				given, owned, rest[i] = acc[i], append(owned, i), nil
			}
			args = append(args, given)
		}
		if out[i] = b.lv; b.lv != nil {
			if f.first(i) < i || updates != nil && updates[i] >= 0 {
				continue
			}
			args = append(args, b.lv)
			continue
		}
		v := e.newVar(hints[i], ls[i].Type)
		c.Vars, out[i] = append(c.Vars, v), loop.Use(v)
	}
	c.Args = args
	e.put(c)
	for _, i := range owned {
		e.assign(acc[i], out[i])
	}
	if acc == nil {
		return e.deliver(out, ls, d)
	}
	e.addParts(t.Type(), rest, out)
	for i, a := range acc {
		if a != nil {
			out[i] = a
		} else {
			out[i] = e.store(out[i], ls[i], part1(d, i))
		}
	}
	return out
}

// fits finds the accumulators that a call adds to itself: those that overlap none of its arguments, since what a
// function writes may only overlap what it writes. Rows of differing length have to be in memory that nothing else has.
// The parts of one array are added to together or not at all.
func (e *emitter) fits(t syntax.Type, args, acc []*loop.Expr, adds []bool) []bool {
	if acc == nil || adds == nil {
		return nil
	}
	taken := map[*loop.Var]bool{}
	for _, a := range args {
		e.arraysOf(a.Root(), taken)
	}
	out := make([]bool, len(acc))
	ls := e.g.leaves(t)
	e.g.sumParts(t, 0, func(lo, hi int) {
		all := true
		for i, a := range acc[lo:hi] {
			all = all && a != nil && adds[lo+i] && e.apart(a, taken) &&
				(!slices.Contains(ls[lo+i].Dims, nil) || e.isSum(a))
		}
		for i := range acc[lo:hi] {
			out[lo+i] = all
		}
	})
	return out
}

// arraysOf adds the arrays to a set that v may be, or be a part of.
func (e *emitter) arraysOf(v *loop.Var, set map[*loop.Var]bool) {
	for ; v != nil && !set[v]; v = e.of(v).viewed() {
		set[v] = true
		for _, w := range e.of(v).from {
			e.arraysOf(w, set)
		}
	}
}

// apart reports whether x is no part of arrays of a set.
func (e *emitter) apart(x *loop.Expr, set map[*loop.Var]bool) bool {
	own := map[*loop.Var]bool{}
	e.arraysOf(x.Root(), own)
	for v := range own {
		if set[v] {
			return false
		}
	}
	return true
}

// lengthGiven reports whether a function that is not exported finds the size
// v as the length of a parameter, which an array inside a variant has not always.
func (g *layouts) lengthGiven(d *syntax.Def, v *syntax.SizeVar) bool {
	for _, p := range d.Params {
		for _, l := range g.leaves(p.Type) {
			if !l.array() || l.Variant {
				continue
			}
			if w, ok := l.Dims[0].IsVar(); ok && v == w {
				return true
			}
		}
	}
	return false
}
