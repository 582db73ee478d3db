package facts

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Signs knows which ints are not negative: lengths, indices, and what is made of such. Overflow is left out of
// account for sums and products of lengths: arrays of that length do not fit into memory.
type Signs struct {
	values map[*loop.Var][]*loop.Expr // all that a variable gets; nil among them is unknown
	known  map[*loop.Var]bool
	Exact  bool // sums and products may overflow
}

// ExactSigns take nothing out of account.
func ExactSigns(f *loop.Func) *Signs {
	s := NewSigns(f)
	s.Exact = true
	return s
}

// SignsOfParams is newSigns for a function in which nothing gives an int a value: only parameters are ints.
func SignsOfParams(f *loop.Func) *Signs { return NewSigns(&loop.Func{Params: f.Params}) }

// NewSigns looks at the ints of a function.
func NewSigns(f *loop.Func) *Signs {
	s := &Signs{values: map[*loop.Var][]*loop.Expr{}, known: map[*loop.Var]bool{}}
	gets := func(v *loop.Var, e *loop.Expr) {
		if v != nil && v.Type == loop.IntType {
			s.values[v] = append(s.values[v], e)
		}
	}
	for _, p := range f.Params {
		gets(p.Var, nil)
	}
	loop.Walk(f.Body, func(st loop.Stmt) {
		switch st := st.(type) {
		case *loop.Let:
			gets(st.Var, st.Rhs)
		case *loop.For:
			gets(st.Var, loop.IntConst(0))
		case *loop.Assign:
			for i, l := range st.Lhs {
				gets(l.Var, st.Rhs[i])
			}
		case *loop.AddTo:
			gets(st.Lhs.Var, nil)
		case *loop.Call:
			for _, v := range st.Vars {
				gets(v, nil)
			}
		}
	})
	return s
}

// NotNegative reports whether e ≥ 0 is known.
func (s *Signs) NotNegative(e *loop.Expr) bool {
	if e == nil || e.Type != loop.IntType {
		return false
	}
	switch e.Kind {
	case loop.ConstExpr:
		return e.I >= 0
	case loop.LenExpr, loop.CheckExpr:
		return true
	case loop.VarExpr:
		return s.variable(e.Var)
	case loop.PrimExpr:
		switch e.Prim {
		case syntax.OpIntDiv:
			return s.NotNegative(e.Args[0]) && s.NotNegative(e.Args[1])
		case syntax.OpIntAdd, syntax.OpIntMul:
			return !s.Exact && s.NotNegative(e.Args[0]) && s.NotNegative(e.Args[1])
		case syntax.OpIntMod:
			return s.NotNegative(e.Args[0])
		}
		switch e.Prim.Name {
		case "imax", "iand": // of a mask that is not negative the sign is 0
			return s.NotNegative(e.Args[0]) || s.NotNegative(e.Args[1])
		case "imin", "ior", "ixor":
			return s.NotNegative(e.Args[0]) && s.NotNegative(e.Args[1])
		case "ishr", "iandnot":
			return s.NotNegative(e.Args[0])
		case "zext8", "zext16", "zext32", "clz", "ctz", "popcnt", "bits32":
			return true
		}
	}
	return false
}

func (s *Signs) variable(v *loop.Var) bool {
	if known, ok := s.known[v]; ok {
		return known
	}
	s.known[v] = false // in a cycle
	ok := len(s.values[v]) > 0
	for _, e := range s.values[v] {
		ok = ok && s.NotNegative(e)
	}
	s.known[v] = ok
	return ok
}
