package check

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
)

var chadOptions = chad.EmitOptions{}

// A subject is a function to judge, with its derivatives by some of its parameters: what a case of package judge is
// made from.
type subject struct {
	name string // unique
	kind kind
	fn   *types.Func
	args []types.Type    // of a generic function
	d    *load.Directive // the first that it is for
	wrt  []load.Part
	of   int // the result that is differentiated, errors not counted; -1 is all
	// derived are its derivatives, added the directives that ask for those that the user did not ask for.
	derived []derived
	added   []*load.Directive
	// gradient is the name of what Hessians are judged by, or empty.
	gradient string
	from     []string // subjects that may call the function
	record   bool     // the arguments that it is called with
	at       *load.Directive
}

type kind int

const (
	asked    kind = iota // a function with directives that ask for derivatives
	attached             // a derivative written by hand
	helper               // what a wrong function calls
)

// pullback is the verb, for package judge, of a VJP that is written by hand.
const pullback load.Verb = "pullback"

type derived struct {
	verb load.Verb
	name string
	fn   *types.Func     // of a derivative written by hand
	at   *load.Directive // that attaches it
	asks bool            // of the user's
}

// keep leaves out the derivatives that were added and are not in a list.
func (s *subject) keep(can []*load.Directive) {
	for _, a := range s.added {
		if slices.Contains(can, a) {
			continue
		}
		s.derived = slices.DeleteFunc(s.derived, func(d derived) bool { return !d.asks && d.name == a.Name })
		if s.gradient == a.Name {
			s.gradient, s.derived = "", nil
		}
	}
	s.added = slices.DeleteFunc(s.added, func(d *load.Directive) bool { return !slices.Contains(can, d) })
}

// prefix begins the names of what is added to a package.
const prefix = "chadCheck"

// subjects are those of the package, in the order of its files: functions that ask for derivatives, one for each set of
// parameters, and derivatives written by hand.
func (c *checking) subjects() []*subject {
	var out []*subject
	byKey := map[string]*subject{}
	for _, d := range c.p.Asked() {
		name := qualified(d.Object)
		if d.Verb == load.Func || d.Colors || !c.wanted(d.File) {
			continue
		}
		c.known[name] = true
		if len(c.opt.Funcs) > 0 && !slices.Contains(c.opt.Funcs, name) {
			continue
		}
		second := d.Verb == load.Hessian || d.Verb == load.HVP
		args, _ := d.TypeArgs()
		key := fmt.Sprint(name, args, d.Wrt, d.Of.Text, second)
		s := byKey[key]
		if s == nil {
			s = &subject{name: fmt.Sprintf("%s#%d", name, len(out)), fn: d.Object, args: args, d: d, at: d, of: resultOf(d)}
			s.wrt = parts(d)
			byKey[key] = s
			out = append(out, s)
			if second {
				s.gradient = fmt.Sprint(prefix, "Grad", len(out))
				s.ask(load.Grad, s.gradient)
			}
		}
		s.derived = append(s.derived, derived{verb: d.Verb, name: d.Name, asks: true})
	}
	for i, s := range out {
		if s.gradient == "" {
			s.complete(i)
		}
	}
	byHand := append(c.attached(out), c.solvers(out)...)
	return append(out, byHand...)
}

// complete asks for the modes that nobody asked for.
func (s *subject) complete(i int) {
	forward, reverse := false, false
	for _, d := range s.derived {
		forward = forward || d.verb == load.JVP
		reverse = reverse || d.verb == load.Grad || d.verb == load.VJP
	}
	if !forward {
		name := fmt.Sprint(prefix, "JVP", i)
		s.ask(load.JVP, name)
		s.derived = append([]derived{{verb: load.JVP, name: name}}, s.derived...)
	}
	if !reverse {
		name := fmt.Sprint(prefix, "VJP", i)
		s.ask(load.VJP, name)
		s.derived = append(s.derived, derived{verb: load.VJP, name: name})
	}
}

// ask adds a directive like that of the subject.
func (s *subject) ask(verb load.Verb, name string) {
	d := *s.d
	d.Verb, d.Name, d.Colors = verb, name, false
	s.added = append(s.added, &d)
}

// held are the types of values that parameters may have that are interfaces.
func (s *subject) held(p *types.Package) (out []types.Type) {
	c := translate.Choosing{Takes: wrap.IsMatrix}
	c.Types, _ = s.d.Held() // the fault, if any, was found when the package was loaded
	seen := map[string]bool{}
	for v := range s.fn.Signature().Params().Variables() {
		for _, t := range c.Of(p, v.Type()) {
			if key := types.TypeString(t, nil); !seen[key] {
				seen[key] = true
				out = append(out, t)
			}
		}
	}
	return out
}

// attached are the derivatives that the package attaches to functions, and the solutions of equations, with the
// subjects that call these.
func (c *checking) attached(callers []*subject) (out []*subject) {
	g := c.calls()
	of := map[*types.Func]*subject{}
	for _, d := range c.p.Derivatives() {
		by := derived{verb: load.Derivative, name: d.Object.Name(), fn: d.Object, at: d, asks: true}
		if d.Pulls {
			by.verb = pullback
		}
		if s := of[d.Target]; s != nil { // the other form
			s.derived = append(s.derived, by)
			if by.verb == load.Derivative { // which comes first
				slices.Reverse(s.derived)
			}
			continue
		}
		s := &subject{
			name: "derivative " + qualified(d.Target), kind: attached, fn: d.Target, d: d, at: d, of: -1, derived: []derived{by},
		}
		of[d.Target] = s
		if typeParams(d.Target) > 0 || !c.wanted(d.File) && len(c.only) > 0 {
			continue
		}
		for _, r := range callers {
			if g.reaches(r.fn, d.Target) {
				s.from = append(s.from, r.name)
			}
		}
		if len(c.opt.Funcs) > 0 && len(s.from) == 0 {
			continue
		}
		s.record = c.recordable(d.Target)
		out = append(out, s)
	}
	return out
}

// solvers are functions of the package whose derivatives are those of the equations that they solve.
func (c *checking) solvers(callers []*subject) (out []*subject) {
	g := c.calls()
	for _, d := range c.p.Implicits() {
		decl, file := c.decl(d.Object)
		if decl == nil || typeParams(d.Object) > 0 || !c.wanted(file) ||
			slices.ContainsFunc(callers, func(s *subject) bool { return s.fn == d.Object }) {
			continue
		}
		s := c.helper(d.Object, decl, file)
		s.complete(len(callers) + len(out))
		for _, r := range callers {
			if g.reaches(r.fn, d.Object) {
				s.from = append(s.from, r.name)
			}
		}
		if len(c.opt.Funcs) == 0 || len(s.from) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// parts are what a directive differentiates by.
func parts(d *load.Directive) (out []load.Part) {
	for _, path := range d.Wrt {
		part, _ := d.Resolve(path)
		out = append(out, part)
	}
	return out
}

// resultOf is the result that a directive names, errors not counted; -1 if it names none.
func resultOf(d *load.Directive) int {
	i := 0
	for v := range d.Object.Signature().Results().Variables() {
		if d.Of.Text != "" && v.Name() == d.Of.Text {
			return i
		}
		if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			i++
		}
	}
	return -1
}

func typeParams(f *types.Func) int {
	return f.Signature().TypeParams().Len() + f.Signature().RecvTypeParams().Len()
}

// qualified is F, or Type.Method.
func qualified(f *types.Func) string {
	if named := receiver(f); named != nil {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// receiver is the named type that a method belongs to, or nil.
func receiver(f *types.Func) *types.Named {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// decl is the declaration of a function in the package, and its file.
func (c *checking) decl(f *types.Func) (*ast.FuncDecl, *load.File) {
	for _, file := range c.p.Files {
		if file.Syntax == nil || file.Syntax.Pos() > f.Pos() || f.Pos() >= file.Syntax.End() {
			continue
		}
		for _, d := range file.Syntax.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Pos() == f.Pos() {
				return d, file
			}
		}
	}
	return nil, nil
}

// display is the name of a function in lines and messages.
func (s *subject) display() string {
	name := qualified(s.fn)
	if s.kind == attached {
		name = joinedBy(s.derived, " and ", func(d derived) string { return d.name })
	}
	if s.kind != asked {
		return name
	}
	if len(s.d.Inst) > 0 {
		name += "[" + joined(s.d.Inst, func(w load.Word) string { return w.Text }) + "]"
	}
	if s.d.Of.Text != "" {
		name += " of " + s.d.Of.Text
	}
	if len(s.d.Wrt) > 0 {
		name += " by " + joined(s.d.Wrt, load.Path.String)
	}
	if s.gradient != "" {
		name += ", second order"
	}
	return name
}

// wrongBy is what a verdict blames, and the directive that it stands below.
func (s *subject) wrongBy(v *judge.Verdict) (name string, at *load.Directive) {
	for _, d := range s.derived {
		if d.at != nil && d.name == v.By {
			return d.name, d.at
		}
	}
	return s.display(), s.at
}

func joined[T any](list []T, text func(T) string) string { return joinedBy(list, ", ", text) }

func joinedBy[T any](list []T, sep string, text func(T) string) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = text(x)
	}
	return strings.Join(out, sep)
}
