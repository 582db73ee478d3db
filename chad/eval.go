package chad

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Eval runs f in the interpreter. Arguments and result are Go values: float64
// for real, int for int and indices, bool, slices for arrays, []any for tuples and
// records. A sum is not accepted; use [Func.Call].
// The error is [ErrArgument], or a [semantics.Error] of the run.
func (f *Func) Eval(args ...any) (any, error) {
	vs, err := f.values(args)
	if err != nil {
		return nil, err
	}
	v, err := f.Call(vs...)
	if err != nil {
		return nil, err
	}
	return semantics.ToGo(v, f.def.Result)
}

// values are Go values as arguments.
func (f *Func) values(args []any) ([]semantics.Value, error) {
	if len(args) != len(f.def.Params) {
		return nil, errorf(ErrArgument, "%s takes %d arguments (%s), got %d", f.def.Name, len(f.def.Params),
			strings.Join(paramNames(f.def), ", "), len(args))
	}
	vs := make([]semantics.Value, len(args))
	for i, a := range args {
		v, err := semantics.FromGo(a, f.def.Params[i].Type)
		if err != nil {
			return nil, errorf(ErrArgument, "argument %s of %s: %w", f.def.Params[i].Name, f.def.Name, err)
		}
		vs[i] = v
	}
	return vs, nil
}

// Call runs f in the interpreter on its values.
// The error is a [semantics.Error], or of [Func.Plain].
func (f *Func) Call(args ...semantics.Value) (semantics.Value, error) {
	if def := f.Def(); !syntax.RunsOperators(def) {
		return semantics.Call(def, args...)
	}
	p, err := f.Plain()
	if err != nil {
		return nil, err
	}
	return semantics.Call(p.Def(), args...)
}

// Plain is f without derivative operators inside it and what it calls.
// The error, a [functor.Error], says which operator cannot be differentiated.
func (f *Func) Plain() (*Func, error) {
	f.once.Do(func() {
		f.plainErr = fmt.Errorf("%s cannot be expanded", f.def.Name) // should this panic
		prog, def, err := f.prepared()
		if err != nil {
			f.plainErr = err
			return
		}
		if f.plain, f.plainErr = f.expand(prog, def); f.plainErr == nil {
			f.plain.source = f.written
		}
	})
	return f.plain, f.plainErr
}
