package text

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Load parses a source file and elaborates it into a program of the core language. The program is
// nil unless the list is empty. Time and memory are near-linear in the length of src.
func Load(name string, src []byte) (*syntax.Program, diag.List) {
	f, errs := Parse(name, src)
	if errs != nil {
		return nil, errs
	}
	return Elaborate(f)
}

// LoadContext is [Load] with a context, which ends it: the error is that of the context then. It gives the parsed file,
// too.
func LoadContext(ctx context.Context, name string, src []byte) (f *File, prog *syntax.Program, ds diag.List,
	err error) {
	defer func() {
		if err != nil {
			f, prog, ds = nil, nil, nil
		}
	}()
	defer stop.Recover(&err)
	if f, ds = parse(ctx, name, src); len(ds) == 0 {
		prog, ds = elaborate(ctx, f)
	}
	return f, prog, ds, nil
}

// Elaborate infers the types of a parsed file, which must be free of diagnostics, and builds its
// core program. Definitions may use each other in any order, also recursively; those of the result
// stand in the order of the file. The program is nil unless the list is empty.
//
// Inference is monomorphic, by unification, with the wanted type pushed inwards; sizes are
// polynomials, and an unknown size that stands alone in an equation is solved.
func Elaborate(f *File) (*syntax.Program, diag.List) { return elaborate(nil, f) }

func elaborate(ctx context.Context, f *File) (*syntax.Program, diag.List) {
	e := newElab(f)
	e.ctx = ctx
	prog := e.limited(f)
	if errs := e.errs.Sort(); len(errs) > 0 {
		return nil, errs
	}
	return prog, nil
}

// limited is [elab.program], or says where a type or a size becomes too large.
func (e *elab) limited(f *File) (prog *syntax.Program) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		err, ok := stop.Error(r)
		var l *syntax.LimitError
		if !ok || !errors.As(err, &l) {
			panic(r)
		}
		e.errs = append(e.errs, e.src.Diagnose(int(e.at.Start), int(e.at.End), CodeTooLarge, l.Error(), l.Hint))
	}()
	return e.program(f)
}

func newElab(f *File) *elab {
	return &elab{
		src:       f.source,
		known:     map[syntax.Type]*ty{},
		env:       map[string]*entity{},
		types:     map[string]*typeName{},
		defs:      map[string]*defInfo{},
		ctors:     map[string]*ctorInfo{},
		sizeMetas: map[*syntax.SizeVar]*syntax.Size{},
	}
}

// elab holds the state of elaboration.
//
// Every expression is elaborated in two steps. The first, elab.expr, checks it against a wanted
// type, perhaps an unknown one, and returns a gen. When all unknowns of a group of definitions
// are solved, the gens are run, each exactly once, and build the core terms: so binders are
// created once, with their final types.
type elab struct {
	ctx      context.Context // ends it; nil is one that does not end
	src      *diag.Source
	errs     diag.List
	known    map[syntax.Type]*ty
	env      map[string]*entity              // variables and sizes in scope
	openings map[*syntax.SizeVar]unknownSize // the sizes that are known at run time only
	types    map[string]*typeName
	defs     map[string]*defInfo
	own      []*defInfo // the definitions of the file

	library   map[*syntax.Def]*syntax.Def // copies for this program, when it uses any
	noLibrary bool
	ctors     map[string]*ctorInfo

	sizeMetas map[*syntax.SizeVar]*syntax.Size // the unknown sizes, solved or nil
	sizeEqs   []sizeEq
	later     []func(last bool) bool // questions that wait for types; true when answered
	checks    []func()               // run when all is solved
	at        Span                   // what is being elaborated, for messages
	before    int                    // the number of diagnostics before the current group

	posAt   int // the last resolved position: an offset, its line and column
	posLine int
	posCol  int
}

// gen builds the core term of an expression. It is called once, after inference.
type gen func() syntax.Term

// entity is what a local name stands for: a variable, or a size.
type entity struct {
	name string
	ty   *ty
	v    *syntax.Var // set when the binder is built
	size *syntax.SizeVar
}

func badGen() syntax.Term { return syntax.UnitTerm() }

func (e *elab) errorf(s Span, code diag.Code, hint, format string, args ...any) {
	if code == CodeAmbiguous && len(e.errs) > e.before {
		return // what is unknown follows from another mistake
	}
	if len(e.errs) < maxErrors {
		e.errs = append(e.errs, e.src.Diagnose(int(s.Start), int(s.End), code, fmt.Sprintf(format, args...), hint))
	}
}

// also adds another place to the last message, if that is about s: one too many is not there.
func (e *elab) also(s, place Span, message string) {
	if n := len(e.errs); n > 0 && e.errs[n-1].Pos.Offset == int(s.Start) {
		e.errs[n-1].Relate(e.src.Diagnose(int(place.Start), int(place.End), "", "", ""), message)
	}
}

// mismatch reports that an expression has another type than is wanted.
func (e *elab) mismatch(s Span, found, want *ty, hint string) {
	if hint == "" {
		hint = e.mismatchHint(found, want)
	}
	e.errorf(s, CodeMismatch, hint, "found %s, wanted %s", e.show(found), e.show(want))
}

func (e *elab) mismatchHint(found, want *ty) string {
	found, want = found.repr(), want.repr()
	switch {
	case found.done == syntax.Int && want.done == syntax.Real, found.kind == kIdx && want.done == syntax.Real:
		return "convert it with real"
	case found.done == syntax.Real && want.done == syntax.Int:
		return "convert it with int, which rounds toward zero"
	case found.kind == kArray && want.kind == kArray:
		return "sizes that are equal only at run time are equated by e :> [n]t"
	case found.kind == kDyn && want.kind == kArray:
		return "give it a size: let size n = length a; b = a :> [n]t in …"
	case found.kind == kIdx && want.kind == kIdx:
		return "index with int i for an access that is checked at run time"
	case found.kind == kFunc && want.kind != kFunc:
		return "is an argument missing?"
	}
	return ""
}

// want makes the found type the wanted one, or reports a mismatch.
func (e *elab) want(s Span, found, want *ty) {
	e.at = s
	if !e.unify(found, want) {
		e.mismatch(s, found, want, "")
	}
}

// pos resolves a place for run-time errors. Places asked for in order on one line cost their
// distance only, so that a file in one line stays linear.
func (e *elab) pos(s Span) *syntax.Pos {
	at := int(s.Start)
	line := e.src.LineOf(at)
	if line == e.posLine && at >= e.posAt {
		e.posCol += countRunes(e.src.Text[e.posAt:at])
	} else {
		e.posLine, e.posCol = line, e.src.Pos(at).Col
	}
	e.posAt = at
	return &syntax.Pos{File: e.src.Name, Line: e.posLine, Col: e.posCol}
}

func countRunes(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// scope brings entities into scope and returns what takes them out again.
func (e *elab) scope(vars ...*entity) (restore func()) {
	old := make([]*entity, len(vars))
	for i, v := range vars {
		old[i] = e.env[v.name]
		e.env[v.name] = v
	}
	return func() {
		for i := len(vars) - 1; i >= 0; i-- {
			if old[i] == nil {
				delete(e.env, vars[i].name)
			} else {
				e.env[vars[i].name] = old[i]
			}
		}
	}
}

// solve answers the questions and equations that had to wait, as far as possible; with last set
// it settles what is left and reports what cannot be.
func (e *elab) solve() {
	for last := false; ; {
		progress := e.retry(last)
		if len(e.later) == 0 && len(e.sizeEqs) == 0 {
			break
		}
		if last && !progress {
			break
		}
		last = !progress
	}
	e.later = nil
	for _, q := range e.sizeEqs {
		e.errorf(q.at, CodeMismatch, "write the sizes at the definition or give them by e :> [n]t",
			"cannot find sizes such that %s = %s", e.showSize(q.a), e.showSize(q.b))
	}
	e.sizeEqs = nil
}

func (e *elab) retry(last bool) (progress bool) {
	later := e.later
	e.later = nil
	for _, f := range later {
		if !f(last) {
			e.later = append(e.later, f)
		} else {
			progress = true
			if last {
				last = false // one settled question may answer the others
			}
		}
	}
	eqs := e.sizeEqs
	e.sizeEqs = nil
	for _, q := range eqs {
		before := len(e.sizeEqs)
		e.at = q.at
		if !e.unifySize(q.a, q.b) {
			e.errorf(q.at, CodeMismatch, "", "the sizes %s and %s differ", e.showSize(q.a), e.showSize(q.b))
		}
		progress = progress || len(e.sizeEqs) == before
	}
	return progress
}
