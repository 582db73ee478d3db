package chad

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// TestHostileLoops compares the loops of the corpus, as they are placed and after all passes, with the evaluator of
// terms, where arguments and result are reals: values, pullbacks and pushforwards.
func TestHostileLoops(t *testing.T) {
	derived := map[*Func][]*Func{}
	ran := 0
	for _, c := range hostileCases(t) {
		if c.f.def.Result != syntax.Real || !ofReals(c.args) {
			continue
		}
		if derived[c.f] == nil {
			ds := c.derived(t)
			derived[c.f] = ds[:min(3, len(ds))] // products with the Hessian take longest
		}
		for _, g := range derived[c.f] {
			vals := c.argumentsOf(t, g)
			args := make([]loop.Value, 0, len(vals))
			for _, v := range vals {
				for _, x := range realsIn(v) {
					args = append(args, x)
				}
			}
			v, err := g.Call(vals...)
			if err != nil {
				t.Errorf("%s: %s: %v", c.where, g.Name(), err)
				continue
			}
			want := realsIn(v)
			for stage, passes := range map[string]*opt.Options{"place": nil, "all passes": {}} {
				got, err := loopReals(g, passes, args)
				if err != nil {
					t.Errorf("%s: %s, %s: %v", c.where, g.Name(), stage, err)
					continue
				}
				for i := range want {
					if len(got) != len(want) || !agrees(got[i], want[i], 1e-12) {
						t.Errorf("%s: %s, %s: %v, want %v", c.where, g.Name(), stage, got, want)
						break
					}
				}
				ran++
			}
		}
	}
	if ran < part.Pick(30, 100) {
		t.Errorf("only %d comparisons", ran)
	}
}

func ofReals(args []semantics.Value) bool {
	for _, a := range args {
		if _, ok := a.(semantics.Real); !ok {
			return false
		}
	}
	return true
}

// realsIn are the reals of a tuple of tuples of reals.
func realsIn(v semantics.Value) (out []float64) {
	switch v := v.(type) {
	case semantics.Real:
		return []float64{float64(v)}
	case *semantics.Tuple:
		for _, e := range v.Elems {
			out = append(out, realsIn(e)...)
		}
		return out
	}
	panic(fmt.Sprintf("%T", v))
}

func loopReals(f *Func, passes *opt.Options, args []loop.Value) ([]float64, error) {
	l, err := NewLoops(f, passes)
	if err != nil {
		return nil, err
	}
	vals, err := l.Run(args...)
	out := make([]float64, len(vals))
	for i, v := range vals {
		out[i] = v.(float64)
	}
	return out, err
}
