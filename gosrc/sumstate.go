package gosrc

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// carried are messages about sums over examples in which something else than a total passes from one example to the
// next. Package load sees assignments. Here, in value form, a method or a function that writes what it is given is an
// assignment, too.
func (l *lowered) carried() (ds diag.List) {
	for _, r := range l.roots {
		s, part := sumOf(r.directives[0])
		if s == nil || part == s.All { // of which Part says the same
			continue
		}
		at, v := written(r.flow)
		if v == nil {
			continue
		}
		message, hint := fmt.Sprintf("%s changes its parameter %s", s.Object.Name(), v.Name),
			"change a copy of it, which is made in the function"
		if part == s.Part {
			message = fmt.Sprintf("the loop leaves %s changed for the next example: only sums may pass from one to the next", v.Name)
			hint = "declare it in the loop, or make a copy there and change that"
			if slices.ContainsFunc(s.Params, func(p load.SumParam) bool { return p.Over && p.Name == v.Name }) {
				message, hint = "the loop writes to the examples in "+v.Name, "make a copy in the loop and change that"
			}
		}
		if at == nil {
			ds = append(ds, l.p.World.Diagnose(s.Pos, s.End, load.CodeSum, message, hint))
			continue
		}
		ds = append(ds, diag.Diagnostic{Pos: diag.Pos{File: at.File, Line: at.Line, Col: at.Col}, Code: load.CodeSum,
			Message: message, Hint: hint})
	}
	return ds
}

// sumOf is the sum that a directive is for a part of, and the part; nil if there is none.
func sumOf(d *load.Directive) (*load.SumOver, *load.SumPart) {
	for _, s := range d.File.Sums() {
		for _, part := range s.Parts() {
			if part.Asks() == d {
				return s, part
			}
		}
	}
	return nil, nil
}

// written is a parameter that a function in value form writes, and where; nil if there is none.
func written(f *flow.Func) (at *syntax.Pos, v *flow.Var) {
	flow.Walk(f.Body, func(s flow.Stmt) {
		if v != nil {
			return
		}
		for _, place := range flow.Stores(s) {
			if place.Var != nil && slices.Contains(f.Params, place.Var) {
				at, v = flow.At(s), place.Var
				return
			}
		}
	}, nil)
	if v == nil && len(f.Outs) > 0 {
		v = f.Params[f.Outs[0]]
	}
	return at, v
}
