package term

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Result is what a program has become.
type Result struct {
	// Program passes [syntax.VerifyProgram]; its definitions are in the order of the functions, callees that the
	// flow program does not list after them.
	Program *syntax.Program
	// Funcs says for each function what it has become.
	Funcs map[*flow.Func]*Func
}

// Func is a function as a definition.
type Func struct {
	Def *syntax.Def
	// Status says that the result has one more component at its end: an int, 0 when the function has not failed.
	Status bool
	// Params and Results say how the parameters and the results, without the status, are laid out.
	Params, Results []Layout
}

// Layout is the type of a parameter or result, as terms have it and as flow has it.
type Layout struct {
	Flow flow.Type
	Type syntax.Type
}

// Program translates a program in value form ([flow.Verify]). The time is linear in its size, times the nesting
// of branches and loops, times a small number of passes over each function.
// The diagnostics are about what has no translation: variables of the package without a value, functions without
// a body whose parameters are not scalars, derivatives that are not linear in the tangents by their form.
func Program(p *flow.Program, loose ...Loose) (r *Result, ds diag.List) {
	prog := &program{
		ctx:  p.Context,
		sigs: map[*flow.Func]*signature{}, names: map[string]bool{}, versions: map[versionKey]*flow.Func{},
		rows: map[*flow.Func]string{}, room: map[*flow.Func]string{},
		recursive: map[*flow.Func]bool{}, open: map[*flow.Func]bool{}, roots: map[*flow.Func]*flow.Func{},
	}
	defer func() {
		if e := recover(); e != nil { // no input is to make a library panic
			if _, ok := stop.Error(e); ok {
				panic(e)
			}
			prog.report(prog.at, fmt.Sprintf("a defect of chad, not of the program, please report it: %v", e), "")
			r, ds = nil, prog.errs
		}
	}()
	prog.collect(p.Funcs)
	prog.findFailing()
	for _, c := range prog.components() {
		prog.component(c.Nodes)
	}
	for _, l := range loose {
		prog.loosen(l)
	}
	for _, f := range prog.all {
		if len(prog.errs) == 0 && f.Derived == nil && len(prog.sigs[f].extra) > 0 &&
			(prog.rows[f] == "" && prog.room[f] == "" || prog.isRoot(f)) {
			prog.publish(f)
		}
	}
	for _, f := range prog.all {
		if f.ByHand() && len(prog.errs) == 0 {
			prog.attach(f)
		}
	}
	if len(prog.errs) > 0 {
		return nil, prog.errs.Sort()
	}
	return prog.result()
}

func (p *program) result() (*Result, diag.List) {
	r := &Result{Program: &syntax.Program{}, Funcs: map[*flow.Func]*Func{}}
	for _, f := range p.all {
		sig := p.sigs[f]
		if sig == nil {
			continue
		}
		def := sig.def
		if sig.public != nil {
			r.Program.Defs = append(r.Program.Defs, sig.public)
			def = sig.public
		}
		r.Program.Defs = append(append(r.Program.Defs, sig.byHand...), sig.def)
		out := &Func{Def: def, Status: sig.fails}
		for i, v := range f.Params {
			out.Params = append(out.Params, Layout{v.Type, def.Params[i].Type})
		}
		ts := resultParts(def.Result, len(f.Results), sig.fails)
		for i, v := range f.Results {
			out.Results = append(out.Results, Layout{v.Type, ts[i]})
		}
		r.Funcs[f] = out
	}
	for f, g := range p.roots {
		r.Funcs[f] = r.Funcs[g]
	}
	for {
		err := syntax.VerifyProgram(r.Program)
		if err == nil {
			return r, nil
		}
		f := p.notLinear(err)
		if f == nil {
			return nil, p.blame(err)
		}
		c := p.sigs[f].def.Custom
		if _, done := c.Body.(*syntax.Deriv); done || !linearIn(c.Tangents, c.Body) {
			return nil, p.blame(err)
		}
		atZero(c)
	}
}

// notLinear is the function whose derivative the verifier says is not linear in the tangents, or nil.
func (p *program) notLinear(err error) *flow.Func {
	e, ok := err.(*syntax.VerifyError) //nolint:errorlint // the verifier returns it bare
	if !ok || e.Rule != syntax.RuleLinear {
		return nil
	}
	for _, f := range p.all {
		if f.JVP != nil && e.Def == "the derivative of "+p.sigs[f].def.Name {
			return f
		}
	}
	return nil
}

// blame makes a message of what the verifier says: about a derivative it is the user's mistake.
func (p *program) blame(err error) diag.List {
	if f := p.notLinear(err); f != nil {
		if e, ok := err.(*syntax.VerifyError); ok { //nolint:errorlint // as above
			what, hint := e.Detail, notLinearHint
			if call, ok := strings.CutSuffix(what, "; say so with adjoint"); ok { // which is for .chad files
				what, hint = call, "write out what the call computes of the tangents: a function that has a "+
					"derivative of its own is not looked into"
			}
			at := f.JVP.At
			if op, ok := e.Term.(*syntax.Prim); ok {
				if op.At != nil && at != nil && op.At.File == at.File {
					at = op.At
				}
				what = op.Op.Name + " is not linear in what depends on a tangent"
				if op.Op.Result == syntax.Bool {
					what = "a comparison looks at what depends on a tangent"
				}
			}
			p.report(at, "the derivative "+f.JVP.Name+" of "+f.Name+
				" is not linear in the tangents: "+what, hint)
			return p.errs
		}
	}
	p.report(nil, "a defect of chad, not of the program, please report it: "+err.Error(), "")
	return p.errs
}

const notLinearHint = "each term of a tangent has one tangent as a factor, and conditions, indices and lengths have none"

// program is a translation in work.
type program struct {
	ctx   context.Context
	all   []*flow.Func
	sigs  map[*flow.Func]*signature
	names map[string]bool
	fails map[*flow.Func]bool
	// versions are the functions for rows whose lengths may differ, by the function and which rows these are; rows says
	// the latter of each.
	versions map[versionKey]*flow.Func
	rows     map[*flow.Func]string
	room     map[*flow.Func]string // of versions: which parameters have room
	// roots are the versions that stand for functions in the result.
	roots map[*flow.Func]*flow.Func
	// recursive are the functions that call each other.
	recursive map[*flow.Func]bool
	// open are the functions whose translation is not done, so that what calls assume of them may change.
	open    map[*flow.Func]bool
	failing map[string]bool // types of function values of which one may fail
	calls   map[*flow.Func][]*flow.Func
	errs    diag.List
	at      *syntax.Pos // of the function at hand
}

// signature is what callers need to know of a function.
type signature struct {
	def     *syntax.Def
	params  []*shape
	ints    [][]*syntax.SizeVar // for each slot of each parameter the ghost of an int, or nil
	results []*shape            // nil while they are not known
	guessed bool                // results are assumed by a recursive call
	// extra are the lengths that results have and that no parameter shows, as polynomials in the ghosts of the
	// parameters. The last size parameters of def stand for them. public is a definition without them, when there are
	// some.
	extra  []*syntax.Size
	public *syntax.Def
	// byHand are the definitions that a VJP has become.
	byHand []*syntax.Def
	fails  bool
	tr     *tr
}

// collect lists the functions and what they call.
func (p *program) collect(roots []*flow.Func) {
	seen := map[*flow.Func]bool{}
	p.calls = map[*flow.Func][]*flow.Func{}
	p.fails, p.failing = map[*flow.Func]bool{}, map[string]bool{}
	queue := slices.Clone(roots)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		p.all = append(p.all, f)
		callees := calleesOf(f)
		for _, g := range f.Attached() {
			queue = append(queue, calleesOf(g)...)
		}
		p.calls[f] = callees
		queue = append(queue, callees...)
	}
}

// calleesOf are the declared functions that f calls or takes the values of, in its literals too.
func calleesOf(f *flow.Func) []*flow.Func {
	var out []*flow.Func
	var body func(b []flow.Stmt)
	body = func(b []flow.Stmt) {
		flow.Walk(b, func(s flow.Stmt) {
			if c, ok := s.(*flow.Call); ok && c.Func != nil {
				out = append(out, c.Func)
			}
		}, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.FuncRef:
				out = append(out, e.Func)
			case *flow.Closure:
				body(e.Func.Body)
			}
		})
	}
	body(f.Body)
	if f.Derived != nil {
		out = append(out, f.Derived.Of)
	}
	return out
}

// findFailing finds the functions that can reach a failure.
func (p *program) findFailing() {
	for changed := true; changed; {
		changed = false
		var look func(f *flow.Func)
		look = func(f *flow.Func) {
			bad := false
			flow.Walk(f.Body, func(s flow.Stmt) {
				switch s := s.(type) {
				case *flow.Fail:
					bad = true
				case *flow.While:
					bad = bad || len(rowsOf(nil, s.Cond)) > 0
				case *flow.Call:
					bad = bad || p.callFails(s)
				}
				bad = bad || len(rowsThere(s)) > 0
			}, func(e flow.Expr) {
				var g *flow.Func
				switch e := e.(type) {
				case *flow.Closure:
					g = e.Func
					look(g)
				case *flow.FuncRef:
					g = e.Func
				}
				if g != nil && p.fails[g] && !p.failing[g.Type().String()] {
					p.failing[g.Type().String()] = true
					changed = true
				}
			})
			if bad && !p.fails[f] {
				p.fails[f] = true
				changed = true
			}
		}
		for _, f := range p.all {
			look(f)
		}
	}
}

func (p *program) callFails(c *flow.Call) bool {
	if c.Func != nil {
		return p.fails[c.Func]
	}
	return p.failing[c.Fun.Type().String()]
}

// components are the groups of functions that call each other, callees first.
func (p *program) components() []scc.Component[*flow.Func] {
	return scc.Components(p.all, func(f *flow.Func) []*flow.Func { return p.calls[f] })
}

// component translates functions that call each other, until what they assume of each other holds.
func (p *program) component(scc []*flow.Func) {
	for _, f := range scc {
		p.recursive[f], p.open[f] = len(scc) > 1, true
	}
	for changed := true; changed && len(p.errs) == 0; {
		changed = false
		for _, f := range scc {
			if p.translate(f) {
				changed = true
			}
		}
	}
	for _, f := range scc {
		delete(p.open, f)
	}
}

// signature is that of f; a call before f is translated makes a guess, and takes the results of a pass over f that did
// not come to the call for one.
func (p *program) signature(f *flow.Func) *signature {
	sig := p.declare(f)
	sig.guessed = sig.guessed || p.open[f]
	if sig.results == nil {
		sig.guessed = true
		for i, r := range f.Results {
			sh := dynShape(r.Type)
			if o := len(f.Results) - len(f.Outs); i >= o {
				sh = sig.params[f.Outs[i-o]]
			}
			sig.results = append(sig.results, sh)
		}
		p.resultType(f, sig, sig.def)
	}
	return sig
}

// resultType sets the type of the result of d by the shapes.
func (p *program) resultType(f *flow.Func, sig *signature, d *syntax.Def) {
	var ts []syntax.Type
	size := func(s *syntax.Size) *syntax.Size {
		if i := slices.Index(sig.extra, s); i >= 0 {
			return syntax.SizeOfVar(sig.def.Sizes[len(sig.def.Sizes)-len(sig.extra)+i])
		}
		return s
	}
	for i, r := range f.Results {
		sh := sig.results[i]
		if d == sig.public {
			sh = join(sh, sh, func(s *syntax.Size) bool { return !slices.Contains(sig.extra, s) })
		}
		ts = append(ts, typeOf(r.Type, sh, size, p.funcType))
	}
	if sig.fails {
		ts = append(ts, syntax.Int)
	}
	d.Result = syntax.NewTupleType(ts...)
}

// declare makes the definition of f, with sizes of its own for every slice of every parameter.
func (p *program) declare(f *flow.Func) *signature {
	if sig := p.sigs[f]; sig != nil {
		return sig
	}
	sig := &signature{def: &syntax.Def{Name: p.unique(f.Name), Doc: f.Doc, At: f.At}, fails: p.fails[f]}
	p.sigs[f] = sig
	rows := p.rows[f]
	for _, v := range f.Params {
		var sh *shape
		if p.rows[f] == "" {
			sh = p.paramShape(&sig.def.Sizes, v.Type)
		} else {
			sh = p.looseShape(&sig.def.Sizes, v.Type, &rows, false)
		}
		ty := typeOf(v.Type, sh, func(s *syntax.Size) *syntax.Size { return s }, p.funcType)
		sig.params = append(sig.params, sh)
		sig.def.Params = append(sig.def.Params, syntax.NewVar(paramName(v.Name), ty))
		sig.ints = append(sig.ints, make([]*syntax.SizeVar, width(v.Type)))
	}
	p.declareRoom(f, sig)
	return sig
}

func (p *program) paramShape(sizes *[]*syntax.SizeVar, ft flow.Type) *shape {
	return mapShape(ft, func(bool) (shapeKind, *syntax.Size) {
		n := syntax.NewSizeVar(fmt.Sprintf("n%d", len(*sizes)+1))
		*sizes = append(*sizes, n)
		return sized, syntax.SizeOfVar(n)
	}, true)
}

func paramName(s string) string {
	if s == "" || s == "_" {
		return "p"
	}
	return s
}

func (p *program) unique(name string) string {
	if name == "" {
		name = "f"
	}
	out := name
	for i := 2; p.names[out]; i++ {
		out = fmt.Sprintf("%s_%d", name, i)
	}
	p.names[out] = true
	return out
}

// funcType is the type of function values: slices go in and out as [?]τ, and a status where one of the type may fail.
func (p *program) funcType(t *flow.FuncType) syntax.Type {
	return syntax.NewFuncType(p.dynTuple(t.Params), syntax.NewTupleType(p.resultTypes(t)...))
}

func (p *program) resultTypes(t *flow.FuncType) []syntax.Type {
	rs := p.dynTypes(t.Results)
	if p.failing[t.String()] {
		rs = append(rs, syntax.Int)
	}
	return rs
}

func (p *program) dynTypes(ts []flow.Type) []syntax.Type {
	out := make([]syntax.Type, len(ts))
	for i, t := range ts {
		out[i] = typeOf(t, dynShape(t), nil, p.funcType)
	}
	return out
}

func (p *program) dynTuple(ts []flow.Type) syntax.Type { return syntax.NewTupleType(p.dynTypes(ts)...) }

// zeroResult is what the nil function returns, which nobody may call.
func (p *program) zeroResult(ft *flow.FuncType) syntax.Term {
	t := &tr{p: p, sc: newScope()}
	var out []syntax.Term
	for _, r := range ft.Results {
		out = append(out, t.zeros(r, dynShape(r)))
	}
	if p.failing[ft.String()] {
		out = append(out, syntax.IntLit(1))
	}
	return syntax.NewTuple(out...)
}

// failure ends the translation of a function.
type failure struct{}

// CodeTerm is about a program that has no form in the λ-calculus: above all, a derivative written by hand that is not
// linear.
const CodeTerm diag.Code = "flow-term"

func (p *program) report(at *syntax.Pos, msg, hint string) {
	d := diag.Diagnostic{Code: CodeTerm, Message: msg, Hint: hint}
	if at != nil {
		d.Pos = diag.Pos{File: at.File, Line: at.Line, Col: at.Col}
		d.End = d.Pos
	}
	p.errs = append(p.errs, d)
}

// refuse reports a mistake and ends the translation of a function.
func (p *program) refuse(at *syntax.Pos, msg, hint string) {
	p.report(at, msg, hint)
	panic(failure{})
}

// fail is refuse for the function in work.
func (t *tr) fail(at *syntax.Pos, msg, hint string) {
	if at == nil {
		at = t.f.At
	}
	t.p.refuse(at, msg, hint)
}
