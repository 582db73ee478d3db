package gosrc

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Module compiles what the directives of a package ask for to one module of WebAssembly, except for what has no place in
// one (see [ModuleContext]). Arguments and results are
// flat: structs are taken apart, a parameter p with the fields x and y is p_x and p_y. What a function writes through a
// parameter is a result. Where the Go function panics the call fails; its errors are ints, 0 for nil. The messages have
// places in the user's files.
func Module(p *load.Package, o wasmbackend.Options) (*wasmbackend.Module, diag.List) {
	m, ds, err := ModuleContext(context.Background(), p, o, nil)
	if err != nil { // of a context that does not end
		return nil, diag.List{{Code: CodeDefect, Message: err.Error()}}
	}
	return m, ds
}

// ModuleContext is [Module] with a context. Soon after it has ended, so does ModuleContext, with its error and neither
// a module nor messages.
//
// What is asked for and has no place in a module is left out: matrices, adapters to optimisers, and settings of Go code.
// Notice, if not nil, is told of each. The package may be generated as Go too, so that none of them is a mistake.
func ModuleContext(ctx context.Context, p *load.Package, o wasmbackend.Options, notice func(diag.Diagnostic)) (
	m *wasmbackend.Module, ds diag.List, err error) {
	defer func() {
		if err != nil {
			m, ds = nil, nil
		}
	}()
	defer stop.Recover(&err)
	if notice == nil {
		notice = func(diag.Diagnostic) {}
	}
	m, ds = module(ctx, p, o, notice)
	return m, ds, ctx.Err()
}

func module(ctx context.Context, p *load.Package, o wasmbackend.Options, notice func(diag.Diagnostic)) (
	*wasmbackend.Module, diag.List) {
	if ds := p.World.Check(p); len(ds) > 0 {
		return nil, ds
	}
	roots, ds := rootsOf(p)
	if len(ds) > 0 {
		return nil, ds
	}
	noticeSettings(p, notice)
	roots, left := withPlace(p, roots, notice)
	if len(roots) == 0 && left {
		return nil, nil
	}
	l, ds := lower(ctx, p, roots, true)
	if len(ds) == 0 && !left { // what is left out may use a derivative that nothing else does
		ds = uncalled(p, l.attached)
	}
	if len(ds) > 0 {
		return nil, ds
	}
	var exports []chad.Export
	var asked []*load.Directive
	for _, f := range p.Files {
		var mine []*root
		for _, r := range l.roots {
			if r.file == f {
				mine = append(mine, r)
			}
		}
		if len(mine) == 0 {
			continue
		}
		o.FastMath = o.FastMath || f.Has("fastmath")
		es, err := wrap.ModuleExports(l.wrapped(f, mine, chad.EmitOptions{}))
		if err != nil {
			ds = append(ds, l.unmade(mine, err)...)
			continue
		}
		for _, e := range es {
			exports, asked = append(exports, e.Export), append(asked, mine[e.Root].directives[e.Directive])
		}
	}
	if len(ds) > 0 {
		return nil, ds.Sort()
	}
	if len(exports) == 0 {
		return nil, nil
	}
	m, err := chad.CompileWasm(o, exports...)
	if err == nil {
		return m, nil
	}
	stop.Check(ctx)
	for i, e := range exports { // alone, so that the message has a place
		if _, err := chad.CompileWasm(o, e); err != nil {
			ds = append(ds, l.at(asked[i], CodeEmit, err))
		}
	}
	if len(ds) == 0 {
		ds = diag.List{l.at(asked[0], CodeEmit, err)}
	}
	return nil, ds.Sort()
}

// CodeLeftOut is about a directive, or a part of one, that has no place in a module of WebAssembly.
const CodeLeftOut diag.Code = "left-out"

// withPlace takes the directives out of roots that have no place in a module, and the roots that have no others.
func withPlace(p *load.Package, roots []*root, notice func(diag.Diagnostic)) (out []*root, left bool) {
	say := func(d *load.Directive, what, hint string) {
		notice(p.World.Diagnose(d.Pos, d.End, CodeLeftOut, "notice: left out: a module has no "+what, hint))
	}
	for _, f := range p.Files {
		for _, sum := range f.Sums() {
			left = true
			say(sum.Directive, "sums over examples", "ask for //chad:grad too, and add up gradients in JavaScript")
		}
	}
	roots = slices.DeleteFunc(slices.Clone(roots), func(r *root) bool { return r.directives[0].Hidden != "" })
	for _, r := range roots {
		r.directives = slices.DeleteFunc(slices.Clone(r.directives), func(d *load.Directive) bool {
			switch d.Verb {
			case load.Hessian:
				say(d, "Hessian", "ask for //chad:hvp too, which gives its product with a direction")
			case load.Jacobian:
				say(d, "Jacobian", "ask for //chad:jvp too, which gives its product with a direction")
			default:
				if d.Flat {
					say(d, "adapter to optimisers; the gradient is there", "")
				}
				return false
			}
			return true
		})
		if len(r.directives) == 0 {
			left = true
			continue
		}
		out = append(out, r)
	}
	return out, left
}

// goAlone are the settings of //chad:emit that are about Go code.
var goAlone = []string{"elementary", "blas", "jam"} //nolint:gochecknoglobals // a constant

// noticeSettings says which settings of the files have no effect.
func noticeSettings(p *load.Package, notice func(diag.Diagnostic)) {
	for _, f := range p.Files {
		for _, d := range f.Directives {
			var names []string
			for _, s := range d.Settings {
				if slices.Contains(goAlone, s) {
					names = append(names, s)
				}
			}
			if d.Parallel > 0 {
				names = append(names, "parallel")
			}
			if len(names) > 0 {
				notice(p.World.Diagnose(d.Pos, d.End, CodeLeftOut,
					"notice: without effect in a module: "+strings.Join(names, ", "), ""))
			}
		}
	}
}

// unmade are the messages about directives that have no function.
func (l *lowered) unmade(roots []*root, err error) (ds diag.List) {
	var several wrap.Errors
	if !errors.As(err, &several) {
		return diag.List{l.at(roots[0].directives[0], CodeDefect, err)}
	}
	for _, e := range several {
		ds = append(ds, l.at(roots[e.Root].directives[e.Directive], CodeDerive, e.Err))
	}
	return ds
}
