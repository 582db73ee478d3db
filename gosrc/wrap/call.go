package wrap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A component is one of the parts of the result of a definition: a result, the new value of a parameter, or the status.
type component struct {
	result int // -1
	out    int // the parameter, or -1
	shape  *shape
	typ    syntax.Type
}

func (c component) status() bool { return c.result < 0 && c.out < 0 }

// components are the parts of the result of the definition.
func (r *root) components(results []result) ([]component, error) {
	var out []component
	for i, res := range results {
		out = append(out, component{result: i, out: -1, shape: res.shape})
	}
	for _, k := range r.Outs {
		out = append(out, component{result: -1, out: k, shape: r.params[k].shape})
	}
	if r.Status {
		out = append(out, component{result: -1, out: -1, shape: &shape{kind: intKind}})
	}
	t := r.flat.def.Result
	types := []syntax.Type{t}
	if len(out) != 1 {
		tt, ok := t.(*syntax.TupleType)
		if !ok || len(tt.Elems) != len(out) {
			return nil, fmt.Errorf("the translation of %s returns %s for %d results", r.Func.Name(), t, len(out))
		}
		types = tt.Elems
	}
	for i := range out {
		out[i].typ = types[i]
		if syntax.HoldsFunc(types[i]) {
			return nil, fmt.Errorf("%s returns functions; differentiate a function that calls them", r.Func.Name())
		}
		if out[i].out >= 0 {
			continue // of the shape of the parameter
		}
		if err := out[i].shape.match(types[i]); err != nil && !out[i].status() {
			return nil, fmt.Errorf("a result of %s: %w", r.Func.Name(), err)
		}
		if err := out[i].shape.hiddenFault(r.Func.Pkg(), "a result of "+r.Func.Name()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A slot is one Go variable of the result of a core.
type slot struct {
	col  column
	comp int // the component, or -1 for a cotangent
	leaf int // the leaf whose cotangent it is
	// tangent says that it is the tangent of the component.
	tangent bool
	// into is the name of the variable that is passed, for an array that is written into.
	into string
	// value is the name of the variable that is returned.
	value string
}

// valueSlots are the slots of the value of the definition, in their order.
func valueSlots(comps []component) []slot {
	var out []slot
	for k, c := range comps {
		for _, col := range c.shape.columns() {
			out = append(out, slot{col: col, comp: k, leaf: -1})
		}
	}
	return out
}

// tangentSlots are the slots of the tangent of the value.
func tangentSlots(comps []component) []slot {
	var out []slot
	for k, c := range comps {
		for _, col := range c.shape.columns() {
			if col.scalar.kind == realKind {
				out = append(out, slot{col: col, comp: k, leaf: -1, tangent: true})
			}
		}
	}
	return out
}

// cotangentSlots are the slots of the cotangents of leaves.
func (f *flat) cotangentSlots(active []int) []slot {
	var out []slot
	for _, k := range active {
		for _, col := range f.leaves[k].shape.columns() {
			if col.scalar.kind == realKind {
				out = append(out, slot{col: col, comp: -1, leaf: k})
			}
		}
	}
	return out
}

// into names the slots that are arrays to be written into the memory of the caller of the core.
func into(slots []slot, want func(*slot) bool) map[int]string {
	out := map[int]string{}
	for i := range slots {
		if len(slots[i].col.dims()) > 0 && want(&slots[i]) {
			out[i] = fmt.Sprintf("dst%d", i+1)
		}
	}
	return out
}

// lent marks the slots of cotangents that the core makes itself: the wrapper copies them into the buffers of the user,
// so they may stand in memory that the core keeps.
func (w *fn) lent(slots []slot) map[int]bool {
	out := map[int]bool{}
	for i := range slots {
		if s := &slots[i]; s.comp < 0 && len(s.col.dims()) > 0 && !w.written(s) {
			out[i] = true
		}
	}
	return out
}

// arguments are the arguments of the core for the parameters of the root.
func (w *fn) arguments() []string {
	var out []string
	for _, l := range w.flat.leaves {
		x := w.leafAt(&l)
		for _, c := range l.shape.columns() {
			if len(c.steps) == 0 {
				out = append(out, w.fromGo(c.scalar, x))
				continue
			}
			out = append(out, w.input(c, l.shape, x, hint(l.text, c)))
		}
	}
	return out
}

// hint is a name for what a column holds.
func hint(text string, c column) string {
	name := strings.ReplaceAll(plainPath(text), ".", "_")
	for _, s := range c.steps {
		if s.dim == nil {
			name += "_" + plainPath(s.field)
		}
	}
	parts := strings.Split(name, "_")
	for i := range parts {
		if i > 0 && parts[i] != "" {
			parts[i] = upper(parts[i])
		}
	}
	if name = strings.Join(parts, ""); name == "" { // of a parameter __
		name = "x"
	}
	return lower(name)
}

// sizeArguments are the lengths that the core takes as parameters of their own.
func (w *fn) sizeArguments(n int) []string {
	var out []string
	for _, p := range w.core.Params[:n] {
		out = append(out, w.sizeNamed(p.Name))
	}
	return out
}

// sizeNamed is the size variable of the definition with a name.
func (w *fn) sizeNamed(name string) string {
	for s, x := range w.size {
		if s.size == nil {
			continue
		}
		if v, ok := s.size.IsVar(); ok && v.Name == name {
			return x
		}
	}
	return "0"
}

// call emits the call of the core, whose arguments are those of the root and then more, and names its results.
func (w *fn) call(slots []slot, args []string) {
	var dst []string
	for i := range slots {
		s := &slots[i]
		if s.into != "" {
			dst = append(dst, s.into)
		}
	}
	if slices.ContainsFunc(slots, func(s slot) bool { return s.comp >= 0 && !s.tangent && w.comps[s.comp].status() }) {
		w.stops()
	}
	args = append(args, dst...)
	args = append(w.sizeArguments(len(w.core.Params)-len(args)), args...)
	var lhs []string
	used := false
	for i := range slots {
		s := &slots[i]
		if s.into != "" {
			continue
		}
		if s.value == "" {
			s.value = "_"
		}
		used = used || s.value != "_"
		lhs = append(lhs, s.value)
	}
	f := w.core.Name
	if w.core.Memory != "" {
		f = w.receiver + "." + w.field(lower(w.name)+"Memory", w.core.Memory) + "." + f
		w.memory = true
	}
	if used {
		w.printf("%s := ", strings.Join(lhs, ", "))
	} else if len(lhs) > 0 {
		w.printf("%s = ", strings.Join(lhs, ", "))
	}
	w.printf("%s(%s)\n", f, strings.Join(args, ", "))
}

// stops emits what is done when the core panics: the user's function is called, which says it in its own words. Where
// it has nothing to say, there was something else, which is told.
func (w *fn) stops() {
	r := w.names.fresh("r")
	w.printf("defer func() {\nif %s := recover(); %s != nil {\n%s\npanic(%s(%q, %q, %s))\n}\n}()\n", r, r, w.again(),
		w.file.helper("stopped"), w.at, w.Func.Name(), r)
	w.names.free1(r)
}

// again is a call of the user's function with the same arguments; generators give once more what they gave.
func (w *fn) again() string {
	return w.callWith(func(p *parameter) string {
		if memory := w.drawn[p.name]; memory != "" {
			return w.generator(p, fmt.Sprintf("&%s{%s}", w.file.helper("replay"), memory))
		}
		return w.given(p.name)
	})
}

// callWith is a call of the user's function.
func (w *fn) callWith(arg func(p *parameter) string) string {
	params := w.params
	f := w.Func.Name()
	if len(w.TypeArgs) > 0 && w.Func.Signature().Recv() == nil {
		args := make([]string, len(w.TypeArgs))
		for i, t := range w.TypeArgs {
			args[i] = w.typeString(t)
		}
		f += "[" + strings.Join(args, ", ") + "]"
	}
	if w.Func.Signature().Recv() != nil {
		f = arg(&params[0]) + "." + f
		params = params[1:]
	}
	args := make([]string, len(params))
	for i := range params {
		args[i] = arg(&params[i])
	}
	s := f + "(" + strings.Join(args, ", ")
	if w.Func.Signature().Variadic() {
		s += "..."
	}
	return s + ")"
}
