package gosrc

import (
	"context"
	"errors"
	"fmt"
	"go/build/constraint"
	"go/types"
	"go/version"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/ragged"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The codes of messages.
const (
	// CodeDerive is about a directive that cannot be followed: a gradient of a function without a real result.
	CodeDerive diag.Code = "go-derive"
	// CodeEmit is about code that cannot be emitted.
	CodeEmit diag.Code = "go-emit"
	// CodeDefect is about a mistake in chad.
	CodeDefect diag.Code = "go-defect"
	// CodeWrong is about a derivative that is wrong, as a check has found.
	CodeWrong diag.Code = "go-check"
	// CodeStale is about a generated file that is not what would be generated now.
	CodeStale diag.Code = "go-stale"
)

// Generate makes the texts of the generated files of a checked package, by their base names, one for each file of it
// with directives that ask for functions. The messages have places in the user's files, and are about all functions
// that are at fault; when there are any, there are no texts. Equal packages give equal texts, wherever their folders
// are.
func Generate(p *load.Package, opt chad.EmitOptions) (map[string][]byte, diag.List) {
	texts, ds, err := GenerateContext(context.Background(), p, opt)
	if err != nil { // of a context that does not end
		return nil, diag.List{{Code: CodeDefect, Message: err.Error()}}
	}
	return texts, ds
}

// GenerateContext is [Generate] with a context. Soon after it has ended, so does GenerateContext, with its error and
// neither texts nor messages.
func GenerateContext(ctx context.Context, p *load.Package, opt chad.EmitOptions) (texts map[string][]byte, ds diag.List,
	err error) {
	out, ds, err := GenerateAll(ctx, p, opt)
	if out == nil {
		return nil, ds, err
	}
	return out.Files, ds, err
}

// An Output is what is made of a package.
type Output struct {
	// Files are the texts of the generated files, by their base names.
	Files map[string][]byte
	// Warnings are about what is generated all the same.
	Warnings []Warning
	// Notes are about what is left out that nobody has asked for.
	Notes []Warning `json:",omitempty"`
}

// GenerateAll is [GenerateContext] with warnings. The error is that of the context.
func GenerateAll(ctx context.Context, p *load.Package, opt chad.EmitOptions) (out *Output, ds diag.List, err error) {
	defer func() {
		if err != nil {
			out, ds = nil, nil
		}
	}()
	defer stop.Recover(&err)
	out, ds = generate(ctx, p, opt)
	return out, ds, ctx.Err()
}

func generate(ctx context.Context, p *load.Package, opt chad.EmitOptions) (*Output, diag.List) {
	roots, ds := rootsOf(p)
	if len(ds) > 0 {
		return nil, ds
	}
	called := map[*types.Func]bool{} // the derivatives written by hand that the roots have come to
	out, ds := attempt(ctx, p, roots, called, opt, false)
	if len(ds) == 0 {
		if ds = uncalled(p, called); len(ds) > 0 {
			return nil, ds
		}
		return out, nil
	}
	var all diag.List
	// alone: a stage that finds a fault in one leaves the later stages nothing to find in others
	for _, together := range apart(roots) {
		stop.Check(ctx)
		_, ds := attempt(ctx, p, together, called, opt, true)
		all = append(all, ds...)
	}
	if len(all) == 0 {
		all = ds
	}
	return nil, all.Sort()
}

// apart are the roots one by one. Only the parts of a sum over examples stay together, since they make one type.
func apart(roots []*root) (out [][]*root) {
	group := map[*load.SumOver]int{}
	for _, r := range roots {
		s, _ := sumOf(r.directives[0])
		if k, ok := group[s]; ok && s != nil {
			out[k] = append(out[k], r)
			continue
		}
		group[s] = len(out)
		out = append(out, []*root{r})
	}
	return out
}

// attempt makes the texts for some roots, alone or all of the package, and adds the derivatives that they call. It
// survives a panic, which is a defect.
func attempt(ctx context.Context, p *load.Package, roots []*root, called map[*types.Func]bool, opt chad.EmitOptions,
	alone bool) (out *Output, ds diag.List) {
	if len(roots) == 0 {
		return &Output{}, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err, ok := stop.Error(r)
			if ctx.Err() != nil && ok {
				panic(r)
			}
			d := roots[0].directives[0]
			if ok {
				out, ds = nil, diag.List{roots[0].tooLarge(p, err)}
				return
			}
			out, ds = nil, diag.List{p.World.Diagnose(d.Pos, d.End, CodeDefect,
				fmt.Sprintf("a defect of chad, not of the program: %v",
					r), "please report it, with this function and what it calls")}
		}
	}()
	l, ds := lower(ctx, p, roots, false)
	if len(ds) > 0 {
		return nil, ds
	}
	l.alone = alone
	maps.Copy(called, l.attached)
	out = &Output{Files: map[string][]byte{}}
	for _, f := range p.Files {
		text, more := l.file(f, opt)
		if ds = append(ds, more...); text != nil {
			out.Files[filepath.Base(f.Target)] = text
		}
	}
	ds = append(ds, l.warn()...)
	out.Warnings, out.Notes = l.warnings, l.notes
	return out, ds
}

// tooLarge is the message that the types or the sizes of a function, or of its derivatives, become too large.
func (r *root) tooLarge(p *load.Package, err error) diag.Diagnostic {
	d, hint := r.directives[0], ""
	if l := (*syntax.LimitError)(nil); errors.As(err, &l) {
		hint = l.Hint
	}
	return p.World.Diagnose(d.Pos, d.End, CodeDerive, fmt.Sprintf("%s takes %v", r.fn.Name(), err), hint)
}

// uncalled are messages about derivatives that nothing uses: those of the package that its roots do not come to, and
// those of packages that it imports which ask for no functions themselves, for functions that they do not call.
func uncalled(p *load.Package, called map[*types.Func]bool) (ds diag.List) {
	l := &lowered{p: p, names: newNames(p), reached: map[string]*load.Package{}}
	for _, q := range append(slices.DeleteFunc(slices.Clone(p.Closure()),
		func(q *load.Package) bool { return q == p || q.Asks() }), p) {
		for _, d := range translate.Uncalled(l.translated(q, map[*load.Package]*translate.Package{})) {
			if !called[d.By] {
				m := p.World.Diagnose(d.Pos, d.End, load.CodeDirective,
					fmt.Sprintf("nothing uses this derivative: package %s does not call %s", q.Name, d.Of.Name()),
					"put it into a package that calls "+d.Of.Name()+", or beside "+d.Of.Name()+
						" itself; or leave it out")
				for _, own := range append(q.Derivatives(), q.Implicits()...) {
					if own.Pos == d.Pos {
						offer(&m)(own.Without("leave the directive out"))
					}
				}
				ds = append(ds, m)
			}
		}
	}
	return ds
}

// A root is a function with directives that ask for functions; of a generic one, an instance.
type root struct {
	file       *load.File
	fn         *types.Func
	args       []types.Type
	directives []*load.Directive
	flow       *flow.Func // in value form
	apart      [][2]wrap.Part
	choices    []translate.Choice // the parameters that are interfaces
	set        []int
	null       []int  // the results in which there may be nil pointers
	ragged     []int  // the parameters whose rows may differ in length
	even       []int  // those that the function writes and whose rows might, were it said
	loose      string // the slices in the others that have lengths of their own, as package term has them
	def        *syntax.Def
	status     bool
}

// rootsOf lists the roots of a package in the order of its files.
func rootsOf(p *load.Package) (out []*root, ds diag.List) {
	seen := map[rootKey]*root{}
	for _, f := range p.Files {
		for _, d := range f.Directives {
			if !d.Generates() || d.Object == nil {
				continue
			}
			args, x := d.TypeArgs()
			if x != nil {
				return nil, diag.List{p.World.Report(x)}
			}
			k := keyOf(d.Object, args)
			if seen[k] == nil {
				seen[k] = &root{file: f, fn: d.Object, args: args}
				out = append(out, seen[k])
			}
			seen[k].directives = append(seen[k].directives, d)
		}
	}
	return out, nil
}

// A rootKey tells roots apart.
type rootKey struct {
	fn   *types.Func
	inst string
}

func keyOf(fn *types.Func, args []types.Type) rootKey {
	k := rootKey{fn: fn}
	for _, a := range args {
		k.inst += types.TypeString(a, nil) + ","
	}
	return k
}

// lowered is a package as terms.
type lowered struct {
	ctx   context.Context
	p     *load.Package
	names *names
	roots []*root
	alone bool // the file has others
	data  []*syntax.Data
	// The stages, for Show.
	reference, value *flow.Program
	program          *syntax.Program
	strings          []string // the constants that strings are compared with
	attached         map[*types.Func]bool
	reached          map[string]*load.Package // by path: those whose functions are read
	warnings, notes  []Warning
}

// lower takes the functions with directives, and all that they call, to terms, for a module or for Go.
func lower(ctx context.Context, p *load.Package, roots []*root, module bool) (*lowered, diag.List) {
	l := &lowered{ctx: ctx, p: p, names: newNames(p), roots: roots, reached: map[string]*load.Package{p.Path: p}}
	var wanted []translate.Root
	for _, r := range roots {
		w := translate.Root{Func: r.fn, TypeArgs: r.args, DropEffects: r.directives[0].DropEffects}
		if !module {
			w.Choose = &translate.Choosing{Takes: wrap.IsMatrix}
			w.Choose.Types, _ = r.directives[0].Held() // the fault, if any, was found when the package was loaded
		}
		wanted = append(wanted, w)
	}
	ref, ds := translate.Translate(l.translated(p, map[*load.Package]*translate.Package{}), wanted)
	if len(ds) > 0 {
		return nil, l.mended(l.names.resolve(l.called(ds)))
	}
	l.reference = ref.Program
	l.strings, l.attached = ref.Strings, ref.Attached
	asked := make([]*flow.Func, len(ref.Roots))
	ref.Program.Needs = map[*flow.Func][]flow.Need{}
	for i, r := range ref.Roots {
		asked[i], roots[i].choices = r.Flow, r.Choices
		ref.Program.Needs[r.Flow] = append(ref.Program.Needs[r.Flow], roots[i].needs(r.Flow)...)
	}
	val, ds := own.Resolve(ref.Program, asked...)
	if len(ds) > 0 {
		return nil, l.mended(l.names.resolve(l.called(ds)))
	}
	for i, r := range roots {
		r.flow = val.Funcs[ref.Roots[i].Flow]
		r.set, r.null = val.Set[r.flow], val.Nil[r.flow]
		for _, d := range val.Disjoint[r.flow] {
			r.apart = append(r.apart, [2]wrap.Part{partOf(d.A), partOf(d.B)})
		}
		if ds := r.flatten(val.Program, module); len(ds) > 0 {
			return nil, l.mended(l.names.resolve(l.called(ds)))
		}
	}
	if ds := l.carried(); len(ds) > 0 {
		return nil, l.names.resolve(ds)
	}
	if ds := l.terms(val.Program); len(ds) > 0 {
		return nil, l.mended(l.names.resolve(l.called(ds)))
	}
	return l, nil
}

// parameters are the receiver and the parameters.
func (r *root) parameters() (params []*types.Var) {
	sig := r.fn.Signature()
	if sig.Recv() != nil {
		params = append(params, sig.Recv())
	}
	return slices.AppendSeq(params, sig.Params().Variables())
}

// needs are the parts of its parameters that derivatives are by: what varies in them.
func (r *root) needs(f *flow.Func) (out []flow.Need) {
	params := r.parameters()
	for _, d := range r.directives {
		if d.Verb == load.Func {
			continue
		}
		if len(d.Wrt) == 0 {
			for i := range f.Params {
				if !slices.ContainsFunc(r.choices, func(c translate.Choice) bool { return c.Param == i }) {
					out = append(out, flow.Need{Param: i})
				}
			}
		}
		for _, path := range d.Wrt {
			part, _ := d.Resolve(path)
			i := slices.Index(params, part.Param)
			n := flow.Need{Param: i}
			t := f.Params[i].Type
			for _, field := range part.Fields {
				for {
					p, ok := t.(*flow.Pointer)
					if !ok {
						break
					}
					t = p.Elem
				}
				s, ok := t.(*flow.Struct)
				if !ok {
					break
				}
				k := slices.IndexFunc(s.Fields, func(f flow.Field) bool { return f.Name == field.Name() })
				if k < 0 { // of an embedded struct: all of what was come to is needed
					break
				}
				n.Fields, t = append(n.Fields, k), s.Fields[k].Type
			}
			out = append(out, n)
		}
	}
	return out
}

// flatten gives the function parameters whose rows differ in length, where a directive says so.
func (r *root) flatten(p *flow.Program, module bool) diag.List {
	params := r.parameters()
	named := func(path string) bool {
		return slices.ContainsFunc(r.directives, func(d *load.Directive) bool {
			return slices.ContainsFunc(d.Ragged, func(w load.Word) bool { return w.Text == path })
		})
	}
	r.ragged, r.even = nil, nil // of an attempt before
	for i, v := range params {
		if _, ok := ragged.Type(r.flow.Params[i].Type); ok && named(v.Name()) {
			r.ragged = append(r.ragged, i)
		}
	}
	for _, i := range r.flow.Outs {
		if _, ok := ragged.Type(r.flow.Params[i].Type); ok && i < len(params) && !slices.Contains(r.ragged, i) {
			if _, ds := ragged.Flatten(r.flow, append(slices.Clip(r.ragged), i)); len(ds) == 0 {
				r.even = append(r.even, i)
			}
		}
	}
	loose := func(i int, path []string) bool {
		return i < len(params) && !slices.Contains(r.ragged, i) &&
			named(strings.Join(append([]string{params[i].Name()}, path...), "."))
	}
	// Lists of indices have no cotangents, so that it costs nothing to let them differ. Who calls a module gives it
	// rectangles.
	indices := func(i int) bool { return !module && !slices.Contains(r.ragged, i) && !slices.Contains(r.flow.Outs, i) }
	if len(r.ragged) == 0 {
		r.loose = term.LooseRows(r.flow, loose, indices)
		return nil
	}
	f, ds := ragged.Flatten(r.flow, r.ragged)
	if len(ds) > 0 {
		if slices.ContainsFunc(r.ragged, func(k int) bool { return slices.Contains(r.flow.Outs, k) }) {
			return ds
		}
		r.ragged = nil // rows that are put elsewhere have memory of their own
		r.loose = term.LooseRows(r.flow, loose, indices)
		return nil
	}
	r.loose = term.LooseRows(f, loose, indices)
	if k := slices.Index(p.Funcs, r.flow); k >= 0 && len(ds) == 0 {
		p.Funcs[k] = f
	}
	r.flow = f
	return ds
}

// partOf is a part of a parameter as wrap has it.
func partOf(p own.Part) wrap.Part {
	out := wrap.Part{Param: p.Param}
	for _, s := range p.Path {
		switch s.Kind {
		case flow.StepField:
			out.Path = append(out.Path, s.Field)
		case flow.StepIndex:
			out.Path = append(out.Path, wrap.Elements)
		case flow.StepDeref:
		}
	}
	return out
}

// setFields are the fields in the parameters of a function that have a bool behind them, inner ones last.
func setFields(f *flow.Func) (out []wrap.Part) {
	var look func(t flow.Type, at wrap.Part)
	look = func(t flow.Type, at wrap.Part) {
		with := func(k int) wrap.Part { return wrap.Part{Param: at.Param, Path: append(slices.Clone(at.Path), k)} }
		switch t := t.(type) {
		case *flow.Slice:
			look(t.Elem, with(wrap.Elements))
		case *flow.Array:
			look(t.Elem, with(wrap.Elements))
		case *flow.Struct:
			for _, f := range t.Fields {
				if name, ok := strings.CutSuffix(f.Name, flow.SetSuffix); ok {
					out = append(out,
						with(slices.IndexFunc(t.Fields, func(g flow.Field) bool { return g.Name == name })))
				}
			}
			for i, f := range t.Fields {
				look(f.Type, with(i))
			}
		case *flow.Basic, *flow.FuncType, *flow.Pointer:
		}
	}
	for i, p := range f.Params {
		look(p.Type, wrap.Part{Param: i})
	}
	return out
}

// terms makes definitions of the functions.
func (l *lowered) terms(p *flow.Program) diag.List {
	var loose []term.Loose
	for _, r := range l.roots {
		if strings.Contains(r.loose, "l") {
			loose = append(loose, term.Loose{Func: r.flow, Rows: r.loose})
		}
	}
	out, ds := term.Program(p, loose...)
	if len(ds) > 0 {
		return ds
	}
	l.data, l.program, l.value = out.Program.Data, out.Program, p
	for _, r := range l.roots {
		f := out.Funcs[r.flow]
		r.def, r.status = f.Def, f.Status
	}
	return nil
}

// translated is a package as translate reads it.
func (l *lowered) translated(p *load.Package, seen map[*load.Package]*translate.Package) *translate.Package {
	if t := seen[p]; t != nil {
		return t
	}
	t := &translate.Package{
		Fset: p.Fset, Syntax: p.Syntax, Stubs: p.Stubs, Types: p.Types, Info: p.TypesInfo,
		Context: l.ctx, FileName: l.names.of, ReadFile: l.names.read, Derivatives: []translate.Derivative{},
		Other: p.IsOther(),
	}
	for _, d := range p.Derivatives() {
		t.Derivatives = append(t.Derivatives, translate.Derivative{
			Of: d.Target, By: d.Object, Pulls: d.Pulls, Pos: d.Pos, End: d.End,
		})
	}
	for _, d := range p.Implicits() {
		t.Derivatives = append(t.Derivatives,
			translate.Derivative{Of: d.Object, By: d.Target, Implicit: true, Minimises: d.Minimises, Pos: d.Pos,
				End: d.End})
	}
	for _, d := range p.Asked() {
		a := translate.Asked{
			Name: d.Name, Of: d.Object, Verb: string(d.Verb), Result: d.Of.Text, Colors: d.Colors,
			DropEffects: d.DropEffects,
		}
		a.Workspace, _ = load.WorkspaceNames(d.Object)
		a.TypeArgs, _ = d.TypeArgs() // the fault, if any, is found where the package is generated
		for _, path := range d.Wrt {
			a.Wrt = append(a.Wrt, strings.Split(path.String(), "."))
		}
		t.Asked = append(t.Asked, a)
	}
	seen[p] = t
	known := func(q *load.Package) *translate.Package {
		if q == nil || q.Types == nil {
			return nil
		}
		l.names.add(q)
		if l.reached[q.Path] == nil {
			l.reached[q.Path] = q
		}
		return l.translated(q, seen)
	}
	t.Lookup = func(path string) *translate.Package { return known(l.p.Lookup(path)) }
	t.Twin = func(path string) *translate.Package { return known(l.p.Twin(path)) }
	return t
}

// file makes the text of one generated file.
func (l *lowered) file(f *load.File, opt chad.EmitOptions) ([]byte, diag.List) {
	var roots []*root
	for _, r := range l.roots {
		if r.file == f {
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		return nil, nil
	}
	in := l.wrapped(f, roots, opt)
	text, err := wrap.Generate(in)
	if err == nil {
		l.noteAdapters(in, roots)
		return text, nil
	}
	var several wrap.Errors
	if errors.As(err, &several) {
		var ds diag.List
		for _, e := range several {
			var d *load.Directive
			if e.Root < 0 { // the sums count down from -1
				d = l.sums(f, roots)[-1-e.Root].Directive
			} else {
				d = roots[e.Root].directives[e.Directive]
			}
			ds = append(ds, l.at(d, CodeDerive, e.Err))
		}
		return nil, ds
	}
	return nil, l.blame(f, roots, opt, err)
}

// noteAdapters says which gradients have no adapter to optimisers.
func (l *lowered) noteAdapters(in *wrap.File, roots []*root) {
	for i, r := range in.Roots {
		for k := range r.Directives {
			why, hint := r.WithoutAdapter(&r.Directives[k])
			if why == "" {
				continue
			}
			d := roots[i].directives[k]
			at := l.p.Fset.Position(d.Pos)
			l.notes = append(l.notes, Warning{
				File: filepath.Base(at.Filename), Line: at.Line, Col: at.Column, Code: CodeAdapter,
				Message: fmt.Sprintf("%s gets no adapter for optimisers: %s", d.Name, why), Hint: hint,
			})
		}
	}
}

// wrapped is a file as wrap reads it.
func (l *lowered) wrapped(f *load.File, roots []*root, opt chad.EmitOptions) *wrap.File {
	in := &wrap.File{
		Package: l.p.Types, Source: filepath.Base(f.Path), Build: constraintOf(f), Data: l.data,
		Options: options(f, opt), Context: l.ctx,
	}
	if l.alone {
		in.Options.Parallel = 0 // that some loop can run in parts is asked of the file, and not of each function
	}
	for _, r := range roots {
		w := &wrap.Root{Func: r.fn, TypeArgs: r.args, Signature: ofGeneric(r.fn, r.args), Constant: l.constant(),
			Def: r.def, Outs: r.flow.Outs, Ragged: r.ragged, Even: r.even, Status: r.status,
			Choices: r.wrapped(), Apart: r.apart, Set: r.set, Nil: r.null, Strings: l.strings, SetFields: setFields(r.flow)}
		for _, d := range r.directives {
			w.Directives = append(w.Directives, directive(d))
		}
		in.Roots = append(in.Roots, w)
	}
	for _, s := range l.sums(f, roots) {
		in.Sums = append(in.Sums, l.sum(s))
	}
	return in
}

// sums are the sums of a file whose parts are all among its roots.
func (l *lowered) sums(f *load.File, roots []*root) (out []*load.SumOver) {
	for _, s := range f.Sums() {
		if !slices.ContainsFunc(s.Parts(), func(p *load.SumPart) bool {
			return p.Asks() != nil &&
				!slices.ContainsFunc(roots, func(r *root) bool { return r.directives[0] == p.Asks() })
		}) {
			out = append(out, s)
		}
	}
	return slices.DeleteFunc(out, func(s *load.SumOver) bool {
		return s.Gradient != nil && !slices.Contains(out,
			s.Gradient)
	})
}

// sum is a sum over examples as wrap reads it.
func (l *lowered) sum(s *load.SumOver) *wrap.Sum {
	out := &wrap.Sum{Func: s.Object, Name: s.Name, Reproducible: s.Reproducible, Fset: l.p.Fset, Info: l.p.TypesInfo}
	sig := s.Object.Signature()
	var params []*types.Var
	if sig.Recv() != nil {
		params = append(params, sig.Recv())
	}
	params = slices.AppendSeq(params, sig.Params().Variables())
	for i, p := range s.Params {
		out.Params = append(out.Params, wrap.SumParam{Name: p.Name, Type: params[i].Type(), Over: p.Over})
	}
	given := 0
	for _, p := range s.Params {
		if !p.Over {
			given++
		}
	}
	checked := l.p.TypesInfo.Defs[s.Part.Decl.Name].(*types.Func).Signature().Params()
	for i, v := range s.Locals {
		v.Type = checked.At(given + i).Type() // the package has been checked since s was taken apart
		out.Locals = append(out.Locals, wrap.SumVar(v))
	}
	for _, v := range s.Totals {
		out.Totals = append(out.Totals, wrap.SumVar(v))
	}
	part := func(p *load.SumPart) (q wrap.SumPart) {
		if p != nil {
			q.Decl = p.Decl
			if p.VJP != nil {
				q.VJP = p.VJP.Name
			}
			for _, d := range p.HVPs {
				q.HVPs = append(q.HVPs, d.Name)
			}
		}
		return q
	}
	out.Before, out.Part, out.All, out.After = part(s.Before), part(s.Part), part(s.All), part(s.After)
	for _, w := range s.Outputs {
		out.Outputs = append(out.Outputs, w.Text)
	}
	out.Cuts = s.Cuts
	if s.Gradient != nil {
		out.Gradient = s.Gradient.Name
	}
	return out
}

// wrapped are the choices as wrap reads them.
func (r *root) wrapped() (out []wrap.Choice) {
	for _, c := range r.choices {
		out = append(out, wrap.Choice(c))
	}
	return out
}

// blame finds the directives whose code cannot be emitted, by emitting each alone; together they failed with err.
func (l *lowered) blame(f *load.File, roots []*root, opt chad.EmitOptions, err error) (ds diag.List) {
	for _, r := range roots {
		for _, d := range r.directives {
			stop.Check(l.ctx)
			alone := *r
			alone.directives = []*load.Directive{d}
			if _, err := wrap.Generate(l.wrapped(f, []*root{&alone}, opt)); err != nil {
				ds = append(ds, l.unemitted(d, err))
			}
		}
	}
	if len(ds) == 0 {
		ds = append(ds, l.unemitted(roots[0].directives[0], err))
	}
	return ds
}

// unemitted is the message that the code for a directive cannot be emitted.
func (l *lowered) unemitted(d *load.Directive, err error) diag.Diagnostic {
	var hidden *wrap.Hidden
	if errors.As(err, &hidden) {
		m := l.p.World.Diagnose(d.Pos, d.End, CodeEmit,
			fmt.Sprintf("what is generated for %s needs Go's own %s, which the package hides: it is declared at %s",
				d.Object.Name(), hidden.Object.Name(), l.p.World.Position(hidden.Object.Pos())), "rename what is declared there")
		for _, f := range l.p.Files {
			if l.p.Fset.File(f.Syntax.FileStart) == l.p.Fset.File(hidden.Object.Pos()) {
				offer(&m)(l.change(f, "rename "+hidden.Object.Name(), func(c *mend.Change) { c.Rename(hidden.Object) }))
			}
		}
		return m
	}
	return l.at(d, CodeEmit, fmt.Errorf("no Go can be emitted for this: %s", strings.TrimPrefix(err.Error(), "gen: ")))
}

// at is a message about a directive.
func (l *lowered) at(d *load.Directive, code diag.Code, err error) diag.Diagnostic {
	if errors.Is(err, gen.ErrFunctions) {
		return l.p.World.Diagnose(d.Pos, d.End, code, d.Object.Name()+
			" keeps function values in data, and which one it calls is known at run time only",
			"keep the numbers that tell the functions apart, and choose by if or switch where one is called")
	}
	m := l.p.World.Diagnose(d.Pos, d.End, code, strings.ReplaceAll(err.Error(), "\n", " "), "")
	if i := (*wrap.Instead)(nil); errors.As(err, &i) {
		m.Hint = i.Hint
		for _, verb := range i.Verbs {
			offer(&m)(d.As(load.Verb(verb)))
		}
		for _, result := range i.Of {
			offer(&m)(d.With("add of="+result, "of", result))
		}
		for _, key := range i.Without {
			offer(&m)(d.WithoutKey(key))
		}
	}
	return m
}

func directive(d *load.Directive) wrap.Directive {
	w := wrap.Directive{Verb: string(d.Verb), Of: d.Of.Text, Name: d.Name, Colors: d.Colors, Flat: d.Flat,
		Hidden: d.Hidden, Own: d.Own, Adds: d.Adds}
	for _, path := range d.Wrt {
		w.Wrt = append(w.Wrt, path.String())
	}
	return w
}

// constant says which variables do not vary, of all packages.
func (l *lowered) constant() func(*types.Var) bool {
	fields := map[*types.Var]bool{}
	for _, p := range l.p.Closure() {
		for v := range p.NodiffFields() {
			fields[v] = true
		}
	}
	return func(v *types.Var) bool { return fields[v.Origin()] }
}

// options are those of the command and of the file.
func options(f *load.File, o chad.EmitOptions) chad.EmitOptions {
	o.Elementary = o.Elementary || f.Has("elementary")
	o.FastMath = o.FastMath || f.Has("fastmath")
	o.BLAS = o.BLAS || f.Has("blas")
	o.Jam = o.Jam || f.Has("jam")
	o.Parallel = max(o.Parallel, f.Parallel())
	return o
}

// constraintOf is the build constraint of what is generated for a file: that of the file, without the one in its name,
// and the version of Go that it is written in where the file or its module are of an older one. It is empty if there is
// none.
func constraintOf(f *load.File) string {
	var own constraint.Expr
	for _, g := range f.Syntax.Comments {
		if g.Pos() > f.Syntax.Package {
			break
		}
		for _, c := range g.List {
			if !constraint.IsGoBuild(c.Text) {
				continue
			}
			if x, err := constraint.Parse(c.Text); err == nil && own == nil {
				own = x
			}
		}
	}
	needed := &constraint.TagExpr{Tag: load.Language}
	if own == nil {
		if f.Package.Older() {
			return needed.String()
		}
		return ""
	}
	if v := constraint.GoVersion(own); v == "" && f.Package.Older() ||
		v != "" && version.Compare(v, load.Language) < 0 {
		own = &constraint.AndExpr{X: own, Y: needed}
	}
	return own.String()
}

// ofGeneric is the signature of what is generated for a method of a generic type; nil for other functions.
func ofGeneric(fn *types.Func, args []types.Type) *types.Signature {
	if fn.Signature().RecvTypeParams().Len() == 0 {
		return nil
	}
	sig, err := load.Instance(fn, args)
	if err != nil {
		return nil
	}
	return sig
}

// Adapters declares the adapters to optimisers that the directives of a file give: it is for [load.Options].
func Adapters(f *load.File, qualifier types.Qualifier) string {
	var order []*wrap.Root
	roots := map[rootKey]*wrap.Root{}
	for _, d := range f.Directives {
		if !d.Generates() || d.Object == nil {
			continue
		}
		args, x := d.TypeArgs()
		if x != nil || len(args) != len(d.Inst) {
			continue
		}
		k := keyOf(d.Object, args)
		if roots[k] == nil {
			roots[k] = &wrap.Root{Func: d.Object, TypeArgs: args, Signature: ofGeneric(d.Object, args)}
			order = append(order, roots[k])
		}
		roots[k].Directives = append(roots[k].Directives, directive(d))
	}
	var b strings.Builder
	for _, r := range order {
		b.WriteString(wrap.Adapters(r, qualifier))
	}
	return b.String()
}
