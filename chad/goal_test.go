package chad

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// loopFree are the features of loop-free first-order programs. What a checkpoint results in is left
// as it is: a zero stays in its tuple.
const loopFree = proptest.LoopFree & proptest.FirstOrder &^ proptest.Checkpoints

// TestNothingRemains is the goal of the simplifier (CHAD §2): in the value
// and pullback of a loop-free first-order program, with its cotangent as a parameter,
// on the compiled route, there is
//
//   - no copower and no linear function: no λ̲, no •, no singleton, no copower case;
//   - no zero but a whole result: 0 stands only where a component of the result of the
//     definition or of a branch is given, or in an injection there, or as
//     an argument of a call that is kept (a cotangent to which nothing contributes), not as
//     an operand of anything else;
//   - no intermediate pair: no projection of a tuple that stands there or is let-bound,
//     and no let-bound tuple that is used by projections only. A choice between tuples is
//     none: it is how one branch gives several values.
func TestNothingRemains(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 100
	}
	bad, looked := map[string]int{}, 0
	for seed := range int64(n) {
		s := proptest.Generate(proptest.Config{Seed: seed, Features: loopFree, RealEntry: true})
		f := &Func{prog: s.Program, def: s.Entry}
		v, err := VJP(f)
		if err != nil {
			continue // nothing to differentiate
		}
		looked++
		p, _, err := v.compiled()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, d := range p.Defs {
			l := leftovers{tuples: map[*syntax.Var]int{}}
			l.result(d.Body)
			l.conclude()
			for _, what := range l.found {
				bad[what]++
				if bad[what] <= 2 {
					t.Errorf("seed %d: %s: %s\n%s", seed, d.Name, what, syntax.String(d.Body))
				}
			}
		}
	}
	if len(bad) > 0 || looked < n*9/10 {
		t.Errorf("%d programs: %v", looked, bad)
	}
}

// leftovers finds what should not remain in a term.
type leftovers struct {
	found  []string
	tuples map[*syntax.Var]int // let-bound tuples: uses other than by projection
	order  []*syntax.Var
}

func (l *leftovers) add(format string, args ...any) {
	l.found = append(l.found, fmt.Sprintf(format, args...))
}

// result looks at a term whose value is a result.
func (l *leftovers) result(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Zero:
		return
	case *syntax.Tuple:
		for _, e := range t.Elems {
			l.result(e)
		}
		return
	case *syntax.Inj:
		l.result(t.Arg)
		return
	case *syntax.Let:
		l.binds(t)
		l.result(t.Body)
		return
	case *syntax.If:
		l.operand(t.Cond)
		l.result(t.Then)
		l.result(t.Else)
		return
	case *syntax.Case:
		l.operand(t.Scrut)
		for _, a := range t.Arms {
			l.result(a.Body)
		}
		return
	}
	l.operand(t)
}

func (l *leftovers) binds(t *syntax.Let) {
	for _, b := range t.Binds {
		switch rhs := b.Rhs.(type) {
		case *syntax.Tuple:
			l.tuples[b.Var] = 0
			l.order = append(l.order, b.Var)
			l.operand(rhs)
		case *syntax.If, *syntax.Case:
			l.result(rhs) // what a branch gives
		default:
			l.operand(rhs)
		}
	}
}

func (l *leftovers) operand(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Zero:
		l.add("zero")
		return
	case *syntax.LinLam, *syntax.LinApp:
		l.add("linear function")
	case *syntax.Singleton, *syntax.CopowerCase:
		l.add("copower")
	case *syntax.VarRef:
		if _, ok := l.tuples[t.Var]; ok {
			l.tuples[t.Var]++
		}
	case *syntax.Proj:
		switch a := t.Arg.(type) {
		case *syntax.Tuple, *syntax.Let:
			l.add("projection of a pair")
		case *syntax.VarRef:
			if _, ok := l.tuples[a.Var]; ok {
				l.add("projection of a bound pair")
				return
			}
		}
	case *syntax.Let:
		l.binds(t)
		l.operand(t.Body)
		return
	case *syntax.If, *syntax.Case, *syntax.Call:
		if _, ok := t.(*syntax.Call); !ok {
			l.result(t)
			return
		}
		syntax.Children(t, l.result)
		return
	}
	syntax.Children(t, l.operand)
}

func (l *leftovers) conclude() {
	for _, x := range l.order {
		if l.tuples[x] == 0 {
			l.add("pair used by projections only")
		}
	}
}
