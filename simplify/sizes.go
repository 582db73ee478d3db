package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// knownSizes is sizeKnown and sizeSame: a size variable that is bound to a literal, to another size, or to a number
// that another size variable in scope is bound to, is replaced by that, in types too, all such variables at once.
func (e *engine) knownSizes(t syntax.Term, where string) syntax.Term {
	if syntax.NodesOf(t)&syntax.SizeBinds == 0 || !e.on["sizeKnown"] && !e.on["sizeSame"] {
		return t
	}
	k := sizeFinder{engine: e, where: where, env: map[*syntax.SizeVar]*syntax.Size{},
		of: map[*syntax.Var]*syntax.SizeVar{}}
	k.visit(t)
	if len(k.env) == 0 {
		return t
	}
	s := syntax.Substitution{Sizes: k.env}
	return dropSizes(s.Apply(t), k.env)
}

type sizeFinder struct {
	*engine
	where string
	env   map[*syntax.SizeVar]*syntax.Size
	of    map[*syntax.Var]*syntax.SizeVar // the size variables in scope that are bound to numbers with a name
}

func (k *sizeFinder) visit(t syntax.Term) {
	if syntax.NodesOf(t)&syntax.SizeBinds == 0 {
		return
	}
	if l, ok := t.(*syntax.Let); ok {
		var here []*syntax.Var
		for _, b := range l.Binds {
			k.visit(b.Rhs)
			if b.Var == nil {
				if x := k.size(b); x != nil {
					here = append(here, x)
				}
			}
		}
		k.visit(l.Body)
		for _, x := range here {
			delete(k.of, x)
		}
		return
	}
	// rows of a size that is made in an iteration are kept one by one
	if _, bodies := form.Shape(t); bodies != form.None && bodies != form.Branch {
		defer func(of map[*syntax.Var]*syntax.SizeVar) { k.of = of }(k.of)
		k.of = map[*syntax.Var]*syntax.SizeVar{}
	}
	syntax.Children(t, k.visit)
}

// size looks at the binding of a size. It returns the variable that it is bound to, if no other size in scope is.
func (k *sizeFinder) size(b syntax.Bind) *syntax.Var {
	if n := sizeValue(b.Rhs); n != nil {
		if k.on["sizeKnown"] {
			k.env[b.Size] = sizeValue(k.tampered("sizeKnown", b.Rhs)).Subst(func(v *syntax.SizeVar) *syntax.Size {
				return k.env[v]
			})
			k.report.add("sizeKnown", k.where)
		}
		return nil
	}
	x, ok := b.Rhs.(*syntax.VarRef)
	if !ok || !k.on["sizeSame"] {
		return nil
	}
	n := k.of[x.Var]
	if n == nil {
		k.of[x.Var] = b.Size
		return x.Var
	}
	same := syntax.NewSizeOf(syntax.SizeOfVar(n))
	if k.env[b.Size] = sizeValue(k.tampered("sizeSame", same)); k.env[b.Size] == nil { // of a mutant
		k.env[b.Size] = syntax.SizeLit(0)
	}
	k.report.add("sizeSame", k.where)
	return nil
}

// sizeValue is the size that an int term is, or nil. A negative literal stays,
// to fail at run time.
func sizeValue(t syntax.Term) *syntax.Size {
	switch t := t.(type) {
	case *syntax.Const:
		if t.I >= 0 {
			return syntax.SizeLit(t.I)
		}
	case *syntax.SizeOf:
		if n, ok := t.Size.Lit(); ok && n >= 0 {
			return t.Size
		}
		if _, ok := t.Size.IsVar(); ok {
			return t.Size
		}
	}
	return nil
}

// dropSizes removes the bindings of the size variables in env.
func dropSizes(t syntax.Term, env map[*syntax.SizeVar]*syntax.Size) syntax.Term {
	var walk func(syntax.Term) syntax.Term
	walk = func(t syntax.Term) syntax.Term {
		t = syntax.MapChildren(t, walk)
		l, ok := t.(*syntax.Let)
		if !ok {
			return t
		}
		var out []syntax.Bind
		for _, b := range l.Binds {
			if b.Var != nil || env[b.Size] == nil {
				out = append(out, b)
			}
		}
		if len(out) == len(l.Binds) {
			return t
		}
		return syntax.NewLet(out, l.Body)
	}
	return walk(t)
}
