package mend

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
)

// Package is the name that a package of the standard library has at a place, for new text there. It is imported if it
// is not yet. The change cannot be made where something else has its name.
func (c *Change) Package(importPath string, at token.Pos) string {
	c.needed[importPath] = true
	name := path.Base(importPath)
	if s := c.spec(importPath); s != nil {
		as, ok := importedAs(c.Info, s)
		if !ok {
			c.failed = true
		}
		name = as
	}
	scope := c.Types.Scope()
	if inner := c.Info.Scopes[c.Syntax]; inner != nil {
		scope = inner
		if s := inner.Innermost(at); s != nil {
			scope = s
		}
	}
	_, obj := scope.LookupParent(name, at)
	if p, ok := obj.(*types.PkgName); obj != nil && (!ok || p.Imported().Path() != importPath) {
		c.failed = true
	}
	return name
}

// spec is the import of a package, nil if it is not imported.
func (c *Change) spec(importPath string) *ast.ImportSpec {
	for _, s := range c.Syntax.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err == nil && p == importPath {
			return s
		}
	}
	return nil
}

// importedAs is the name that an import gives a package; ok is false for those that give none.
func importedAs(info *types.Info, s *ast.ImportSpec) (name string, ok bool) {
	if s.Name != nil {
		return s.Name.Name, s.Name.Name != "_" && s.Name.Name != "."
	}
	if p, ok := info.Implicits[s].(*types.PkgName); ok {
		return p.Name(), true
	}
	p, err := strconv.Unquote(s.Path.Value)
	return path.Base(p), err == nil
}

// imports takes unused imports out and adds those that are needed.
func (c *Change) imports() {
	used, lost := map[string]bool{}, map[string]bool{}
	tf := c.Fset.File(c.Syntax.FileStart)
	for id, obj := range c.Info.Uses {
		p, ok := obj.(*types.PkgName)
		if !ok || c.Fset.File(id.Pos()) != tf {
			continue
		}
		if c.gone(id.Pos()) {
			lost[p.Imported().Path()] = true
		} else {
			used[p.Imported().Path()] = true
		}
	}
	var add []string
	for _, p := range slices.Sorted(maps.Keys(c.needed)) {
		if c.spec(p) == nil {
			add = append(add, p)
		}
	}
	for _, s := range c.Syntax.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil || !lost[p] || used[p] || c.needed[p] {
			continue
		}
		if len(add) > 0 && s.Name == nil && s.Comment == nil { // one comes in its place
			c.Replace(s.Pos(), s.End(), strconv.Quote(add[0]))
			add = add[1:]
			continue
		}
		c.dropImport(s)
	}
	for _, p := range add {
		c.addImport(p)
	}
}

// dropImport takes an import out, with its line.
func (c *Change) dropImport(s *ast.ImportSpec) {
	var from ast.Node = s
	for _, d := range c.Syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && len(g.Specs) == 1 && g.Specs[0] == s {
			from = g
		}
	}
	c.removeLine(from.Pos(), from.End())
}

// removeLine takes what is between two places out, with the line if nothing else is on it.
func (c *Change) removeLine(from, to token.Pos) {
	start, end := c.line(c.offset(from), c.offset(to))
	c.edits = append(c.edits, edit(start, end, ""))
}

// addImport adds an import: to the first group of imports if they have parentheses, else in a line of its own.
func (c *Change) addImport(importPath string) {
	text, nl := strconv.Quote(importPath), c.Newline()
	for _, d := range c.Syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		if g.Lparen.IsValid() {
			at := g.Lparen + 1
			c.Insert(at, nl+"\t"+text)
			if len(g.Specs) > 0 && c.lineOf(g.Specs[0].Pos()) == c.lineOf(g.Lparen) {
				c.edits[len(c.edits)-1].New += nl + "\t"
			}
			return
		}
		c.Insert(g.Pos(), "import "+text+nl)
		return
	}
	c.Insert(c.Syntax.Name.End(), nl+nl+"import "+text)
}

func (c *Change) lineOf(pos token.Pos) int { return c.Fset.PositionFor(pos, false).Line }
