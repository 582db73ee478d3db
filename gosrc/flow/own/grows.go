package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// grown refuses roots, in value form, that append to a slice in a parameter which the caller sees, and never cut it:
// its gradient would have another length than what the caller gives.
func grown(f *flow.Func) (ds diag.List) {
	for k, p := range f.Params {
		if s := growth(f, k, map[*flow.Func]bool{}); s != nil {
			ds = append(ds, message(s.At, CodeGrow, p.Name+" holds a slice of the caller that becomes longer here",
				"return the longer slice, or give the function the slice in its final length and a count"))
		}
	}
	return ds
}

// growth is an append to a slice in parameter k, which the function hands back, or nil.
func growth(f *flow.Func, k int, seen map[*flow.Func]bool) *flow.Append {
	if seen[f] || !handsBack(f, k) {
		return nil
	}
	seen[f] = true
	defer delete(seen, f)
	p := f.Params[k]
	var found *flow.Append
	cut := false
	eachStmt(f.Body, func(s flow.Stmt) {
		switch s := s.(type) {
		case *flow.Append:
			l, ok := s.Src.(*flow.Load)
			if s.Dst.Var == p && len(s.Dst.Path) > 0 && ok && samePlace(l.Place, s.Dst) && len(s.Elems) > 0 &&
				found == nil {
				found = s
			}
		case *flow.Assign:
			for i, d := range s.Dst {
				cut = cut || d.Var == p && isSlice(s.Src[i].Type()) // or replaced
			}
		case *flow.Call:
			for j, d := range s.Dst {
				own := len(f.Results)
				if s.Func != nil {
					own = len(s.Func.Results) - len(s.Func.Outs)
				}
				if d.Var == p && s.Func != nil && j >= own && found == nil {
					found = growth(s.Func, s.Func.Outs[j-own], seen)
				}
			}
		}
	})
	if cut {
		return nil
	}
	return found
}

func handsBack(f *flow.Func, k int) bool {
	for _, o := range f.Outs {
		if o == k {
			return true
		}
	}
	return false
}
