package mend

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A File is a file that has been parsed and type-checked, with its text.
type File struct {
	Fset   *token.FileSet
	Syntax *ast.File
	All    []*ast.File // of the package
	Types  *types.Package
	Info   *types.Info // Uses, Defs, Types and Scopes are used
	Text   []byte
}

// A Change collects edits of a file.
type Change struct {
	File
	edits  []diag.Edit
	cut    [][2]token.Pos // what goes away
	kept   [][2]token.Pos // what the new text repeats
	needed map[string]bool
	failed bool
}

// New is a change of a file, without edits yet.
func New(f File) *Change { return &Change{File: f, needed: map[string]bool{}} }

// Source is the text of a node, which the change may repeat elsewhere.
func (c *Change) Source(n ast.Node) string {
	c.kept = append(c.kept, [2]token.Pos{n.Pos(), n.End()})
	return string(c.Text[c.offset(n.Pos()):c.offset(n.End())])
}

// Replace puts a text in place of what is between two places.
func (c *Change) Replace(from, to token.Pos, text string) {
	if !from.IsValid() || !to.IsValid() {
		c.failed = true
		return
	}
	c.cut = append(c.cut, [2]token.Pos{from, to})
	c.edits = append(c.edits, edit(c.offset(from), c.offset(to), text))
}

// Insert puts a text at a place.
func (c *Change) Insert(at token.Pos, text string) { c.Replace(at, at, text) }

// Around puts texts in place of what is before and after an inner node in an outer one.
func (c *Change) Around(outer, inner ast.Node, before, after string) {
	c.Replace(outer.Pos(), inner.Pos(), before)
	c.Replace(inner.End(), outer.End(), after)
}

// Append puts declarations at the end of the file.
func (c *Change) Append(text string) {
	start := len(c.Text)
	sep := c.Newline() + c.Newline()
	if bytes.HasSuffix(c.Text, []byte("\n")) {
		sep = c.Newline()
	}
	c.edits = append(c.edits, edit(start, start, sep+text+c.Newline()))
}

// Newline is how lines of the file end.
func (c *Change) Newline() string {
	if i := bytes.IndexByte(c.Text, '\n'); i > 0 && c.Text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Indent is the white space before the line of a place.
func (c *Change) Indent(at token.Pos) string {
	start := c.lineStart(c.offset(at))
	line := c.Text[start:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// Remove takes a statement of a block out, and the line where nothing else is on it.
func (c *Change) Remove(s ast.Stmt) {
	path := c.Path(s)
	if len(path) < 2 || !inList(path[1], s) {
		c.failed = true
		return
	}
	start, end := c.line(c.offset(s.Pos()), c.offset(s.End()))
	c.cut = append(c.cut, [2]token.Pos{s.Pos(), s.End()})
	c.edits = append(c.edits, edit(start, end, ""))
}

// line is a stretch of the text with its line where nothing else is on it, or with the semicolon behind it.
func (c *Change) line(start, end int) (from, to int) {
	from, to = c.lineStart(start), end
	for to < len(c.Text) && strings.IndexByte(" \t\r", c.Text[to]) >= 0 {
		to++
	}
	switch {
	case to < len(c.Text) && c.Text[to] == ';':
		for to++; to < len(c.Text) && c.Text[to] == ' '; {
			to++
		}
		return start, to
	case to < len(c.Text) && c.Text[to] == '\n' && len(bytes.TrimLeft(c.Text[from:start], " \t")) == 0:
		return from, to + 1
	}
	return start, end
}

func edit(start, end int, text string) diag.Edit { return diag.Edit{Start: start, End: end, New: text} }

// inList reports whether a statement is one of a list, where another number of statements may stand.
func inList(in ast.Node, s ast.Stmt) bool {
	var list []ast.Stmt
	switch in := in.(type) {
	case *ast.BlockStmt:
		list = in.List
	case *ast.CaseClause:
		list = in.Body
	case *ast.CommClause:
		list = in.Body
	}
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

// Path are the nodes around a node, itself first and the file last.
func (c *Change) Path(n ast.Node) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(c.Syntax, n.Pos(), n.End())
	for i, m := range path {
		if m == n {
			return path[i:]
		}
	}
	return nil
}

// Statement is the statement of a list that a node is in.
func (c *Change) Statement(n ast.Node) ast.Stmt {
	path := c.Path(n)
	for i, m := range path {
		if s, ok := m.(ast.Stmt); ok && i+1 < len(path) && inList(path[i+1], s) {
			return s
		}
	}
	c.failed = true
	return nil
}

// Function is the declared function that a node is in, nil for none.
func (c *Change) Function(n ast.Node) *ast.FuncDecl {
	for _, m := range c.Path(n) {
		if f, ok := m.(*ast.FuncDecl); ok {
			return f
		}
	}
	return nil
}

// Fresh is a name like the given one that means nothing anywhere in the package.
func (c *Change) Fresh(name string) string {
	taken := map[string]bool{}
	for _, objs := range []map[*ast.Ident]types.Object{c.Info.Defs, c.Info.Uses} {
		for id := range objs {
			taken[id.Name] = true
		}
	}
	for _, i := range c.Syntax.Imports {
		if name, ok := importedAs(c.Info, i); ok {
			taken[name] = true
		}
	}
	for types.Universe.Lookup(name) != nil || c.Types.Scope().Lookup(name) != nil || taken[name] || token.IsKeyword(name) {
		name += "2"
	}
	return name
}

// Fix is the change as a fix; ok is false where it cannot be made.
func (c *Change) Fix(title string) (fix diag.Fix, ok bool) {
	if c.failed {
		return diag.Fix{}, false
	}
	if c.leavesVariable() {
		return diag.Fix{}, false
	}
	c.imports()
	return diag.NewFix(title, c.edits...)
}

// gone reports whether what is at a place is not in the new text.
func (c *Change) gone(at token.Pos) bool {
	in := func(spans [][2]token.Pos) bool {
		for _, s := range spans {
			if s[0] <= at && at < s[1] {
				return true
			}
		}
		return false
	}
	return in(c.cut) && !in(c.kept)
}

// leavesVariable reports whether a local variable has lost all its uses, which Go does not allow.
func (c *Change) leavesVariable() bool {
	assigned := c.assigned()
	lost, left := map[types.Object]bool{}, map[types.Object]bool{}
	for id, obj := range c.Info.Uses {
		if v, ok := obj.(*types.Var); !ok || v.IsField() || assigned[id] || !c.local(v) {
			continue
		}
		if c.gone(id.Pos()) {
			lost[obj] = true
		} else {
			left[obj] = true
		}
	}
	for obj := range lost {
		if !left[obj] && !c.gone(obj.Pos()) {
			return true
		}
	}
	return false
}

// local reports whether a variable is declared in a function of the file, by a statement.
func (c *Change) local(v *types.Var) bool { return v.Kind() == types.LocalVar && v.Pkg() == c.Types }

func (c *Change) offset(pos token.Pos) int {
	return c.Fset.File(c.Syntax.FileStart).Offset(pos)
}

func (c *Change) lineStart(offset int) int { return 1 + bytes.LastIndexByte(c.Text[:offset], '\n') }
