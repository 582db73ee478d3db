package wrap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A leaf is a part of a parameter that is a parameter of its own in the flattened definition: what is left when the
// structs around it are taken apart.
type leaf struct {
	param    int
	path     []string
	text     string // m.W
	shape    *shape
	x        *syntax.Var
	constant bool
}

// A flat is a root whose structs are taken apart, so that what is differentiated by is whole parameters.
type flat struct {
	def    *syntax.Def
	prog   *syntax.Program
	leaves []leaf
}

// flatten takes the parameters of the root apart.
func (r *Root) flatten(params []parameter, data []*syntax.Data) (*flat, error) {
	d := r.Def
	if len(d.Params) != len(params)+len(r.Set) {
		return nil, fmt.Errorf("the translation of %s has %d parameters, not %d", r.Func.Name(), len(d.Params),
			len(params))
	}
	f := &flat{def: &syntax.Def{Name: r.base() + "_flat", Doc: d.Doc, At: d.At}}
	sub := &syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{},
		Fresh: true}
	sizes := make([]*syntax.Size, len(d.Sizes))
	for i, n := range d.Sizes {
		m := syntax.NewSizeVar("n" + strconv.Itoa(i+1))
		f.def.Sizes = append(f.def.Sizes, m)
		sizes[i] = syntax.SizeOfVar(m)
		sub.Sizes[n] = sizes[i]
	}
	env := syntax.SizeEnv(d.Sizes, sizes)
	if err := r.setFault(params); err != nil {
		return nil, err
	}
	if err := r.drawsFault(params); err != nil {
		return nil, err
	}
	args := make([]syntax.Term, len(params))
	var binds []syntax.Bind
	for i := range params {
		t := syntax.SubstSizes(d.Params[i].Type, env)
		if syntax.HoldsFunc(t) {
			return nil, fmt.Errorf("%s takes functions: parameter %s; differentiate a function that calls it with "+
				"one, or mark the parameter //chad:nodiff if it is not called", r.Func.Name(), params[i].source)
		}
		if err := params[i].shape.match(t); err != nil {
			// What is wrong deep in somebody else's type cannot be mended there.
			if h := params[i].shape.hidden(r.Func.Pkg()); h != nil && h.Pkg().Path() != matPath {
				return nil, params[i].shape.hiddenFault(r.Func.Pkg(), params[i].source)
			}
			return nil, fmt.Errorf("parameter %s: %w", params[i].source, err)
		}
		if err := params[i].shape.hiddenFault(r.Func.Pkg(), params[i].source); err != nil {
			return nil, err
		}
		at := leaf{param: i, text: params[i].name, shape: params[i].shape, constant: params[i].constant}
		args[i] = f.split(at, t)
		if _, ok := args[i].(*syntax.VarRef); !ok {
			x := syntax.NewVar(d.Params[i].Name, args[i].Type())
			binds = append(binds, syntax.Bind{Var: x, Rhs: args[i]})
			args[i] = syntax.Ref(x)
		}
		sub.Vars[d.Params[i]] = args[i]
	}
	for i, k := range r.Set {
		p := params[k]
		x := d.Params[len(params)+i]
		arg := f.split(leaf{param: k, text: p.name, shape: setShape(p.shape), constant: true}, x.Type)
		args, sub.Vars[x] = append(args, arg), arg
	}
	if d.Custom != nil { // the body is not what is differentiated
		f.def.Body = syntax.NewCall(nil, d, sizes, args...)
	} else {
		f.def.Body = sub.Apply(d.Body)
	}
	f.def.Body = r.shapeOuts(f.def.Body, args)
	if len(binds) > 0 {
		f.def.Body = syntax.NewLet(binds, f.def.Body)
	}
	f.def.Result = f.def.Body.Type()
	f.prog = &syntax.Program{Data: data, Defs: syntax.Reachable(f.def)}
	return f, nil
}

// split adds the leaves of a parameter, or part of one, and returns it in terms of them.
func (f *flat) split(at leaf, t syntax.Type) syntax.Term {
	switch {
	case at.shape.kind == opaqueKind:
		return syntax.UnitTerm()
	case at.shape.kind != structKind:
		at.x = syntax.NewVar(f.fresh(strings.ReplaceAll(plainPath(at.text), ".", "_")), t)
		f.def.Params = append(f.def.Params, at.x)
		f.leaves = append(f.leaves, at)
		return syntax.Ref(at.x)
	}
	parts := make([]syntax.Term, len(at.shape.fields))
	for i, fd := range at.shape.fields {
		sub := at
		sub.path = append(slices.Clone(at.path), fd.name)
		sub.text += "." + fd.name
		sub.shape, sub.constant = fd.shape, at.constant || fd.constant
		ft := t
		if len(parts) > 1 {
			ft = t.(*syntax.TupleType).Elems[i]
		}
		parts[i] = f.split(sub, ft)
	}
	if tt, ok := t.(*syntax.TupleType); ok && len(parts) > 1 {
		return syntax.NewTupleOf(tt, parts...)
	}
	return syntax.NewTuple(parts...)
}

// of reports whether the leaf is a part of the item that varies.
func (l *leaf) of(it *item) bool {
	return l.param == it.param && len(l.path) >= len(it.path) && slices.Equal(l.path[:len(it.path)], it.path) &&
		!l.constant && l.shape.varies()
}

// fresh is a name for a leaf like hint; with a d before it, it is not that of another leaf: that is the name of a
// tangent.
func (f *flat) fresh(hint string) string {
	for f.named(hint) || f.named("d"+hint) || strings.HasPrefix(hint, "d") && f.named(hint[1:]) {
		hint += "x"
	}
	return hint
}

func (f *flat) named(name string) bool {
	return slices.ContainsFunc(f.leaves, func(l leaf) bool { return l.x.Name == name })
}

// shapeOuts gives the new values of parameters, whose lengths the translation may not know, the types of the
// parameters: a function cannot change the length of a slice of its caller. Where the function has failed the values
// have no lengths, and those of the parameters are taken.
func (r *Root) shapeOuts(body syntax.Term, args []syntax.Term) syntax.Term {
	n := r.signature().Results().Len()
	if len(r.Outs) == 1 && n == 0 && !r.Status {
		return coerce(r.Def.At, body, args[r.Outs[0]].Type())
	}
	t, ok := body.Type().(*syntax.TupleType)
	if !ok || len(t.Elems) < n+len(r.Outs) {
		return body
	}
	same := true
	for i, k := range r.Outs {
		same = same && t.Elems[n+i] == args[k].Type()
	}
	if same {
		return body
	}
	x := syntax.NewVar("out", t)
	elems := make([]syntax.Term, len(t.Elems))
	for i := range elems {
		elems[i] = syntax.NewProj(i, syntax.Ref(x))
	}
	for i, k := range r.Outs {
		if t.Elems[n+i] == args[k].Type() {
			continue
		}
		out := coerce(r.Def.At, elems[n+i], args[k].Type())
		if r.Status {
			fine := syntax.NewPrim(syntax.MustOp("ieq"), syntax.NewProj(len(elems)-1, syntax.Ref(x)), syntax.IntLit(0))
			out = syntax.NewIf(fine, out, args[k])
		}
		elems[n+i] = out
	}
	return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: body}}, syntax.NewTuple(elems...))
}

// coerce is t with the lengths of a type; a run-time check where they are not those of its own.
func coerce(at *syntax.Pos, t syntax.Term, want syntax.Type) syntax.Term {
	if t.Type() == want {
		return t
	}
	x := syntax.NewVar("x", t.Type())
	with := func(body syntax.Term) syntax.Term {
		return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, body)
	}
	switch want := want.(type) {
	case *syntax.ArrayType:
		elem := t.Type()
		switch a := elem.(type) {
		case *syntax.ArrayType:
			elem = a.Elem
		case *syntax.DynType:
			elem = a.Elem
		default:
			return t
		}
		rows := syntax.NewCoerce(at, syntax.Ref(x), syntax.NewArrayType(want.Len, elem))
		if elem == want.Elem {
			return with(rows)
		}
		a, i := syntax.NewVar("rows", rows.Type()), syntax.NewVar("i", syntax.NewIdxType(want.Len))
		each := syntax.NewBuild(want.Len, i, coerce(at, syntax.NewIndex(syntax.Ref(a), syntax.Ref(i)), want.Elem))
		return with(syntax.NewLet([]syntax.Bind{{Var: a, Rhs: rows}}, each))
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(want.Elems))
		for i := range elems {
			elems[i] = coerce(at, syntax.NewProj(i, syntax.Ref(x)), want.Elems[i])
		}
		return with(syntax.NewTupleOf(want, elems...))
	}
	return t
}
