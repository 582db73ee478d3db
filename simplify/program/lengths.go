package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Lengths puts the lengths of arrays into their types, where they are always one size that is known:
//
//	loop m : [n][?]real = [pack r[i] | i < n] for … do set m i (pack (set (m[i] :> [length m[i]]) j v))
//	⇝   loop m : [n][k]real = r for … do set m i (set m[i] j v)             where r : [n][k]real
//
// That is what size types say (T. Henriksen, M. Elsman: Towards size-dependent types for array programming, ARRAY
// 2021), found by the least fixed point of what the states of loops, the parameters of definitions and their results
// may be.
// A definition gets a size parameter for each length that all of its calls know.
//
// Definitions are changed in place, except for the signature of root, and of those with a derivative, an adjoint or a
// kernel of their own, which are known outside. Functions, data types and variants of sums keep the types that they
// have. It reports whether anything has changed. Each round of the fixed point is linear in the program; there are few,
// and never more than [lengthRounds].
func Lengths(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("lengths")()
	if !slices.ContainsFunc(p.Defs, func(d *syntax.Def) bool { return d.Body != nil && packs(d.Body) }) {
		return false
	}
	l := &lengths{p: p, root: root, known: map[*syntax.Var]syntax.Type{}, plain: map[*syntax.Var]map[int]bool{},
		sigs: map[*syntax.Def]*signature{}, first: map[*syntax.Var]*syntax.Var{}}
	l.open()
	bodies := l.solve()
	if bodies == nil || !l.gains {
		l.restore()
		return false
	}
	for i, d := range p.Defs {
		if d.Body != nil {
			d.Body = bodies[i]
		}
	}
	return true
}

// lengthRounds bounds the rounds.
const lengthRounds = 60

func packs(t syntax.Term) bool {
	if _, ok := t.(*syntax.Pack); ok {
		return true
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || packs(c) })
	return found
}

// lengths is the search for a fixed point. A round rebuilds all bodies by what is assumed, and notes what speaks
// against it.
type lengths struct {
	p    *syntax.Program
	root *syntax.Def
	// known are the types of the states of loops, as far as they have been met.
	known map[*syntax.Var]syntax.Type
	// plain are the components of variables that keep the types that they have, since elements of theirs would have to
	// be converted; whole stands for all.
	plain   map[*syntax.Var]map[int]bool
	sigs    map[*syntax.Def]*signature // of definitions whose signatures may change
	changed bool                       // an assumption of this round was wrong
	// converted are terms whose elements would have to be converted in this round.
	converted []syntax.Term
	once      bool // what is converted is what a definition gives to the outside
	gains     bool // a variable got another type in this round

	// of the body in work
	env   map[*syntax.Var]syntax.Term
	first map[*syntax.Var]*syntax.Var // the variables that those in new terms were
	sizes map[*syntax.SizeVar]*syntax.Size
	ints  map[*syntax.Var]*syntax.Size // integer variables that are sizes
	rest  syntax.Mapper                // of terms that say nothing of lengths
}

// unmet is the length of an array that no round has met yet.
var unmet = syntax.SizeOfVar(syntax.NewSizeVar("unmet")) //nolint:gochecknoglobals // a constant

// A signature is what a definition had, and what is assumed of it.
type signature struct {
	sizes  []*syntax.SizeVar
	params []*syntax.Var
	result syntax.Type
	// slots are the lengths in the types of parameters that calls may know, by parameter, in the order in which they
	// stand; nil for one that some call does not know.
	slots [][]*syntax.SizeVar
	found syntax.Type // of results
	plain bool        // the result keeps its type
}

// open finds the definitions whose signatures may change.
func (l *lengths) open() {
	for _, d := range l.p.Defs {
		if d == l.root || d.Body == nil || d.Kernel != "" || len(d.Attached()) > 0 {
			continue
		}
		s := &signature{sizes: d.Sizes, params: d.Params, result: d.Result, found: lengthless(d.Result)}
		for _, x := range d.Params {
			var slots []*syntax.SizeVar
			for range countDyn(x.Type) {
				slots = append(slots, syntax.NewSizeVar("n"))
			}
			s.slots = append(s.slots, slots)
		}
		l.sigs[d] = s
	}
	for _, d := range l.p.Defs {
		for _, r := range d.Attached() { // which stay as they are
			for _, c := range syntax.Callees(r.Body) {
				delete(l.sigs, c)
			}
		}
	}
}

func (l *lengths) restore() {
	for d, s := range l.sigs {
		d.Sizes, d.Params, d.Result = s.sizes, s.params, s.result
	}
}

// solve gives the bodies of the definitions at the fixed point, or nil.
func (l *lengths) solve() []syntax.Term {
	bodies := make([]syntax.Term, len(l.p.Defs))
	for range lengthRounds {
		l.changed, l.gains, l.converted = false, false, nil
		for _, d := range l.p.Defs { // a map would give them in another order each time
			if s := l.sigs[d]; s != nil {
				l.assume(d, s)
			}
		}
		for i, d := range l.p.Defs {
			if d.Body != nil {
				bodies[i] = l.def(d)
			}
		}
		if l.changed {
			continue
		}
		for _, t := range l.converted {
			l.keep(t, whole)
		}
		if !l.settle() && len(l.converted) == 0 {
			return bodies
		}
	}
	return nil
}

// assume gives d the signature that is assumed.
func (l *lengths) assume(d *syntax.Def, s *signature) {
	d.Sizes = slices.Clone(s.sizes)
	d.Params = make([]*syntax.Var, len(s.params))
	for i, x := range s.params {
		slots := s.slots[i]
		t := withSlots(x.Type, &slots)
		if d.Params[i] = x; t != x.Type {
			d.Params[i] = syntax.NewVar(x.Name, t)
			l.gains = true
		}
		for _, v := range s.slots[i] {
			if v != nil {
				d.Sizes = append(d.Sizes, v)
			}
		}
	}
	d.Result = s.found
}

// def rebuilds a body.
func (l *lengths) def(d *syntax.Def) syntax.Term {
	l.env, l.sizes = map[*syntax.Var]syntax.Term{}, map[*syntax.SizeVar]*syntax.Size{}
	l.ints = map[*syntax.Var]*syntax.Size{}
	l.rest = syntax.Mapper{Term: l.declared, Binder: l.binder, Type: l.typ, Size: l.size}
	s := l.sigs[d]
	if s == nil {
		body := l.term(d.Body)
		l.once = true
		defer func() { l.once = false }()
		return l.cast(body, d.Result)
	}
	for i, x := range s.params {
		if y := d.Params[i]; y != x {
			l.env[x], l.first[y] = syntax.Ref(y), x
		}
	}
	body := l.term(d.Body)
	t := join(s.found, l.inScope(body.Type(), s.result, d.Sizes), s.result)
	if s.plain {
		t = s.result
	}
	if t != s.found {
		s.found, l.changed = t, true
		return body
	}
	l.gains = l.gains || t != s.result
	return l.cast(body, t)
}

// inScope is a type without the lengths that a definition with these sizes does not know.
func (l *lengths) inScope(t, form syntax.Type, sizes []*syntax.SizeVar) syntax.Type {
	return forget(t, form, func(v *syntax.SizeVar) bool { return !slices.Contains(sizes, v) })
}

// settle forgets the lengths that no round has met, and reports whether there were any.
func (l *lengths) settle() bool {
	some := false
	never := func(t, form syntax.Type) syntax.Type {
		n := forget(t, form, func(v *syntax.SizeVar) bool { return syntax.SizeOfVar(v) == unmet })
		some = some || n != t
		return n
	}
	for x, t := range l.known {
		l.known[x] = never(t, x.Type)
	}
	for _, s := range l.sigs {
		s.found = never(s.found, s.result)
	}
	return some
}

func (l *lengths) typ(t syntax.Type) syntax.Type {
	if len(l.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, l.sizeOf)
}

func (l *lengths) size(n *syntax.Size) *syntax.Size {
	if len(l.sizes) == 0 {
		return n
	}
	return n.Subst(l.sizeOf)
}

func (l *lengths) sizeOf(v *syntax.SizeVar) *syntax.Size { return l.sizes[v] }

// binder is a variable whose type says what it did.
func (l *lengths) binder(x *syntax.Var) *syntax.Var { return l.bound(x, l.typ(x.Type)) }

// whole stands for all components of a variable.
const whole = -1

// kept is the type t of x, but for what is plain.
func (l *lengths) kept(x *syntax.Var, t syntax.Type) syntax.Type {
	plain := l.plain[x]
	if len(plain) == 0 {
		return t
	}
	old := l.typ(x.Type)
	tt, ok := t.(*syntax.TupleType)
	if plain[whole] || !ok {
		return old
	}
	elems := slices.Clone(tt.Elems)
	for i := range elems {
		if plain[i] {
			elems[i] = old.(*syntax.TupleType).Elems[i]
		}
	}
	return tupleOf(tt, elems)
}

// bound is the variable x in the new term, of type t.
func (l *lengths) bound(x *syntax.Var, t syntax.Type) *syntax.Var {
	if t == x.Type {
		delete(l.env, x)
		return x
	}
	y := syntax.NewVar(x.Name, t)
	l.env[x], l.first[y] = syntax.Ref(y), x
	l.gains = l.gains || t != l.typ(x.Type)
	return y
}
