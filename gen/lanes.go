package gen

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// Lanes says what became of the parameters and results of a function that was made for several values of some of its
// parameters at once ([batch.Func]): what depends on none of them is computed once.
type Lanes struct {
	// Params are, for each parameter that the function has without lanes, its places among the parameters: one, or one
	// for each lane.
	Params [][]int
	// Results are likewise the places among the results that are returned.
	Results [][]int
}

// batch puts functions of lanes in the places of the exports that ask for them, and runs loops over unit vectors for
// several at once.
func (g *generator) batch(r *place.Result) error {
	var some bool
	funcs := r.Program.Funcs
	k := 0
	for i, fn := range g.exports {
		export := &g.opt.Exports[i]
		if g.higher[fn] {
			if export.Lanes > 1 {
				code.Failf("%s: %w", fn.Def.Name, ErrFunctions)
			}
			continue
		}
		f := funcs[k]
		k++
		if export.Lanes <= 1 {
			continue
		}
		some = true
		varying := make([]bool, len(f.Params))
		for i, q := range f.Params {
			part := slices.Index(fn.Def.Params, r.Part[q.Var])
			varying[i] = part >= 0 && slices.Contains(export.Batched, part)
		}
		b, err := batch.Func(r.Program, f, batch.Options{
			Lanes: export.Lanes, Varying: varying,
			Param:  g.loops.Param,
			Callee: g.callee,
		})
		if err != nil {
			return err
		}
		for i, places := range b.Params {
			for _, l := range places {
				v := b.Func.Params[l].Var
				if s, ok := r.Shapes[f.Params[i].Var]; ok {
					r.Shapes[v] = s
				}
				if s, ok := r.Sizes[f.Params[i].Var]; ok {
					r.Sizes[v] = s
				}
			}
		}
		r.Leaves[b.Func] = r.Leaves[f]
		r.Program.Funcs[k-1] = b.Func
		g.lanes[b.Func] = &Lanes{b.Params, b.Results}
	}
	before := len(r.Program.Funcs)
	batch.UnitLoops(r.Program, g.callee)
	if some || len(r.Program.Funcs) > before {
		called := map[*loop.Func]bool{}
		var mark func(f *loop.Func)
		mark = func(f *loop.Func) {
			if called[f] {
				return
			}
			called[f] = true
			loop.Walk(f.Body, func(s loop.Stmt) {
				if c, ok := s.(*loop.Call); ok {
					mark(c.Func)
				}
			})
		}
		for _, f := range r.Program.Funcs {
			if f.Exported {
				mark(f)
			}
		}
		r.Program.Funcs = slices.DeleteFunc(r.Program.Funcs, func(f *loop.Func) bool { return !called[f] })
	}
	return nil
}
