package closure

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A level is a λ that becomes code of its own, and what its body uses from outside.
type level struct {
	inner int    // the point of the parameter: all that is bound inside is below it
	outer *level // the one that the λ stands in, nil for the body of a definition
	of    *lambda
	free  vars     // that the code needs: used in it, or shared by what it applies, or captured by what it makes
	sizes sizeVars // likewise
	env   vars     // of free, those that the record holds
	ints  sizeVars // of sizes, those that the record holds
	// solved are the size variables that the type of the function gives at every application, as sizes of the apply
	// definition.
	solved map[*syntax.SizeVar]int
}

// vars and sizeVars are sets of variables in order.
type (
	vars     = set.Ordered[*syntax.Var]
	sizeVars = set.Ordered[*syntax.SizeVar]
)

// uses is what the bodies of the levels themselves say, before what they apply and make is known.
type uses struct {
	*analysis
	level  *level
	nest   *nest // the definition in work, if it is nested
	vars   map[*level][]*syntax.Var
	sizes  map[*level][]*syntax.SizeVar
	inside map[*level][]*mark // the marks of variables bound inside
	walk   syntax.Mapper
	inn    map[syntax.Type][]*syntax.SizeVar

	taken, takenDefs map[string]bool // names
	datasNew         map[*syntax.Data]*syntax.Data
	made             []*syntax.Data
}

// collect walks the definitions once more, now that it is known which λs become code.
func (a *analysis) collect(p *syntax.Program) *uses {
	u := &uses{
		analysis: a, vars: map[*level][]*syntax.Var{}, sizes: map[*level][]*syntax.SizeVar{},
		inside: map[*level][]*mark{}, inn: map[syntax.Type][]*syntax.SizeVar{},
	}
	u.walk = syntax.Mapper{
		Term:   func(t syntax.Term) syntax.Term { u.term(t); return t },
		Binder: func(x *syntax.Var) *syntax.Var { u.binder(x); return x },
		Type:   func(t syntax.Type) syntax.Type { u.typ(t); return t },
		Size:   func(n *syntax.Size) *syntax.Size { n.Vars(u.size); return n },
	}
	for _, d := range p.Defs {
		u.nest = u.nests[d]
		u.term(d.Body)
	}
	return u
}

func (u *uses) term(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		if u.level != nil && !u.covers(u.level.inner, u.point(t.Var)) {
			u.vars[u.level] = append(u.vars[u.level], t.Var)
		}
		return
	case *syntax.Lam:
		l := u.byTerm[t]
		if l.class = l.class.find(); l.class.kept {
			break
		}
		l.outer, l.of = u.level, l
		u.level = &l.level
		u.walk.Map(t)
		u.typ(t.Body.Type())
		u.inside[u.level] = append(u.inside[u.level], l.class.result)
		u.level = l.outer
		return
	case *syntax.App:
		if c := u.classOf(t); !c.kept {
			c.applied = true
			if u.level != nil {
				c.used = append(c.used, u.level)
			}
			// λs of the class itself are given what it shares
			if u.nest != nil && (u.level == nil || u.level.of.class != c) {
				c.nests = append(c.nests, u.nest)
			}
		}
	}
	u.walk.Map(t)
}

// classOf is the class of the function that is applied.
func (a *analysis) classOf(t *syntax.App) *class {
	return a.marks[t.Fun.(*syntax.VarRef).Var].fun.find()
}

func (u *uses) binder(x *syntax.Var) {
	if u.level == nil {
		return
	}
	u.typ(x.Type)
	if m := u.marks[x]; m != nil {
		u.inside[u.level] = append(u.inside[u.level], m)
	}
}

func (u *uses) typ(t syntax.Type) {
	if u.level != nil {
		for _, n := range u.sizesIn(t) {
			u.size(n)
		}
	}
}

// sizesIn are the size variables of a type, each once.
func (u *uses) sizesIn(t syntax.Type) []*syntax.SizeVar {
	ns, ok := u.inn[t]
	if !ok {
		var s sizeVars
		syntax.EachSizeVar(t, func(n *syntax.SizeVar) { s.Add(n) })
		ns = s.List
		u.inn[t] = ns
	}
	return ns
}

func (u *uses) size(n *syntax.SizeVar) {
	if u.level != nil && !u.covers(u.level.inner, u.sizeAt[n]) {
		u.sizes[u.level] = append(u.sizes[u.level], n)
	}
}
