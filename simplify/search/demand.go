package search

import (
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is buildDemand: of an array that is read at a few places which are known where it is made, only those
// elements are made.
//
//	let y = [tanh x[i] | i < n] in sum [z[j] * y[0] | j < n]
//
// becomes
//
//	let size k = if 0 < n then 1 else 0
//	    y = [tanh x[0] | _ < k] in sum [z[j] * y[0] | j < n]
//
// It comes before differentiation. Afterwards it is too late: the passes on loops find the one element in the function
// itself, but going back the array has a cotangent, of which nobody knows any more that it is zero elsewhere, and which
// goes back through all elements.
//
// An index that is out of range is out of range of the shorter array, too, so that a program fails where it did.

const (
	mostDemanded = 8   // elements of an array
	demandedSize = 256 // nodes of the copies of what gives an element
	demandedVars = 2   // elements whose place is a variable: these may all be the same
)

// demand applies the rule on the A-normal form of t. If it does not apply, it returns t itself.
func (r *Rules) demand(t syntax.Term) (syntax.Term, bool) {
	if !r.On["buildDemand"] || syntax.NodesOf(t)&syntax.Builds == 0 {
		return t, false
	}
	defer times.Begin("buildDemand")()
	w := &demander{
		Rules: r, vars: map[*syntax.Var]*demanded{}, sizes: map[*syntax.SizeVar]syntax.Term{},
		bound: map[*syntax.SizeVar]*demanded{},
		used:  map[*syntax.Var]int{}, updates: map[*syntax.Let][]update{},
	}
	anf := syntax.ANF(t)
	w.look(anf)
	found := false
	for _, x := range w.builds {
		found = w.applies(x) || found
	}
	if !found {
		return t, false
	}
	return w.term(anf), true
}

// A demander knows the variables of a term in A-normal form.
type demander struct {
	*Rules
	depth  int // bodies around the term in work
	vars   map[*syntax.Var]*demanded
	sizes  map[*syntax.SizeVar]syntax.Term // what they are bound to
	bound  map[*syntax.SizeVar]*demanded   // and where
	builds []*demanded

	now     int                      // bindings that have been looked at
	used    map[*syntax.Var]int      // when variables were last used
	updates map[*syntax.Let][]update // the bindings of spines that may update arrays
}

// A demanded is what is known of a variable.
type demanded struct {
	depth int
	spine *syntax.Let // that binds it, if one does, and which of its bindings it is
	bind  int
	when  int         // how many bindings come before
	def   syntax.Term // what it is bound to then

	// If it is a build, or a row of one:
	build   *syntax.Build
	other   bool // it is used otherwise than for elements
	wild    bool // or for elements that are not known
	demands []*elemDemand
	read    map[*syntax.Var]*elemDemand // which of them the variables are at which it is read
	takes   bool                        // only those are made
	rowDemand
}

// An elemDemand is an element that is read.
type elemDemand struct {
	at   *syntax.ToIdx   // its place: a checked index, of a literal or variable
	free *syntax.Var     // or a variable that is an index
	read syntax.Term     // the element, where it is read
	size *syntax.SizeVar // the length of the array that has the element or, if it is out of range, none
}

// look notes the variables of t and their uses.
func (w *demander) look(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Let:
		w.spine(t)
		return
	case *syntax.VarRef:
		w.used[t.Var] = w.now
		if x := w.vars[t.Var]; x != nil {
			x.other = true
		}
		return
	case *syntax.Index:
		if x := w.build(t.Arr); x != nil {
			w.used[t.Arr.(*syntax.VarRef).Var] = w.now
			w.read(x, t.Idx)
			return
		}
	}
	operands, _ := form.Shape(t)
	syntax.Binders(t, func(v *syntax.Var) { w.vars[v] = &demanded{depth: w.depth + 1} })
	k := 0
	syntax.Children(t, func(c syntax.Term) {
		if k++; k <= operands {
			w.look(c)
			return
		}
		w.depth++
		w.look(c)
		w.depth--
	})
}

func (w *demander) spine(t *syntax.Let) {
	for k, b := range t.Binds {
		w.now++
		w.look(b.Rhs)
		w.update(t, k)
		if b.Var == nil {
			w.sizes[b.Size], w.bound[b.Size] = b.Rhs, &demanded{depth: w.depth, spine: t, bind: k}
			continue
		}
		x := &demanded{depth: w.depth, spine: t, bind: k, when: w.now, def: b.Rhs}
		w.vars[b.Var] = x
		switch r := b.Rhs.(type) {
		case *syntax.Build:
			x.build = r
			w.builds = append(w.builds, x)
		case *syntax.Index:
			if of := w.build(r.Arr); of != nil {
				of.row(x, r.Idx)
			}
		}
	}
	w.now++
	w.look(t.Body)
}

// build is what is known of t if it is a variable bound to a build, or to a row of one.
func (w *demander) build(t syntax.Term) *demanded {
	if r, ok := t.(*syntax.VarRef); ok {
		if x := w.vars[r.Var]; x != nil && x.build != nil {
			return x
		}
	}
	return nil
}

// read notes that x is read at idx.
func (w *demander) read(x *demanded, idx syntax.Term) {
	if x.reads++; x.reads == 1 {
		x.first = w.now
	}
	r, ok := idx.(*syntax.VarRef)
	if !ok || len(x.demands) > mostDemanded {
		x.wild = true
		return
	}
	p := w.demandAt(x.whole(), r.Var)
	if p == nil {
		p = x.diagonal(r.Var)
	}
	if p == nil {
		x.wild = true
		return
	}
	if q := same(x.demands, p); q != nil {
		p = q
	} else {
		x.demands = append(x.demands, p)
	}
	if x.read == nil {
		x.read = map[*syntax.Var]*elemDemand{}
	}
	x.read[r.Var] = p
}

// demandAt is the place of x that v is, or nil if that is not known where x is bound.
func (w *demander) demandAt(x *demanded, v *syntax.Var) *elemDemand {
	k := w.vars[v]
	if k != nil {
		if to, ok := k.def.(*syntax.ToIdx); ok && !to.Shifts() {
			switch a := to.Arg.(type) {
			case *syntax.Const:
				if a.I >= 0 {
					return &elemDemand{at: to}
				}
			case *syntax.VarRef:
				if w.outside(x, a.Var) {
					return &elemDemand{at: to}
				}
				if e := w.ofSizes(x, a, mostOfSizes); e != nil {
					return &elemDemand{at: syntax.NewToIdx(to.At, to.Len, e)}
				}
			}
		}
	}
	if w.outside(x, v) {
		return &elemDemand{free: v}
	}
	return nil
}

// mostOfSizes bounds the additions and subtractions in what is computed from sizes for the place of an element.
const mostOfSizes = 4

// ofSizes is t, a whole number, as literals and sizes make it that are there where x is bound; nil if they do not.
func (w *demander) ofSizes(x *demanded, t syntax.Term, most int) syntax.Term {
	switch t := t.(type) {
	case *syntax.Const:
		return t
	case *syntax.SizeOf:
		there := true
		t.Size.Vars(func(v *syntax.SizeVar) { there = there && w.before(x, w.bound[v]) })
		if there {
			return t
		}
	case *syntax.VarRef:
		if k := w.vars[t.Var]; k != nil && k.def != nil {
			return w.ofSizes(x, k.def, most)
		}
	case *syntax.Prim:
		if t.Op != syntax.OpIntAdd && t.Op != syntax.OpIntSub || most == 0 {
			return nil
		}
		a, b := w.ofSizes(x, t.Args[0], most-1), w.ofSizes(x, t.Args[1], most-1)
		if a != nil && b != nil {
			return syntax.NewPrim(t.Op, a, b)
		}
	}
	return nil
}

// same is the one of some places that is p, or nil.
func same(demands []*elemDemand, p *elemDemand) *elemDemand {
	for _, q := range demands {
		if q.key() == p.key() || q.at != nil && p.at != nil && syntax.Equal(q.at.Arg, p.at.Arg) {
			return q
		}
	}
	return nil
}

// key is the variable or the number that says where the element is, or where that is computed from sizes.
func (p *elemDemand) key() any {
	if p.at == nil {
		return p.free
	}
	switch a := p.at.Arg.(type) {
	case *syntax.Const:
		return a.I
	case *syntax.VarRef:
		return a.Var
	}
	return p.at
}

// applies decides whether the rule applies to x.
func (w *demander) applies(x *demanded) bool {
	if x.takes = w.pays(x) && !form.Requires(x.build.Body); !x.takes && !w.columns(x) {
		return false
	}
	w.Fired("buildDemand")
	return true
}

// pays reports whether the elements of x that are read are few and small, and fewer than there are, or arrays of which
// that is true.
func (w *demander) pays(x *demanded) bool {
	return x.known() && w.few(x.build, x.demands) && (!w.short(x.build.Len, len(x.demands)) || w.apart(x))
}

// few reports whether so few elements of b are read, and so small ones, that they are made in copies.
func (w *demander) few(b *syntax.Build, demands []*elemDemand) bool {
	vars := 0
	for _, p := range demands {
		if _, lit := p.key().(int64); !lit {
			vars++
		}
	}
	n := len(demands)
	return n == 1 || 1 < n && n <= mostDemanded && vars <= demandedVars &&
		n*syntax.NodesUpTo(b.Body, demandedSize/n+1) <= demandedSize
}

// short reports whether an array of length n is no longer than k, or one that the rule has made.
func (w *demander) short(n *syntax.Size, k int) bool {
	if m, ok := n.Lit(); ok {
		return m <= int64(k)
	}
	made := false
	n.Vars(func(v *syntax.SizeVar) {
		rhs := w.sizes[v]
		if r, ok := rhs.(*syntax.VarRef); ok && w.vars[r.Var] != nil {
			rhs = w.vars[r.Var].def
		}
		made = made || atMostOne(rhs)
	})
	return made
}

// atMostOne reports whether a length is one that [inRange] gives.
func atMostOne(t syntax.Term) bool {
	if t, ok := t.(*syntax.If); ok {
		one, ok := t.Then.(*syntax.Const)
		zero, zok := t.Else.(*syntax.Const)
		return ok && zok && one.I == 1 && zero.I == 0
	}
	return false
}

// term makes the elements instead of the arrays.
func (w *demander) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Let:
		return w.let(t)
	case *syntax.Index:
		if x := w.build(t.Arr); x != nil && (x.takes || len(x.lines) > 0) {
			return x.read[t.Idx.(*syntax.VarRef).Var].read
		} else if x != nil && x.tuple() {
			return x.column(t)
		}
	}
	return syntax.MapChildren(t, w.term)
}

func (w *demander) let(t *syntax.Let) syntax.Term {
	return w.block(t.Binds, t, func() syntax.Term { return w.term(t.Body) })
}

// block is the block of some bindings of a spine, with that body. It makes each element as soon as its place is there:
// what is bound until the last of them is may read the others.
func (w *demander) block(binds []syntax.Bind, t *syntax.Let, body func() syntax.Term) syntax.Term {
	behind := map[int][]func() []syntax.Bind{} // what makes elements, by the binding that it comes behind
	var out []syntax.Bind
	for k, b := range binds {
		x := w.vars[b.Var]
		switch {
		case b.Var != nil && (x.takes || x.level > 0):
			makes := x.demands
			if x.level > 0 {
				makes = x.lines
				at := k
				for _, p := range x.columns {
					at = max(at, w.placed(t, k, p))
				}
				behind[at] = append(behind[at], func() []syntax.Bind { return w.makeColumns(b.Var.Name, x) })
			}
			for _, p := range makes {
				at := w.placed(t, k, p)
				behind[at] = append(behind[at], func() []syntax.Bind { return w.make(b.Var.Name, x.build, p) })
			}
		case b.Var != nil && x.becomes():
			out = append(out, x.rowAgain(b))
		default:
			b.Rhs = w.term(b.Rhs)
			out = append(out, b)
		}
		for _, make := range behind[k] {
			out = append(out, make()...)
		}
	}
	return syntax.NewLet(out, body())
}

// placed is the binding of a spine behind which the element p of an array that is its k-th binding is made.
func (w *demander) placed(t *syntax.Let, k int, p *elemDemand) int {
	if v, ok := p.key().(*syntax.Var); ok {
		if y := w.vars[v]; y != nil && y.spine == t {
			return max(k, y.bind)
		}
	}
	return k
}

// make makes an array of the one element p of b, or of none if p is out of range.
func (w *demander) make(name string, b *syntax.Build, p *elemDemand) []syntax.Bind {
	binds := p.sized(b.Len)
	e := p.element(b, w.term(b.Body))
	_, row := e.Type().(*syntax.ArrayType)
	there := row && p.at != nil && p.size == nil
	if !there {
		e = p.array(b.Idx.Name, e)
	}
	y := syntax.NewVar(name, e.Type())
	if p.read = syntax.Ref(y); !there {
		p.read = p.first(p.read)
	}
	return append(binds, syntax.Bind{Var: y, Rhs: w.tampered("buildDemand", e)})
}

// sized binds the length of the array that has the element p of n elements, if that may be 0.
func (p *elemDemand) sized(n *syntax.Size) []syntax.Bind {
	if p.at == nil || form.IsIndexLit(p.at) {
		return nil
	}
	p.size = syntax.NewSizeVar("k")
	return []syntax.Bind{{Size: p.size, Rhs: inRange(p.at.Arg, n)}}
}

// element is the element p of b, whose elements are e.
func (p *elemDemand) element(b *syntax.Build, e syntax.Term) syntax.Term {
	var inner []syntax.Bind
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Fresh: true}
	if p.at == nil {
		s.Vars[b.Idx] = syntax.Ref(p.free)
	} else {
		i := syntax.NewVar(b.Idx.Name, b.Idx.Type)
		inner = append(inner, syntax.Bind{Var: i, Rhs: syntax.NewToIdx(p.at.At, b.Len, p.at.Arg)})
		s.Vars[b.Idx] = syntax.Ref(i)
	}
	return syntax.NewLet(inner, s.Apply(e))
}

// array is the array of e, the element p, or of none if that is out of range.
func (p *elemDemand) array(idx string, e syntax.Term) syntax.Term {
	n := p.length()
	return syntax.NewBuild(n, syntax.NewVar(idx, syntax.NewIdxType(n)), e)
}

func (p *elemDemand) length() *syntax.Size {
	if p.size == nil {
		return syntax.SizeLit(1)
	}
	return syntax.SizeOfVar(p.size)
}

// first is the element of that array.
func (p *elemDemand) first(array syntax.Term) syntax.Term {
	var at *syntax.Pos
	if p.size != nil {
		at = p.at.At
	}
	return syntax.NewIndex(array, syntax.NewToIdx(at, p.length(), syntax.IntLit(0)))
}

// inRange is 1 where k is in range for n elements, else 0.
func inRange(k syntax.Term, n *syntax.Size) syntax.Term {
	in := syntax.NewPrim(syntax.MustOp("ilt"), k, syntax.NewSizeOf(n))
	if _, ok := k.(*syntax.Const); !ok {
		in = syntax.NewPrim(syntax.MustOp("and"), syntax.NewPrim(syntax.MustOp("ile"), syntax.IntLit(0), k), in)
	}
	return syntax.NewIf(in, syntax.IntLit(1), syntax.IntLit(0))
}
