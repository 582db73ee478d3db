package translate

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/stop"
)

// A Package is what the translation reads of a type-checked Go package.
type Package struct {
	Fset   *token.FileSet
	Syntax []*ast.File
	Stubs  []*ast.File // of generated files; what has a body in them does what is generated
	Types  *types.Package
	Info   *types.Info // Types, Defs, Uses, Selections, Instances, InitOrder and FileVersions are used
	// Lookup finds other packages by their import path; it gives nil for those whose syntax is not there, and may be
	// nil itself. Types of different packages may come from different runs of the type checker: functions are found by
	// name.
	Lookup func(path string) *Package
	// Twin finds packages with pure Go in place of assembly; it may be nil.
	Twin func(path string) *Package
	// Other says that the package belongs to another module than the user's: what cannot be done in it is said at the
	// call that leads there.
	Other bool
	// FileName is the name of a source file in positions of the program, which emitted code shows; that of Fset when it
	// is nil.
	FileName func(name string) string
	// ReadFile gives the text of a source file, for messages; os.ReadFile when it is nil.
	ReadFile func(name string) ([]byte, error)

	// Context ends the translation and what follows it, by a panic of package stop. Nil is one that does not end.
	Context context.Context
	// Derivatives are those that the package attaches to functions; when it is nil, they are read from its comments.
	Derivatives []Derivative
	// Asked are the functions that its directives ask for, which have no bodies.
	Asked []Asked
	// Sources, if not nil, gets what each operation of the program was made of.
	Sources map[*flow.Op]ast.Node

	found found // in the syntax, by the first translation that asks
}

// A Root is a function to translate; TypeArgs are those of a generic one. For a method of a generic type they are the
// type arguments of the receiver.
type Root struct {
	Func     *types.Func
	TypeArgs []types.Type
	// DropEffects leaves out prints, logs and writes to package variables.
	DropEffects bool
	// Choose, if not nil, takes parameters that are interfaces as one of several types each.
	Choose *Choosing
}

// A Param is a parameter or result of a root, with its Go type. The receiver of a method is its first parameter.
type Param struct {
	Name string // as declared; empty or _ for none
	Go   types.Type
	Var  *flow.Var
}

// A RootFunc is a translated root.
type RootFunc struct {
	Root
	Flow            *flow.Func
	Params, Results []Param
	Choices         []Choice // whose structs are the types of their parameters
}

// Result is a program and what its roots are in it.
type Result struct {
	Program *flow.Program
	Roots   []RootFunc
	// Strings are constants: where the program has a [flow.StringT] that is a positive number, it is the one of that
	// place, counted from 1; 0 is the empty string, -1 any other.
	Strings []string
	// Attached are the derivatives of all packages that calls were found for.
	Attached map[*types.Func]bool
}

// Translate translates the roots of p and all that they call. The diagnostics say what lies outside the subset; when
// there are any the program is not complete and must not be used. It takes time linear in the size of the functions
// reached, times the number of instances of generic ones.
func Translate(p *Package, roots []Root) (*Result, diag.List) {
	known, text := calls{}, false
	for {
		t := newTranslator(p, known)
		t.hasText = text
		res, ds := t.translate(roots)
		if t.found.count() == known.count() && (text || !t.wantText) {
			res.Strings, res.Attached = t.strings.list, t.attaches
			return res, ds
		}
		known, text = t.found, text || t.wantText
	}
}

func newTranslator(p *Package, known calls) *translator {
	t := &translator{
		opened: known, madeText: map[*flow.Func]bool{}, textCalls: map[*flow.Func][]textCall{},
		found:    known.clone(),
		layouts:  map[string]*layout{},
		pkgs:     map[string]*pkgInfo{},
		boxing:   map[[2]string]bool{},
		funcs:    map[string]*flow.Func{},
		asked:    map[*flow.Func]*ask{},
		attaches: map[*types.Func]bool{},
		types:    map[types.Type]flow.Type{},
		ctx:      types.NewContext(),
		doing:    map[types.Type]bool{},
		sources:  map[string]*diag.Source{},
		shelf:    map[string]*pkgInfo{},
		twins:    map[string]*pkgInfo{},
		besides:  map[string]*pkgInfo{},
		errors:   map[string]int64{},
		closed:   map[string]bool{},
	}
	t.main = t.adopt(p)
	t.where = t.main
	return t
}

func (t *translator) translate(roots []Root) (*Result, diag.List) {
	res := &Result{Program: t.program()}
	t.guarded(func() {
		for _, r := range roots {
			t.closeTypes(newSubst(t.ctx, r.Func.Signature(), r.TypeArgs).typ(r.Func.Signature()), map[types.Type]bool{})
			if recv := r.Func.Signature().Recv(); recv != nil {
				t.closeTypes(newSubst(t.ctx, r.Func.Signature(), r.TypeArgs).typ(recv.Type()), map[types.Type]bool{})
			}
		}
		for _, r := range roots {
			t.root(res, r)
		}
		t.drain()
		t.refuseSelfDerived()
		t.refuseOutsideErrors(res)
		t.refuseMadeText()
		t.refuseSeenText(res.Roots)
	})
	return res, t.diags.Sort()
}

// guarded turns a broken invariant into a diagnostic: a file that a user wrote must not stop the program.
func (t *translator) guarded(run func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := stop.Error(r); ok {
				panic(r)
			}
			pos := t.now
			if pos == nil {
				pos = t.main.Syntax[0].Name
			}
			t.report(t.where, pos.Pos(), pos.End(), "go-defect",
				fmt.Sprintf("a defect of chad, not of the program, please report it: %v",
					r), "until it is mended, write this function in another way, or its derivative yourself, with "+
					"//chad:derivative")
		}
	}()
	run()
}

// translator is the state of one Translate.
type translator struct {
	main  *pkgInfo
	pkgs  map[string]*pkgInfo
	prog  *flow.Program
	funcs map[string]*flow.Func // instances by key
	queue []func()              // bodies that are still to be translated
	types map[types.Type]flow.Type
	ctx   *types.Context
	doing map[types.Type]bool // named types whose translation is under way
	// boxing are the types and interfaces of boxes that are being made.
	boxing map[[2]string]bool
	shelf  map[string]*pkgInfo // our own versions of libraries, by path
	twins  map[string]*pkgInfo // packages with pure Go in place of assembly, by path
	// besides are the sources of libraries of which some is on the shelf, by path.
	besides map[string]*pkgInfo
	asked   map[*flow.Func]*ask // who first called functions that are not the user's
	// attaches has the derivatives that were called for.
	attaches map[*types.Func]bool
	sources  map[string]*diag.Source
	closed   map[string]bool // the map types in signatures of roots
	opened   calls           // what is done with interfaces, as the translation before this one found
	found    calls           // what this one found
	hasText  bool            // strings are numbers
	// wantText says that a string is compared with a constant.
	wantText bool
	strings  texts
	// madeText are functions with directives that return strings made of others, textCalls the calls whose strings are
	// used.
	madeText  map[*flow.Func]bool
	textCalls map[*flow.Func][]textCall
	texts     []madeText           // strings made of others
	memories  map[*pkgInfo]*memory // what leads to memory of package variables
	// inArgument says that the search in memories follows what a call is given.
	inArgument bool
	errors     map[string]int64    // the numbers of errors that package variables hold
	numbered   []*flow.Lit         // these numbers where they stand
	compared   []comparedError     // where errors are compared
	implicits  []implicitly        // functions that solve equations
	derivs     []derivedAt         // where derived functions are first called
	drops      bool                // what is translated now leaves out effects that no result can read
	isRoot     bool                // the function that is made now is one with a directive
	choosing   bool                // values of parameters that are interfaces may be of several types
	choosable  map[*types.Var]bool // its parameters that are interfaces of known types
	layouts    map[string]*layout  // of open interfaces, by the texts of their types
	diags      diag.List
	now        ast.Node // the statement being translated, for messages about defects
	where      *pkgInfo // its package
}

func (t *translator) program() *flow.Program {
	if t.prog == nil {
		t.prog = &flow.Program{Context: t.main.Context}
	}
	return t.prog
}

// root translates the head of a root; bodies follow in drain.
func (t *translator) root(res *Result, r Root) {
	sig := r.Func.Signature()
	p := t.pkg(r.Func.Pkg().Path())
	if p == nil || p.decl(r.Func) == nil {
		t.report(t.main, r.Func.Pos(), token.NoPos, "no-body", fmt.Sprintf("%s has no body here", r.Func.Name()), "")
		return
	}
	t.isRoot = true
	subst := newSubst(t.ctx, sig, r.TypeArgs)
	rf := RootFunc{Root: r}
	t.choosing = r.Choose != nil
	rf.Choices, t.choosable = t.choices(p, r, subst)
	var inst *flow.Func
	t.dropping(r.DropEffects, func() {
		if len(rf.Choices) > 0 {
			inst = t.chooser(p, r, subst, rf.Choices, t.choosable)
		} else {
			inst = t.instance(t.main, p, r.Func, r.TypeArgs)
		}
	})
	rf.Flow = inst
	for i, v := range variablesOf(sig) {
		rf.Params = append(rf.Params, Param{v.Name(), subst.typ(v.Type()), inst.Params[i]})
	}
	for _, c := range rf.Choices {
		rf.Params[c.Param].Go = c.Go()
	}
	for i := range sig.Results().Len() {
		v := sig.Results().At(i)
		rf.Results = append(rf.Results, Param{v.Name(), subst.typ(v.Type()), inst.Results[i]})
	}
	res.Roots = append(res.Roots, rf)
}

// drain translates bodies until none is left.
func (t *translator) drain() {
	for len(t.queue) > 0 {
		next := t.queue[0]
		t.queue = t.queue[1:]
		next()
	}
}

// report adds a diagnostic, which is there to be changed until the next one is added.
func (t *translator) report(p *pkgInfo, from, to token.Pos, code diag.Code, msg, hint string) *diag.Diagnostic {
	if hint == "" {
		hint = hintOf(code)
	}
	d := t.diagnose(p, from, to)
	d.Code, d.Message, d.Hint = code, msg, hint
	t.diags = append(t.diags, d)
	return &t.diags[len(t.diags)-1]
}

// diagnose is a message about a place that says nothing yet.
func (t *translator) diagnose(p *pkgInfo, from, to token.Pos) diag.Diagnostic {
	file := p.Fset.File(from)
	if file == nil {
		return diag.Diagnostic{}
	}
	src := t.source(p, file.Name())
	start := file.Offset(from)
	end := start
	if to.IsValid() && p.Fset.File(to) == file {
		end = file.Offset(to)
	}
	return src.Diagnose(start, end, "", "", "")
}

// source is the text of a file, empty when it cannot be read.
func (t *translator) source(p *pkgInfo, name string) *diag.Source {
	if s := t.sources[name]; s != nil {
		return s
	}
	read := p.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(name)
	if err != nil {
		text = nil
	}
	s := diag.NewSource(name, text)
	t.sources[name] = s
	return s
}
