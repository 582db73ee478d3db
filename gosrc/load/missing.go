package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// notFound says in words of the user what the go command says of a package that it does not find: it takes a word that
// is no folder for a package of the standard library, or of a module that is still to be had. An import has a place, and
// is not a word of the command line.
func (w *World) notFound(d diag.Diagnostic, imported bool) diag.Diagnostic {
	msg := d.Message
	if path, _, ok := strings.Cut(strings.TrimPrefix(msg, "package "), " is not in std"); ok && !imported {
		return w.unknown(d, path)
	}
	if path, ok := strings.CutPrefix(msg, "no required module provides package "); ok {
		path, _, _ = strings.Cut(path, ";")
		module, root := w.module()
		switch below, ok := strings.CutPrefix(path, module+"/"); {
		case module != "" && ok:
			d.Message = fmt.Sprintf("the module %s has no package %s", module, path)
			d.Hint = ""
			if dir := sibling(filepath.Join(root, filepath.FromSlash(below))); dir != "" {
				d.Hint = fmt.Sprintf("did you mean %s/%s?", strings.TrimSuffix(path, "/"+filepath.Base(below)), dir)
			}
		case !strings.Contains(path, "/") && !imported:
			return w.unknown(d, path)
		}
		return d
	}
	if dir, ok := strings.CutPrefix(msg, "no Go files in "); ok {
		d.Message = "no Go files in " + w.Display(dir)
		d.Hint = "name a folder that has some; ./... stands for all below this one"
	}
	if dir, ok := strings.CutPrefix(msg, "build constraints exclude all Go files in "); ok {
		d.Message = "build constraints exclude all Go files in " + w.Display(dir)
		d.Hint = "name the tags that they ask for, as in --tags integration"
	}
	return d
}

// unknown is about a word that is neither a folder nor a package.
func (w *World) unknown(d diag.Diagnostic, path string) diag.Diagnostic {
	d.Message = path + " is neither a folder here nor a package"
	d.Hint = "name a folder, as in . or ./model, or a Go file"
	if filepath.Ext(path) == "" {
		known := w.functionsHere()
		if f := suggest.Nearest(path, known); f != "" && f != path {
			d.Hint = fmt.Sprintf("did you mean the function %s? It is in the package of this folder: write . for that", f)
		} else if f == path || slices.Contains(known, path) {
			d.Hint = path + " is a function in the package of this folder: write . for that"
		}
		if strings.Contains(d.Hint, "write .") && w.opt.Chooses != "" {
			d.Hint += ", and choose the function by " + w.opt.Chooses
		}
	}
	if dir := sibling(filepath.Join(w.opt.Dir, filepath.FromSlash(path))); dir != "" {
		d.Hint = "did you mean ./" + filepath.ToSlash(filepath.Join(filepath.Dir(path), dir)) + "?"
	}
	return d
}

// functionsHere are the functions in the folder that patterns start from.
func (w *World) functionsHere() (names []string) {
	files, err := filepath.Glob(filepath.Join(globQuote(w.opt.Dir), "*.go"))
	if err != nil {
		return nil
	}
	for _, name := range files {
		f, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if f == nil || isGenerated(name) {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

// sibling is the file or folder whose name is like the last one of a path, which there is not.
func sibling(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() == (filepath.Ext(path) == "") {
			names = append(names, e.Name())
		}
	}
	return suggest.Nearest(filepath.Base(path), names)
}

// absent is about a file or folder that there is not.
func absent(name, path string) error {
	if like := sibling(path); like != "" {
		return fmt.Errorf("%s: no such file or directory\n  hint: did you mean %s?", name,
			strings.TrimSuffix(name, filepath.Base(path))+like)
	}
	return fmt.Errorf("%s: no such file or directory", name)
}

// module is the module around the folder that patterns start from, and where its root is.
func (w *World) module() (path, root string) {
	for dir := w.opt.Dir; ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			return modfile.ModulePath(text), dir
		}
		if dir == filepath.Dir(dir) {
			return "", ""
		}
	}
}

// driverHints are mends for what the go command says when it lists nothing, by a part of it.
var driverHints = []struct{ part, hint string }{
	{"go.mod file not found", "make a module here, as in go mod init example.com/model"},
	{"cannot find main module", "make a module here, as in go mod init example.com/model"},
	{"go.mod requires go >=", "install that Go, or let the go command fetch it: go env -w GOTOOLCHAIN=auto; " +
		"or ask for less in go.mod"},
}
