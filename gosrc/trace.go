package gosrc

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/trace"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Tracing says what [Trace] traces.
type Tracing struct {
	// Func is a function, or Type.Method; empty is the only one with a directive.
	Func string
	// Wrt are the parameters, or fields of them, that the derivative is by: none are those of the directive, or all that
	// vary.
	Wrt []string
	// Args are the arguments, that of the receiver first, as [trace.Parse] gives them.
	Args []any
	// Cotangent is that of the result; nil is 1 for the only real.
	Cotangent any
	// Limit bounds the length of the tape.
	Limit int
}

// A Traced is what [Trace] found, with the source.
type Traced struct {
	*trace.Report
	// Name is that of the function.
	Name string
	texts
}

// Messages are the findings as the user reads them.
func (t *Traced) Messages() []string {
	out := make([]string, len(t.Findings))
	for i := range t.Findings {
		out[i] = t.Findings[i].Message(&t.texts)
	}
	return out
}

// Trace runs a function of a checked package by an interpreter that keeps a tape, and says where its gradient goes
// wrong. The error is about what was asked for, about the function, with places, or what it did at run time.
func Trace(ctx context.Context, p *load.Package, o Tracing) (*Traced, error) {
	r, err := traced(p, o)
	if err != nil {
		return nil, err
	}
	l := &lowered{ctx: ctx, p: p, names: newNames(p), roots: []*root{r}, reached: map[string]*load.Package{p.Path: p}}
	in := l.translated(p, map[*load.Package]*translate.Package{})
	in.Sources = map[*flow.Op]ast.Node{}
	w := translate.Root{Func: r.fn, TypeArgs: r.args, DropEffects: r.directives[0].DropEffects}
	w.Choose = &translate.Choosing{Takes: wrap.IsMatrix}
	w.Choose.Types, _ = r.directives[0].Held() // the fault, if any, was found when the package was loaded
	ref, ds := translate.Translate(in, []translate.Root{w})
	if len(ds) > 0 {
		return nil, l.names.resolve(l.called(ds)).Err()
	}
	f := ref.Roots[0]
	out := &Traced{Name: qualified(r.fn), texts: texts{l, in.Sources, r}}
	q := &trace.Question{Func: f.Flow, Wrt: r.needs(f.Flow), Limit: o.Limit}
	read := &trace.Reader{Strings: ref.Strings, Qualifier: types.RelativeTo(p.Types)}
	if q.Args, err = arguments(read, &f, out.Name, o.Args); err != nil {
		return nil, err
	}
	if q.Seeds, err = seeds(read, r, &f, out.Name, o.Cotangent); err != nil {
		return nil, err
	}
	if out.Report, err = trace.Run(q); err != nil {
		return nil, out.positioned(err)
	}
	return out, nil
}

// traced is what is asked for, as a root.
func traced(p *load.Package, o Tracing) (*root, error) {
	roots, ds := rootsOf(p)
	if len(ds) > 0 {
		return nil, ds.Err()
	}
	fn, err := chosen(p, roots, o.Func)
	if err != nil {
		return nil, err
	}
	d := &load.Directive{Verb: load.Grad, Pos: fn.Pos(), End: fn.Pos(), File: p.FileOf(fn.Pos()), Object: fn}
	r := &root{file: d.File, fn: fn, directives: []*load.Directive{d}}
	for _, q := range roots {
		if q.fn == fn {
			r = &root{file: q.file, fn: fn, args: q.args, directives: q.directives[:1]}
			break
		}
	}
	if sig := fn.Signature(); len(r.args) == 0 && sig.TypeParams().Len()+sig.RecvTypeParams().Len() > 0 {
		return nil, fmt.Errorf("%s is generic\n  hint: trace one with a directive that has inst=, or a function that "+
			"calls it", qualified(fn))
	}
	return r, r.by(o.Wrt)
}

// by takes other parameters than those of the directive, if any are named.
func (r *root) by(wrt []string) error {
	if len(wrt) == 0 {
		return nil
	}
	asked := *r.directives[0]
	asked.Wrt = nil
	for _, w := range wrt {
		var path load.Path
		for word := range strings.SplitSeq(w, ".") {
			path = append(path, load.Word{Text: word, Pos: r.fn.Pos(), End: r.fn.Pos()})
		}
		if _, x := asked.Resolve(path); x != nil {
			if x.Hint != "" {
				return fmt.Errorf("--wrt %s: %s\n  hint: %s", w, x.Message, x.Hint)
			}
			return fmt.Errorf("--wrt %s: %s", w, x.Message)
		}
		asked.Wrt = append(asked.Wrt, path)
	}
	r.directives = []*load.Directive{&asked}
	return nil
}

// chosen is the function of a name, or the only one with a directive.
func chosen(p *load.Package, roots []*root, name string) (*types.Func, error) {
	var names []string
	for _, r := range roots {
		if n := qualified(r.fn); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	switch {
	case name == "" && len(names) == 0:
		return nil, errors.New("choose a function with --func; none has a directive")
	case name == "" && len(names) > 1:
		return nil, fmt.Errorf("choose a function with --func; those with directives are: %s", strings.Join(names, ", "))
	case name == "":
		name = names[0]
	}
	if fn := function(p, name); fn != nil {
		return fn, nil
	}
	for _, other := range p.Types.Scope().Names() {
		if _, ok := p.Types.Scope().Lookup(other).(*types.Func); ok {
			names = append(names, other)
		}
	}
	if hint := suggest.DidYouMean(name, names); hint != "" {
		return nil, fmt.Errorf("%s has no function %s\n  hint: %s", p.Path, name, hint)
	}
	return nil, fmt.Errorf("%s has no function %s", p.Path, name)
}

// function finds a function of a package by its name, F or Type.Method.
func function(p *load.Package, name string) *types.Func {
	recv, method, isMethod := strings.Cut(name, ".")
	obj := p.Types.Scope().Lookup(recv)
	if !isMethod {
		fn, _ := obj.(*types.Func)
		return fn
	}
	if t, ok := obj.(*types.TypeName); ok {
		fn, _, _ := types.LookupFieldOrMethod(t.Type(), true, p.Types, method)
		if fn, ok := fn.(*types.Func); ok {
			return fn
		}
	}
	return nil
}

// arguments are the arguments of a function.
func arguments(read *trace.Reader, f *translate.RootFunc, name string, args []any) (out []trace.Argument, err error) {
	if len(args) != len(f.Params) {
		heads, samples := make([]string, len(f.Params)), make([]string, len(f.Params))
		for i, p := range f.Params {
			T, sample := p.Go, trace.Sample(p.Go)
			if slices.ContainsFunc(f.Choices, func(c translate.Choice) bool { return c.Param == i }) {
				k := i + f.Func.Signature().Params().Len() - len(f.Params) // the receiver is first
				T, sample = f.Func.Signature().Params().At(k).Type(), "null"
			}
			heads[i], samples[i] = p.Name+" "+types.TypeString(T, read.Qualifier), sample
		}
		s := "s"
		if len(heads) == 1 {
			s = ""
		}
		return nil, fmt.Errorf("%s takes %d argument%s (%s), got %d\n  hint: write each as JSON, as in %s", name, len(heads),
			s, strings.Join(heads, ", "), len(args), strings.Join(samples, " "))
	}
	for i, p := range f.Params {
		c := slices.IndexFunc(f.Choices, func(c translate.Choice) bool { return c.Param == i })
		if c >= 0 {
			v, err := held(read, &f.Choices[c], f.Flow.Params[i].Type, args[i])
			if err != nil {
				return nil, fmt.Errorf("argument %s: %w", p.Name, err)
			}
			out = append(out, trace.Argument{Name: p.Name, Value: v})
			continue
		}
		v, err := read.Value(args[i], p.Go, f.Flow.Params[i].Type)
		if err != nil {
			return nil, fmt.Errorf("argument %s %s: %w", p.Name, types.TypeString(p.Go, read.Qualifier), err)
		}
		out = append(out, trace.Argument{Name: p.Name, Value: v})
	}
	return out, nil
}

// held is the value of an interface: null, or an object with the name of a type and a value of it.
func held(read *trace.Reader, c *translate.Choice, t flow.Type, arg any) (out eval.Value, err error) {
	if c.Draws {
		return out, errors.New("it is a generator of random numbers\n  hint: trace a function that makes one from a seed")
	}
	out = eval.Zero(t)
	if arg == nil {
		return out, nil
	}
	obj, _ := arg.(map[string]any)
	var want []string
	for k, T := range c.Types {
		name := c.Struct.Field(k + 1).Name()
		want = append(want, fmt.Sprintf("{%q: …}", name))
		v, ok := obj[name]
		if !ok || len(obj) != 1 {
			continue
		}
		out.Cells[0].Value.Num = syntax.Value{I: int64(k + 1)}
		out.Cells[k+1].Value, err = read.Value(v, T, t.(*flow.Struct).Fields[k+1].Type)
		return out, err
	}
	return out, fmt.Errorf("it is an interface; say what it holds, as in %s", strings.Join(want, " or "))
}

// seeds are the cotangents of the reals in the results, in order; nil of results that are not differentiated.
func seeds(read *trace.Reader, r *root, f *translate.RootFunc, name string, cotangent any) (out [][]float64,
	err error) {
	of := r.directives[0].Of.Text
	vary, single := 0, true
	for i, p := range f.Results {
		t := f.Flow.Results[i].Type
		if flow.Varies(t) && (of == "" || of == p.Name) {
			_, basic := t.(*flow.Basic)
			vary, single = vary+1, single && basic
		}
	}
	switch {
	case vary == 0:
		return nil, fmt.Errorf("%s has no result that varies", name)
	case cotangent == nil && (vary > 1 || !single):
		return nil, fmt.Errorf("%s has more than one real in its results: say with --cotangent what each counts", name)
	}
	list := []any{cotangent}
	if vary > 1 {
		var ok bool
		if list, ok = cotangent.([]any); !ok || len(list) != vary {
			return nil, fmt.Errorf("--cotangent: an array is wanted, with one element for each of the %d results of %s "+
				"that vary", vary, name)
		}
	}
	for i, p := range f.Results {
		t := f.Flow.Results[i].Type
		switch {
		case !flow.Varies(t) || of != "" && of != p.Name:
			out = append(out, nil)
			continue
		case cotangent == nil:
			out = append(out, []float64{1})
			continue
		}
		v, err := read.Value(list[0], p.Go, t)
		if err != nil {
			return nil, fmt.Errorf("--cotangent: %w", err)
		}
		reals := []float64{}
		for _, x := range trace.Reals(t, v) {
			reals = append(reals, x.Num.F)
		}
		out, list = append(out, reals), list[1:]
	}
	return out, nil
}
