package translate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/translate/shelf"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// shelves are the libraries whose functions have a source of our own, by import path.
var shelves = shelf.Folders

// shelfPackage is our own version of a library, or nil. Its path is the library's.
func (t *translator) shelfPackage(path string) *pkgInfo {
	dir := shelves[path]
	if dir == "" {
		return nil
	}
	if p, ok := t.shelf[path]; ok {
		return p
	}
	texts := map[string][]byte{}
	p := &Package{
		Fset: token.NewFileSet(), Info: newInfo(),
		FileName: func(name string) string { return path + "/" + name[strings.LastIndex(name, "/")+1:] },
		ReadFile: func(name string) ([]byte, error) { return texts[name], nil },
	}
	files, err := shelf.Files.ReadDir(dir)
	for _, f := range files {
		name := dir + "/" + f.Name()
		var file *ast.File
		if texts[name], err = shelf.Files.ReadFile(name); err == nil {
			file, err = parser.ParseFile(p.Fset, name, texts[name], parser.ParseComments|parser.SkipObjectResolution)
		}
		if err != nil {
			break
		}
		p.Syntax = append(p.Syntax, file)
	}
	if err == nil {
		conf := types.Config{Importer: shelfImporter{t}}
		p.Types, err = conf.Check(path, p.Fset, p.Syntax, p.Info)
	}
	if err != nil {
		panic("translate: " + err.Error())
	}
	t.shelf[path] = t.index(p)
	return t.shelf[path]
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Implicits: map[ast.Node]types.Object{}, FileVersions: map[*ast.File]string{},
	}
}

// shelfImporter gives the heads of mathematical functions, and what else stands on the shelf.
type shelfImporter struct{ *translator }

// Import is a package of mathematical functions, or one of the shelf.
func (s shelfImporter) Import(path string) (*types.Package, error) {
	text := mathHeads[path]
	if text == "" {
		p := s.shelfPackage(path)
		if p == nil {
			return nil, fmt.Errorf("%s is not on the shelf", path)
		}
		return p.Types, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "heads.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{IgnoreFuncBodies: true, Error: func(error) {}} // it complains that the bodies are missing
	p, _ := conf.Check(path, fset, []*ast.File{file}, nil)
	p.MarkComplete()
	return p, nil
}

// slicesAsAny are the functions of the shelf that have a type parameter for the elements of their first argument, where
// the library takes the slice as any.
var slicesAsAny = map[string]bool{"Slice": true, "SliceStable": true, "SliceIsSorted": true}

// sliceAsAny is such a function for the slice of a call, and its arguments; nil for other functions.
func (f *fn) sliceAsAny(e *ast.CallExpr, obj *types.Func) (*flow.Func, []flow.Expr) {
	if obj.Pkg() == nil || obj.Pkg().Path() != "sort" || !slicesAsAny[obj.Name()] {
		return nil, nil
	}
	s, ok := f.typeOf(e.Args[0]).Underlying().(*types.Slice)
	p, decl := f.declOf(obj)
	if !ok || decl == nil || isOpaque(f.translator.typ(s.Elem())) {
		return nil, nil
	}
	less := obj.Signature().Params().At(1).Type()
	return f.asks(e, p, f.instance(f.pkg, p, obj, []types.Type{f.subst.typ(s.Elem())})), []flow.Expr{f.expr(e.Args[0]), f.exprTo(e.Args[1], less)}
}

// ofInterface are the functions of the shelf that have a type parameter for their first argument, where the library
// takes an interface.
var ofInterface = map[string]bool{
	"sort.Sort": true, "sort.Stable": true, "sort.IsSorted": true, "container/heap.Init": true, "container/heap.Push": true,
	"container/heap.Pop": true, "container/heap.Remove": true, "container/heap.Fix": true,
}

// asInterface calls such a function for the type of its first argument; false for other functions, and where the
// argument is an interface.
func (f *fn) asInterface(e *ast.CallExpr, obj *types.Func, dst []flow.Place) bool {
	if obj.Pkg() == nil || !ofInterface[obj.Pkg().Path()+"."+obj.Name()] || len(e.Args) == 0 {
		return false
	}
	T := f.typeOf(e.Args[0])
	p, decl := f.declOf(obj)
	if decl == nil || T == nil || isInterface(T) || isOpaque(f.translator.typ(T)) {
		return false
	}
	g := f.asks(e, p, f.instance(f.pkg, p, obj, []types.Type{T}))
	c := &flow.Call{Dst: dst, Func: g, Args: []flow.Expr{f.expr(e.Args[0])}, At: f.at(e)}
	for i, a := range e.Args[1:] {
		c.Args = append(c.Args, f.exprTo(a, obj.Signature().Params().At(i+1).Type()))
	}
	f.emit(c)
	return true
}

// declOf is the declaration of a function, in a package that is read or on the shelf; nil when there is none. Where it
// has no body, as it is assembly, its twin in pure Go is taken.
func (t *translator) declOf(obj *types.Func) (*pkgInfo, *ast.FuncDecl) {
	if obj.Pkg() == nil {
		return nil, nil
	}
	if n := recvNamed(obj); isLock(n) && t.closed[typeKey(n)] {
		return nil, nil
	}
	path := obj.Pkg().Path()
	p := t.pkg(path)
	if p == nil {
		p = t.shelfPackage(path)
	}
	if p == nil {
		return nil, nil
	}
	decl := p.decl(obj)
	switch {
	case decl == nil && shelves[path] != "": // a method that stands there as a generic function
		decl = p.decls[strings.Replace(funcName(obj), ".", "_", 1)]
	case decl != nil && decl.Body == nil && t.main.Twin != nil:
		if twin := t.twin(path); twin != nil {
			if d := twin.decl(obj); d != nil && d.Body != nil {
				return twin, d
			}
		}
	}
	if decl == nil && p == t.shelf[path] {
		p = t.beside(path)
		if p == nil {
			return nil, nil
		}
		if decl = p.decl(obj); decl != nil && (decl.Body == nil || t.looksInside(p, decl)) {
			decl = nil
		}
	}
	if decl == nil {
		return nil, nil
	}
	return p, decl
}

// beside is the source of a library of which some is on the shelf, or nil.
func (t *translator) beside(path string) *pkgInfo {
	if p, ok := t.besides[path]; ok {
		return p
	}
	t.besides[path] = nil
	if t.main.Lookup != nil {
		if p := t.main.Lookup(path); p != nil {
			t.besides[path] = t.index(p)
		}
	}
	return t.besides[path]
}

// looksInside reports whether a function of a library names fields of a type that the shelf has in another form.
func (t *translator) looksInside(p *pkgInfo, decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !found
		}
		if s := p.Info.Selections[sel]; s != nil && s.Kind() == types.FieldVal {
			if n := named(s.Recv()); n != nil && t.ownVersion(n) != nil {
				found = true
			}
		}
		return !found
	})
	return found
}

// twin is the package of that path with pure Go in place of assembly, or nil.
func (t *translator) twin(path string) *pkgInfo {
	if p, ok := t.twins[path]; ok {
		return p
	}
	t.twins[path] = nil
	if p := t.main.Twin(path); p != nil {
		t.twins[path] = t.index(p)
	}
	return t.twins[path]
}

// moves translates what only the shelf calls: moved(name, s, v...) and moved(name, s), see [flow.Append].
func (f *fn) moves(e *ast.CallExpr) bool {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok || id.Name != "moved" || f.pkg != f.shelf["slices"] {
		return false
	}
	s := &flow.Append{Moves: constant.StringVal(f.pkg.Info.Types[e.Args[0]].Value), Src: f.expr(e.Args[1]), At: f.at(e)}
	s.Dst = flow.Place{Var: f.temp("moved", s.Src.Type(), e)}
	if len(e.Args) > 2 {
		s.Spread = f.expr(e.Args[2])
	} else {
		s.Surely = true
	}
	f.emit(s)
	return true
}

// forRows is what stands on the shelf for a function of slices whose elements hold slices, or obj.
func (f *fn) forRows(p *pkgInfo, obj *types.Func, args []types.Type) *types.Func {
	if p != f.shelf["slices"] || len(args) < 2 || !holdsSlices(f.translator.typ(args[1]), map[*flow.Struct]bool{}) {
		return obj
	}
	name := strings.ToLower(obj.Name()[:1]) + obj.Name()[1:] + "Rows"
	if rows, ok := p.Types.Scope().Lookup(name).(*types.Func); ok {
		return rows
	}
	return obj
}

func holdsSlices(t flow.Type, seen map[*flow.Struct]bool) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return true
	case *flow.Array:
		return holdsSlices(t.Elem, seen)
	case *flow.Pointer:
		return holdsSlices(t.Elem, seen)
	case *flow.Struct:
		if seen[t] {
			return false
		}
		seen[t] = true
		for _, f := range t.Fields {
			if holdsSlices(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// An ask is the call for which a function on the shelf is translated: what cannot be done there is said here.
type ask struct {
	fn   *fn
	node ast.Node
	said bool
}

// asks notes that a function of a package is called, if it is on the shelf.
func (f *fn) asks(n ast.Node, p *pkgInfo, g *flow.Func) *flow.Func {
	if !f.onTheShelf(p) || f.asked[g] != nil {
		return g
	}
	f.asked[g] = f.asked[f.top().flow] // the shelf itself may ask
	if f.asked[g] == nil {
		f.asked[g] = &ask{fn: f, node: n}
	}
	return g
}

// refuse says once that the function cannot be had.
func (a *ask) refuse(code diag.Code, why string) {
	if a.said {
		return
	}
	a.said = true
	what := "this"
	switch e := a.node.(type) {
	case *ast.CallExpr:
		what = a.fn.describe(e.Fun)
	case ast.Expr:
		what = a.fn.describe(e)
	}
	hint := ""
	if code == "opaque-value" {
		hint = "do it by numbers, as ints that stand for the strings; a loop may compare strings with constants"
	}
	a.fn.report(a.fn.pkg, a.node.Pos(), a.node.End(), code, fmt.Sprintf("%s looks at values that the derivative does not know: in it, %s", what, why), hint)
}
