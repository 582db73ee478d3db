package term

import "github.com/seed-4b734f86/gochad/syntax"

// Comparisons of ints that the forms of their operands decide: bounds checks of what runs over the length of the same
// slice, comparisons of lengths that are equal. A statement that leaves behind such a check leaves no flag.

// decided is the value of a comparison, or not known.
func (t *tr) decided(op *syntax.Op, args []val) (is, known bool) {
	switch op.Name {
	case "not":
		if c, ok := args[0].t.(*syntax.Const); ok {
			return c.I == 0, true
		}
		return false, false
	case "and", "or":
		known = true
		for _, a := range args {
			c, ok := a.t.(*syntax.Const)
			if ok && (c.I != 0) == (op.Name == "or") {
				return c.I != 0, true // whatever the other is
			}
			known = known && ok
		}
		return op.Name == "and", known
	case "ilt":
		return t.less(args[0], args[1])
	case "igt":
		return t.less(args[1], args[0])
	case "ile":
		is, known = t.less(args[1], args[0])
		return !is, known
	case "ige":
		is, known = t.less(args[0], args[1])
		return !is, known
	case "ieq", "ine":
		// Equal modulo 2⁶⁴ is equal.
		p, q := t.polyOf(args[0]), t.polyOf(args[1])
		if p == nil || q == nil {
			return false, false
		}
		if c, ok := p.Sub(q).Lit(); ok {
			return (c == 0) == (op.Name == "ieq"), true
		}
	}
	return false, false
}

// absorbed is a conjunction or disjunction of which an operand is known.
func absorbed(op *syntax.Op, args []val) (val, bool) {
	var neutral int64
	switch op.Name {
	case "and":
		neutral = 1
	case "or":
	default:
		return val{}, false
	}
	for i, a := range args {
		if c, ok := a.t.(*syntax.Const); ok {
			if c.I == neutral {
				return args[1-i], true
			}
			return a, true
		}
	}
	return val{}, false
}

// less decides a < b.
func (t *tr) less(a, b val) (is, known bool) {
	if t.counts(a, b.t) {
		return true, true
	}
	la, ua := t.bounds(a)
	lb, ub := t.bounds(b)
	if la == nil || lb == nil {
		return false, false
	}
	if t.notNegative(lb.Sub(ua)) {
		return true, true
	}
	if t.notNegative(la.Sub(ub).Add(syntax.SizeLit(1))) {
		return false, true
	}
	return false, false
}

// bounds are polynomials in lengths with lo ≤ v < hi, or nil. Lengths are so far from the ends of int that sums of a
// few of them do not wrap; other ints may.
func (t *tr) bounds(v val) (lo, hi *syntax.Size) {
	one := syntax.SizeLit(1)
	if v.idx != nil {
		if v.off < -largest || v.off > largest {
			return nil, nil
		}
		off := syntax.SizeLit(v.off)
		m := v.idx.Type().(*syntax.IdxType).Bound
		hi = t.ghostly(m)
		if !t.ofLengths(hi) {
			hi = t.below(hi, 0)
		}
		if hi == nil {
			hi = m // the size itself, not what it was made from
		}
		return off, hi.Add(off)
	}
	if p := t.polyOf(v); p != nil && t.ofLengths(p) {
		return p, p.Add(one)
	}
	return nil, nil
}

// largest is the number that is largest beside lengths: with a larger one, as math.MaxInt, sums wrap.
const largest = 1 << 48

// ofLengths reports whether a polynomial is a sum of few lengths and numbers that are not large.
func (t *tr) ofLengths(p *syntax.Size) bool {
	ok := true
	p.Terms(func(c int64, vars []*syntax.SizeVar) {
		few := int64(8)
		if len(vars) == 0 {
			few = largest
		}
		ok = ok && len(vars) <= 1 && c >= -few && c <= few
		for _, g := range vars {
			ok = ok && t.isSize[g]
		}
	})
	return ok
}

// notNegative reports whether a polynomial in lengths is at least 0 by its form.
func (t *tr) notNegative(p *syntax.Size) bool {
	ok := true
	p.Terms(func(c int64, _ []*syntax.SizeVar) { ok = ok && c >= 0 })
	return ok
}

// maxBelow bounds the loops that a bound is followed through.
const maxBelow = 4

// below is a polynomial in lengths that is at least p, for p = i + c where i counts a loop around, or nil.
func (t *tr) below(p *syntax.Size, depth int) *syntax.Size {
	if t.ofLengths(p) || depth > maxBelow {
		if t.ofLengths(p) {
			return p
		}
		return nil
	}
	var g *syntax.SizeVar
	p.Vars(func(v *syntax.SizeVar) {
		if !t.isSize[v] {
			g = v
		}
	})
	r, ok := t.sc.atoms[g].(*syntax.VarRef)
	if !ok {
		return nil
	}
	i, ok := t.sc.idxs[r.Var]
	rest := p.Sub(syntax.SizeOfVar(g))
	if !ok || !t.ofLengths(rest) {
		return nil
	}
	top := t.below(t.ghostly(i.idx.Type().(*syntax.IdxType).Bound), depth+1)
	if top == nil {
		return nil
	}
	return top.Add(syntax.SizeLit(i.off - 1)).Add(rest)
}
