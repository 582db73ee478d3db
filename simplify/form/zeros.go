package form

import "github.com/seed-4b734f86/gochad/syntax"

// Zeros finds terms that are zero because what they are linear in is zero.
type Zeros map[*syntax.Var]bool

func (z Zeros) all(ts []syntax.Term) bool {
	for _, t := range ts {
		if !z.Term(t) {
			return false
		}
	}
	return true
}

// Term reports whether t is zero, for the variables in z being zero. It is
// linear in the size of t.
//
//nolint:gocyclo // one case a node
func (z Zeros) Term(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Zero:
		return true
	case *syntax.VarRef:
		return z[t.Var]
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil && z.Term(b.Rhs) {
				z[b.Var] = true
			}
		}
		return z.Term(t.Body)
	case *syntax.Tuple:
		return z.all(t.Elems)
	case *syntax.Plus:
		return z.all(t.Terms)
	case *syntax.ArrayLit:
		return len(t.Elems) > 0 && z.all(t.Elems)
	case *syntax.Proj:
		return z.Term(t.Arg)
	case *syntax.Coproj:
		return z.Term(t.Arg)
	case *syntax.Uninj:
		return z.Term(t.Arg)
	case *syntax.Inj:
		return syntax.IsLinearSum(t.Type()) && z.Term(t.Arg)
	case *syntax.Sum:
		return z.Term(t.Arg)
	case *syntax.Coerce:
		return t.Linear && z.Term(t.Arg)
	case *syntax.Index:
		return z.Term(t.Arr)
	case *syntax.OneHot:
		return z.Term(t.Val)
	case *syntax.Set:
		return z.Term(t.Val) && z.Term(t.Arr)
	case *syntax.Singleton:
		return z.Term(t.Val)
	case *syntax.Build:
		return z.Term(t.Body)
	case *syntax.Lam:
		return z.Term(t.Body)
	case *syntax.LinLam:
		return z.Term(t.Body)
	case *syntax.App:
		return z.Term(t.Fun)
	case *syntax.LinApp:
		return z.Term(t.Arg) || z.Term(t.Fun)
	case *syntax.CopowerCase:
		return z.Term(t.Scrut) || z.Term(t.Body)
	case *syntax.Checkpoint:
		return z.Term(t.Body)
	case *syntax.If:
		return z.Term(t.Then) && z.Term(t.Else)
	case *syntax.Case:
		for _, a := range t.Arms {
			if !z.Term(a.Body) {
				return false
			}
		}
		return true
	case *syntax.Prim:
		for _, i := range t.Op.LinearIn {
			if z.Term(t.Args[i]) {
				return true
			}
		}
		return t.Op.Joint != nil && z.all(t.Args)
	case *syntax.Call:
		for _, a := range t.Def.Adjoints {
			zero := true
			for i, in := range a.Wrt {
				zero = zero && (!in || z.Term(t.Args[i]))
			}
			if zero {
				return true
			}
		}
		return false
	case *syntax.Loop:
		return z.Loop(t)
	default:
		return false
	}
}

// Loop reports whether a loop starts at zero and stays there.
func (z Zeros) Loop(l *syntax.Loop) bool {
	if !z.Term(l.Init) {
		return false
	}
	z[l.State] = true
	return z.Term(l.Body)
}
