package chad

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// Loops are a definition as loops, for tests in package chad_test.
type Loops struct{ program *loop.Program }

// NewLoops compiles a definition, as it is placed, or with the passes on top, which are verified one by one.
func NewLoops(f *Func, passes *opt.Options) (*Loops, error) {
	_, def, err := f.compiled()
	if err != nil {
		return nil, err
	}
	r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F", Shaped: f.shaped, Seeded: f.seeded})
	if err != nil {
		return nil, err
	}
	if err := loop.Verify(r.Program); err != nil {
		return nil, err
	}
	if err := ownOperands(r.Program); err != nil {
		return nil, err
	}
	if passes != nil {
		o := *passes
		o.Verify = loop.Verify
		if err := opt.Optimize(r.Program, o); err != nil {
			return nil, err
		}
		if err := ownOperands(r.Program); err != nil {
			return nil, err
		}
	}
	return &Loops{r.Program}, nil
}

// ownOperands looks for two statements that share a list of operands, which passes change in place: what is done to one
// would be done to both. The error is the operand.
func ownOperands(p *loop.Program) (err error) {
	met := map[**loop.Expr]loop.Stmt{}
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) {
				if met[e] != nil {
					err = fmt.Errorf("two statements of %s share an operand: %T and %T", f.Name, met[e], s)
				}
				met[e] = s
			})
		})
	}
	return err
}

// String prints them.
func (l *Loops) String() string { return l.program.String() }

// Run evaluates them; so many steps are for small arguments.
func (l *Loops) Run(args ...loop.Value) ([]loop.Value, error) {
	vals, _, err := loop.Eval(l.program, l.program.Funcs[0], args, 1e6)
	return vals, err
}

// Cost counts the operations of a run, as far as it comes; ok says whether that is to the end.
func (l *Loops) Cost(steps int64, args ...loop.Value) (operations int64, ok bool) {
	vals := slices.Clone(args)
	for i, a := range args {
		if x, ok := a.([]float64); ok {
			vals[i] = slices.Clone(x)
		}
	}
	_, counts, err := loop.Eval(l.program, l.program.Funcs[0], vals, steps)
	return counts.Total(), err == nil
}
