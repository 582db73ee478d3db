package check

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// recordable reports whether a function of the package can tell what arguments it gets.
func (c *checking) recordable(f *types.Func) bool {
	decl, _ := c.decl(f)
	return decl != nil && decl.Body != nil && !slices.ContainsFunc(parameters(f),
		func(v *types.Var) bool { return v.Name() == "" || v.Name() == "_" })
}

// instrument has functions record their arguments: a call stands at the beginning of each, on the line of its brace, so
// that no line moves.
func (b *program) instrument(subjects []*subject) error {
	at := map[*load.File]map[int]string{} // what to put where
	done := map[*types.Func]bool{}
	tests := true
	for _, s := range subjects {
		if !s.record || done[s.fn] {
			continue
		}
		done[s.fn] = true
		decl, file := b.decl(s.fn)
		tests = tests && strings.HasSuffix(file.Path, "_test.go")
		if at[file] == nil {
			at[file] = map[int]string{}
		}
		at[file][b.p.Fset.PositionFor(decl.Body.Lbrace, false).Offset+1] = fmt.Sprintf(" if %s != nil { %s(%q, %s) }; ",
			sawName, sawName, s.name, strings.Join(paramNamesOf(parameters(s.fn)), ", "))
	}
	if len(done) == 0 {
		return nil
	}
	name := "zz_chad_check_saw.go"
	if tests {
		name = "zz_chad_check_saw_test.go"
	}
	text := fmt.Sprintf("package %s\n\nvar %s func(name string, args ...interface{})\n", b.p.Name, sawName)
	if err := b.put(filepath.Join(b.p.Dir, name), []byte(text)); err != nil {
		return err
	}
	for file, texts := range at {
		if err := b.put(file.Path, insert(file.Source.Text, texts)); err != nil {
			return err
		}
	}
	return nil
}

func paramNamesOf(vs []*types.Var) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = v.Name()
	}
	return out
}

// insert puts texts into a text, each at an offset.
func insert(text []byte, at map[int]string) []byte {
	var offsets []int
	for k := range at {
		offsets = append(offsets, k)
	}
	sort.Ints(offsets)
	var out []byte
	last := 0
	for _, k := range offsets {
		out = append(append(out, text[last:k]...), at[k]...)
		last = k
	}
	return append(out, text[last:]...)
}

// constants are the fields that are constants for differentiation, and the packages whose types are the user's, as
// package judge has them.
func (c *checking) constants() (out []string) {
	for _, p := range c.p.Closure() {
		fields := p.NodiffFields()
		named := map[*types.Var]bool{}
		for _, obj := range p.TypesInfo.Defs {
			t, ok := obj.(*types.TypeName)
			if !ok {
				continue
			}
			s, ok := t.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for v := range s.Fields() {
				if fields[v] {
					named[v] = true
					out = append(out, p.Path+"."+t.Name()+"."+v.Name(), "main."+t.Name()+"."+v.Name())
				}
			}
		}
		for v := range fields {
			if !named[v] {
				out = append(out, "."+v.Name())
			}
		}
		out = append(out, "own:"+p.Path)
	}
	sort.Strings(out)
	return append(out, "own:main")
}
