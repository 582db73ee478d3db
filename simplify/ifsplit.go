package simplify

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is letIfSplit, which takes linear functions out of branches:
//
//	let x = if c then (let a = s in ⟨p, λ̲v. e⟩) else ⟨q, λ̲v. f⟩ in … fst x … (snd x) • u …
//
// becomes
//
//	let y = if c then (let a = s in ⟨p, a⟩) else ⟨q, 0.0⟩; a' = snd y in
//	… fst y … (if c then λ̲v. e[a'/a] else λ̲v. f) • u …
//
// and linAppIf then opens the functions where they are applied. What a function
// needs of its branch comes along as scalars; the other branch fills their
// places with literals that nothing reads. No work is repeated, but for comparisons
// of whole numbers that are known outside: to ask again whether k is 3 costs no more
// than to bring the answer along, through all branches of a long switch.

// arm is one branch: its bindings, the places of its tuple, and the variables
// of the bindings that its linear functions need.
type arm struct {
	binds []syntax.Bind
	elems []syntax.Term
	needs []*syntax.Var
	again map[*syntax.Var]syntax.Term // comparisons that the functions make again
}

// splitBranches is letIfSplit for x = t. It returns nil if it applied, else t.
func (p *pass) splitBranches(t syntax.Term, x *syntax.Var, o *occ) syntax.Term {
	ty, ok := t.Type().(*syntax.TupleType)
	b, ok2 := syntax.ForkOf(t)
	if !ok || !ok2 || !o.each() || o.mask&maskBit(63) != 0 || !p.on["letIfSplit"] {
		return t
	}
	var funs []int
	for i, e := range ty.Elems {
		if _, ok := e.(*syntax.LFunType); ok && o.mask&maskBit(i) != 0 {
			funs = append(funs, i)
		}
	}
	if len(funs) == 0 {
		return t
	}
	arms := make([]arm, len(b.Bodies))
	for i, body := range b.Bodies {
		var x *syntax.Var
		if b.Vars != nil {
			x = b.Vars[i]
		}
		if arms[i], ok = openArm(body, x, funs); !ok {
			return t
		}
	}
	p.fire("letIfSplit")
	b.On = p.atom("c", b.On)
	p.isParts(x, p.gaveParts("letIfSplit", p.rejoin(x, b, arms, funs, o)))
	return nil
}

// mostNeeds bounds the scalars that come along. In a nest of branches each hands on what all inside of it do, and
// renames them in their functions, which takes the square of the depth; beyond the bound functions stay where they are,
// and become tapes.
const mostNeeds = 256

// openArm takes a branch apart, if its functions can leave it; x is the variable of a case, or nil.
func openArm(body syntax.Term, x *syntax.Var, funs []int) (arm, bool) {
	a := arm{again: map[*syntax.Var]syntax.Term{}}
	if l, ok := body.(*syntax.Let); ok {
		a.binds, body = l.Binds, l.Body
	}
	switch body := body.(type) {
	case *syntax.Tuple:
		a.elems = body.Elems
	case *syntax.Zero:
		for _, e := range body.Type().(*syntax.TupleType).Elems {
			a.elems = append(a.elems, syntax.NewZero(e))
		}
	default:
		return a, false
	}
	inside := map[*syntax.Var]bool{}
	for _, b := range a.binds {
		if b.Var == nil {
			return a, false
		}
		inside[b.Var] = true
	}
	for _, b := range a.binds {
		if comparison(b.Rhs, func(y *syntax.Var) bool { return y != x && !inside[y] }) {
			a.again[b.Var] = b.Rhs
		}
	}
	for _, i := range funs {
		if !applicable(a.elems[i]) {
			return a, false
		}
		for _, x := range syntax.FreeVars(a.elems[i]) {
			if !inside[x] || a.again[x] != nil {
				continue
			}
			if filler(x.Type) == nil {
				return a, false
			}
			inside[x] = false
			if a.needs = append(a.needs, x); len(a.needs) > mostNeeds {
				return a, false
			}
		}
	}
	return a, true
}

// comparison reports whether t compares whole numbers: literals and variables that are known.
func comparison(t syntax.Term, known func(*syntax.Var) bool) bool {
	c, ok := t.(*syntax.Prim)
	if !ok || c.Type() != syntax.Bool {
		return false
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *syntax.VarRef:
			if a.Var.Type != syntax.Int || !known(a.Var) {
				return false
			}
		case *syntax.Const:
			if a.Type() != syntax.Int {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// filler is a literal of a scalar type, or nil.
func filler(t syntax.Type) syntax.Term {
	switch t {
	case syntax.Real:
		return syntax.RealLit(0)
	case syntax.Int:
		return syntax.IntLit(0)
	case syntax.Bool:
		return syntax.BoolLit(false)
	}
	return nil
}

// rejoin binds the branches without their functions and returns the places of x.
func (p *pass) rejoin(x *syntax.Var, b syntax.Fork, arms []arm, funs []int, o *occ) []syntax.Term {
	isFun := set.Of(funs)
	var keep []int
	for i := range arms[0].elems {
		if !isFun[i] && o.mask&maskBit(i) != 0 {
			keep = append(keep, i)
		}
	}
	slots, slotOf := assign(arms)
	bodies := make([]syntax.Term, len(arms))
	for k, a := range arms {
		fields := make([]syntax.Term, 0, len(keep)+len(slots))
		for _, i := range keep {
			fields = append(fields, a.elems[i])
		}
		filled := map[int]*syntax.Var{}
		for _, y := range a.needs {
			filled[slotOf[y]] = y
		}
		for s, ty := range slots {
			if y := filled[s]; y != nil {
				fields = append(fields, syntax.Ref(y))
			} else {
				fields = append(fields, filler(ty))
			}
		}
		bodies[k] = syntax.NewLet(a.binds, syntax.NewTuple(fields...))
	}
	fields := p.fields(x, b.With(b.Vars, bodies), len(keep)+len(slots))
	parts := make([]syntax.Term, len(arms[0].elems))
	for k, i := range keep {
		parts[i] = fields[k]
	}
	for _, i := range funs {
		parts[i] = p.place(x, splitFunction(b, arms, i, slotOf, fields[len(keep):]), o)
	}
	return parts
}

// fields binds the joined branches and each of its n places to a variable.
func (p *pass) fields(x *syntax.Var, joined syntax.Term, n int) []syntax.Term {
	switch n {
	case 0:
		return nil
	case 1:
		return []syntax.Term{p.atom(x.Name, joined)}
	}
	all := p.atom(x.Name, joined)
	out := make([]syntax.Term, n)
	for i := range out {
		out[i] = p.atom(x.Name, syntax.NewProj(i, all))
	}
	return out
}

// splitFunction is place i of the branches, a choice between linear functions.
func splitFunction(b syntax.Fork, arms []arm, i int, slotOf map[*syntax.Var]int, slots []syntax.Term) syntax.Term {
	vars := make([]*syntax.Var, len(b.Vars))
	bodies := make([]syntax.Term, len(arms))
	for k, a := range arms {
		s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}}
		for _, y := range a.needs {
			s.Vars[y] = slots[slotOf[y]]
		}
		for y, t := range a.again {
			s.Vars[y] = t
		}
		if b.Vars != nil {
			vars[k] = syntax.NewVar(b.Vars[k].Name, b.Vars[k].Type)
			s.Vars[b.Vars[k]] = syntax.Ref(vars[k])
		}
		bodies[k] = s.Apply(a.elems[i])
	}
	return b.With(vars, bodies)
}

// assign gives each needed variable a slot of its type; branches share slots.
func assign(arms []arm) (slots []syntax.Type, slotOf map[*syntax.Var]int) {
	slotOf = map[*syntax.Var]int{}
	for _, a := range arms {
		taken := make([]bool, len(slots))
		for _, y := range a.needs {
			s := 0
			for s < len(slots) && (s < len(taken) && taken[s] || slots[s] != y.Type) {
				s++
			}
			if s == len(slots) {
				slots, taken = append(slots, y.Type), append(taken, false)
			}
			taken[s] = true
			slotOf[y] = s
		}
	}
	return slots, slotOf
}
