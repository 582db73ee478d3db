package term

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The rows of a parameter have one length, which is what callers mostly have. Where one has rows of lengths that are
// not known, it calls a version of the function whose parameter has rows of type [?]τ.

// versionKey is a function, and which of the slices in its parameters are of type [?]τ: a letter for each slice that is
// inside another slice or array, in order. Room has a letter for each parameter, if there are any with room (room.go).
type versionKey struct {
	fn         *flow.Func
	rows, room string
}

const (
	evenRows  = 'e'
	looseRows = 'l'
)

// A Loose function has parameters in which rows may differ in length.
type Loose struct {
	Func *flow.Func
	// Rows has a letter for each slice of the parameters that is inside another slice or array, outer ones first: e
	// where it has one length in all of them, l where each has its own. What is inside an l has no letter.
	Rows string
}

// LooseRows are the letters of the parameters of f. Loose says which parts of a parameter, by the names of the fields
// that lead there, have slices in slices of lengths of their own. Function indices says it of those that hold no reals, lists
// of indices. It takes time linear in the types.
func LooseRows(f *flow.Func, loose func(param int, path []string) bool, indices func(param int) bool) string {
	var rows []byte
	var walk func(param int, path []string, ft flow.Type, inside, own bool)
	walk = func(param int, path []string, ft flow.Type, inside, own bool) {
		own = own || !inside && loose(param, path)
		switch ft := ft.(type) {
		case *flow.Struct:
			for _, field := range ft.Fields {
				walk(param, append(path[:len(path):len(path)], field.Name), field.Type, inside, own)
			}
		case *flow.Array:
			walk(param, path, ft.Elem, true, own)
		case *flow.Slice:
			switch {
			case inside && (own || indices(param) && !holdsReals(ft.Elem)):
				rows = append(rows, looseRows)
				return
			case inside:
				rows = append(rows, evenRows)
			}
			walk(param, path, ft.Elem, true, own)
		}
	}
	for i, v := range f.Params {
		walk(i, nil, v.Type, false, false)
	}
	return string(rows)
}

func holdsReals(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Basic:
		return t.Kind == flow.KindReal
	case *flow.Slice:
		return holdsReals(t.Elem)
	case *flow.Array:
		return holdsReals(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsReals(f.Type) })
	}
	return false
}

// loosen makes the version of a function that stands for it in the result.
func (p *program) loosen(l Loose) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(failure); !ok {
				panic(e)
			}
		}
	}()
	if len(p.errs) == 0 {
		p.roots[l.Func] = p.version(versionKey{fn: l.Func, rows: l.Rows})
	}
}

func (p *program) isRoot(f *flow.Func) bool {
	for _, g := range p.roots {
		if g == f {
			return true
		}
	}
	return false
}

// version is the function to call with some arguments, and whether it takes rows that may differ in length. Room says
// which arguments may stay as they are, with room.
func (t *tr) version(f *flow.Func, args [][]val, room string) (*flow.Func, bool) {
	if f.Sealed() || t.p.recursive[f] {
		return f, false
	}
	var rows []byte
	some := false
	for i, vs := range args {
		looseIn(f.Params[i].Type, t.shapeOf(vs, f.Params[i].Type), false, func(loose bool) {
			if loose {
				rows, some = append(rows, looseRows), true
			} else {
				rows = append(rows, evenRows)
			}
		})
	}
	if !some {
		rows = nil
	}
	if !some && room == "" {
		return f, false
	}
	return t.p.version(versionKey{f, string(rows), room}), some
}

// looseIn calls f for the slices inside slices of a value, outer ones first; those inside rows that are loose are loose
// and not told.
func looseIn(ft flow.Type, sh *shape, inside bool, f func(loose bool)) {
	switch ft := ft.(type) {
	case *flow.Struct:
		for i, field := range ft.Fields {
			looseIn(field.Type, sh.parts[i], inside, f)
		}
	case *flow.Array:
		looseIn(ft.Elem, sh.elem, true, f)
	case *flow.Slice:
		if inside {
			f(sh.kind == dyn)
			if sh.kind == dyn {
				return
			}
		}
		looseIn(ft.Elem, sh.elem, true, f)
	}
}

// loosened is a shape with known lengths, but for the rows that are loose.
func (t *tr) loosened(ft flow.Type, sh *shape) *shape {
	switch ft := ft.(type) {
	case *flow.Struct:
		out := &shape{kind: product}
		for i, f := range ft.Fields {
			out.parts = append(out.parts, t.loosened(f.Type, sh.parts[i]))
		}
		return out
	case *flow.Array:
		return &shape{kind: fixed, elem: t.loosened(ft.Elem, sh.elem)}
	case *flow.Slice:
		switch sh.kind {
		case dyn:
			return dynShape(ft)
		case blank:
			return &shape{kind: sized, n: syntax.SizeLit(0), elem: t.loosened(ft.Elem, sh.elem)}
		}
		return &shape{kind: sized, n: sh.n, elem: t.loosened(ft.Elem, sh.elem)}
	}
	return sh
}

// version makes and translates a version where it is asked for first.
func (p *program) version(key versionKey) *flow.Func {
	if g := p.versions[key]; g != nil {
		return g
	}
	g := *key.fn
	p.versions[key], p.rows[&g], p.room[&g] = &g, key.rows, key.room
	p.all = append(p.all, &g)
	p.calls[&g], p.fails[&g] = p.calls[key.fn], p.fails[key.fn]
	at := p.at
	p.open[&g] = true
	for p.translate(&g) {
	}
	delete(p.open, &g)
	p.at = at
	if len(p.errs) > 0 {
		panic(failure{})
	}
	return &g
}

// looseShape is the shape of a parameter of a version; rows are the letters that are left.
func (p *program) looseShape(sizes *[]*syntax.SizeVar, ft flow.Type, rows *string, inside bool) *shape {
	switch ft := ft.(type) {
	case *flow.Struct:
		out := &shape{kind: product}
		for _, f := range ft.Fields {
			out.parts = append(out.parts, p.looseShape(sizes, f.Type, rows, inside))
		}
		return out
	case *flow.Array:
		return &shape{kind: fixed, elem: p.looseShape(sizes, ft.Elem, rows, true)}
	case *flow.Slice:
		if inside {
			loose := (*rows)[0] == looseRows
			if *rows = (*rows)[1:]; loose {
				return dynShape(ft)
			}
		}
		n := syntax.NewSizeVar(fmt.Sprintf("n%d", len(*sizes)+1))
		*sizes = append(*sizes, n)
		return &shape{kind: sized, n: syntax.SizeOfVar(n), elem: p.looseShape(sizes, ft.Elem, rows, true)}
	}
	return scalarShape
}
