package affine

import (
	"cmp"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A bit set in an int gets smaller: x & (x-1) has lost the lowest bit, s &^ (1<<ctz(x)) a bit that is in x. What has
// bits of a number s ≥ 0 only is between 0 and s, and less than s where a bit is missing.

// A partOf says that the bits of a value are bits of a variable that does not change, and, if strict, not all of them.
type partOf struct {
	of     *loop.Var
	strict bool
}

// bitParts is what is known of the ints of a function as sets of bits.
type bitParts struct {
	in     *facts.Info
	lets   map[*loop.Var][]partOf
	checks map[*loop.Expr]*checkedBits
	now    map[*loop.Var]int // versions of variables that change
	last   int
	known  map[bitValue]*bitSet
	stmt   loop.Stmt
	depth  int
}

// checkedBits is what is known of an index that is checked.
type checkedBits struct {
	stmt  loop.Stmt
	parts []partOf
	// ctz: it is the number of the lowest bit of something whose bits these are, and that has one.
	ctz bool
}

// A bitValue is the value of a variable between two assignments.
type bitValue struct {
	v  *loop.Var
	at int
}

// A bitSet is what is known of a value.
type bitSet struct {
	in       map[bitValue]bool // values of which it is a part; true where a bit is missing
	nonzero  bool
	clearing *bitValue // it is this value without its lowest bit, if that has one
	ctz      *bitValue // it is the number of the lowest bit of this value
}

const bitDepth = 6 // loops inside each other that are followed

// bitPartsOf looks at a function; it takes time linear in it, but for loops inside each other, up to a depth.
func bitPartsOf(f *loop.Func, in *facts.Info) *bitParts {
	b := newBitParts(in)
	if usesBits(f.Body) {
		b.block(f.Body)
	}
	return b
}

// newBitParts knows nothing yet.
func newBitParts(in *facts.Info) *bitParts {
	return &bitParts{in: in, lets: map[*loop.Var][]partOf{}, checks: map[*loop.Expr]*checkedBits{},
		now: map[*loop.Var]int{}, known: map[bitValue]*bitSet{}}
}

// usesBits reports whether there is an operation that makes bits fewer.
func usesBits(block []loop.Stmt) bool {
	found := false
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if !e.Has(loop.IntPrims) {
			return
		}
		found = found || e.Kind == loop.PrimExpr && (e.Prim.Name == "iand" || e.Prim.Name == "iandnot")
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(block, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return found
}

func (b *bitParts) value(v *loop.Var) bitValue { return bitValue{v, b.now[v]} }

func (b *bitParts) block(block []loop.Stmt) {
	for _, s := range block {
		b.statement(s)
	}
}

func (b *bitParts) statement(s loop.Stmt) {
	b.stmt = s
	if _, while := s.(*loop.While); !while {
		loop.Operands(s, func(e **loop.Expr, _ bool) { b.eachCheck(*e) })
	}
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.IntType {
			b.let(s)
		}
	case *loop.Assign:
		var sets []*bitSet
		for _, e := range s.Rhs {
			sets = append(sets, b.eval(e))
		}
		for i, l := range s.Lhs {
			if l.Kind == loop.VarExpr && l.Type == loop.IntType {
				b.assign(l.Var, sets[i])
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			b.assign(s.Lhs.Var, &bitSet{})
		}
	case *loop.For:
		b.loop(s, nil, nil, s.Body)
	case *loop.While:
		b.loop(s, s.Head, s.Cond, s.Body)
	default:
		b.branches(s)
	}
}

func (b *bitParts) let(s *loop.Let) {
	x := b.eval(s.Rhs)
	b.assign(s.Var, x)
	if b.in.Mutable(s.Var) {
		return
	}
	b.lets[s.Var] = b.fixed(x)
}

// fixed are the variables that do not change among those that x is a part of.
func (b *bitParts) fixed(x *bitSet) (out []partOf) {
	for of, strict := range x.in {
		if !b.in.Mutable(of.v) {
			out = append(out, partOf{of.v, strict})
		}
	}
	sortParts(out)
	return out
}

// assign gives a variable a new value.
func (b *bitParts) assign(v *loop.Var, x *bitSet) {
	if b.in.Mutable(v) {
		b.last++
		b.now[v] = b.last
	}
	b.known[b.value(v)] = x
}

// forget undoes learn.
func (b *bitParts) forget(learnt []bitValue) {
	for _, v := range learnt {
		b.known[v].nonzero = false
	}
}

// branches treats a statement with blocks that may be run; what they assign is unknown behind it.
func (b *bitParts) branches(s loop.Stmt) {
	cond := map[*[]loop.Stmt]*loop.Expr{}
	if s, ok := s.(*loop.If); ok {
		cond[&s.Then] = s.Cond
	}
	loop.Blocks(s, func(inner *[]loop.Stmt) {
		var undo []bitValue
		if c := cond[inner]; c != nil {
			undo = b.learn(c)
		}
		b.block(*inner)
		b.forget(undo)
		b.spoil(*inner)
	})
	b.spoil([]loop.Stmt{s})
}

// spoil makes what statements assign unknown.
func (b *bitParts) spoil(list []loop.Stmt) {
	for _, v := range b.in.Effects(list...).VarList {
		if b.in.Mutable(v) {
			b.assign(v, &bitSet{})
		}
	}
}

// loop treats a loop: of what it changes it is assumed that it stays part of what it was part of before, as far as the
// body confirms it.
func (b *bitParts) loop(s loop.Stmt, head []loop.Stmt, cond *loop.Expr, body []loop.Stmt) {
	var changed []*loop.Var
	for _, v := range b.in.Effects(s).VarList {
		if v.Type == loop.IntType && b.in.Mutable(v) && b.declared(v) {
			changed = append(changed, v)
		}
	}
	entry := map[*loop.Var]*bitSet{}
	for _, v := range changed {
		entry[v] = b.variable(v)
	}
	b.depth++
	defer func() { b.depth-- }()
	for round := 0; ; round++ {
		if round == 2 || b.depth > bitDepth {
			for _, v := range changed {
				entry[v] = &bitSet{}
			}
		}
		first := map[*loop.Var]bitValue{}
		for _, v := range changed {
			x := &bitSet{in: map[bitValue]bool{}}
			for of := range entry[v].in {
				x.in[of] = false
			}
			b.assign(v, x)
			first[v] = b.value(v)
		}
		stays := true
		confirm := func() {
			for _, v := range changed {
				now := b.variable(v)
				for of := range entry[v].in {
					if _, ok := now.in[of]; !ok {
						delete(entry[v].in, of)
						stays = false
					}
				}
			}
		}
		b.block(head)
		confirm() // here the loop ends
		var undo []bitValue
		if cond != nil {
			b.stmt = s
			b.eachCheck(cond)
			undo = b.learn(cond)
		}
		b.block(body)
		b.forget(undo)
		confirm()
		for _, v := range changed {
			b.last++
			b.now[v] = b.last
			b.known[b.value(v)] = &bitSet{in: b.known[first[v]].in}
		}
		if stays {
			return
		}
	}
}

// declared reports whether v is in scope, with a value.
func (b *bitParts) declared(v *loop.Var) bool { return b.known[b.value(v)] != nil }

// learn notes which values a condition says are not 0.
func (b *bitParts) learn(c *loop.Expr) (out []bitValue) {
	if c.Kind != loop.PrimExpr || len(c.Args) != 2 {
		return nil
	}
	switch c.Prim.Name {
	case "and":
		return append(b.learn(c.Args[0]), b.learn(c.Args[1])...)
	case "ine", "igt":
		v := c.Args[0]
		if v.Kind != loop.VarExpr || !c.Args[1].IsZero() {
			return nil
		}
		x := b.known[b.value(v.Var)]
		if x == nil {
			x = &bitSet{}
			b.known[b.value(v.Var)] = x
		}
		if !x.nonzero {
			x.nonzero = true
			return []bitValue{b.value(v.Var)}
		}
	}
	return nil
}

// variable is what is known of a variable: it is a part of itself.
func (b *bitParts) variable(v *loop.Var) *bitSet {
	at := b.value(v)
	out := &bitSet{in: map[bitValue]bool{at: false}}
	if x := b.known[at]; x != nil {
		out.nonzero, out.clearing, out.ctz = x.nonzero, x.clearing, x.ctz
		for of, strict := range x.in {
			out.in[of] = strict
		}
	}
	return out
}

func (b *bitParts) eval(e *loop.Expr) *bitSet {
	switch e.Kind {
	case loop.VarExpr:
		if e.Type == loop.IntType {
			return b.variable(e.Var)
		}
	case loop.CheckExpr:
		return b.eval(e.Args[0])
	case loop.PrimExpr:
		return b.prim(e)
	}
	return &bitSet{}
}

func (b *bitParts) prim(e *loop.Expr) *bitSet {
	switch e.Prim.Name {
	case "iand":
		return b.and(e.Args[0], e.Args[1])
	case "iandnot", "ixor":
		x, y := b.eval(e.Args[0]), b.eval(e.Args[1])
		if e.Prim.Name == "ixor" && !b.within(y, e.Args[0]) {
			return &bitSet{}
		}
		return lacking(x, y)
	case "isub":
		x, y := b.eval(e.Args[0]), b.eval(e.Args[1])
		if e.Args[0].Kind != loop.VarExpr {
			return &bitSet{}
		}
		at := b.value(e.Args[0].Var)
		if y.clearing != nil && *y.clearing == at { // the lowest bit
			return &bitSet{in: copied(x.in), nonzero: x.nonzero}
		}
		if b.within(y, e.Args[0]) {
			return lacking(x, y)
		}
	case "ctz":
		if v := e.Args[0]; v.Kind == loop.VarExpr {
			at := b.value(v.Var)
			return &bitSet{ctz: &at}
		}
	case "ishl":
		n := b.eval(e.Args[1])
		if e.Args[0].IsConst() && e.Args[0].I == 1 && n.ctz != nil {
			x := b.known[*n.ctz]
			if x == nil || !x.nonzero {
				return &bitSet{}
			}
			in := copied(x.in)
			in[*n.ctz] = false
			return &bitSet{in: in, nonzero: true}
		}
	}
	return &bitSet{}
}

// within reports whether all bits of y are bits of the value of the variable e.
func (b *bitParts) within(y *bitSet, e *loop.Expr) bool {
	if e.Kind != loop.VarExpr {
		return false
	}
	_, ok := y.in[b.value(e.Var)]
	return ok
}

// lacking is x without the bits of y: where y has a bit, and is a part of what x is a part of, that is missing.
func lacking(x, y *bitSet) *bitSet {
	out := &bitSet{in: map[bitValue]bool{}}
	for of, strict := range x.in {
		_, both := y.in[of]
		out.in[of] = strict || both && y.nonzero
	}
	return out
}

// and is x & y.
func (b *bitParts) and(e, f *loop.Expr) *bitSet {
	x, y := b.eval(e), b.eval(f)
	out := &bitSet{in: copied(x.in)}
	for of, strict := range y.in {
		out.in[of] = out.in[of] || strict
	}
	for _, p := range [][2]*loop.Expr{{e, f}, {f, e}} {
		if v := p[0]; v.Kind == loop.VarExpr && lessOne(p[1], v) { // v & (v-1)
			at := b.value(v.Var)
			out.clearing = &at
			if k := b.known[at]; k != nil && k.nonzero {
				for of := range out.in {
					out.in[of] = true
				}
			}
		}
	}
	return out
}

// lessOne reports whether e is v - 1.
func lessOne(e, v *loop.Expr) bool {
	if e.Kind != loop.PrimExpr || len(e.Args) != 2 || !loop.Equal(e.Args[0], v) || !e.Args[1].IsConst() {
		return false
	}
	return e.Prim.Name == "isub" && e.Args[1].I == 1 || e.Prim.Name == "iadd" && e.Args[1].I == -1
}

func copied(m map[bitValue]bool) map[bitValue]bool {
	out := make(map[bitValue]bool, len(m)+1)
	for k, v := range m {
		out[k] = v
	}
	return out
}

// eachCheck notes what is known of checked indices.
func (b *bitParts) eachCheck(e *loop.Expr) {
	for _, a := range e.Args {
		b.eachCheck(a)
	}
	if e.Kind != loop.CheckExpr {
		return
	}
	x := b.eval(e.Args[0])
	c := &checkedBits{stmt: b.stmt, parts: b.fixed(x)}
	if x.ctz != nil {
		if k := b.known[*x.ctz]; k != nil && k.nonzero {
			c.ctz = true
			c.parts = b.fixed(&bitSet{in: k.in})
			if !b.in.Mutable(x.ctz.v) {
				c.parts = append(c.parts, partOf{x.ctz.v, false})
			}
		}
	}
	if was := b.checks[e]; was != nil && was.stmt != b.stmt {
		c.parts, c.ctz = nil, false // an expression in two places
	}
	b.checks[e] = c
}

func sortParts(ps []partOf) {
	slices.SortFunc(ps, func(a, b partOf) int { return cmp.Compare(a.of.ID(), b.of.ID()) })
}

// ofBits learns what the bits of a variable say about its size.
func (f *Facts) ofBits(v *loop.Var) {
	if f.bits == nil {
		return
	}
	for _, p := range f.bits.lets[v] {
		s, x := f.Of(loop.Use(p.of)), f.Of(loop.Use(v))
		if p.of != v && s != nil && x != nil && f.Holds(s) {
			f.Known = append(f.Known, x, s.Add(-1, x).Add(1, &Form{c: -p.missing()}))
		}
	}
}

// missing is by how much a part is less, at least.
func (p partOf) missing() int64 {
	if p.strict {
		return 1
	}
	return 0
}

// bitsInRange reports whether the bits of a checked index say that it is in range.
func (f *Facts) bitsInRange(e *loop.Expr, n *Form) bool {
	if f.bits == nil || n == nil {
		return false
	}
	c := f.bits.checks[e]
	if c == nil {
		return false
	}
	for _, p := range c.parts {
		s := f.Of(loop.Use(p.of))
		switch {
		case s == nil || !f.Holds(s):
		case !c.ctz && f.Holds(n.Add(-1, s).Add(1, &Form{c: p.missing() - 1})):
			return true
		case c.ctz && f.places(s, func(k *Form) bool { return f.Holds(n.Add(-1, k)) }):
			return true
		}
	}
	return false
}

// places calls yield with numbers k for which 0 ≤ s < 2ᵏ is known, until that returns true.
func (f *Facts) places(s *Form, yield func(k *Form) bool) bool {
	for _, p := range f.powers {
		pow, k := f.Of(loop.Use(p)), f.Of(f.Def.Get(p.ID()).Args[1])
		if pow != nil && k != nil && f.Holds(pow.Add(-1, s).Add(1, &Form{c: -1})) && yield(k) {
			return true
		}
	}
	return false
}

// isCount reports whether e is a number of bits, which is at most 64.
func isCount(e *loop.Expr) bool {
	return e.Kind == loop.PrimExpr && (e.Prim.Name == "popcnt" || e.Prim.Name == "ctz" || e.Prim.Name == "clz")
}

// bitCount proves x ≥ 0 where the term t of it is a number of bits.
func (p *proof) bitCount(x *Form, t term, known []*Form, depth int) bool {
	e := t.a.e
	arg := p.Of(e.Args[0])
	if t.k > 0 {
		least := int64(0)
		if e.Prim.Name == "popcnt" && arg != nil && p.holds(arg.Add(1, &Form{c: -1}), known, depth-1) {
			least = 1
		}
		return p.holds(x.with(t.a, &Form{c: least}), known, depth-1)
	}
	if p.holds(x.with(t.a, &Form{c: 64}), known, depth-1) {
		return true
	}
	// A number from 1 to 2ᵏ-1 has at most k bits.
	if e.Prim.Name != "popcnt" || arg == nil || !p.holds(arg.Add(1, &Form{c: -1}), known, depth-1) {
		return false
	}
	for _, v := range p.powers {
		pow, k := p.Of(loop.Use(v)), p.Of(p.Def.Get(v.ID()).Args[1])
		if pow != nil && k != nil && p.holds(pow.Add(-1, arg).Add(1, &Form{c: -1}), known, depth-1) &&
			p.holds(x.with(t.a, k), known, depth-1) {
			return true
		}
	}
	return false
}
