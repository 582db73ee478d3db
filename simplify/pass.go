package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A pass is one walk over a term: it decides every binding by its occurrence
// counts, replaces variables by what became of them and applies the rules at
// every node, operands first. Lets met in operands join the spine of the
// block around them, which is letRotate, letProj and plusLet in one.
type pass struct {
	*ruleSet
	report *Report
	where  string // the definition in work
	source bool   // it is a source term, and has to stay one
	occ    *varTable[occ]
	env    *varTable[entry]
	out    []syntax.Bind               // the spines of the blocks around, and of the one in work
	sizes  map[*syntax.SizeVar]int     // uses of size variables
	defs   map[*syntax.Def]*syntax.Def // what is put in the place of calls of definitions

	operands syntax.Mapper       // operand at every subterm
	copies   syntax.Substitution // of the bodies of what is called

	chosen map[syntax.Term]bool // the branches that caseIf has made
	facts  int                  // how many variables are known in the branch in work
}

// entry is what became of a variable.
type entry struct {
	// sub, if not nil, replaces the variable: an atom, or the simplified right-hand side
	// for its only use.
	sub syntax.Term
	// held, if not nil, is the right-hand side not yet simplified, to be opened at its only use.
	held syntax.Term
	// def, if not nil, is the simplified right-hand side of a variable that stays bound.
	def syntax.Term
	// split, if not nil, is what the variable was taken apart into.
	split *splitVar
	// fact says that sub or def holds only in the branch in work.
	fact bool
	// made says that the variable is this pass's own, so that it may be renamed.
	made bool
}

// splitVar is a variable that was taken apart.
type splitVar struct {
	// parts, if not nil, is the tuple that the variable was: all its uses are projections.
	parts []syntax.Term
	// each, if not nil, is the places of a function or array of tuples.
	each []syntax.Term
}

// isParts notes the tuple that x was.
func (p *pass) isParts(x *syntax.Var, parts []syntax.Term) {
	p.env.at(x).split = &splitVar{parts: parts}
}

// isEach notes the places of the function or array of tuples that x was.
func (p *pass) isEach(x *syntax.Var, each []syntax.Term) { p.env.at(x).split = &splitVar{each: each} }

func (p *pass) fire(rule string) {
	p.report.add(rule, p.where)
}

// block simplifies a term that is a block of its own: a body or a branch.
func (p *pass) block(t syntax.Term) syntax.Term {
	base := len(p.out)
	body := p.operand(t)
	n := p.close(t, p.out[base:], body)
	clear(p.out[base:])
	p.out = p.out[:base]
	return n
}

// close makes the block of binds, which it copies, and body, and returns the old term if that is it.
func (p *pass) close(old syntax.Term, binds []syntax.Bind, body syntax.Term) syntax.Term {
	if n := len(binds); n > 0 && p.hot.letInline {
		// let x = t in x is t, whatever its size.
		r, ok := body.(*syntax.VarRef)
		if ok && binds[n-1].Var == r.Var {
			p.fire("letInline")
			body, binds = binds[n-1].Rhs, binds[:n-1]
		} else if at, ok := body.(*syntax.Index); ok && form.IsAtom(at.Idx) && form.IsVar(at.Arr, binds[n-1].Var) &&
			!p.kept(binds[n-1].Var) {
			// let x = onehot k v in x[j] is (onehot k v)[j], whatever v reads
			if hot, ok := binds[n-1].Rhs.(*syntax.OneHot); ok {
				p.fire("letInline")
				body, binds = syntax.NewIndex(hot, at.Idx), binds[:n-1]
			}
		}
	}
	if l, ok := old.(*syntax.Let); ok && l.Body == body && sameBinds(l.Binds, binds) {
		return old
	}
	return syntax.NewLet(slices.Clone(binds), body)
}

func sameBinds(a, b []syntax.Bind) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// operand simplifies t in the block in work; bindings of t join its spine. The
// result is not a let.
func (p *pass) operand(t syntax.Term) syntax.Term {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		for _, b := range l.Binds {
			p.bind(b)
		}
		t = l.Body
	}
	switch t := t.(type) {
	case *syntax.VarRef:
		return p.ref(t)
	case *syntax.Const:
		return t
	case *syntax.App:
		return p.app(t)
	case *syntax.LinApp:
		return p.linApp(t)
	case *syntax.Index:
		return p.index(t)
	case *syntax.If:
		return p.ifThen(t)
	case *syntax.Case:
		return p.caseOf(t)
	case *syntax.CopowerCase:
		return p.copowerCase(t)
	case *syntax.Proj:
		if r := p.heldProj(t); r != nil {
			return r
		}
	case *syntax.Call:
		if r := p.call(t); r != nil {
			return r
		}
	}
	return p.rewrite(p.children(t))
}

// children simplifies the operands and bodies of t.
func (p *pass) children(t syntax.Term) syntax.Term {
	operands, bodies := form.Shape(t)
	if bodies == form.None {
		if p.operands.Term == nil {
			p.operands.Term = p.operand
		}
		return p.operands.Map(t)
	}
	k := 0
	return syntax.MapChildren(t, func(s syntax.Term) syntax.Term {
		if k++; k > operands {
			return p.block(s)
		}
		return p.operand(s)
	})
}

// ref replaces a variable by what became of it.
func (p *pass) ref(r *syntax.VarRef) syntax.Term {
	for {
		e := p.env.at(r.Var)
		switch {
		case e.held != nil:
			t := e.held
			e.held = nil
			return p.operand(t)
		case e.sub == nil:
			return r
		case e.fact:
			p.fire("ifFact")
		}
		next, ok := e.sub.(*syntax.VarRef)
		if !ok {
			if e.fact {
				return p.gave("ifFact", e.sub)
			}
			p.meetsFacts(e.sub)
			return e.sub
		}
		r = next
	}
}

// meetsFacts notes that t, which was simplified where it was bound, goes to a branch in which more is known of one of
// its variables: ifFact and caseFact have that in the next round.
func (p *pass) meetsFacts(t syntax.Term) {
	if p.facts > 0 && !p.report.stirred {
		p.report.stirred = p.holdsFact(t)
	}
}

// holdsFact reports whether something is known of a variable in t in the branch in work.
func (p *pass) holdsFact(t syntax.Term) (found bool) {
	if r, ok := t.(*syntax.VarRef); ok {
		return p.env.at(r.Var).fact
	}
	syntax.Children(t, func(c syntax.Term) { found = found || p.holdsFact(c) })
	return found
}

// rewrite applies rules at the root of t until none applies.
func (p *pass) rewrite(t syntax.Term) syntax.Term {
next:
	for {
		for _, r := range p.at[kindOf(t)] {
			if r.Target && p.source {
				continue
			}
			n := r.apply(p, t)
			if n == nil {
				continue
			}
			if p.dropsUses(t, n) {
				p.report.count(r.Name, p.where)
			} else {
				p.fire(r.Name)
			}
			if x, ok := n.(*syntax.VarRef); ok && !gives(t, x.Var) {
				p.addUse(x) // it stands where t looks through a variable
			}
			t = p.gave(r.Name, n)
			continue next
		}
		return t
	}
}

// gave is what a rule gives, with its bindings joined to the block in work.
func (p *pass) gave(rule string, after syntax.Term) syntax.Term {
	return p.splice(p.tampered(rule, after))
}

// gaveParts is gave for the places of a tuple that a rule takes apart; nil ones stay.
func (p *pass) gaveParts(rule string, parts []syntax.Term) []syntax.Term {
	for i, t := range parts {
		if p.opts.Tamper != nil && t != nil {
			parts[i] = p.gave(rule, t)
		}
	}
	return parts
}

// splice adds the bindings of a simplified let to the block in work.
func (p *pass) splice(t syntax.Term) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		return t
	}
	for _, b := range l.Binds {
		if b.Var != nil {
			p.env.at(b.Var).def = b.Rhs
		}
		p.out = paged.Append(p.out, b)
	}
	return l.Body
}

// atom binds t, which is simplified, to a new variable unless it is an atom.
func (p *pass) atom(name string, t syntax.Term) syntax.Term {
	if form.IsAtom(t) {
		return t
	}
	x := syntax.NewVar(name, t.Type())
	e := p.env.at(x)
	e.def, e.made = t, true
	p.out = paged.Append(p.out, syntax.Bind{Var: x, Rhs: t})
	return syntax.Ref(x)
}

// see looks through a variable at its definition.
func (p *pass) see(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if d := p.env.at(r.Var).def; d != nil {
			return d
		}
	}
	return t
}

// here looks through a variable that is used here only, no more often than it is bound:
// what it is bound to may move here unless it is pinned.
func (p *pass) here(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if o := p.occ.at(r.Var); o.n == 1 && !o.many {
			return p.see(t)
		}
	}
	return t
}

// bound reports whether t is a variable: what is seen through it stays bound,
// so only atoms of it may be used again.
func bound(t syntax.Term) bool {
	_, ok := t.(*syntax.VarRef)
	return ok
}
