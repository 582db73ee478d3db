package ragged

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Type is the type of rows of basic type; false for other types, which cannot be ragged.
func Type(t flow.Type) (*flow.Struct, bool) {
	rows, ok := t.(*flow.Slice)
	if !ok {
		return nil, false
	}
	row, ok := rows.Elem.(*flow.Slice)
	if !ok {
		return nil, false
	}
	if _, ok := row.Elem.(*flow.Basic); !ok {
		return nil, false
	}
	return &flow.Struct{Fields: []flow.Field{{Name: "Data", Type: row},
		{Name: "Off", Type: &flow.Slice{Elem: flow.Int}}}}, true
}

const (
	data = 0
	off  = 1
)

// Flatten is f with parameters, given by their places, whose rows may have any lengths. What f is made of stays as it
// is. It takes time linear in the functions that such parameters reach. The diagnostics name what is done to one that
// its layout does not allow, or what is of a type that cannot be ragged.
func Flatten(f *flow.Func, params []int) (*flow.Func, diag.List) {
	w := &writer{memo: map[string]*variant{}}
	mask := make([]bool, len(f.Params))
	for _, k := range params {
		if _, ok := Type(f.Params[k].Type); !ok {
			w.refuse(f.Params[k].At, fmt.Sprintf("%s is of type %s, whose rows cannot differ in length",
				f.Params[k].Name, f.Params[k].Type),
				"only slices of slices of numbers or bools can be ragged")
			return nil, w.ds
		}
		mask[k] = true
	}
	v := w.variant(f, mask)
	for i, r := range f.Results {
		if v.ragged[r] && (i < len(f.Results)-len(f.Outs) || !mask[f.Outs[i-len(f.Results)+len(f.Outs)]]) {
			w.refuse(r.At, "a result is ragged as a parameter is",
				"write the rows into a parameter, or return one slice with all elements")
		}
	}
	return v.out, w.ds
}

// A variant is a function for ragged arguments.
type variant struct {
	in, out *flow.Func
	ragged  map[*flow.Var]bool
}

type writer struct {
	memo map[string]*variant
	ds   diag.List
}

func (w *writer) refuse(at *syntax.Pos, msg, hint string) {
	d := diag.Diagnostic{Code: "ragged", Message: msg, Hint: hint}
	if at != nil {
		d.Pos = diag.Pos{File: at.File, Line: at.Line, Col: at.Col}
		d.End = d.Pos
	}
	w.ds = append(w.ds, d)
}

// variant is f for arguments of which those of mask are ragged.
func (w *writer) variant(f *flow.Func, mask []bool) *variant {
	key := fmt.Sprintf("%p %v", f, mask)
	if v := w.memo[key]; v != nil {
		return v
	}
	v := &variant{in: f, ragged: map[*flow.Var]bool{}}
	w.memo[key] = v
	out := *f
	v.out = &out
	for i, p := range f.Params {
		if mask[i] {
			v.ragged[p] = true
		}
	}
	for i, k := range f.Outs {
		if mask[k] {
			v.ragged[f.Results[len(f.Results)-len(f.Outs)+i]] = true
		}
	}
	w.spread(v)
	r := &rewriter{writer: w, v: v, vars: map[*flow.Var]*flow.Var{}, targets: map[flow.Stmt]flow.Stmt{},
		counts: map[*flow.Var][2]*flow.Var{}}
	out.Params, out.Results = r.all(f.Params), r.all(f.Results)
	out.Body = r.list(f.Body)
	return v
}

// spread finds the variables that are assigned all of a ragged one.
func (w *writer) spread(v *variant) {
	for changed := true; changed; {
		changed = false
		add := func(p flow.Place) {
			if p.Var != nil && len(p.Path) == 0 && !v.ragged[p.Var] {
				v.ragged[p.Var], changed = true, true
			}
		}
		flow.Walk(v.in.Body, func(s flow.Stmt) {
			switch s := s.(type) {
			case *flow.Assign:
				for i, e := range s.Src {
					if v.whole(e) {
						add(s.Dst[i])
					}
				}
			case *flow.Call:
				if g := w.callee(v, s); g != nil {
					for i, d := range s.Dst {
						if g.ragged[g.in.Results[i]] {
							add(d)
						}
					}
				}
			}
		}, nil)
	}
}

// whole reports whether an expression is all of a ragged variable.
func (v *variant) whole(e flow.Expr) bool {
	l, ok := e.(*flow.Load)
	return ok && len(l.Place.Path) == 0 && v.ragged[l.Place.Var]
}

// callee is the version of what a call with ragged arguments calls, or nil for others.
func (w *writer) callee(v *variant, s *flow.Call) *variant {
	mask, some := make([]bool, len(s.Args)), false
	for i, a := range s.Args {
		mask[i] = v.whole(a)
		some = some || mask[i]
	}
	if !some || s.Func == nil || s.Func.Sealed() {
		return nil
	}
	return w.variant(s.Func, mask)
}
