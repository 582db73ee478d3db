package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// cuts is the window of s = s[:hi], or nil.
func cuts(s *flow.Assign) *flow.Window {
	if len(s.Dst) != 1 || s.Dst[0].Var == nil {
		return nil
	}
	w, ok := s.Src[0].(*flow.Window)
	if !ok || w.Hi == nil || w.Max != nil {
		return nil
	}
	if lo, ok := w.Lo.(*flow.Lit); w.Lo != nil && (!ok || lo.I != 0) {
		return nil
	}
	x, ok := w.X.(*flow.Load)
	if !ok || x.Place.Var != s.Dst[0].Var || len(x.Place.Path) != len(s.Dst[0].Path) {
		return nil
	}
	for i, step := range x.Place.Path {
		if step.Kind != flow.StepField || step.Field != s.Dst[0].Path[i].Field {
			return nil
		}
	}
	return w
}

// cut is s = s[:hi] of a buffer, which keeps its room: what is behind the new length is not read, and overwritten by
// what is appended next. It reports false for other assignments, and where s is no buffer.
func (t *tr) cut(s *flow.Assign) bool {
	w := cuts(s)
	if w == nil {
		return false
	}
	v := t.scalar(w.X)
	if v.sh.kind != grown {
		return false
	}
	hi := t.let("n", t.scalar(w.Hi).t)
	more := syntax.NewPrim(syntax.MustOp("iadd"), v.length, syntax.IntLit(1))
	fits := syntax.NewPrim(syntax.MustOp("ilt"), hi, more)
	room := v.t.Type().(*syntax.ArrayType).Len.Add(syntax.SizeLit(1))
	checked := syntax.NewToIdx(w.At, room, syntax.NewIf(fits, hi, syntax.IntLit(-1)))
	t.store(t.dest(s.Dst[0]), []val{{t: v.t, sh: v.sh, length: t.let("n", syntax.NewFromIdx(checked))}}, s.At)
	return true
}
