package gosrc

import (
	"context"
	"errors"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Module compiles what the directives of a package ask for to one module of WebAssembly. Arguments and results are
// flat: structs are taken apart, a parameter p with the fields x and y is p_x and p_y. What a function writes through a
// parameter is a result. Where the Go function panics the call fails; its errors are ints, 0 for nil. The messages have
// places in the user's files.
func Module(p *load.Package, o wasmbackend.Options) (*wasmbackend.Module, diag.List) {
	m, ds, err := ModuleContext(context.Background(), p, o)
	if err != nil { // of a context that does not end
		return nil, diag.List{{Code: CodeDefect, Message: err.Error()}}
	}
	return m, ds
}

// ModuleContext is [Module] with a context. Soon after it has ended, so does ModuleContext, with its error and neither
// a module nor messages.
func ModuleContext(ctx context.Context, p *load.Package, o wasmbackend.Options) (m *wasmbackend.Module, ds diag.List,
	err error) {
	defer func() {
		if err != nil {
			m, ds = nil, nil
		}
	}()
	defer stop.Recover(&err)
	m, ds = module(ctx, p, o)
	return m, ds, ctx.Err()
}

func module(ctx context.Context, p *load.Package, o wasmbackend.Options) (*wasmbackend.Module, diag.List) {
	if ds := p.World.Check(p); len(ds) > 0 {
		return nil, ds
	}
	roots, ds := rootsOf(p)
	if len(ds) > 0 {
		return nil, ds
	}
	l, ds := lower(ctx, p, roots, true)
	if len(ds) == 0 {
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
