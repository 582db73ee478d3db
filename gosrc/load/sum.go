package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A function that adds over examples, F(p, x) = after(p, n, Σ part(p, before(p), x_i)), is made of three functions: what
// depends on the parameters alone, what one example adds, and what becomes of the sums. They are functions of the
// package, made of copies of F's statements, and have VJPs like all others. What the sums are kept in is package wrap's.

// A SumOver is a directive //chad:sum, taken apart.
type SumOver struct {
	*Directive

	// Params are the parameters of F, its receiver first. Over has those that hold examples.
	Params []SumParam
	// Locals are variables that are made before the loop and read in it.
	Locals []SumVar
	// Totals are the variables that the loop adds to.
	Totals []SumVar
	// Before, Part and After are the three functions. Before is nil where it would return nothing. All is Part for
	// slices of examples; it is nil where sums are reproducible, of which each example is added by itself.
	Before, Part, All, After *SumPart
	// Cuts are functions that part calls: each gives what it is given, a variable that counts as linear.
	Cuts []*ast.FuncDecl
	// Gradient is the sum of gradients of the function that a sum of products belongs to.
	Gradient *SumOver
}

// A SumParam is a parameter.
type SumParam struct {
	Name string
	Over bool
}

// A SumVar is a variable of the function.
type SumVar struct {
	Name string
	Type types.Type
	// Active says that it depends on what the derivative is by.
	Active bool
}

// Parts are the functions that are there.
func (s *SumOver) Parts() []*SumPart {
	return slices.DeleteFunc([]*SumPart{s.Before, s.Part, s.All, s.After}, func(p *SumPart) bool { return p == nil })
}

// A SumPart is one of the functions.
type SumPart struct {
	Decl *ast.FuncDecl
	// VJP asks for its VJP; nil where nothing varies.
	VJP *Directive
	// HVPs ask for the products of the Hessians of active results with a direction.
	HVPs []*Directive
}

// Asks is the first directive of the part, or nil.
func (p *SumPart) Asks() *Directive {
	if p.VJP == nil && len(p.HVPs) > 0 {
		return p.HVPs[0]
	}
	return p.VJP
}

// Sums are the directives //chad:sum of a file.
func (f *File) Sums() (out []*SumOver) {
	for _, d := range f.Directives {
		if d.taken != nil {
			out = append(out, d.taken)
		}
	}
	return out
}

// sums takes apart the functions that add over examples, and declares their parts.
func (p *Package) sums() (ds diag.List) {
	for _, f := range p.Files {
		var more []ast.Decl
		for _, d := range slices.Clone(f.Directives) {
			if d.Verb != Sum || d.Object == nil {
				continue
			}
			s := &splitter{p: p, f: f, d: d, info: p.TypesInfo}
			s.cloner = &cloner{replace: s.replaced, copies: map[ast.Node][]ast.Node{}}
			if x := s.split(); x != nil {
				m := p.World.reportAs(x, CodeSum)
				if !slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { // of another directive of the function
					return d.Pos == m.Pos && d.Message == m.Message
				}) {
					ds = append(ds, m)
				}
				continue
			}
			d.taken = s.out
			for _, c := range s.out.Cuts {
				more = append(more, c)
			}
			for _, part := range s.out.Parts() {
				more = append(more, part.Decl)
				if part.VJP != nil {
					f.Directives = append(f.Directives, part.VJP)
				}
				f.Directives = append(f.Directives, part.HVPs...)
			}
			for _, c := range slices.Clone(f.Directives) { // of loops in the function
				for _, at := range s.copies[c.Node] {
					if other := *c; c.Verb == Checkpoint {
						other.Node = at
						f.Directives = append(f.Directives, &other)
					}
				}
			}
		}
		for _, d := range f.Directives {
			if d.taken != nil && d.Second {
				if x := d.findGradient(); x != nil {
					ds = append(ds, p.World.Report(x))
				}
			}
		}
		if len(more) > 0 {
			syntax := *f.Syntax // somebody else's, maybe
			syntax.Decls = slices.Concat(syntax.Decls, more)
			p.Syntax[slices.Index(p.Syntax, f.Syntax)] = &syntax
			f.Syntax = &syntax
		}
	}
	return ds
}

// findGradient finds the sum of gradients that a sum of products needs.
func (d *Directive) findGradient() *Fault {
	text := func(e *Directive) string {
		var out []string
		for _, w := range e.Over {
			out = append(out, w.Text)
		}
		for _, p := range e.Wrt {
			out = append(out, "by "+p.String())
		}
		return strings.Join(out, " ")
	}
	for _, e := range d.File.Directives {
		if e.taken != nil && !e.Second && e.Decl == d.Decl && text(e) == text(d) {
			d.taken.Gradient = e.taken
			return nil
		}
	}
	keys := "form=hvp"
	if d.GaussNewton {
		keys = "form=gnvp, outputs="
	}
	return d.fault("add the same line without "+keys+" and name=",
		"products need the sum of gradients, by the same parameters")
}

// gradientOf is the name of the type of the first sum of gradients of the same function.
func (f *File) gradientOf(d *Directive) string {
	for _, e := range f.Directives {
		if e.Verb == Sum && !e.Second && e.Decl == d.Decl {
			return e.Name
		}
	}
	return d.Name // which is refused
}

// A splitter takes one function apart.
type splitter struct {
	*cloner

	p    *Package
	f    *File
	d    *Directive
	info *types.Info
	out  *SumOver

	params []*types.Var // the receiver first
	over   map[*types.Var]bool
	first  *types.Var // the first parameter with examples

	pre, post []ast.Stmt
	loop      ast.Stmt
	label     *ast.LabeledStmt // around the loop, or nil
	body      *ast.BlockStmt
	index     types.Object // the variable of the loop, nil if it has none
	element   types.Object // the variable that holds an example, nil if there is none

	counts map[types.Object]bool // variables that are the number of examples
	count  string                // the parameter that is the number of examples
	number bool                  // a copy reads that, and not the length of a slice
	single bool                  // a copy is of the body of the loop, for one example
	// returning are statements that are returns in such a copy.
	returning map[ast.Node]bool

	totals  []*types.Var // in the order in which the loop comes to them
	locals  []*types.Var
	fixed   []ast.Stmt // constants and functions that are declared before the loop and that it needs
	active  map[types.Object]bool
	groups  map[types.Object][]types.Object    // the variables before the loop, by what shared gives for them
	known   map[ast.Node]map[types.Object]bool // what statements change
	shared  func(types.Object) types.Object    // one of the variables that may share memory with a variable
	readers map[*types.Func]bool               // functions of the package that write to nothing that they are given
	// before and rest are the statements before the loop that the functions before and after it are made of.
	before, rest []ast.Stmt
	// of outputs= the variables, and how many statements of the loop are there up to the last one that sets one
	outputs []*types.Var
	linear  int
	names   map[types.Object]bool // outputs, and other names for their memory
	written map[*types.Var]bool   // parameters of functions of the package whose elements these set
}

// split finds the parts. The fault says why there are none.
func (s *splitter) split() *Fault {
	for _, step := range []func() *Fault{s.signature, s.findLoop, s.readLoop, s.readBefore, s.readRest} {
		if x := step(); x != nil {
			return x
		}
	}
	s.findActive()
	if x := s.findCut(); x != nil {
		return x
	}
	return s.declare()
}

// at is a fault of a piece of syntax.
func at(n ast.Node, hint, format string, args ...any) *Fault {
	return &Fault{Pos: n.Pos(), End: n.End(), Message: fmt.Sprintf(format, args...), Hint: hint}
}

// signature looks at the parameters and the result.
func (s *splitter) signature() *Fault {
	d := s.d
	sig := d.Object.Signature()
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return d.fault("write the function for the types that you need", "sum is not for generic functions")
	}
	if sig.Results().Len() != 1 || !types.Identical(types.Unalias(sig.Results().At(0).Type()),
		types.Typ[types.Float64]) {
		return d.fault("return the float64 alone, and panic in place of an error",
			"sum is for functions that return one float64")
	}
	s.params = slices.Collect(parameters(sig))
	s.over = map[*types.Var]bool{}
	for _, w := range d.Over {
		i := slices.IndexFunc(s.params, func(v *types.Var) bool { return v.Name() == w.Text })
		if i < 0 || w.Text == "_" {
			var names []string
			for _, v := range s.params {
				names = append(names, v.Name())
			}
			return w.nearest(names, "", "%s has no parameter %s", d.Object.Name(), w.Text)
		}
		if _, ok := s.params[i].Type().Underlying().(*types.Slice); !ok {
			return w.fault("take the examples in a slice", "%s, of type %s, is no slice of examples", w.Text,
				d.text(s.params[i].Type()))
		}
		if s.over[s.params[i]] {
			return w.fault("leave one of them out", "%s is given twice", w.Text).offer("leave the second one out",
				w.out())
		}
		s.over[s.params[i]] = true
		if s.first == nil {
			s.first = s.params[i]
		}
	}
	for _, v := range s.params {
		if types.Universe.Lookup(v.Name()) != nil {
			return at(s.declared(v), "rename it", "the parameter %s has the name of Go's own %s, which the methods of the sum need",
				v.Name(), v.Name())
		}
		if x := s.holdable(v); x != nil {
			return x
		}
	}
	for _, path := range d.Wrt {
		part, x := d.Resolve(path)
		if x != nil {
			return x
		}
		if s.over[part.Param] {
			return path[0].fault("leave it out of wrt= or of over=",
				"%s cannot be an example and what the gradient is by",
				path[0].Text)
		}
	}
	return nil
}

// holdable is a fault where a sum cannot tell two values of a parameter apart, so that it would merge what is at
// different points; or where a value of it changes when it is used.
func (s *splitter) holdable(v *types.Var) *Fault {
	n := v.Name()
	if p, ok := types.Unalias(v.Type()).(*types.Pointer); ok {
		if named, ok := types.Unalias(p.Elem()).(*types.Named); ok && named.Obj().Name() == "Rand" &&
			named.Obj().Pkg() != nil {
			if path := named.Obj().Pkg().Path(); path == "math/rand" || path == "math/rand/v2" {
				return at(s.declared(v), "draw the numbers before, and give each example its own, in a slice in over=",
					"a sum cannot draw random numbers from %s: each example would change them for the next", n)
			}
		}
	}
	switch v.Type().Underlying().(type) {
	case *types.Interface, *types.Signature:
		return at(s.declared(v), "take a concrete type, or choose by a number",
			"a sum keeps no %s, of type %s: it could not tell whether another sum has the same", n, s.d.text(v.Type()))
	}
	return nil
}

// declared is the name of a parameter where it is declared.
func (s *splitter) declared(v *types.Var) ast.Node {
	var found ast.Node = s.d.Decl.Name
	ast.Inspect(s.d.Decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.info.Defs[id] == v {
			found = id
		}
		return true
	})
	return found
}

// expr is the type t as the file writes it.
func (s *splitter) typeExpr(n ast.Node, name string, t types.Type) (ast.Expr, *Fault) {
	var unknown *types.Package
	text := types.TypeString(t, func(q *types.Package) string {
		if q == s.p.Types {
			return ""
		}
		for _, spec := range s.f.Syntax.Imports {
			if pkg, ok := s.info.Implicits[spec].(*types.PkgName); ok && pkg.Imported() == q {
				return pkg.Name()
			}
			if spec.Name != nil {
				if pkg, ok := s.info.Defs[spec.Name].(*types.PkgName); ok && pkg.Imported() == q {
					return pkg.Name()
				}
			}
		}
		unknown = q
		return q.Name()
	})
	if unknown != nil {
		return nil, at(n, "import it, or make the variable in the loop",
			"%s is of type %s, of a package that the file does not import", name, text)
	}
	x, err := parser.ParseExpr(text)
	if err != nil || s.local(t) {
		return nil, at(n, "declare the type at the level of the package, or make the variable in the loop",
			"%s, which the loop over the examples reads, is of a type that cannot be named outside of %s", name,
			s.d.Object.Name())
	}
	ast.Inspect(x, func(n ast.Node) bool { // which has no places of the user's
		if id, ok := n.(*ast.Ident); ok {
			id.NamePos = s.d.Decl.Pos()
		}
		return true
	})
	return x, nil
}

// local reports whether a type has parts that are declared in a function.
func (s *splitter) local(t types.Type) bool {
	found := false
	var look func(t types.Type, depth int)
	look = func(t types.Type, depth int) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if o := t.Obj(); o.Pkg() != nil && o.Parent() != o.Pkg().Scope() {
				found = true
			}
		case *types.Slice:
			look(t.Elem(), depth+1)
		case *types.Pointer:
			look(t.Elem(), depth+1)
		case *types.Array:
			look(t.Elem(), depth+1)
		}
	}
	look(t, 0)
	return found
}
