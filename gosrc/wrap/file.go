package wrap

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/internal/set"
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
	// Sums are the functions that add over examples.
	Sums []*Sum
	// Data are the data types of the definitions.
	Data []*syntax.Data
	// Options say how Go is emitted.
	Options chad.EmitOptions
	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context
}

func (in *File) context() context.Context {
	if in.Context == nil {
		return context.Background()
	}
	return in.Context
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

// Instead is an error about a directive that another one, or an option, mends.
type Instead struct {
	Verbs []string // of which each will do
	Of    []string // results of which each may be the one of of=
	// Without are keys of the directive that may be left out.
	Without []string
	// Hint is another mend; it may be empty.
	Hint string
	Err  error
}

// Error is the message.
func (i *Instead) Error() string { return i.Err.Error() }

// Unwrap is the error.
func (i *Instead) Unwrap() error { return i.Err }

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
	// suffix ends the names of package level that are not for users. No other name of the package ends with it, nor any
	// that the file declares in functions.
	suffix  string
	scope   *scope            // names of package level
	cores   *scope            // names of cores
	hidden  *scope            // names of package level that are not for users, without the suffix
	imports map[string]string // paths of the packages used, to their names in the file
	// packages are names of packages that nothing in a function has.
	packages map[string]bool
	users    []string // those of them that files of the user import
	// refers, if not nil, are all names of package level, and of packages that are imported, that the file refers to.
	refers  map[string]bool
	avoided map[string]bool   // names of functions, types and packages that functions here had had but for them
	helpers map[string]string // used by wrappers, and what they are called without the suffix
	given   map[string]bool   // helpers that cores have brought
	spaces  map[*types.Func]*space
	sums    map[string]*summing // by the names of their types
}

// Generate makes the Go file for the directives of one file: the same input gives the same bytes. Names in it do not
// depend on what stands in other files of the package, unless it refers to that.
// The error is [Errors], or about the whole file.
func Generate(in *File) (src []byte, err error) {
	defer recoverDefect(&err)
	f := newFile(in)
	src, err = f.generate()
	if err != nil || len(f.avoided) == 0 {
		return src, err
	}
	// What the file refers to is known now. Of the names that were avoided, others are free.
	refers, err := unresolved(src)
	if err != nil {
		return nil, err
	}
	for name := range f.avoided {
		if !refers[name] {
			f = newFile(in)
			f.restrict(refers)
			return f.generate()
		}
	}
	return src, nil
}

// A defect is a panic of this package about itself.
type defect string

func (f *file) generate() ([]byte, error) {
	in := f.File
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
	var code *coreFile
	if len(in.Sums) > 0 {
		if code, err = newCoreFile(src); err != nil {
			return nil, err
		}
		for i, w := range fns {
			code.root(w, cores[i])
		}
		for _, m := range also {
			code.root(m.w, cores[m.i])
		}
	}
	names := map[string]string{}
	body, err := f.adopt(src, names)
	if err != nil {
		return nil, err
	}
	for i := range cores {
		if c := &cores[i]; c.Memory != "" {
			c.Memory = names[c.Memory] + f.suffix
		} else {
			c.Name = names[c.Name] + f.suffix
		}
	}
	for name, own := range names {
		if gen.Helper(name) != "" {
			f.helpers[name], f.given[name] = own, true
		}
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
	sums := slices.Clone(in.Sums)
	// those that others need first
	slices.SortStableFunc(sums, func(a, b *Sum) int { return strings.Compare(a.Gradient, b.Gradient) })
	for _, s := range sums {
		if part, err := f.declareSum(&text, s, fns, code); err != nil {
			errs = append(errs, &Error{part.index[0], part.index[1], err})
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return f.assemble(text.String(), body)
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
	f := &file{
		File: in, imports: map[string]string{}, packages: map[string]bool{}, helpers: map[string]string{},
		given: map[string]bool{}, avoided: map[string]bool{},
		spaces: map[*types.Func]*space{}, cores: newScope(), hidden: newScope(),
		scope: newScope(in.Package.Scope().Names()...),
	}
	for _, n := range []string{"strconv", "sync", "atomic", "unsafe", "math", "slices", "bits", "sha256", "binary"} {
		f.packages[n] = true
	}
	if in.Options.BLAS {
		f.packages["floats"] = true
	}
	for _, p := range in.Package.Imports() {
		if !f.packages[p.Name()] {
			f.packages[p.Name()] = true
			f.users = append(f.users, p.Name())
		}
	}
	f.suffix = gen.Suffix(in.Source)
	for longer := true; longer; { // at the front: at the end it might become that of another file
		if longer = slices.ContainsFunc(in.Package.Scope().Names(),
			func(n string) bool { return strings.HasSuffix(n, f.suffix) }); longer {
			f.suffix = "_" + f.suffix
		}
	}
	f.scope.hidden = f.suffix
	return f
}

// restrict says what the file refers to.
func (f *file) restrict(refers map[string]bool) {
	f.refers = refers
	for _, n := range f.users {
		f.packages[n] = refers[n]
	}
}

// avoids reports whether a name is none for a variable in a function here: that of a function, a type or a package that
// the file may refer to.
func (f *file) avoids(name string) bool {
	if f.packages[name] {
		if slices.Contains(f.users, name) {
			f.avoided[name] = true
		}
		return true
	}
	switch f.Package.Scope().Lookup(name).(type) { // a package may have thousands
	case *types.TypeName, *types.Func:
		if f.refers != nil && !f.refers[name] {
			return false
		}
		f.avoided[name] = true
		return true
	}
	return false
}

// use is the name of a package in the file, by its path.
func (f *file) use(p string) string { return f.imported(p, path.Base(p)) }

func (f *file) qualifier(p *types.Package) string {
	if p == f.Package {
		return ""
	}
	return f.imported(p.Path(), p.Name())
}

// imported is the name of a package in the file: its own where functions leave that free and nothing else of the
// package has it.
func (f *file) imported(p, own string) string {
	n, ok := f.imports[p]
	if !ok {
		n = own
		if !f.packages[own] || !f.scope.free(own) {
			n = f.hidden.fresh(own) + f.suffix
		}
		f.scope.taken[n] = true
		f.imports[p] = n
	}
	return n
}

// helper is the name of a helper in the file.
func (f *file) helper(name string) string {
	if f.helpers[name] == "" {
		f.helpers[name] = f.hidden.fresh(name)
	}
	return f.helpers[name] + f.suffix
}

// assemble puts the wrappers and the cores into one file: the helpers get their names, the imports are joined.
func (f *file) assemble(wrappers string, cores []byte) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by chad from %s; DO NOT EDIT.\n\n", f.Source)
	if f.Build != "" {
		fmt.Fprintf(&b, "//go:build %s\n\n", f.Build)
	}
	fmt.Fprintf(&b, "package %s\n\n", f.Package.Name())
	var more []byte
	names := slices.Sorted(maps.Keys(f.helpers))
	var sources strings.Builder
	for i := 0; i < len(names); i++ {
		if !f.given[names[i]] {
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
		var err error
		if more, err = f.adopt([]byte("package p\n\n"+imports(sources.String())+sources.String()),
			f.helpers); err != nil {
			return nil, err
		}
	}
	paths := slices.SortedFunc(maps.Keys(f.imports), func(a, b string) int {
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
	b.Write(cores)
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
	for _, p := range []string{"crypto/sha256", "encoding/binary", "math", "math/bits", "slices", "strconv", "sync/atomic",
		"unsafe"} {
		if regexp.MustCompile(`\b` + path.Base(p) + `\.[A-Z]`).MatchString(src) { // not the end of a sentence
			b.WriteString("import " + strconv.Quote(p) + "\n")
		}
	}
	return b.String() + "\n"
}

// adopt takes the declarations of a file: they get the names that names has for them, new ones are put there, and the
// suffix of the file; packages get the names that they have here.
func (f *file) adopt(src []byte, names map[string]string) (body []byte, err error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "cores.go", src, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("wrap: a defect of chad, please report it: %w", err)
	}
	packages := map[string]string{}
	end := tree.Name.End()
	for _, s := range tree.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			return nil, err
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
	for _, name := range slices.Sorted(maps.Keys(tree.Scope.Objects)) {
		if names[name] == "" {
			names[name] = f.hidden.fresh(name)
		}
	}
	unresolved := set.Of(tree.Unresolved)
	type edit struct {
		pos  token.Pos
		n    int
		text string
	}
	var edits []edit
	say := func(doc *ast.CommentGroup, id *ast.Ident) { // a comment begins with what it is about
		if doc != nil && strings.HasPrefix(doc.List[0].Text, "// "+id.Name+" ") {
			edits = append(edits, edit{doc.Pos() + token.Pos(len("// ")), len(id.Name), names[id.Name] + f.suffix})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				say(d.Doc, d.Name)
			}
		case *ast.GenDecl:
			if t, ok := d.Specs[0].(*ast.TypeSpec); ok {
				say(d.Doc, t.Name)
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch {
		case id.Obj != nil && id.Obj == tree.Scope.Lookup(id.Name):
			edits = append(edits, edit{id.Pos(), len(id.Name), names[id.Name] + f.suffix})
		case unresolved[id] && f.given[id.Name]: // a helper that cores have brought
			edits = append(edits, edit{id.Pos(), len(id.Name), f.helper(id.Name)})
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
	return bytes.TrimLeft(out.Bytes(), "\n; "), nil
}

// recoverDefect is deferred by functions that report a defect as an error. Other panics go on.
func recoverDefect(err *error) {
	switch r := recover().(type) {
	case nil:
	case defect:
		*err = fmt.Errorf("wrap: a defect of chad, not of the input, please report it: %s", string(r))
	default:
		panic(r)
	}
}
