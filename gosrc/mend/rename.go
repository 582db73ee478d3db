package mend

import (
	"bytes"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
)

// Rename gives something of the level of the package another name, where all that names it is in the file.
func (c *Change) Rename(obj types.Object) {
	name := c.Fresh(obj.Name())
	if obj.Exported() || c.inTests(obj.Name()) || c.linked(obj.Name()) {
		c.failed = true
		return
	}
	for _, objs := range []map[*ast.Ident]types.Object{c.Info.Defs, c.Info.Uses} {
		for id, o := range objs {
			if o != obj {
				continue
			}
			if c.Fset.File(id.Pos()) != c.Fset.File(c.Syntax.FileStart) {
				c.failed = true
				return
			}
			c.Replace(id.Pos(), id.End(), name)
		}
	}
}

// inTests reports whether test files beside the file, which the package does not have, may know a name.
func (c *Change) inTests(name string) bool {
	known := map[string]bool{}
	for _, f := range c.All {
		known[c.Fset.File(f.FileStart).Name()] = true
	}
	dir := filepath.Dir(c.Fset.File(c.Syntax.FileStart).Name())
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return true
	}
	for _, t := range tests {
		if text, err := os.ReadFile(t); !known[t] && (err != nil || bytes.Contains(text, []byte(name))) {
			return true
		}
	}
	return false
}
