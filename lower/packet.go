package lower

import "github.com/seed-4b734f86/gochad/syntax"

// packet is what leaves a scope: steps in dependency order, each of which gives
// back, outside, a variable or size variable that was bound inside.
type packet struct {
	steps  []step
	hidden func(*syntax.SizeVar) bool // sizes that types of taped values may not mention
	taped  int
	// seldom says that the scope is a branch in what repeats: what is taped has no room where the branch is not taken.
	seldom bool
}

// step gives back one variable or size variable, from the tape or by computing rhs again.
type step struct {
	v   *syntax.Var
	n   *syntax.SizeVar
	rhs syntax.Term // nil: taped
}

// rematDepth bounds how long a chain of definitions is computed again, and
// rematNodes how large one of them may be.
const (
	rematDepth = 24
	rematNodes = 24
)

// packer decides what leaves the scope of block b.
type packer struct {
	l        *lowerer
	b        *block
	provided map[*syntax.Var]bool // known outside by other means
	needed   []any                // *syntax.Var and *syntax.SizeVar, in order of need
	seen     map[any]bool
	memo     map[any]bool // can be computed again from what is outside
	kept     map[any]bool // needed, and cannot
	done     map[any]bool
	slicedTo map[*syntax.Var]syntax.Term
	slices   map[syntax.Term]bool
	again    map[*syntax.Var]bool // computed again although it takes arithmetic on reals
	out      packet
}

func (l *lowerer) newPacker(b *block, provided ...*syntax.Var) *packer {
	p := &packer{
		l: l, b: b, provided: map[*syntax.Var]bool{}, seen: map[any]bool{},
		memo: map[any]bool{}, kept: map[any]bool{}, done: map[any]bool{},
	}
	for _, x := range provided {
		p.provided[x] = true
	}
	p.out.hidden = func(n *syntax.SizeVar) bool { return l.sizes[n].block == b }
	return p
}

// need asks for the atoms of s to be known outside.
func (p *packer) need(s shape) { atoms(s, p.needTerm, p.needSizes) }

func (p *packer) needTerm(t syntax.Term) {
	if r, ok := t.(*syntax.VarRef); ok {
		p.add(r.Var)
	}
}

func (p *packer) needSizes(n *syntax.Size) { n.Vars(func(v *syntax.SizeVar) { p.add(v) }) }

func (p *packer) add(k any) {
	if !p.seen[k] {
		p.seen[k] = true
		p.needed = append(p.needed, k)
	}
}

// origin tells where k is bound; local is false for what is in scope outside.
func (p *packer) origin(k any) (rhs syntax.Term, local bool) {
	var o origin
	switch k := k.(type) {
	case *syntax.Var:
		if p.provided[k] {
			return nil, false
		}
		o = p.l.vars[k]
		if o.block == p.b {
			return p.slice(k, o.rhs), true
		}
	case *syntax.SizeVar:
		o = p.l.sizes[k]
	}
	return o.rhs, o.block == p.b
}

// slice is what computes x again in the place of rhs, the same each time.
func (p *packer) slice(x *syntax.Var, rhs syntax.Term) syntax.Term {
	if t, ok := p.l.before[x]; ok {
		return t
	}
	if _, ok := rhs.(*syntax.Proj); !ok {
		return rhs
	}
	if r, ok := p.slicedTo[x]; ok {
		return r
	}
	r := p.l.sliced(p.l.counter(rhs))
	if p.slicedTo == nil {
		p.slicedTo, p.slices = map[*syntax.Var]syntax.Term{}, map[syntax.Term]bool{}
	}
	p.slicedTo[x] = r
	if r != rhs {
		p.slices[r] = true
	}
	return r
}

// parts lists the free variables and size variables of an rhs that is to be computed again.
func parts(rhs syntax.Term) []any {
	var out []any
	var bound small[*syntax.Var, struct{}]
	size := func(n *syntax.SizeVar) { out = append(out, n) }
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		syntax.EachSizeVar(t.Type(), size)
		syntax.Binders(t, func(x *syntax.Var) { bound.put(x, struct{}{}) })
		switch t := t.(type) {
		case *syntax.VarRef:
			if !bound.has(t.Var) {
				out = append(out, t.Var)
			}
			return
		case *syntax.Const:
			return
		case *syntax.SizeOf:
			t.Size.Vars(size)
		}
		syntax.Children(t, visit)
	}
	visit(rhs)
	return out
}

// recoverable reports whether k can be computed again from what is outside.
func (p *packer) recoverable(k any, depth int) bool {
	rhs, local := p.origin(k)
	if !local {
		return true
	}
	if r, ok := p.memo[k]; ok {
		return r
	}
	ok := rhs != nil && depth > 0 && p.again1(k, rhs) && !p.l.losesVersion(p.b, rhs)
	if ok {
		for _, q := range parts(rhs) {
			if !p.recoverable(q, depth-1) {
				ok = false
				break
			}
		}
	}
	p.memo[k] = ok
	return ok
}

// again1 reports whether rhs may be computed again for k.
func (p *packer) again1(k any, rhs syntax.Term) bool {
	if x, ok := k.(*syntax.Var); ok && p.again[x] {
		return true
	}
	return p.slices[rhs] || isCheap(rhs)
}

// finish decides for everything that was asked for.
func (p *packer) finish() *packet {
	n := len(p.needed)
	p.decide()
	if p.arithmetic() {
		for _, k := range p.needed[n:] {
			delete(p.seen, k)
		}
		p.needed = p.needed[:n]
		p.memo, p.kept = map[any]bool{}, map[any]bool{}
		p.decide()
	}
	for _, k := range p.needed {
		p.emit(k)
	}
	return &p.out
}

// decide tells what is kept.
func (p *packer) decide() {
	for i := 0; i < len(p.needed); i++ { // grows: the sizes in the types of what is taped
		k := p.needed[i]
		if p.recoverable(k, rematDepth) {
			continue
		}
		p.kept[k] = true
		if x, ok := k.(*syntax.Var); ok {
			syntax.EachSizeVar(x.Type, func(n *syntax.SizeVar) { p.add(n) })
		}
	}
}

// fromKept reports whether k, although not recoverable, follows cheaply from other things that are kept.
func (p *packer) fromKept(k any) (syntax.Term, bool) {
	rhs, _ := p.origin(k)
	if rhs == nil || !p.slices[rhs] && !isCheap(rhs) || p.l.losesVersion(p.b, rhs) {
		return nil, false
	}
	for _, q := range parts(rhs) {
		if !p.kept[q] && !p.recoverable(q, rematDepth) {
			return nil, false
		}
	}
	return rhs, true
}

// emit adds the step for k after the steps that it depends on.
func (p *packer) emit(k any) {
	rhs, local := p.origin(k)
	if !local || p.done[k] {
		return
	}
	p.done[k] = true
	if p.kept[k] {
		rhs, _ = p.fromKept(k)
	}
	s := step{rhs: rhs}
	switch k := k.(type) {
	case *syntax.Var:
		s.v = k
		syntax.EachSizeVar(k.Type, func(n *syntax.SizeVar) { p.emit(n) })
	case *syntax.SizeVar:
		s.n = k
	}
	if rhs == nil {
		p.out.taped++
	} else {
		for _, q := range parts(rhs) {
			p.emit(q)
		}
	}
	p.out.steps = append(p.out.steps, s)
}

// isCheap reports whether computing t again costs no more than reading it from a tape.
func isCheap(t syntax.Term) bool {
	n := 0
	return cheap(t, &n)
}

func cheap(t syntax.Term, n *int) bool {
	if *n++; *n > rematNodes {
		return false
	}
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return true
	case *syntax.Proj, *syntax.Index, *syntax.SizeOf, *syntax.FromIdx, *syntax.ToIdx, *syntax.DynLen, *syntax.Pack, *syntax.Coerce, *syntax.Tuple:
	case *syntax.If:
		if _, index := t.Type().(*syntax.IdxType); !index && t.Type() != syntax.Int {
			return false
		}
	case *syntax.Prim:
		if t.Op.Cost > 4 || t.Op.Requires {
			return false
		}
		for _, ty := range t.Op.Params {
			if ty == syntax.Real {
				return false
			}
		}
	default:
		return false
	}
	ok := true
	syntax.Children(t, func(c syntax.Term) { ok = ok && cheap(c, n) })
	return ok
}

// pack gives the taped values, as terms of the inner scope whose types mention no hidden size.
func (p *packet) pack() []syntax.Term {
	var out []syntax.Term
	for _, s := range p.steps {
		switch {
		case s.rhs != nil:
		case s.n != nil:
			out = append(out, syntax.NewSizeOf(syntax.SizeOfVar(s.n)))
		default:
			out = append(out, convert(syntax.Ref(s.v), p.typ(s.v.Type)))
		}
	}
	return out
}

// typ is the type of a taped value of type ty on the tape.
func (p *packet) typ(ty syntax.Type) syntax.Type {
	ty = hiddenType(ty, p.hidden)
	if p.seldom {
		ty = packedType(ty)
	}
	return ty
}

// unpack binds in b, outside, what the packet gives back: raw are the taped
// values, r gets the new names.
func (l *lowerer) unpack(p *packet, b *block, raw []syntax.Term, r *renaming) {
	for _, s := range p.steps {
		rhs := s.rhs
		if rhs == nil {
			rhs, raw = raw[0], raw[1:]
			if s.v != nil {
				rhs = unhide(rhs, r.typ(s.v.Type))
			}
		} else {
			rhs = r.Apply(rhs)
			if binds(rhs) {
				rhs = syntax.Refresh(rhs) // the original stays
			}
		}
		if s.n != nil {
			n := syntax.NewSizeVar(s.n.Name)
			l.bindSize(b, nil, n, rhs)
			b.binds[len(b.binds)-1].Sure = true
			r.Sizes[s.n] = syntax.SizeOfVar(n)
			continue
		}
		if !syntax.IsAtom(rhs) {
			x := syntax.NewVar(s.v.Name, rhs.Type())
			l.bind(b, nil, x, rhs)
			l.made[x] = true
			rhs = syntax.Ref(x)
		}
		r.Vars[s.v] = rhs
	}
}

// again binds t, which reads what is known to be there, for unpacking; it is dropped if nothing uses it.
func (l *lowerer) again(b *block, hint string, t syntax.Term) syntax.Term {
	r := l.atom(b, hint, t)
	if x, ok := r.(*syntax.VarRef); ok && r != t {
		l.made[x.Var] = true
	}
	return r
}

// split gives the n values that the tuple t holds (t itself when n is 1).
func split(t syntax.Term, n int) []syntax.Term {
	if n == 1 {
		return []syntax.Term{t}
	}
	out := make([]syntax.Term, n)
	for i := range out {
		out[i] = syntax.NewProj(i, t)
	}
	return out
}
