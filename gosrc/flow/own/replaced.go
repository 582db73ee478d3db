package own

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A root that puts another slice or pointer into a structure of its caller, as a layer that keeps its input, does not
// change the memory that was there:
//
//	func (l *Layer) Forward(x []float64) float64 {
//		l.input = x
//		…
//	}
//
// Value form has no slices apart from their elements, and would write the new elements over the old ones. So callers from
// outside call a function around the root that gives such fields their old values back. That is what they keep: Go's own
// F is there to store.

// keepReplaced puts functions around the roots that replace slices or pointers of their callers.
func (r *resolver) keepReplaced(given map[*flow.Func]bool) {
	for old, f := range r.result.Funcs {
		if !given[f] || !slices.Contains(r.result.Program.Funcs, f) {
			continue
		}
		paths := slices.DeleteFunc(replaced(r.summaries[f]), func(p replacedPath) bool {
			return ofLibrary(f.Params[p.param].Type, p.fields)
		})
		if len(paths) == 0 {
			continue
		}
		g := around(f, paths)
		r.result.Funcs[old] = g
		for i, h := range r.result.Program.Funcs {
			if h == f {
				r.result.Program.Funcs[i] = g
			}
		}
		r.result.Disjoint[g], r.result.Set[g], r.result.Nil[g] = r.result.Disjoint[f], r.result.Set[f], r.result.Nil[f]
	}
}

// A replacedPath is a slice or pointer in a parameter, by the fields that lead there.
type replacedPath struct {
	param  int
	fields []int
}

// replaced are the slices and pointers in parameters that a function assigns, in order; those in elements of slices are
// left out.
func replaced(s *summary) (out []replacedPath) {
	for h := range maps.Keys(s.headers) {
		p := replacedPath{param: h.param}
		fits := true
		for _, l := range h.path {
			switch {
			case l == sliceLetter, l == arrayLetter:
				fits = false
			case l != derefLetter:
				p.fields = append(p.fields, int(l-fieldLetter))
			}
		}
		if fits && len(p.fields) > 0 {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b replacedPath) int {
		if a.param != b.param {
			return a.param - b.param
		}
		return slices.Compare(a.fields, b.fields)
	})
	return out
}

// ofLibrary reports whether fields lead through a type of a library, whose memory is its own: a matrix takes new numbers
// for what it has.
func ofLibrary(t flow.Type, fields []int) bool {
	for _, k := range fields {
		s, ok := t.(*flow.Struct)
		if !ok || s.Whole || s.Map {
			return true
		}
		t = s.Fields[k].Type
	}
	return false
}

// around is a function that calls f, in value form, and leaves parts of what it writes as they were.
func around(f *flow.Func, paths []replacedPath) *flow.Func {
	g := &flow.Func{Name: f.Name, Doc: f.Doc, At: f.At, Outs: slices.Clone(f.Outs)}
	own := func(vs []*flow.Var) (out []*flow.Var) {
		for _, v := range vs {
			w := *v
			out = append(out, &w)
		}
		return out
	}
	g.Params, g.Results = own(f.Params), own(f.Results)
	call := &flow.Call{Func: f, At: f.At}
	for _, v := range g.Params {
		call.Args = append(call.Args, load(v))
	}
	for _, v := range g.Results {
		call.Dst = append(call.Dst, place(v))
	}
	back := &flow.Assign{At: f.At}
	first := len(f.Results) - len(f.Outs)
	for _, p := range paths {
		k := slices.Index(f.Outs, p.param)
		if k < 0 {
			continue
		}
		var steps []flow.Step
		for _, field := range p.fields {
			steps = append(steps, flow.Step{Kind: flow.StepField, Field: field})
		}
		back.Dst = append(back.Dst, join(place(g.Results[first+k]), steps...))
		back.Src = append(back.Src, &flow.Load{Place: join(place(g.Params[p.param]), steps...)})
	}
	g.Body = []flow.Stmt{call, back}
	return g
}
