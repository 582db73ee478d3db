package conditions

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/unionfind"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// few is a set of values that an int or a bool may have, or of lengths that an array may have: all, or those of a list;
// none is where nothing that runs gives it one.
type few struct {
	all  bool
	vals []int64
	// needed says that what computes it may fail, and that nothing but the value sees to it that it is computed.
	needed bool
	// checked says that it is needed unless it is one value: then checks can be made to stand before what computes it,
	// as [decider.apart] does.
	checked bool
}

const (
	mostValues = 8 // that are told apart
	// of an array that are: more say nothing that anybody asks, and rows that grow in a loop would have all of them
	mostLengths = 2
)

var (
	anything = few{all: true}                           //nolint:gochecknoglobals // a constant
	eitherOf = few{vals: []int64{0, 1}}                 //nolint:gochecknoglobals // a constant
	onlyZero = few{vals: []int64{0}}                    //nolint:gochecknoglobals // a constant
	lazyEnds = map[string]int64{"or": 1}                //nolint:gochecknoglobals // a constant: what decides, if it is not 0
	lazyOps  = map[string]bool{"and": true, "or": true} //nolint:gochecknoglobals // a constant
)

// one is the value of a set that has one only.
func (s few) one() (int64, bool) {
	if s.all || s.needed || len(s.vals) != 1 {
		return 0, false
	}
	return s.vals[0], true
}

// known reports whether something is known of a variable that may take the place of its value.
func (v *fewValues) known(x *loop.Var) bool {
	s := v.of.Get(x.ID())
	return !s.all && !s.needed && (x.Type != loop.BoolType || len(s.vals) < 2)
}

func (s few) has(x int64) bool { return s.all || slices.Contains(s.vals, x) }

func (s few) none() bool { return !s.all && len(s.vals) == 0 }

// add makes s a set of all that is in t as well; it reports whether that is more.
func (s *few) add(t few) (more bool) {
	if s.all {
		return false
	}
	if t.all {
		*s = anything
		return true
	}
	if t.needed && !s.needed {
		s.needed, more = true, true
	}
	s.checked = s.checked || t.checked
	defer func() {
		if s.checked && !s.needed && len(s.vals) > 1 {
			s.needed, more = true, true
		}
	}()
	for _, x := range t.vals {
		if slices.Contains(s.vals, x) {
			continue
		}
		if more = true; len(s.vals) == mostValues {
			*s = anything
			return true
		}
		s.vals = append(s.vals[:len(s.vals):len(s.vals)], x)
	}
	return more
}

// fewValues knows of each int and bool variable of a program, and of the elements of its arrays and the fields of its
// cells by region, all values that they ever get, wherever in the program that may be; of array variables, rows and
// fields that are arrays, all lengths.
type fewValues struct {
	infos   map[*loop.Func]*facts.Info
	in      *facts.Info // of the function that is looked at
	of      paged.Table[few]
	rest    map[*loop.Func][]loop.Stmt // the statements of bodies, but for those that are about reals alone
	stored  map[facts.Region]*few
	classes unionfind.Sets[*loop.Var] // of classes of different functions, which calls make one
	outside map[*loop.Var]bool        // classes that users have memory in
	unread  map[*loop.Var]bool        // variables whose first value nobody reads
	called  *facts.Callees
	lengths paged.Table[remote] // of ints that do not change
	lost    bool                // something is written that is not known
	more    bool
}

// A remote is an int: the length that a variable is, and a constant.
type remote struct {
	length *loop.Var
	by     int64
}

// fewRounds bounds how often the program is looked at.
const fewRounds = 30

// valuesOf finds out what a program gives its variables, or nil where that takes too long.
func valuesOf(p *loop.Program, k Known) *fewValues {
	v := &fewValues{
		infos: map[*loop.Func]*facts.Info{}, rest: map[*loop.Func][]loop.Stmt{}, stored: map[facts.Region]*few{},
		outside: map[*loop.Var]bool{}, unread: map[*loop.Var]bool{}, called: k.Called,
	}
	called := map[*loop.Func]bool{}
	for _, f := range p.Funcs {
		v.infos[f] = k.Analyse(f)
		v.firstIn(v.infos[f], f.Body, k.Others(f))
	}
	exports := false
	for _, f := range p.Funcs {
		exports = exports || f.Exported
		var rest []loop.Stmt
		for _, i := range k.Others(f) {
			if s := f.Body[i]; !setsRealsAlone(s) {
				rest = append(rest, s)
			}
		}
		v.rest[f] = rest
		loop.Walk(rest, func(s loop.Stmt) {
			switch s := s.(type) {
			case *loop.Call:
				called[s.Func] = true
				v.join(f, s)
			case *loop.Copy: // copies of references are to the same cells
				if s.Src.Type.Base == loop.Ref {
					all := v.roots(s.Src, v.roots(s.Dst, nil))
					for _, a := range all {
						v.classes.Union(v.infos[f].Class(a), v.infos[f].Class(all[0]))
					}
				}
			}
		})
	}
	for _, f := range p.Funcs {
		for _, q := range f.Params {
			if f.Exported || !called[f] || !exports {
				*v.of.At(q.Var.ID()) = anything
				v.outside[v.classes.Find(v.infos[f].Class(q.Var))] = true
			}
		}
	}
	for range fewRounds {
		if v.lost {
			return nil
		}
		v.more = false
		for _, f := range p.Funcs {
			v.in = v.infos[f]
			v.block(v.rest[f])
		}
		if !v.more && !v.lost {
			return v
		}
	}
	return nil
}

// setsRealsAlone reports whether s does nothing but give reals values, whatever it asks for that.
func setsRealsAlone(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.Let:
		return s.Rhs.Type == loop.RealType
	case *loop.If:
		return facts.AllOfReals(s.Then) && facts.AllOfReals(s.Else)
	}
	return false
}

// first finds the variables whose first value is one that nobody reads:
//
//	var tag int = 0
//	if c {
//	  tag = 1
//	} else {
//	  tag = 2
//	}
func (v *fewValues) first(in *facts.Info, b []loop.Stmt) {
	for i := range b {
		v.firstAt(in, b, i)
	}
}

// firstIn is first for a body all statements of which are plain, but for those at some places.
func (v *fewValues) firstIn(in *facts.Info, b []loop.Stmt, others []int32) {
	for _, i := range others {
		v.firstAt(in, b, int(i))
	}
}

// firstAt looks at statement i of a block.
func (v *fewValues) firstAt(in *facts.Info, b []loop.Stmt, i int) {
	switch s := b[i].(type) {
	case *loop.Let:
		if told(s.Var.Type) && (s.Rhs.IsConst() || s.Rhs.IsNilConst()) && in.Mutable(s.Var) &&
			overwritten(s.Var, b[i+1:]) {
			v.unread[s.Var] = true
		}
	case *loop.Assign:
	case *loop.If:
		v.first(in, s.Then)
		v.first(in, s.Else)
	default:
		loop.Blocks(s, func(b *[]loop.Stmt) { v.first(in, *b) })
	}
}

// join makes the memory of arguments and results of a call the same for both functions.
func (v *fewValues) join(f *loop.Func, c *loop.Call) {
	to := v.infos[c.Func]
	if to == nil {
		v.lost = true
		return
	}
	in := v.infos[f]
	for i, a := range c.Args {
		if facts.Holds(a.Type) {
			for _, r := range v.roots(a, nil) {
				v.classes.Union(in.Class(r), to.Class(c.Func.Params[i].Var))
			}
		}
	}
	for i, x := range c.Vars {
		if x == nil || !facts.Holds(x.Type) {
			continue
		}
		for _, r := range v.roots(c.Func.Results[i], nil) {
			v.classes.Union(in.Class(x), to.Class(r))
		}
	}
}

// roots are the variables whose memory e may be.
func (v *fewValues) roots(e *loop.Expr, list []*loop.Var) []*loop.Var {
	switch r := facts.RootOf(e); {
	case r != nil:
		list = append(list, r)
	case e.Kind == loop.SelectExpr:
		list = v.roots(e.Args[2], v.roots(e.Args[1], list))
	case !e.IsNilConst():
		v.lost = true
	}
	return list
}

// counted reports whether values of a type are counted.
func counted(t loop.Type) bool { return t == loop.IntType || t == loop.BoolType }

// told reports whether something is known of the values of a type: which they are, or how long.
func told(t loop.Type) bool { return t.IsArray() || counted(t) }

func (v *fewValues) give(x *loop.Var, s few) {
	if x == nil || !told(x.Type) {
		return
	}
	v.extend(v.of.At(x.ID()), x.Type, s)
}

// extend adds values of a type to a set.
func (v *fewValues) extend(set *few, t loop.Type, s few) {
	more := set.add(s)
	if t.IsArray() && len(set.vals) > mostLengths {
		*set = anything
	}
	v.more = v.more || more
}

// store stores values in a region of memory.
func (v *fewValues) store(r facts.Region, ok bool, s few) {
	if !ok {
		v.lost = true
		return
	}
	if !told(r.Type) {
		return
	}
	r.Class = v.classes.Find(r.Class)
	old := v.stored[r]
	if old == nil {
		old = &few{}
		v.stored[r] = old
	}
	v.extend(old, r.Type, s)
}

// load is what memory of a region may hold.
func (v *fewValues) load(r facts.Region, ok bool) few {
	if !ok {
		return anyOf(r.Type)
	}
	r.Class = v.classes.Find(r.Class)
	if v.outside[r.Class] {
		return anyOf(r.Type)
	}
	if s := v.stored[r]; s != nil {
		return *s
	}
	return few{}
}

func anyOf(t loop.Type) few {
	if t == loop.BoolType {
		return eitherOf
	}
	return anything
}

func (v *fewValues) block(b []loop.Stmt) {
	for _, s := range b {
		v.statement(s)
	}
}

func (v *fewValues) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		switch {
		case v.unread[s.Var]:
		case counted(s.Var.Type):
			v.define(s)
			v.give(s.Var, v.value(s.Rhs))
		case s.Var.Type.IsArray():
			v.give(s.Var, v.operand(s.Rhs))
		}
	case *loop.Alloc:
		if !s.Dirty {
			r, ok := v.in.Elements(loop.Use(s.Var))
			v.store(r, ok, onlyZero)
		}
		v.alloc(s)
	case *loop.NewCell:
		for _, f := range s.Fields {
			if told(f.Type) {
				v.store(facts.Region{Class: v.in.Class(s.Var), Type: f.Type}, true, v.operand(f))
			}
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Type.IsArray() {
				x := v.operand(s.Rhs[i])
				x.needed = x.needed || !x.none() && l.CanFail()
				v.put(l, x)
			}
			if !counted(l.Type) {
				continue
			}
			x := v.value(s.Rhs[i])
			x.needed = x.needed || !x.none() && (!l.IsAtom() && !separable(l) ||
				len(s.Lhs) > 1 && (l.CanFail() || s.Rhs[i].CanFail()))
			x.checked = x.checked || l.CanFail()
			v.put(l, x)
		}
	case *loop.AddTo:
		if counted(s.Lhs.Type) {
			v.put(s.Lhs, anything)
		}
	case *loop.Copy:
		if !s.Src.IsNilConst() && counted(s.Src.Type.Scalar()) {
			from, ok := v.in.Elements(s.Src)
			have := anyOf(s.Src.Type.Scalar())
			if ok {
				have = v.load(from, true)
			}
			to, ok := v.in.Elements(s.Dst)
			v.store(to, ok, have)
		}
	case *loop.Clear:
		if counted(s.Dst.Type.Scalar()) {
			r, ok := v.in.Elements(s.Dst)
			v.store(r, ok, onlyZero)
		}
	case *loop.Append:
		v.give(s.Var, anything)
		if told(s.Val.Type) {
			v.store(facts.Region{Class: v.in.Class(s.Var), Type: s.Val.Type}, true, v.operand(s.Val))
		}
	case *loop.Call:
		v.call(s)
	default:
		v.control(s)
	}
}

// alloc gives an array, and the rows that are made with it, their lengths.
func (v *fewValues) alloc(s *loop.Alloc) {
	t := s.Var.Type
	for k := range int(t.Rank) {
		n := onlyZero // of a row that is nil
		if k < len(s.Dims) {
			n = v.length(s.Dims[k])
		} else if s.Dirty {
			return
		}
		if k == 0 {
			v.give(s.Var, n)
		} else {
			v.store(facts.Region{Class: v.in.Class(s.Var), Type: t}, true, n)
		}
		t = t.Elem()
	}
}

// length is how long an array of n elements may be: a negative n has none made.
func (v *fewValues) length(n *loop.Expr) few {
	x := v.operand(n)
	if slices.ContainsFunc(x.vals, func(n int64) bool { return n < 0 }) {
		return anything
	}
	return x
}

// separable reports whether the checks in e can stand before it.
func separable(e *loop.Expr) bool {
	if !e.CanFail() {
		return true
	}
	if e.Has(1<<loop.DivExpr) || facts.Lazy(e) && e.Args[1].CanFail() {
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a *loop.Expr) bool { return !separable(a) })
}

// separate is e without its checks, and these; e is separable.
func separate(e *loop.Expr, checks []loop.Stmt) (*loop.Expr, []loop.Stmt) {
	if !e.CanFail() {
		return e, checks
	}
	e = e.MapArgs(func(a *loop.Expr) *loop.Expr {
		a, checks = separate(a, checks)
		return a
	})
	if e.Kind != loop.CheckExpr {
		return e, checks
	}
	i, n := e.Args[0], e.Args[1]
	in := edit.Binary("and", edit.Binary("ige", i, loop.IntConst(0)), edit.Binary("ilt", i, n))
	return i, append(checks, &loop.Check{Cond: in, Text: e.Text(), Index: true, Got: i, Want: n})
}

// value is what a variable or element gets by e.
func (v *fewValues) value(e *loop.Expr) few {
	x := v.expr(e)
	x.needed = x.needed || !x.none() && !separable(e)
	x.checked = e.CanFail()
	return x
}

// operand is what another place gets by e, whose checks stay where they are.
func (v *fewValues) operand(e *loop.Expr) few {
	x := v.expr(e)
	x.needed = x.needed || !x.none() && e.CanFail()
	return x
}

func (v *fewValues) put(l *loop.Expr, s few) {
	if l.Kind == loop.VarExpr {
		v.give(l.Var, s)
		return
	}
	r, ok := v.in.Region(l)
	v.store(r, ok, s)
}

// control looks at what of a statement may run.
func (v *fewValues) control(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.For:
		if n := v.expr(s.N); !n.none() {
			switch k, ok := n.one(); {
			case ok && k <= 0:
				return
			case ok && k == 1:
				v.give(s.Var, onlyZero)
			default:
				v.give(s.Var, anything)
			}
			v.block(s.Body)
		}
	case *loop.While:
		v.block(s.Head)
		if v.expr(s.Cond).has(1) {
			v.block(s.Body)
		}
	case *loop.If:
		c := v.expr(s.Cond)
		if c.has(1) {
			v.block(s.Then)
		}
		if c.has(0) {
			v.block(s.Else)
		}
	case *loop.Switch:
		t := v.expr(s.Tag)
		for i, b := range s.Cases {
			if t.all || caseTaken(t, i, len(s.Cases)) {
				v.block(b)
			}
		}
	}
}

// caseTaken reports whether a tag of some values leads to case i of n.
func caseTaken(t few, i, n int) bool {
	return slices.ContainsFunc(t.vals, func(x int64) bool { return caseOf(x, n) == i })
}

// caseOf is the case of n that a tag leads to.
func caseOf(tag int64, n int) int {
	if tag < 0 || tag >= int64(n) {
		return n - 1
	}
	return int(tag)
}

func (v *fewValues) call(s *loop.Call) {
	fails := false // where it is not there for itself, or its checks cannot be
	for i, a := range s.Args {
		fails = fails || a.CanFail() && !(v.called.Checks.By(s.Func) && separable(a))
		if told(a.Type) {
			v.give(s.Func.Params[i].Var, v.operand(a))
		}
	}
	here := v.in
	v.in = v.infos[s.Func]
	for i, x := range s.Vars {
		if x != nil && told(x.Type) {
			r := v.expr(s.Func.Results[i])
			r.needed = r.needed || !r.none() && (fails || s.Func.Results[i].CanFail())
			v.give(x, r)
		}
	}
	v.in = here
}

// expr is what an int or a bool may be, or how long an array.
func (v *fewValues) expr(e *loop.Expr) few {
	switch e.Kind {
	case loop.ConstExpr:
		return few{vals: []int64{e.I}} // 0 where it is nil
	case loop.LenExpr:
		return v.expr(e.Args[0])
	case loop.SliceExpr:
		return v.length(e.Args[2])
	case loop.VarExpr:
		if s := v.of.Get(e.Var.ID()); !s.all {
			return s
		}
		return anyOf(e.Type)
	case loop.IndexExpr, loop.FieldExpr:
		r, ok := v.in.Region(e)
		r.Type = e.Type
		return v.load(r, ok)
	case loop.CheckExpr:
		x := v.expr(e.Args[0])
		x.needed = !x.none() // it stands for the check where it is an index
		return x
	case loop.SelectExpr:
		c := v.expr(e.Args[0])
		out := few{needed: c.needed}
		for i, a := range e.Args[1:] {
			if c.has(int64(1 - i)) {
				out.add(v.expr(a))
			}
		}
		return out
	case loop.PrimExpr:
		return v.prim(e)
	}
	return anyOf(e.Type)
}

// define notes how far an int is from a length.
func (v *fewValues) define(s *loop.Let) {
	if s.Var.Type != loop.IntType || v.in.Mutable(s.Var) {
		return
	}
	if s.Rhs.Kind == loop.LenExpr {
		*v.lengths.At(s.Var.ID()) = remote{length: s.Var}
	} else if b := v.from(s.Rhs); b.length != nil {
		*v.lengths.At(s.Var.ID()) = b
	}
}

// from is how far e is from a length, if that is known and not so far that it could overflow.
func (v *fewValues) from(e *loop.Expr) remote {
	switch {
	case e.Kind == loop.VarExpr:
		return v.lengths.Get(e.Var.ID())
	case e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd && e.Args[1].IsConst():
		b := v.from(e.Args[0])
		if b.by += e.Args[1].I; -affine.Limit < b.by && b.by < affine.Limit {
			return b
		}
	}
	return remote{}
}

func (v *fewValues) prim(e *loop.Expr) few {
	if len(e.Args) > 0 && e.Args[0].Type == loop.RealType {
		return anyOf(e.Type)
	}
	if lazyOps[e.Prim.Name] {
		a, end := v.expr(e.Args[0]), lazyEnds[e.Prim.Name]
		out := few{needed: a.needed}
		if a.has(end) {
			out.add(few{vals: []int64{end}})
		}
		if a.has(1 - end) {
			out.add(v.expr(e.Args[1]))
		}
		return out
	}
	if may, ok := facts.Orders[e.Prim.Name]; ok {
		if a, b := v.from(e.Args[0]), v.from(e.Args[1]); a.length != nil && a.length == b.length {
			if may&facts.Compared(a.by, b.by) == 0 {
				return onlyZero
			}
			return few{vals: []int64{1}}
		}
	}
	n, needed := 1, false
	var room [3]few
	args := append(room[:0], make([]few, len(e.Args))...)
	for i, a := range e.Args {
		if !counted(a.Type) {
			return anyOf(e.Type)
		}
		if args[i] = v.expr(a); args[i].none() {
			return few{}
		}
		if args[i].all {
			return anyOf(e.Type)
		}
		n *= len(args[i].vals)
		needed = needed || args[i].needed
	}
	if n > 2*mostValues {
		return anyOf(e.Type)
	}
	out := few{needed: needed}
	for k := range n {
		x := make([]syntax.Value, len(args))
		for i, a := range args {
			x[i] = syntax.Value{I: a.vals[k%len(a.vals)]}
			k /= len(a.vals)
		}
		y, err := e.Prim.Eval(x)
		if err != nil {
			return anyOf(e.Type)
		}
		out.add(few{vals: []int64{y.I}})
	}
	return out
}
