package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// zeros finds terms that are zero because what they are linear in is zero.
type zeros map[*syntax.Var]bool

func (z zeros) all(ts []syntax.Term) bool {
	for _, t := range ts {
		if !z.term(t) {
			return false
		}
	}
	return true
}

// term reports whether t is zero, for the variables in z being zero. It is
// linear in the size of t.
//
//nolint:gocyclo // one case a node
func (z zeros) term(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero:
		return true
	case *syntax.VarRef:
		return z[t.Var]
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil && z.term(b.Rhs) {
				z[b.Var] = true
			}
		}
		return z.term(t.Body)
	case *syntax.Tuple:
		return z.all(t.Elems)
	case *syntax.Plus:
		return z.all(t.Terms)
	case *syntax.ArrayLit:
		return len(t.Elems) > 0 && z.all(t.Elems)
	case *syntax.Proj:
		return z.term(t.Arg)
	case *syntax.Coproj:
		return z.term(t.Arg)
	case *syntax.Uninj:
		return z.term(t.Arg)
	case *syntax.Inj:
		return syntax.IsLinearSum(t.Type()) && z.term(t.Arg)
	case *syntax.Sum:
		return z.term(t.Arg)
	case *syntax.Coerce:
		return t.Linear && z.term(t.Arg)
	case *syntax.Index:
		return z.term(t.Arr)
	case *syntax.OneHot:
		return z.term(t.Val)
	case *syntax.Set:
		return z.term(t.Val) && z.term(t.Arr)
	case *syntax.Singleton:
		return z.term(t.Val)
	case *syntax.Build:
		return z.term(t.Body)
	case *syntax.Lam:
		return z.term(t.Body)
	case *syntax.LinLam:
		return z.term(t.Body)
	case *syntax.App:
		return z.term(t.Fun)
	case *syntax.LinApp:
		return z.term(t.Arg) || z.term(t.Fun)
	case *syntax.CopowerCase:
		return z.term(t.Scrut) || z.term(t.Body)
	case *syntax.Checkpoint:
		return z.term(t.Body)
	case *syntax.If:
		return z.term(t.Then) && z.term(t.Else)
	case *syntax.Case:
		for _, a := range t.Arms {
			if !z.term(a.Body) {
				return false
			}
		}
		return true
	case *syntax.Prim:
		for _, i := range t.Op.LinearIn {
			if z.term(t.Args[i]) {
				return true
			}
		}
		return t.Op.Joint != nil && z.all(t.Args)
	case *syntax.Call:
		for _, a := range t.Def.Adjoints {
			zero := true
			for i, in := range a.Wrt {
				zero = zero && (!in || z.term(t.Args[i]))
			}
			if zero {
				return true
			}
		}
		return false
	case *syntax.Loop:
		return z.loop(t)
	default:
		return false
	}
}

// loop reports whether a loop starts at zero and stays there.
func (z zeros) loop(l *syntax.Loop) bool {
	if !z.term(l.Init) {
		return false
	}
	z[l.State] = true
	return z.term(l.Body)
}

// loopZero is the rule of that name.
func loopZero(_ *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if !syntax.IsLinear(t.Type()) || !(zeros{}).loop(l) {
		return nil
	}
	return syntax.NewZero(t.Type())
}
