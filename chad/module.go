package chad

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// A Module is a checked source program.
type Module struct {
	prog *syntax.Program
	// failing says what becomes of what may fail, in derivatives, where a branch alone needs it.
	failing program.Failing
	// ctx ends what is made of the module; nil is one that does not end.
	ctx context.Context
}

// Parse reads a program in the text form of docs/language.md. The error is [ErrProgram]: its text says of each mistake
// file:line:col, what is wrong, the line and what to do.
func Parse(file string, src []byte) (*Module, error) {
	return ParseContext(context.Background(), file, src)
}

// ParseContext is [Parse] with a context for this, and for all that is made of the module: once it has ended,
// derivatives of its functions and code for them are its error, and those under way end with it soon.
func ParseContext(ctx context.Context, file string, src []byte) (*Module, error) {
	_, p, ds, err := text.LoadContext(ctx, file, src)
	if err != nil {
		return nil, err
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	return &Module{prog: p, failing: program.FailingMoves, ctx: ctx}, nil
}

// NewModule wraps a program made with package syntax or its builder, or by a front end whose functions are run as they
// are written: their derivatives fail where they do. It is verified: the error names the broken rule.
func NewModule(p *syntax.Program) (*Module, error) {
	return NewModuleContext(context.Background(), p)
}

// NewModuleContext is [NewModule] with a context, as for [ParseContext]. The errors are those of NewModule.
func NewModuleContext(ctx context.Context, p *syntax.Program) (*Module, error) {
	if err := syntax.VerifyProgram(p); err != nil {
		return nil, err
	}
	return &Module{prog: p, failing: program.FailingStays, ctx: ctx}, nil
}

// Built is a definition, found by its name, of a program made in Go, by package build: it finishes the program.
// The error is that of Finish, with all mistakes of the building, or lists the names that there are.
func Built(p interface {
	Finish() (*syntax.Program, error)
}, name string) (*Func, error) {
	prog, err := p.Finish()
	if err != nil {
		return nil, err
	}
	m, err := NewModule(prog)
	if err != nil {
		return nil, err
	}
	m.failing = program.FailingMoves
	return m.Func(name)
}

// Program is the source program. It must not be changed.
func (m *Module) Program() *syntax.Program { return m.prog }

// Names lists the definitions in source order, without those of the library.
func (m *Module) Names() []string {
	var out []string
	for _, d := range m.prog.Defs {
		if !d.Library {
			out = append(out, d.Name)
		}
	}
	return out
}

// Func finds a definition by name.
// The error, [ErrUnknown], lists the names that there are.
func (m *Module) Func(name string) (*Func, error) {
	d := m.prog.Lookup(name)
	if d == nil {
		return nil, unknown(fmt.Sprintf("there is no definition %s", name), name, m.Names())
	}
	return &Func{prog: m.prog, def: d, failing: m.failing, ctx: m.ctx}, nil
}

// A Func is a definition in its program. It is immutable.
type Func struct {
	prog *syntax.Program
	def  *syntax.Def
	// raw: a derivative, whose program is as the functor made it (forms.go). What is asked of def is its name and its
	// type only.
	raw   bool
	forms [formCount]formed
	given atomic.Bool // to the compiler, without a copy
	// shaped: tangents and cotangents of run-time length in it are empty or as long as what they are of (shaped.go).
	shaped bool
	// seeded: some of those are parameters, which callers give it.
	seeded bool
	// failing and ctx are those of the module.
	failing program.Failing
	ctx     context.Context
	// source is what an operator has made, as a program with that operator (written.go); nil for what was written so.
	source func() *Func

	once     sync.Once // of Plain
	plain    *Func
	plainErr error
}

// Def is the definition. It must not be changed.
func (f *Func) Def() *syntax.Def {
	_, def := f.readable()
	return def
}

// Program is the program that the definition stands in.
func (f *Func) Program() *syntax.Program {
	prog, _ := f.readable()
	return prog
}

// readable is the program of f, and its definition there: as derivation has left it where it cannot be simplified,
// since a context has ended or a type would be too large.
func (f *Func) readable() (*syntax.Program, *syntax.Def) {
	prog, def, err := f.in(toDerive)
	if err != nil {
		return f.prog, f.def
	}
	return prog, def
}

// Name is the name of the definition.
func (f *Func) Name() string { return f.def.Name }

// String prints the definition in the notation of the paper.
func (f *Func) String() string { return syntax.String(f.Def().Body) }

// varying is active for the operators of this package, which differentiate no definition that takes
// functions: what a derivative wants of an argument that is a function is not of its type.
func (f *Func) varying(wrt []string) ([]bool, error) {
	for _, p := range f.def.Params {
		if syntax.TangentType(p.Type) == nil {
			return nil, errorf(ErrType, "%s takes functions (%s : %s); differentiate a definition that calls it with some",
				f.def.Name, p.Name, p.Type)
		}
	}
	return f.active(wrt)
}

// active says which parameters wrt names; none named means all that vary.
func (f *Func) active(wrt []string) ([]bool, error) {
	out := make([]bool, len(f.def.Params))
	if len(wrt) == 0 {
		some := false
		for i, p := range f.def.Params {
			tt := syntax.TangentType(p.Type)
			out[i] = tt != nil && tt != syntax.Unit
			some = some || out[i]
		}
		if !some {
			return nil, errorf(ErrConstant, "%s has no parameter that varies", f.def.Name)
		}
		return out, nil
	}
	for _, w := range wrt {
		k := -1
		for i, p := range f.def.Params {
			if p.Name == w {
				k = i
			}
		}
		if k < 0 {
			return nil, unknown(fmt.Sprintf("%s has no parameter %s", f.def.Name, w), w, paramNames(f.def))
		}
		switch tt := syntax.TangentType(f.def.Params[k].Type); tt {
		case nil:
			return nil, errorf(ErrType, "%s: parameter %s holds functions and cannot be differentiated by", f.def.Name, w)
		case syntax.Unit:
			return nil, errorf(ErrConstant, "%s: parameter %s : %s does not vary", f.def.Name, w, f.def.Params[k].Type)
		}
		out[k] = true
	}
	return out, nil
}

func paramNames(d *syntax.Def) []string {
	names := make([]string, len(d.Params))
	for i, p := range d.Params {
		names[i] = p.Name
	}
	return names
}

// unknown is the error for a name that is not among the known ones.
func unknown(message, name string, known []string) error {
	hint := suggest.DidYouMean(name, known)
	switch {
	case hint != "":
	case len(known) == 0:
		hint = "there are none"
	default:
		hint = "there are: " + strings.Join(known, ", ")
	}
	return errorf(ErrUnknown, "%s; %s", message, hint)
}
