package check

import (
	"embed"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

//go:embed judge/*.go
var judgeFiles embed.FS

const (
	testName  = "TestChadCheckMain"
	judgePath = "chadcheckjudge"
	sawName   = "chadCheckSaw"
)

// harness puts the files beside the package that make it judge itself: package judge, a test that calls it, and those
// files of the user's in which functions record their arguments. Test files that have nothing to do with it go.
func (b *program) harness(subjects []*subject) error {
	if err := b.copyJudge(); err != nil {
		return err
	}
	if err := b.tests(); err != nil {
		return err
	}
	name := "zz_chad_check_test.go"
	if err := b.put(filepath.Join(b.p.Dir, name), b.text(subjects)); err != nil {
		return err
	}
	return b.instrument(subjects)
}

func (b *program) copyJudge() error {
	return fs.WalkDir(judgeFiles, "judge", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := judgeFiles.ReadFile(path)
		if err != nil {
			return err
		}
		// read so, whatever the go line of the module says
		text = append([]byte("//go:build "+load.Language+"\n\n"), text...)
		return b.put(filepath.Join(b.p.Dir, judgePath, d.Name()), text)
	})
}

// tests looks into the test files: for functions that give arguments. Without these, and where the package itself is
// none of tests, they are out of the way.
func (b *program) tests() error {
	for _, f := range b.p.Files {
		if err := b.hooksIn(f.Path, f.Source.Text); err != nil {
			return err
		}
	}
	files, err := filepath.Glob(filepath.Join(globQuote(b.p.Dir), "*_test.go"))
	if err != nil {
		return err
	}
	needed := slices.ContainsFunc(b.p.Files, func(f *load.File) bool { return strings.HasSuffix(f.Path, "_test.go") })
	ctx := build.Default
	ctx.BuildTags = strings.FieldsFunc(b.opt.Load.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	var free []string
	for _, file := range files {
		if _, ok := b.replace[file]; ok {
			continue
		}
		free = append(free, file)
		if match, err := ctx.MatchFile(filepath.Split(file)); err != nil || !match {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		known := len(b.hooks)
		if err := b.hooksIn(file, text); err != nil {
			return err
		}
		needed = needed || len(b.hooks) > known
	}
	for _, file := range free {
		if !needed {
			b.replace[file] = ""
		}
	}
	return nil
}

func globQuote(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// hookPrefix begins the names of functions that give arguments: chadCheckLoss for Loss, chadCheckSpringRest for
// Spring.Rest.
const hookPrefix = "chadCheck"

// hooksIn finds the functions of a file that give arguments.
func (b *program) hooksIn(file string, text []byte) error {
	if !strings.Contains(strings.ToLower(string(text)), strings.ToLower("func "+hookPrefix)) {
		return nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil || f.Name.Name != b.p.Name {
		return nil //nolint:nilerr // the go command will tell
	}
	known := map[string]bool{}
	for _, d := range b.p.Asked() {
		known[strings.ReplaceAll(qualified(d.Object), ".", "")] = true
	}
	for _, d := range b.p.Derivatives() {
		known[strings.ReplaceAll(qualified(d.Target), ".", "")] = true
	}
	for _, d := range f.Decls {
		name := funcName(d)
		if len(name) <= len(hookPrefix) || !strings.EqualFold(name[:len(hookPrefix)], hookPrefix) {
			continue
		}
		if !known[name[len(hookPrefix):]] {
			return fmt.Errorf("%s: %s gives arguments for a function %s, which has no //chad: directive\n"+
				"  hint: name it after a function that has one, or otherwise", b.p.World.Display(file), name,
				name[len(hookPrefix):])
		}
		b.hooks[name] = true
	}
	return nil
}

// hook is the function that gives arguments for a function, or empty.
func (b *program) hook(f *types.Func) string {
	for name := range b.hooks {
		if name[len(hookPrefix):] == strings.ReplaceAll(qualified(f), ".", "") {
			return name
		}
	}
	return ""
}

// source writes a Go file.
type source struct {
	strings.Builder

	pkg     *types.Package
	imports map[string]string
	header  strings.Builder
}

func (s *source) qualifier(p *types.Package) string {
	if p == s.pkg || p.Path() == s.pkg.Path() {
		return ""
	}
	if s.imports[p.Path()] == "" {
		s.imports[p.Path()] = fmt.Sprintf("chadImport%d", len(s.imports))
		fmt.Fprintf(&s.header, "import %s %q\n", s.imports[p.Path()], p.Path())
	}
	return s.imports[p.Path()]
}

// text is the test that judges the subjects.
func (b *program) text(subjects []*subject) []byte {
	s := &source{pkg: b.p.Types, imports: map[string]string{}}
	fmt.Fprintf(s, "func %s(t *chadTesting.T) {\n", testName)
	if slices.ContainsFunc(subjects, func(s *subject) bool { return s.record }) {
		fmt.Fprintf(s, "%s = chadJudge.Saw\n", sawName)
	}
	fmt.Fprintf(s, "if err := chadJudge.Main([]chadJudge.Case{\n")
	for _, x := range subjects {
		if len(x.derived) > 0 {
			b.caseOf(s, x)
		}
	}
	fmt.Fprintf(s, "}); err != nil {\nt.Fatal(err)\n}\n}\n")
	path := strings.TrimSuffix(b.p.Path, "_test") + "/" + judgePath
	text := fmt.Sprintf("package %s\n\nimport chadTesting \"testing\"\nimport chadJudge %q\n%s\n%s", b.p.Name, path,
		s.header.String(), s.String())
	if out, err := format.Source([]byte(text)); err == nil {
		return out
	}
	return []byte(text)
}

// caseOf writes a case.
func (b *program) caseOf(s *source, x *subject) {
	fmt.Fprintf(s, "{Name: %q, F: %s, Of: %d, Params: %#v,\n", x.name, s.function(x.fn, x.args, x.fn.Name()), x.of,
		paramNames(x.fn))
	if len(x.wrt) > 0 {
		fmt.Fprintf(s, "By: []chadJudge.Part{")
		for _, p := range x.wrt {
			var fields []string
			for _, f := range p.Fields {
				fields = append(fields, f.Name())
			}
			fmt.Fprintf(s, "{%d, %#v}, ", slices.Index(parameters(x.fn), p.Param), fields)
		}
		fmt.Fprintf(s, "},\n")
	}
	if held := x.held(b.p.Types); len(held) > 0 {
		fmt.Fprintf(s, "Held: []any{")
		for _, t := range held {
			fmt.Fprintf(s, "*new(%s), ", types.TypeString(t, s.qualifier))
		}
		fmt.Fprintf(s, "},\n")
	}
	fmt.Fprintf(s, "Derived: []chadJudge.Derived{\n")
	for _, d := range x.derived {
		fmt.Fprintf(s, "{%q, %q, %s},\n", d.verb, d.display(), s.derived(x, d))
	}
	fmt.Fprintf(s, "},\n")
	if x.gradient != "" {
		fmt.Fprintf(s, "Gradient: %s,\n", s.derived(x, derived{name: x.gradient}))
	}
	if h := b.hook(x.fn); h != "" {
		fmt.Fprintf(s, "Args: %s,\n", h)
	}
	if x.record {
		fmt.Fprintf(s, "Record: %q,\n", x.name)
	}
	fmt.Fprintf(s, "From: %#v},\n", x.from)
}

// display is the name of a derivative in messages.
func (d derived) display() string {
	if d.asks {
		return d.name
	}
	return "its " + strings.ToUpper(string(d.verb))
}

// derived is how a derivative is written: for a method one, unless its type is generic.
func (s *source) derived(x *subject, d derived) string {
	switch {
	case d.fn != nil:
		return s.function(d.fn, nil, d.fn.Name())
	case x.fn.Signature().RecvTypeParams().Len() > 0:
		return d.name
	}
	return s.function(x.fn, x.args, d.name)
}

// function is a function, or a method of the type that f is one of, under a name.
func (s *source) function(f *types.Func, args []types.Type, name string) string {
	list := ""
	if len(args) > 0 {
		var texts []string
		for _, t := range args {
			texts = append(texts, types.TypeString(t, s.qualifier))
		}
		list = "[" + strings.Join(texts, ", ") + "]"
	}
	named := receiver(f)
	if named == nil {
		if q := s.qualifier(f.Pkg()); q != "" {
			name = q + "." + name
		}
		if f.Signature().TypeParams().Len() == 0 || name != f.Name() {
			list = ""
		}
		return name + list
	}
	typ := named.Obj().Name() + list
	if q := s.qualifier(named.Obj().Pkg()); q != "" {
		typ = q + "." + typ
	}
	if _, ok := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer); ok {
		typ = "*" + typ
	}
	return "(" + typ + ")." + name
}

// parameters are the receiver and the parameters.
func parameters(f *types.Func) (out []*types.Var) {
	if recv := f.Signature().Recv(); recv != nil {
		out = append(out, recv)
	}
	return slices.AppendSeq(out, f.Signature().Params().Variables())
}

func paramNames(f *types.Func) (out []string) {
	for _, v := range parameters(f) {
		out = append(out, strings.TrimLeft(v.Name(), "_"))
	}
	return out
}

// funcName is the name of a function that is no method, or empty.
func funcName(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
		return f.Name.Name
	}
	return ""
}
