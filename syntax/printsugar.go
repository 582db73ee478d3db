package syntax

import "strings"

// use is the display name of a variable, and what the term does with it.
type use struct {
	name    string
	bound   bool
	seq     int // order of binding, 0 when free
	total   int
	indexed int    // how many of the uses are a[x] for a variable a
	arrays  []*Var // those arrays, in order of first occurrence; no more than three
}

// indexed notes a[i] for a variable a bound before i.
func (g *globals) indexed(t *Index) {
	i, ok := t.Idx.(*VarRef)
	if !ok {
		return
	}
	a, ok := t.Arr.(*VarRef)
	if !ok {
		return
	}
	u := g.use(i.Var)
	if !u.bound || g.use(a.Var).seq >= u.seq || len(u.arrays) > 2 {
		return
	}
	u.indexed++
	for _, b := range u.arrays {
		if b == a.Var {
			return
		}
	}
	u.arrays = append(u.arrays, a.Var)
}

// plan says how a build prints as map or zipWith: elems are the names of the
// elements of arrays.
type plan struct {
	arrays []*Var
	elems  []string
	vars   []*Var // the let-bound element, or nil
}

// plan decides whether t is a map or a zipWith, and names its binders if so.
func (n *names) plan(t *Build) bool {
	u := n.uses[t.Idx]
	if u.total == 0 || u.indexed != u.total || len(u.arrays) > 2 {
		return false
	}
	p := &plan{arrays: u.arrays, elems: make([]string, len(u.arrays)), vars: make([]*Var, len(u.arrays))}
	n.plans[t.Idx] = p
	mark := len(n.trail)
	if l, ok := t.Body.(*Let); ok {
		n.skip[l] = n.planLets(t, p, l)
	}
	for k, a := range p.arrays {
		if p.elems[k] == "" {
			p.elems[k] = n.take(ElementName(n.name(a)))
		}
	}
	n.visit(t.Body)
	n.undo(mark)
	return true
}

// planLets drops the leading bindings x = a[i]: x becomes the parameter.
func (n *names) planLets(t *Build, p *plan, l *Let) int {
	for j, b := range l.Binds {
		k := p.element(t.Idx, b.Rhs)
		if k < 0 || b.Var == nil || p.vars[k] != nil {
			return j
		}
		n.bind(b.Var)
		p.vars[k], p.elems[k] = b.Var, n.name(b.Var)
	}
	return len(l.Binds)
}

// element finds which element a term is, or -1.
func (p *plan) element(idx *Var, t Term) int {
	switch t := t.(type) {
	case *VarRef:
		for k, v := range p.vars {
			if v == t.Var {
				return k
			}
		}
	case *Index:
		a, ok := t.Arr.(*VarRef)
		if i, isVar := t.Idx.(*VarRef); !ok || !isVar || i.Var != idx {
			return -1
		}
		for k, v := range p.arrays {
			if v == a.Var {
				return k
			}
		}
	}
	return -1
}

// ElementName is the name of an element of an array: x for xs, z' for zs', and
// x2i for x2 (CHAD Fig. 2).
func ElementName(array string) string {
	name := strings.TrimRight(array, "'")
	primes := array[len(name):]
	if stem := strings.TrimSuffix(name, "s"); stem != name && stem != "" {
		return stem + primes
	}
	return name + "i" + primes
}

// sugar prints a build as one of the array functions, if it is one.
func (p *printer) sugar(t *Build) (doc, bool) {
	if p.names.uses[t.Idx].total == 0 {
		if isAtom(t.Body) {
			return p.apply(textDoc("replicate"), textDoc(p.sizeAtom(t.Len)), p.term(t.Body, precAtom)), true
		}
		return doc{}, false
	}
	if c, ok := t.Body.(*FromIdx); ok && isRefTo(c.Arg, t.Idx) {
		return p.apply(textDoc("iota"), textDoc(p.sizeAtom(t.Len))), true
	}
	pl := p.names.plans[t.Idx]
	if pl == nil {
		return doc{}, false
	}
	body := t.Body
	if l, ok := body.(*Let); ok && p.names.skip[l] == len(l.Binds) {
		body = l.Body
	}
	var arrays []doc
	for _, a := range pl.arrays {
		arrays = append(arrays, textDoc(p.names.name(a)))
	}
	if len(arrays) == 2 {
		if tu, ok := body.(*Tuple); ok && len(tu.Elems) == 2 &&
			pl.element(t.Idx, tu.Elems[0]) == 0 && pl.element(t.Idx, tu.Elems[1]) == 1 {
			return p.apply(textDoc("zip"), arrays...), true
		}
	}
	fun := p.eta(t, pl, body)
	if fun == "" {
		head := p.uni("λ", "\\") + strings.Join(pl.elems, " ") + "."
		d := p.lambda(head, body)
		return p.apply(textDoc([]string{"", "map", "zipWith"}[len(arrays)]),
			append([]doc{enclose("(", d, ")")}, arrays...)...), true
	}
	return p.apply(textDoc([]string{"", "map", "zipWith"}[len(arrays)]),
		append([]doc{textDoc(fun)}, arrays...)...), true
}

// eta finds f in λx. f x.
func (p *printer) eta(t *Build, pl *plan, body Term) string {
	n := len(pl.arrays)
	switch b := body.(type) {
	case *App:
		f := Term(b)
		for k := n - 1; k >= 0; k-- {
			a, ok := f.(*App)
			if !ok || pl.element(t.Idx, a.Arg) != k {
				return ""
			}
			f = a.Fun
		}
		if r, ok := f.(*VarRef); ok && p.names.uses[r.Var].seq < p.names.uses[t.Idx].seq {
			return p.names.name(r.Var)
		}
	case *Call:
		if n == 1 && len(b.Args) == 1 && pl.element(t.Idx, b.Args[0]) == 0 {
			return b.Def.Name
		}
	case *Prim:
		if n == 1 && len(b.Args) == 1 && b.Op.Infix == "" && pl.element(t.Idx, b.Args[0]) == 0 {
			return b.Op.Name
		}
	}
	return ""
}

func isRefTo(t Term, x *Var) bool {
	r, ok := t.(*VarRef)
	return ok && r.Var == x
}

func isAtom(t Term) bool {
	switch t.(type) {
	case *VarRef, *Const:
		return true
	}
	return false
}
