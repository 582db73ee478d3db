package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An affine is a sum c + Σ kᵢ·aᵢ of atoms: variables that do not change, lengths, and minima and maxima. It is exact:
// front to back in integers, without overflow (facts.of says why).
type affine struct {
	c     int64
	terms []term
}

type term struct {
	k int64
	a atom
}

// An atom is a variable; the length of one; or, with e, an imin or imax.
type atom struct {
	v   *loop.Var
	len bool
	e   *loop.Expr
}

// coefficients this large are not worth a proof, and could overflow.
const affineLimit = 1 << 32

func (x *affine) add(k int64, y *affine) *affine {
	out := &affine{c: x.c + k*y.c, terms: append([]term(nil), x.terms...)}
	for _, t := range y.terms {
		out.put(k*t.k, t.a)
	}
	return out
}

func (x *affine) put(k int64, a atom) {
	for i := range x.terms {
		if x.terms[i].a != a {
			continue
		}
		if x.terms[i].k += k; x.terms[i].k == 0 {
			x.terms = append(x.terms[:i], x.terms[i+1:]...)
		}
		return
	}
	if k != 0 {
		x.terms = append(x.terms, term{k, a})
	}
}

// with is x where y stands for a.
func (x *affine) with(a atom, y *affine) *affine {
	k := x.coefficient(a)
	if k == 0 {
		return x
	}
	out := &affine{c: x.c, terms: append([]term(nil), x.terms...)}
	out.put(-k, a)
	return out.add(k, y)
}

func (x *affine) coefficient(a atom) int64 {
	for _, t := range x.terms {
		if t.a == a {
			return t.k
		}
	}
	return 0
}

func (x *affine) large() bool {
	if x.c > affineLimit || x.c < -affineLimit {
		return true
	}
	for _, t := range x.terms {
		if t.k > affineLimit || t.k < -affineLimit {
			return true
		}
	}
	return false
}

// Facts are inequalities f ≥ 0 between ints at a place of a function, and what the variables there are.
type Facts struct {
	in     *facts.Info
	def    paged.Table[*loop.Expr] // of variables that do not change
	upper  map[*loop.Var]*affine   // of the variables of loops around: v ≤ upper; nil when the count is not known
	known  []*affine
	around []around          // the statements around the place, outermost first
	levels map[*loop.Var]int // what levelOf has found out of variables in def
	// Of ints that change, if asked for: all their values, and what those are at least and at most.
	carried         map[*loop.Var]*carried
	bounded         map[*loop.Var]bool // far from the ends of the integers
	least, greatest map[*loop.Var]*affine
	bits            *bitParts          // what is known of ints as sets of bits, if asked for
	powers          []*loop.Var        // those that are defined as powers of 2
	always          map[loop.Stmt]bool // the statements of the function that always run
	signs           *facts.Signs
	length          map[*loop.Var]*affine // of arrays that the function makes, if asked for
	products        bool                  // small multiples of counters are sums, if asked for
}

func newFacts(in *facts.Info) *Facts {
	return &Facts{in: in, upper: map[*loop.Var]*affine{}, levels: map[*loop.Var]int{}}
}

// follow makes the facts say what is known of ints that change.
func (f *Facts) follow() *Facts { return f.followIn(true) }

// followIn is follow in a function in which something gives an int a value, or nothing: then none changes.
func (f *Facts) followIn(ints bool) *Facts {
	if ints {
		f.carried = carriedRanges(f.in.Func, f.in)
		f.bits = bitPartsOf(f.in.Func, f.in)
		f.signs = facts.ExactSigns(f.in.Func)
	} else {
		f.carried = map[*loop.Var]*carried{}
		f.bits = newBitParts(f.in)
		f.signs = facts.SignsOfParams(f.in.Func)
		f.signs.Exact = true
	}
	f.bounded = map[*loop.Var]bool{}
	f.least, f.greatest = map[*loop.Var]*affine{}, map[*loop.Var]*affine{}
	f.length = map[*loop.Var]*affine{}
	f.always = map[loop.Stmt]bool{}
	for _, s := range f.in.Func.Body {
		if _, ok := s.(*loop.Alloc); ok {
			f.always[s] = true
		}
	}
	return f
}

// of is e as a sum, or nil. Sums are taken apart only where they cannot overflow: of lengths, of counters, which no
// program counts to the end of the integers, and of small constants.
func (f *Facts) of(e *loop.Expr) *affine {
	switch e.Kind {
	case loop.ConstExpr:
		if e.Type == loop.IntType && -affineLimit < e.I && e.I < affineLimit {
			return &affine{c: e.I}
		}
	case loop.VarExpr:
		if e.Type != loop.IntType || !f.in.Fixed(e) {
			return nil
		}
		if d := f.def.Get(e.Var.ID()); d != nil && f.small(d, 0) {
			if x := f.of(d); x != nil {
				return x
			}
		}
		return &affine{terms: []term{{1, atom{v: e.Var}}}}
	case loop.LenExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr && !f.in.Mutable(a.Var) {
			return &affine{terms: []term{{1, atom{v: a.Var, len: true}}}}
		}
	case loop.CheckExpr:
		return f.of(e.Args[0]) // that it passed
	case loop.PrimExpr:
		return f.prim(e)
	}
	return nil
}

func (f *Facts) prim(e *loop.Expr) *affine {
	if isCount(e) {
		if !f.in.Fixed(e.Args[0]) {
			return nil // where it is another number, it stands for other bits
		}
		return &affine{terms: []term{{1, atom{e: e}}}}
	}
	if len(e.Args) != 2 || !f.small(e, 0) {
		return nil
	}
	switch e.Prim {
	case syntax.OpIntAdd, syntax.OpIntSub:
		x, y := f.of(e.Args[0]), f.of(e.Args[1])
		if x == nil || y == nil {
			return nil
		}
		k := int64(1)
		if e.Prim == syntax.OpIntSub {
			k = -1
		}
		if z := x.add(k, y); !z.large() {
			return z
		}
		return nil
	case syntax.OpIntMul:
		return (&affine{}).add(e.Args[1].I, &affine{terms: []term{{1, atom{v: e.Args[0].Var}}}})
	}
	if f.of(e.Args[0]) != nil && f.of(e.Args[1]) != nil {
		return &affine{terms: []term{{1, atom{e: e}}}}
	}
	return nil
}

// small reports whether e is far from the ends of the integers.
func (f *Facts) small(e *loop.Expr, depth int) bool {
	if depth > 16 {
		return false
	}
	switch e.Kind {
	case loop.ConstExpr:
		return -affineLimit < e.I && e.I < affineLimit
	case loop.LenExpr, loop.CheckExpr:
		return true
	case loop.VarExpr:
		if _, counter := f.upper[e.Var]; counter {
			return true
		}
		if f.bounded[e.Var] {
			return true
		}
		d := f.def.Get(e.Var.ID())
		return d != nil && f.small(d, depth+1)
	case loop.PrimExpr:
		switch e.Prim.Name {
		case "popcnt", "ctz", "clz":
			return true
		case "iadd", "isub", "imin", "imax":
			return f.small(e.Args[0], depth+1) && f.small(e.Args[1], depth+1)
		case "imul":
			return f.products && f.factor(e.Args[0], depth+1) && e.Args[1].IsConst() && 0 < e.Args[1].I &&
				e.Args[1].I <= mostMultiple
		}
	}
	return false
}

// mostMultiple is up to which multiple a counter is far from the ends of the integers as well.
const mostMultiple = 16

// factor reports whether a small multiple of e is far from the ends of the integers: e is the variable of a counted
// loop, or a part of what is far from them.
func (f *Facts) factor(e *loop.Expr, depth int) bool {
	if e.Kind != loop.VarExpr || f.in.Mutable(e.Var) {
		return false
	}
	if _, ok := f.upper[e.Var]; ok {
		return true
	}
	d := f.def.Get(e.Var.ID())
	return d != nil && d.Kind == loop.PrimExpr && d.Prim == syntax.OpIntDiv && d.Args[1].IsConst() && d.Args[1].I > 0 &&
		f.small(d.Args[0], depth+1)
}

// enter and leave go into a counted loop, and out of it: inside, 0 ≤ v ≤ n − 1, and so n ≥ 1.
func (f *Facts) enter(s *loop.For) {
	f.upper[s.Var] = nil
	n := f.of(s.N)
	if n == nil {
		return
	}
	last := n.add(1, &affine{c: -1})
	f.upper[s.Var] = last
	f.known = append(f.known, last)
}

// define notes the value of a declaration.
func (f *Facts) define(s *loop.Let) {
	switch s.Var.Type {
	case loop.IntType, loop.BoolType:
		if !f.in.Mutable(s.Var) {
			*f.def.At(s.Var.ID()) = s.Rhs
			if e := s.Rhs; f.bits != nil && e.Kind == loop.PrimExpr && e.Prim.Name == "ishl" && e.Args[0].IsConst() &&
				e.Args[0].I == 1 {
				f.powers = append(f.powers, s.Var)
			}
		} else if f.carried != nil {
			f.bound(s.Var)
		}
	}
}

// condition is what a condition that has a name says.
func (f *Facts) condition(c *loop.Expr) *loop.Expr {
	if c.Kind == loop.VarExpr {
		if is := f.def.Get(c.Var.ID()); is != nil {
			return is
		}
	}
	return c
}

// learn takes a condition for true.
func (f *Facts) learn(c *loop.Expr) {
	c = f.condition(c)
	if c.Kind != loop.PrimExpr || len(c.Args) == 0 || c.Args[0].Type != loop.IntType && c.Prim.Name != "and" {
		return
	}
	switch c.Prim.Name {
	case "and":
		f.learn(c.Args[0])
		f.learn(c.Args[1])
		return
	case "ilt", "ile", "igt", "ige", "ieq":
	default:
		return
	}
	x, y := f.of(c.Args[0]), f.of(c.Args[1])
	if x == nil || y == nil {
		return
	}
	less := func(x, y *affine, by int64) { // x + by ≤ y
		f.known = append(f.known, y.add(-1, x).add(1, &affine{c: -by}))
	}
	switch c.Prim.Name {
	case "ilt":
		less(x, y, 1)
	case "ile":
		less(x, y, 0)
	case "igt":
		less(y, x, 1)
	case "ige":
		less(y, x, 0)
	case "ieq":
		less(x, y, 0)
		less(y, x, 0)
	}
}

// deny takes a condition for false.
func (f *Facts) deny(c *loop.Expr) {
	if not := inverse(f.condition(c)); not != nil {
		f.learn(not)
	}
}

// inverse is a condition that holds where the comparison c of ints does not, or nil.
func inverse(c *loop.Expr) *loop.Expr {
	if c.Kind != loop.PrimExpr || len(c.Args) != 2 || c.Args[0].Type != loop.IntType {
		return nil
	}
	if op, ok := map[string]string{"ilt": "ige", "ige": "ilt", "igt": "ile", "ile": "igt", "ine": "ieq",
		"ieq": "ine"}[c.Prim.Name]; ok {
		return loop.Prim(syntax.MustOp(op), c.Args...)
	}
	return nil
}

// made reports whether n is the length that the array in the length e was made with.
func (f *Facts) made(e, n *loop.Expr) bool {
	if e.Kind != loop.LenExpr || e.Args[0].Kind != loop.VarExpr {
		return false
	}
	x, y := f.length[e.Args[0].Var], f.of(n)
	return x != nil && y != nil && x.isEqual(y)
}

// isEqual reports whether x and y are one sum.
func (x *affine) isEqual(y *affine) bool {
	d := x.add(-1, y)
	return len(d.terms) == 0 && d.c == 0
}

// positive reports whether a count is known to be more than 0.
func (f *Facts) positive(n *loop.Expr) bool {
	x := f.of(n)
	return x != nil && f.holds(x.add(1, &affine{c: -1}))
}

// recent is how many facts a proof looks at.
const recent = 24

// holds reports whether x ≥ 0 follows from the facts, as far as a search of bounded length finds out.
func (f *Facts) holds(x *affine) bool {
	if x == nil {
		return false
	}
	p := &proof{Facts: f, steps: 200}
	return p.holds(x, f.known[max(0, len(f.known)-recent):], 8)
}

// A proof is a search with a bound.
type proof struct {
	*Facts
	steps int
}

func (p *proof) holds(x *affine, known []*affine, depth int) bool {
	if len(x.terms) == 0 && x.c >= 0 {
		return true
	}
	for _, k := range known {
		if len(k.terms) == 0 && k.c < 0 {
			return true // not so: this case does not occur
		}
	}
	if p.steps--; depth == 0 || p.steps < 0 || x.large() {
		return false
	}
	// Minima and maxima by cases where both sides are wanted.
	for _, t := range x.terms {
		if t.a.e == nil {
			continue
		}
		if isCount(t.a.e) {
			return p.bitCount(x, t, known, depth)
		}
		a, b := p.of(t.a.e.Args[0]), p.of(t.a.e.Args[1])
		both := (t.a.e.Prim.Name == "imax") == (t.k < 0)
		if both {
			return p.holds(x.with(t.a, a), instead(known, t.a, a), depth-1) &&
				p.holds(x.with(t.a, b), instead(known, t.a, b), depth-1)
		}
		return p.holds(x.with(t.a, a), known, depth-1) || p.holds(x.with(t.a, b), known, depth-1)
	}
	for _, t := range x.terms {
		switch {
		case t.k < 0 && !t.a.len && p.upper[t.a.v] != nil:
			if p.holds(x.with(t.a, p.upper[t.a.v]), known, depth-1) {
				return true
			}
		case t.k > 0 && (t.a.len || p.counts(t.a.v)):
			if p.holds(x.with(t.a, &affine{}), known, depth-1) {
				return true
			}
		case t.k > 0 && p.least[t.a.v] != nil:
			if p.holds(x.with(t.a, p.least[t.a.v]), known, depth-1) {
				return true
			}
		case t.k < 0 && !t.a.len && p.greatest[t.a.v] != nil:
			if p.holds(x.with(t.a, p.greatest[t.a.v]), known, depth-1) {
				return true
			}
		}
	}
	for i, k := range known {
		if cancels(x, k) {
			rest := append(append([]*affine(nil), known[:i]...), known[i+1:]...)
			if p.holds(x.add(-1, k), rest, depth-1) {
				return true
			}
		}
	}
	return false
}

func (f *Facts) counts(v *loop.Var) bool {
	_, ok := f.upper[v]
	return ok
}

// cancels reports whether an atom stands on the same side in both.
func cancels(x, k *affine) bool {
	for _, t := range x.terms {
		if c := k.coefficient(t.a); c != 0 && (c > 0) == (t.k > 0) {
			return true
		}
	}
	return false
}

func instead(known []*affine, a atom, y *affine) []*affine {
	out := make([]*affine, len(known))
	for i, k := range known {
		out[i] = k.with(a, y)
	}
	return out
}
