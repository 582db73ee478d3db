package simplify

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// show prints a term for failure messages and for comparing with text written
// by hand. Variables print as their names.
func show(t syntax.Term) string {
	switch t := t.(type) {
	case *syntax.VarRef:
		return t.Var.Name
	case *syntax.Const:
		switch t.Type() {
		case syntax.Real:
			return fmt.Sprint(t.F)
		case syntax.Bool:
			return fmt.Sprint(t.I != 0)
		}
		return fmt.Sprint(t.I)
	case *syntax.Let:
		parts := make([]string, len(t.Binds))
		for i, b := range t.Binds {
			if b.Var == nil {
				parts[i] = "size " + b.Size.Name + " = " + show(b.Rhs)
			} else {
				parts[i] = b.Var.Name + " = " + show(b.Rhs)
			}
		}
		return "let " + strings.Join(parts, "; ") + " in " + show(t.Body)
	case *syntax.Tuple:
		return "⟨" + shows(t.Elems) + "⟩"
	case *syntax.Proj:
		return fmt.Sprintf("%s.%d", show(t.Arg), t.Index+1)
	case *syntax.Lam:
		return "(λ" + t.Param.Name + ". " + show(t.Body) + ")"
	case *syntax.LinLam:
		return "(λ̲" + t.Param.Name + ". " + show(t.Body) + ")"
	case *syntax.App:
		return "(" + show(t.Fun) + " " + show(t.Arg) + ")"
	case *syntax.LinApp:
		return "(" + show(t.Fun) + " • " + show(t.Arg) + ")"
	case *syntax.Prim:
		if len(t.Args) == 2 && t.Op.Infix != "" {
			return "(" + show(t.Args[0]) + " " + t.Op.Infix + " " + show(t.Args[1]) + ")"
		}
		return t.Op.Name + "(" + shows(t.Args) + ")"
	case *syntax.Plus:
		parts := make([]string, len(t.Terms))
		for i, s := range t.Terms {
			parts[i] = show(s)
		}
		return "(" + strings.Join(parts, " + ") + ")"
	case *syntax.Zero:
		return "0̲"
	case *syntax.If:
		return "if " + show(t.Cond) + " then " + show(t.Then) + " else " + show(t.Else)
	case *syntax.Build:
		return "[" + show(t.Body) + " | " + t.Idx.Name + " < " + t.Len.String() + "]"
	case *syntax.Index:
		return show(t.Arr) + "[" + show(t.Idx) + "]"
	case *syntax.Call:
		return t.Def.Name + "(" + shows(t.Args) + ")"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", t), "*syntax.") + "{" + shows(children(t)) + "}"
}

func shows(ts []syntax.Term) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = show(t)
	}
	return strings.Join(parts, ", ")
}
