package chad

import (
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
	r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
	if err != nil {
		return nil, err
	}
	if err := loop.Verify(r.Program); err != nil {
		return nil, err
	}
	if passes != nil {
		o := *passes
		o.Verify = loop.Verify
		if err := opt.Optimize(r.Program, o); err != nil {
			return nil, err
		}
	}
	return &Loops{r.Program}, nil
}

// String prints them.
func (l *Loops) String() string { return l.program.String() }

// Run evaluates them; so many steps are for small arguments.
func (l *Loops) Run(args ...loop.Value) ([]loop.Value, error) {
	vals, _, err := loop.Eval(l.program, l.program.Funcs[0], args, 1e6)
	return vals, err
}
