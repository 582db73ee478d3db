package chad

import (
	"slices"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/provenance"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/sparse"
)

// JacobianPattern finds which elements of the [Jacobian] of f by wrt may be other than zero, from the program: instead
// of tangents it sends marks through it (package provenance), a column at a time. wrt names one parameter of type real
// or [n]real, and may be empty where there is only one that varies. The result is real or [m]real. The arguments are
// those of [Func.Eval].
//
// Marks do not look at numbers: x in 0*x counts. So the pattern holds wherever f takes the same branches and reads the
// same elements as at these arguments; for a program without branches on reals, everywhere. It costs an evaluation, and
// n of the linear part.
//
// Errors are those of [Jacobian] and of [Func.Eval].
func JacobianPattern(f *Func, wrt string, args ...any) (*sparse.Pattern, error) {
	var names []string
	if wrt != "" {
		names = []string{wrt}
	}
	active, err := f.varying(names)
	if err != nil {
		return nil, err
	}
	at := slices.Index(active, true)
	if _, ok := vector(f.def.Result); !ok || slices.Contains(active[at+1:], true) {
		return nil, errorf(ErrType, "the pattern of %s is of a result real or [m]real by one parameter; name it", f.def.Name)
	}
	if _, ok := vector(f.def.Params[at].Type); !ok {
		return nil, errorf(ErrType, "the pattern of %s is by one parameter of type real or [n]real, and %s is a %s",
			f.def.Name, f.def.Params[at].Name, f.def.Params[at].Type)
	}
	vs, err := f.values(args)
	if err != nil {
		return nil, err
	}
	plain, err := f.Plain()
	if err != nil {
		return nil, err
	}
	_, def, err := plain.prepared()
	if err != nil {
		return nil, err
	}
	marked, err := functor.New(provenance.Influence{}, functor.Options{Context: f.ctx}).Definition(def, active)
	if err != nil {
		return nil, err
	}
	v, err := semantics.Call(marked.Def, vs...)
	if err != nil {
		return nil, err
	}
	pair := v.(*semantics.Tuple)
	m, n := elements(pair.Elems[0]), elements(vs[at])
	p := sparse.NewPattern(m, n)
	for j := range n {
		var seed semantics.Value = semantics.Bool(true)
		if _, ok := vs[at].(*semantics.Array); ok {
			marks := make([]semantics.Value, n)
			for k := range marks {
				marks[k] = semantics.Bool(k == j)
			}
			seed = semantics.Values(marks...)
		}
		r, err := semantics.Apply(pair.Elems[1], seed)
		if err != nil {
			return nil, err
		}
		for i := range m {
			mark := r
			if a, ok := r.(*semantics.Array); ok {
				mark = a.At(i)
			}
			if mark == semantics.Bool(true) {
				p.Set(i, j)
			}
		}
	}
	return p, nil
}

// elements is the length of an array, and 1 of a number.
func elements(v semantics.Value) int {
	if a, ok := v.(*semantics.Array); ok {
		return a.Len()
	}
	return 1
}
