// The command prints what packages of this module say of themselves, as pages for the site:
//
//	go run ./internal/tools/apidoc -o DIR
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	goprinter "go/printer"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/seed-4b734f86/gochad"

// packages are those that users import, and those whose types are in what these say.
var packages = []string{ //nolint:gochecknoglobals // a constant
	"chad", "sparse", "stream", "wasmbackend", "wasmbackend/run", "wasmbackend/web", "syntax", "syntax/build", "semantics",
	"linear", "proptest", "text",
}

func main() {
	dir := flag.String("o", "", "the folder to write into")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "apidoc:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	if dir == "" || flag.NArg() > 0 {
		return fmt.Errorf("want -o DIR, and no more")
	}
	anchors := map[string]map[string]string{}
	var docs []*doc.Package
	fset := token.NewFileSet()
	for _, name := range packages {
		d, err := read(fset, name)
		if err != nil {
			return err
		}
		docs = append(docs, d)
		anchors[name] = places(d)
	}
	index := &strings.Builder{}
	index.WriteString("# Packages\n\nWhat the packages say of themselves, for users of this module as a library.\n\n| Package | What it is |\n|---|---|\n")
	for i, name := range packages {
		page := &printer{fset: fset, at: name, parser: docs[i].Parser(), anchors: anchors}
		if err := write(filepath.Join(dir, filepath.FromSlash(name)+".md"), page.print(docs[i])); err != nil {
			return err
		}
		first := docs[i].Synopsis(docs[i].Doc)
		if !strings.HasSuffix(first, ".") || strings.Count(first, "(") != strings.Count(first, ")") { // cut after Fig., say
			return fmt.Errorf("package %s: the index would have %q, which is no sentence", name, first)
		}
		fmt.Fprintf(index, "| [%s](%s.md) | %s |\n", name, name, strings.ReplaceAll(first, "|", "\\|"))
	}
	return write(filepath.Join(dir, "index.md"), index.String())
}

// places are the parts of addresses of what has a heading.
func places(d *doc.Package) map[string]string {
	out := map[string]string{}
	functions := func(fs []*doc.Func) {
		for _, f := range fs {
			out[f.Name] = "#func-" + strings.ToLower(f.Name)
		}
	}
	functions(d.Funcs)
	for _, t := range d.Types {
		out[t.Name] = "#type-" + strings.ToLower(t.Name)
		functions(t.Funcs)
		for _, m := range t.Methods {
			out[t.Name+"."+m.Name] = "#method-" + strings.ToLower(t.Name+m.Name)
		}
	}
	return out
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// read is the documentation of a package, with its examples.
func read(fset *token.FileSet, name string) (*doc.Package, error) {
	bp, err := build.ImportDir(filepath.FromSlash(name), 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, f := range slices.Concat(bp.GoFiles, bp.TestGoFiles, bp.XTestGoFiles) {
		file, err := parser.ParseFile(fset, filepath.Join(bp.Dir, f), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return doc.NewFromFiles(fset, files, module+"/"+name)
}

// A printer writes the page of a package.
type printer struct {
	fset    *token.FileSet
	at      string
	parser  *comment.Parser
	anchors map[string]map[string]string // of what has a heading, by package
	out     strings.Builder
}

func (p *printer) print(d *doc.Package) string {
	fmt.Fprintf(&p.out, "# package %s\n\n```go\nimport %q\n```\n\n", d.Name, d.ImportPath)
	p.text(2, d.Doc)
	p.examples(d.Examples)
	p.values(d.Consts)
	p.values(d.Vars)
	for _, f := range d.Funcs {
		p.function("##", "func "+f.Name, f)
	}
	for _, t := range d.Types {
		p.heading("##", "type "+t.Name)
		p.code(t.Decl)
		p.text(3, t.Doc)
		p.examples(t.Examples)
		p.values(t.Consts)
		p.values(t.Vars)
		for _, f := range t.Funcs {
			p.function("###", "func "+f.Name, f)
		}
		for _, m := range t.Methods {
			p.function("###", "method "+t.Name+"."+m.Name, m)
		}
	}
	return p.out.String()
}

func (p *printer) heading(level, text string) { fmt.Fprintf(&p.out, "%s %s\n\n", level, text) }

func (p *printer) function(level, title string, f *doc.Func) {
	p.heading(level, title)
	p.code(f.Decl)
	p.text(len(level)+1, f.Doc)
	p.examples(f.Examples)
}

func (p *printer) values(vs []*doc.Value) {
	for _, v := range vs {
		p.code(v.Decl)
		p.text(4, v.Doc)
	}
}

// code prints a declaration without its body, as gofmt has it. Its comments stand in the text above.
func (p *printer) code(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		short := *d
		short.Doc, short.Body = nil, nil
		decl = &short
	case *ast.GenDecl:
		short := *d
		short.Doc = nil
		decl = &short
	}
	p.source(decl)
}

func (p *printer) source(node any) {
	var b bytes.Buffer
	if err := format.Node(&b, p.fset, node); err != nil {
		panic("apidoc: " + err.Error()) // it was parsed
	}
	text := strings.TrimSpace(b.String())
	if inner, ok := strings.CutPrefix(text, "{\n"); ok { // the body of an example
		text = strings.ReplaceAll(strings.TrimSuffix(inner, "\n}"), "\n\t", "\n")
		text = strings.TrimPrefix(text, "\t")
	}
	fmt.Fprintf(&p.out, "```go\n%s\n```\n\n", text)
}

func (p *printer) examples(list []*doc.Example) {
	for _, e := range list {
		p.out.WriteString("**Example.**\n\n")
		p.text(4, e.Doc)
		p.source(&goprinter.CommentedNode{Node: e.Code, Comments: e.Comments})
	}
}

// text prints a doc comment, with its headings at a level.
func (p *printer) text(level int, text string) {
	pr := &comment.Printer{HeadingLevel: level, HeadingID: func(*comment.Heading) string { return "" }, DocLinkURL: p.link}
	out := string(pr.Markdown(p.parser.Parse(text)))
	if out != "" {
		p.out.WriteString(out + "\n")
	}
}

// link is where a name in brackets leads: to a page here, to the source, or to the standard library.
func (p *printer) link(l *comment.DocLink) string {
	name, ours := strings.CutPrefix(l.ImportPath, module+"/")
	if l.ImportPath == "" {
		name, ours = p.at, true
	}
	what := l.Name
	if l.Recv != "" {
		what = strings.TrimPrefix(l.Recv, "*") + "." + l.Name
	}
	switch {
	case !ours:
		return l.DefaultURL("https://pkg.go.dev")
	case name == p.at:
		return cmp.Or(p.anchors[name][what], "#package-"+strings.ToLower(path.Base(name)))
	case p.anchors[name] != nil:
		return strings.Repeat("../", strings.Count(p.at, "/")) + name + ".md" + p.anchors[name][what]
	}
	return "https://" + module + "/tree/main/" + name
}
