package wrap

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A File is one Go source file with directives.
type File struct {
	Package *types.Package
	// Source is the base name of the file, for the header and for the names of helpers.
	Source string
	// Build is the build constraint of the file, without the //go:build; it may be empty.
	Build string
	Roots []*Root
	// Data are the data types of the definitions.
	Data []*syntax.Data
	// Options say how Go is emitted.
	Options chad.EmitOptions
}

// An Error is what is wrong with one directive.
type Error struct {
	Root, Directive int
	Err             error
}

// Error is the message.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap is the error without its place.
func (e *Error) Unwrap() error { return e.Err }

// Errors are errors of several directives.
type Errors []*Error

// Error is the messages, one on a line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// file is a File while it is made.
type file struct {
	*File
	suffix string // of helpers
	scope  *scope // names of package level
	// ambiguous are bases of names that do not tell functions apart.
	ambiguous map[string]bool
	imports   map[string]string // paths of the packages used, to their names in the file
	helpers   map[string]bool   // used by wrappers
	spaces    map[*types.Func]*space
}

// Generate makes the Go file for the directives of one file: the same input gives the same bytes.
// The error is [Errors], or about the whole file.
func Generate(in *File) (src []byte, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case defect:
			src, err = nil, fmt.Errorf("wrap: a defect of chad, not of the input, please report it: %s", string(r))
		default:
			panic(r)
		}
	}()
	return generate(in)
}

// A defect is a panic of this package about itself.
type defect string

func generate(in *File) ([]byte, error) {
	f := newFile(in)
	var errs Errors
	var fns []*fn
	var exports []chad.Export
	var at []string
	for i, r := range in.Roots {
		rt, err := f.root(r)
		if err != nil {
			errs = append(errs, &Error{i, 0, err})
			continue
		}
		for k := range r.Directives {
			ws, es, err := rt.prepare(&r.Directives[k])
			if err != nil {
				errs = append(errs, &Error{i, k, err})
				continue
			}
			for _, w := range ws {
				w.index = [2]int{i, k}
				at = append(at, w.at)
			}
			fns, exports = append(fns, ws...), append(exports, es...)
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	if len(fns) == 0 {
		return nil, fmt.Errorf("%s: nothing to generate", in.Source)
	}
	type more struct {
		w *fn
		i int
	}
	var also []more
	for _, w := range fns {
		for _, e := range w.also {
			e.Name = w.coreName("Rows")
			e.Doc = "is the core of " + w.name + " in reverse mode."
			also = append(also, more{w, len(exports)})
			exports, at = append(exports, e), append(at, w.at)
		}
	}
	src, cores, err := in.Options.EmitCores(in.Package.Name(), at, exports...)
	if err != nil {
		return nil, blame(in, fns, at, exports, err)
	}
	var text strings.Builder
	done := map[*space]bool{}
	for i, w := range fns {
		w.core, w.cores = cores[i], cores[i:i+1:i+1]
	}
	for _, m := range also {
		m.w.cores = append(m.w.cores, cores[m.i])
	}
	for _, w := range fns {
		w.body()
	}
	for _, w := range fns {
		if !w.method {
			w.declare(&text)
		}
	}
	for _, w := range fns {
		if !done[w.space] {
			done[w.space] = true
			w.declareWorkspace(&text, fns)
		}
		if !w.method {
			w.declareAdapter(&text)
		}
	}
	return f.assemble(text.String(), src)
}

// blame finds the directives whose code cannot be emitted, by emitting each alone; together they failed with err.
func blame(in *File, fns []*fn, at []string, exports []chad.Export, err error) error {
	var errs Errors
	for i, e := range exports {
		if _, _, err := in.Options.EmitCores(in.Package.Name(), at[i:i+1], e); err != nil {
			w := owner(fns, i)
			errs = append(errs, &Error{w.index[0], w.index[1], err})
		}
	}
	if len(errs) == 0 {
		return err
	}
	return errs
}

// owner is the function that export i is a core of: the first core of each comes first.
func owner(fns []*fn, i int) *fn {
	if i < len(fns) {
		return fns[i]
	}
	i -= len(fns)
	for _, w := range fns {
		if i < len(w.also) {
			return w
		}
		i -= len(w.also)
	}
	return fns[0]
}

func newFile(in *File) *file {
	f := &file{File: in, imports: map[string]string{}, helpers: map[string]bool{}, spaces: map[*types.Func]*space{}, scope: &scope{map[string]bool{}}}
	for _, n := range in.Package.Scope().Names() {
		f.scope.taken[n] = true
	}
	f.suffix = gen.Suffix(in.Source)
	f.ambiguous = ambiguous(in.Package)
	return f
}

// ambiguous are the names, lower-cased at their beginning, that more than one function or method of the package would
// give to what is declared for it: F and f, PointNorm and the Norm of a Point. Files are generated without knowing
// each other, so their own names tell such functions apart.
func ambiguous(p *types.Package) map[string]bool {
	count := map[string]int{}
	for _, n := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(n).(type) {
		case *types.Func:
			count[lower(n)]++
		case *types.TypeName:
			if t, ok := obj.Type().(*types.Named); ok {
				for m := range t.Methods() {
					count[lower(n)+upper(m.Name())]++
				}
			}
		}
	}
	out := map[string]bool{}
	for n, k := range count {
		if k > 1 {
			out[n] = true
		}
	}
	return out
}

// packageName is a name of package level for something of a function; base is the one of the function.
func (f *file) packageName(base, hint string) string {
	if f.ambiguous[lower(base)] {
		hint += f.suffix
	}
	return f.scope.fresh(hint)
}

// use is the name of a package of the standard library in the file.
func (f *file) use(p string) string {
	if n, ok := f.imports[p]; ok {
		return n
	}
	n := f.scope.fresh(path.Base(p))
	f.imports[p] = n
	return n
}

func (f *file) qualifier(p *types.Package) string {
	if p == f.Package {
		return ""
	}
	if n, ok := f.imports[p.Path()]; ok {
		return n
	}
	n := f.scope.fresh(p.Name())
	f.imports[p.Path()] = n
	return n
}

// helper is the name of a helper in the file.
func (f *file) helper(name string) string {
	f.helpers[name] = true
	return name + f.suffix
}

// assemble puts the wrappers and the cores into one file: the helpers get their names, the imports are joined.
func (f *file) assemble(wrappers string, cores []byte) ([]byte, error) {
	body, declared, err := f.adopt(cores)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by chad from %s; DO NOT EDIT.\n\n", f.Source)
	if f.Build != "" {
		fmt.Fprintf(&b, "//go:build %s\n\n", f.Build)
	}
	fmt.Fprintf(&b, "package %s\n\n", f.Package.Name())
	var more []byte
	var names []string
	for n := range f.helpers {
		names = append(names, n)
	}
	sort.Strings(names)
	var sources strings.Builder
	for i := 0; i < len(names); i++ {
		if !declared[names[i]] {
			src, ok := helpers[names[i]]
			if names[i] == textNumber {
				src, ok = f.textNumberSource(), true
			}
			if !ok {
				src = gen.Helper(names[i])
			}
			sources.WriteString(src + "\n\n")
		}
	}
	if sources.Len() > 0 {
		if more, _, err = f.adopt([]byte("package p\n\n" + imports(sources.String()) + sources.String())); err != nil {
			return nil, err
		}
	}
	paths := make([]string, 0, len(f.imports))
	for p := range f.imports {
		paths = append(paths, p)
	}
	slices.SortFunc(paths, func(a, b string) int {
		x, y := strings.Contains(strings.Split(a, "/")[0], "."), strings.Contains(strings.Split(b, "/")[0], ".")
		if x != y {
			return map[bool]int{false: -1, true: 1}[x]
		}
		return strings.Compare(a, b)
	})
	if len(paths) > 0 {
		b.WriteString("import (\n")
		other := false
		for _, p := range paths {
			if o := strings.Contains(strings.Split(p, "/")[0], "."); o && !other {
				other = true
				b.WriteString("\n")
			}
			if n := f.imports[p]; n != path.Base(p) {
				b.WriteString(n + " ")
			}
			b.WriteString(strconv.Quote(p) + "\n")
		}
		b.WriteString(")\n\n")
	}
	b.WriteString(wrappers)
	b.Write(body)
	b.WriteString("\n")
	b.Write(more)
	out, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("wrap: a defect of chad, please report it: %w\n%s", err, b.Bytes())
	}
	return out, hidden(f.Package, out)
}

// imports is an import declaration for the packages that helpers use.
func imports(src string) string {
	var b strings.Builder
	for _, p := range []string{"strconv", "sync/atomic", "unsafe"} {
		if strings.Contains(src, path.Base(p)+".") {
			b.WriteString("import " + strconv.Quote(p) + "\n")
		}
	}
	return b.String() + "\n"
}

// adopt takes the declarations of a file: those of helpers get the suffix of this file, and packages the names that they have here.
func (f *file) adopt(src []byte) (body []byte, declared map[string]bool, err error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "cores.go", src, parser.ParseComments)
	if err != nil {
		return nil, nil, fmt.Errorf("wrap: a defect of chad, please report it: %w", err)
	}
	packages := map[string]string{}
	end := tree.Name.End()
	for _, s := range tree.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			return nil, nil, err
		}
		name := path.Base(p)
		if s.Name != nil {
			name = s.Name.Name
		}
		packages[name] = f.use(p)
	}
	for _, d := range tree.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			end = g.End()
		}
	}
	declared = map[string]bool{}
	for name := range tree.Scope.Objects {
		declared[name] = true
	}
	unresolved := map[*ast.Ident]bool{}
	for _, id := range tree.Unresolved {
		unresolved[id] = true
	}
	type edit struct {
		pos  token.Pos
		n    int
		text string
	}
	var edits []edit
	ast.Inspect(tree, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch {
		case id.Obj != nil && id.Obj == tree.Scope.Lookup(id.Name):
			if !strings.HasPrefix(id.Name, corePrefix) {
				edits = append(edits, edit{id.Pos(), len(id.Name), id.Name + f.suffix})
			}
		case unresolved[id] && packages[id.Name] != "" && packages[id.Name] != id.Name:
			edits = append(edits, edit{id.Pos(), len(id.Name), packages[id.Name]})
		}
		return true
	})
	base := tree.FileStart
	var out bytes.Buffer
	from := int(end - base)
	for _, e := range edits {
		at := int(e.pos - base)
		if at < from {
			continue
		}
		out.Write(src[from:at])
		out.WriteString(e.text)
		from = at + e.n
	}
	out.Write(src[from:])
	return bytes.TrimLeft(out.Bytes(), "\n; "), declared, nil
}

// corePrefix begins the names of cores.
const corePrefix = "core"
