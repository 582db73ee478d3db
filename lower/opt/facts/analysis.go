package facts

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Info is what passes ask about one function: which variables change, and
// which may share memory. It is computed once, in near-linear time, and stays valid
// while a pass only moves or copies expressions and declares variables through [Info.Fresh].
//
// Aliasing is flow-insensitive: array and cell variables are in one class if
// one was bound or assigned from the other (a row or slice of it), stored into a part of it, or
// handed out by a call that got it.
type Info struct {
	Func    *loop.Func
	changes paged.Table[int32]
	parent  paged.Table[*loop.Var] // union-find over array and cell variables
	joined  []*loop.Var            // those that have a parent
	slices  []*loop.Var            // variables of which there are slices
	sliced  map[*loop.Var]bool     // their classes
	// prologue counts the statements at the beginning that find out lengths, settled are the variables that
	// change only there.
	prologue int
	settled  paged.Table[bool]
	loops    bool        // there is a For or a While
	cut      bool        // parameters are as good as constants, as findCuts says
	renews   bool        // an assignment gives something but reals to variables
	writers  []loop.Stmt // those that may write memory, while the function is looked at
}

// Analyse looks at a function.
func Analyse(f *loop.Func) *Info {
	in := &Info{Func: f}
	slices := func(e **loop.Expr, _ bool) { in.findSlices(*e) }
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok { // as most are
			in.flows(l.Var, l.Rhs)
			in.findSlices(l.Rhs)
			return
		}
		in.statement(s)
		loop.Operands(s, slices)
	})
	for _, r := range f.Results {
		in.findSlices(r)
	}
	in.shareInputs()
	in.writers = nil
	in.shareSums()
	in.findPrologue()
	in.sliced = set.By(in.slices, in.Class)
	return in
}

func (in *Info) change(v *loop.Var) { *in.changes.At(v.ID())++ }

// Changes is how many statements give v a value after its declaration.
func (in *Info) Changes(v *loop.Var) int { return int(in.changes.Get(v.ID())) }

// SetChanges says how many statements give v a value, where a pass makes or moves some.
func (in *Info) SetChanges(v *loop.Var, n int) { *in.changes.At(v.ID()) = int32(n) }

// Mutable reports whether a statement gives v a value after its declaration. The memory
// that v refers to is another matter: see [Info.Region].
func (in *Info) Mutable(v *loop.Var) bool { return in.changes.Get(v.ID()) > 0 }

// Fresh declares a variable that shares memory with old (nil for a scalar or new memory).
func (in *Info) Fresh(name string, t loop.Type, old *loop.Var) *loop.Var {
	v := loop.NewVar(name, t)
	if old != nil && Holds(t) {
		in.union(v, old)
	}
	return v
}

// HasLoops reports whether there is a loop.
func (in *Info) HasLoops() bool { return in.loops }

// Alike makes known a copy of a variable, in a copy of the statements that declare and change it.
func (in *Info) Alike(copied, v *loop.Var) {
	if n := in.changes.Get(v.ID()); n > 0 {
		*in.changes.At(copied.ID()) = n
	}
	if Holds(v.Type) {
		in.union(copied, v)
	}
}

// Class is the representative of the variables that may share memory with v.
func (in *Info) Class(v *loop.Var) *loop.Var {
	p := in.parent.Get(v.ID())
	if p == nil {
		return v
	}
	root := p
	for q := in.parent.Get(root.ID()); q != nil; q = in.parent.Get(root.ID()) {
		root = q
	}
	for v != root {
		at := in.parent.At(v.ID())
		v, *at = *at, root
	}
	return root
}

// Members are the variables that may share memory with another.
func (in *Info) Members() map[*loop.Var]bool {
	all := make(map[*loop.Var]bool, len(in.joined))
	for _, v := range in.joined {
		all[v], all[in.Class(v)] = true, true
	}
	return all
}

// MayShare reports whether a and b may refer to the same memory.
func (in *Info) MayShare(a, b *loop.Var) bool { return in.Class(a) == in.Class(b) }

// Sliced reports whether a slice shows memory of a class under other indices: two constant indices may then
// mean one element. The parameters count as slices of each other, unless they are Out.
func (in *Info) Sliced(class *loop.Var) bool { return in.sliced[class] }

func (in *Info) findSlices(e *loop.Expr) {
	if !e.Has(1 << loop.SliceExpr) {
		return
	}
	if e.Kind == loop.SliceExpr {
		if v := RootOf(e); v != nil {
			in.slices = append(in.slices, v)
		}
	}
	for _, a := range e.Args {
		in.findSlices(a)
	}
}

func (in *Info) union(a, b *loop.Var) {
	if a == nil || b == nil {
		return
	}
	if a, b = in.Class(a), in.Class(b); a != b {
		*in.parent.At(a.ID()) = b
		in.joined = append(in.joined, a)
	}
}

// Holds reports whether values of a type refer to memory.
func Holds(t loop.Type) bool { return t.IsArray() || t.Base == loop.Ref }

// RootOf is the variable whose memory, or memory reachable from it, e
// denotes: that of a row, slice, element, or field. Nil for scalars and constants.
func RootOf(e *loop.Expr) *loop.Var {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr || e.Kind == loop.FieldExpr {
		e = e.Args[0]
	}
	if e.Kind == loop.VarExpr && Holds(e.Type) {
		return e.Var
	}
	return nil
}

// flows records that the value of e is stored in, or bound to, v.
func (in *Info) flows(v *loop.Var, e *loop.Expr) {
	if !Holds(e.Type) {
		return
	}
	if e.Kind == loop.SelectExpr {
		in.flows(v, e.Args[1])
		in.flows(v, e.Args[2])
		return
	}
	in.union(v, RootOf(e))
}

func (in *Info) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		in.flows(s.Var, s.Rhs)
		return
	case *loop.If:
		return
	case *loop.Assign:
		memory := false
		for i, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				in.change(l.Var)
				in.renews = in.renews || l.Type != loop.RealType
				if !Holds(l.Type) {
					continue
				}
			} else {
				memory = true
			}
			if r := RootOf(l); r != nil {
				in.flows(r, s.Rhs[i])
			}
		}
		if !memory {
			return
		}
	}
	in.writers = append(in.writers, s)
	switch s := s.(type) {
	case *loop.For, *loop.While:
		in.loops = true
	case *loop.NewCell:
		for _, f := range s.Fields {
			in.flows(s.Var, f)
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			in.change(s.Lhs.Var)
		}
	case *loop.Append:
		in.change(s.Var)
		in.flows(s.Var, s.Val)
	case *loop.Call:
		in.call(s)
	}
}

// call joins results with the arguments that they may come from, and arguments
// that the callee may store into others. Out arrays of numbers take only numbers.
func (in *Info) call(s *loop.Call) {
	var into *loop.Var // a representative of what may hold references to arguments
	for i, a := range s.Args {
		r := RootOf(a)
		nested := a.Type.Rank > 1 || a.Type.Base == loop.Ref
		if r != nil && i < len(s.Func.Params) && s.Func.Params[i].Out && nested {
			in.union(into, r)
			into = r
		}
	}
	for _, v := range s.Vars {
		if v != nil && Holds(v.Type) {
			in.union(into, v)
			into = v
			in.slices = append(in.slices, v) // of an argument, for all we know
		}
	}
	if into == nil {
		return
	}
	for _, a := range s.Args {
		in.flows(into, a)
	}
}

// shareInputs joins the parameters that may overlap each other and are not
// only read: callers may pass one array twice, except to Out parameters.
func (in *Info) shareInputs() {
	if !slices.ContainsFunc(in.Func.Params, func(p loop.Param) bool { return !p.Out && Holds(p.Var.Type) }) {
		return
	}
	written := map[*loop.Var]bool{}
	note := func(r Region) { written[r.Class] = true }
	for _, s := range in.writers {
		in.Writes(s, note, nil)
	}
	for _, p := range in.Func.Params {
		if p.Out || !Holds(p.Var.Type) || !written[in.Class(p.Var)] {
			continue
		}
		for _, q := range in.Func.Params {
			if !q.Out && Holds(q.Var.Type) {
				in.union(q.Var, p.Var)
				in.slices = append(in.slices, q.Var)
			}
		}
		return
	}
}

// shareSums joins the parameters of which callers may give rows or matrices that overlap.
func (in *Info) shareSums() {
	var first *loop.Var
	for _, p := range in.Func.Params {
		if !p.Shared {
			continue
		}
		in.union(first, p.Var)
		in.slices = append(in.slices, p.Var)
		first = p.Var
	}
}

// Agrees reports whether what in says of a function is true, by other, which was just found out.
func (in *Info) Agrees(other *Info) bool {
	there, back := map[*loop.Var]*loop.Var{}, map[*loop.Var]*loop.Var{}
	// A prologue with cuts is not looked for again (ExtendPrologue); less of it is true, too.
	ok := in.prologue == other.prologue || in.cut && in.prologue < other.prologue
	v := func(v *loop.Var) {
		a, b := in.Class(v), other.Class(v)
		if there[a] == nil && back[b] == nil {
			there[a], back[b] = b, a
		}
		ok = ok && there[a] == b && back[b] == a && in.Sliced(a) == other.Sliced(b) &&
			in.changes.Get(v.ID()) == other.changes.Get(v.ID()) && in.settled.Get(v.ID()) == other.settled.Get(v.ID())
	}
	for _, p := range in.Func.Params {
		v(p.Var)
	}
	loop.Walk(in.Func.Body, func(s loop.Stmt) { loop.Declared(s, v) })
	return ok
}
