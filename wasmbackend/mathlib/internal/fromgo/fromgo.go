// Package fromgo translates a small part of Go to the loop language: functions of floats, integers without
// memory of their own, and constant tables. The functions of wasmbackend/mathlib are
// written in that part of Go, so that Go runs the very text that WebAssembly modules are made of.
//
// The part is
//
//   - float64, int, int64, uint64 and bool, and constants,
//   - package-level tables of numbers and of structs of numbers, read by table[i], table[i].field or through
//     e := &table[i],
//   - assignment, if, switch, for with a condition and for range over an integer, without break, continue and return
//     inside,
//   - returns anywhere else,
//   - the functions of the same package, and of math and math/bits those that are one operation of the loop language.
//
// float64(x*y), which forbids Go to fuse operations, is x*y.
//
// Functions without branches are written out where they are called. No operation of the loop
// language that is used here can fail.
package fromgo

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Table is constant data that functions read: Reals or Ints, row after row.
type Table struct {
	Name  string
	Reals []float64
	Ints  []int64
}

// A Func is a translated function: its parameters are those of the Go function and then one array for each table.
type Func struct {
	Fn     *loop.Func
	Tables []*Table
}

// A Library is a translated package.
type Library struct {
	Prog  *loop.Program
	Funcs map[string]*Func
}

// Dir translates the Go files of a folder, tests excepted. Errors are those of the Go parser
// and type checker, or name the place of what is not of the part.
func Dir(dir string) (lib *Library, err error) {
	names, err := sources(dir)
	if err != nil {
		return nil, err
	}
	t, err := load(names, nil)
	if err != nil {
		return nil, err
	}
	return t.library()
}

// sources are the Go files of a folder, tests excepted.
func sources(dir string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("fromgo: %w", err)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") }), nil
}

// load reads files, the last from text unless that is nil.
func load(names []string, text []byte) (*translator, error) {
	t := &translator{
		fset: token.NewFileSet(), decls: map[types.Object]*ast.FuncDecl{}, inits: map[types.Object]ast.Expr{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		},
		tables: map[types.Object]*table{}, funcs: map[types.Object]*Func{},
		lib: &Library{Prog: &loop.Program{}, Funcs: map[string]*Func{}},
	}
	for i, name := range names {
		var src any
		if text != nil && i == len(names)-1 {
			src = text
		}
		f, err := parser.ParseFile(t.fset, name, src, 0)
		if err != nil {
			return nil, fmt.Errorf("fromgo: %w", err)
		}
		t.files = append(t.files, f)
	}
	var err error
	t.pkg, err = (&types.Config{Importer: importer.ForCompiler(t.fset, "source", nil)}).Check("functions", t.fset, t.files, t.info)
	if err != nil {
		return nil, fmt.Errorf("fromgo: %w", err)
	}
	return t, nil
}

func (t *translator) library() (_ *Library, err error) {
	defer stop.Recover(&err)
	for _, f := range t.files {
		for _, e := range t.fusable(f) {
			t.fail(e, "a product that may be fused: write float64(%s)", types.ExprString(e))
		}
	}
	t.collect(t.files)
	return t.lib, nil
}

type translator struct {
	fset   *token.FileSet
	files  []*ast.File
	info   *types.Info
	pkg    *types.Package
	decls  map[types.Object]*ast.FuncDecl
	inits  map[types.Object]ast.Expr
	tables map[types.Object]*table
	funcs  map[types.Object]*Func
	lib    *Library
}

// A table is a package-level array: its numbers by column, a column for the reals and one for the ints.
type table struct {
	reals, ints *Table
	column      map[string]int // of a field among those of its kind
	isReal      map[string]bool
	width       [2]int // fields of ints, of reals
}

func (t *translator) fail(n ast.Node, format string, args ...any) {
	stop.With(fmt.Errorf("%s: %s", t.fset.Position(n.Pos()), fmt.Sprintf(format, args...)))
}

// collect finds the functions and tables, and translates the functions named like primitives and what they call.
func (t *translator) collect(files []*ast.File) {
	var order []types.Object
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				o := t.info.Defs[d.Name]
				t.decls[o] = d
				order = append(order, o)
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, s := range d.Specs {
					s := s.(*ast.ValueSpec)
					for i, id := range s.Names {
						t.inits[t.info.Defs[id]] = s.Values[i]
					}
				}
			}
		}
	}
	sort.Slice(order, func(i, j int) bool { return order[i].Name() < order[j].Name() })
	for _, o := range order {
		if syntax.OpByName(o.Name()) != nil {
			t.function(o)
		}
	}
}

// straight reports whether a function has no control flow, so that it is written out where it is called.
func straight(d *ast.FuncDecl) bool {
	plain := true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt:
			plain = false
		}
		return plain
	})
	return plain
}

// uses are the tables that a function reads, with those of the functions that it calls, by name.
func (t *translator) uses(d *ast.FuncDecl, seen map[types.Object]bool) []types.Object {
	var out []types.Object
	ast.Inspect(d.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		o := t.info.Uses[id]
		if o == nil || seen[o] {
			return true
		}
		if e := t.decls[o]; e != nil {
			seen[o] = true
			out = append(out, t.uses(e, seen)...)
		} else if t.inits[o] != nil {
			seen[o] = true
			out = append(out, o)
		}
		return true
	})
	return out
}

// function translates a function as one of the program.
func (t *translator) function(o types.Object) *Func {
	if f := t.funcs[o]; f != nil {
		return f
	}
	d := t.decls[o]
	f := &Func{Fn: &loop.Func{Name: o.Name(), Exported: syntax.OpByName(o.Name()) != nil}}
	t.funcs[o] = f
	b := &body{translator: t, vars: map[types.Object]*loop.Var{}, rows: map[types.Object]row{}, arrays: map[*Table]*loop.Var{}}
	sig := o.Type().(*types.Signature)
	assigned := t.assigned(d)
	var copies []loop.Stmt
	for p := range sig.Params().Variables() {
		v := loop.NewVar(p.Name(), t.typ(d, p.Type()))
		f.Fn.Params = append(f.Fn.Params, loop.Param{Var: v})
		b.vars[p] = v
		if assigned[p] {
			w := loop.NewVar(p.Name(), v.Type)
			copies = append(copies, &loop.Let{Var: w, Rhs: loop.Use(v)})
			b.vars[p] = w
		}
	}
	used := t.uses(d, map[types.Object]bool{})
	sort.Slice(used, func(i, j int) bool { return used[i].Name() < used[j].Name() })
	for _, g := range used {
		tab := t.table(g)
		for _, c := range []*Table{tab.reals, tab.ints} {
			if c == nil || slices.Contains(f.Tables, c) {
				continue
			}
			base := loop.RealType
			if c == tab.ints {
				base = loop.IntType
			}
			v := loop.NewVar(c.Name, base.Array())
			f.Tables = append(f.Tables, c)
			f.Fn.Params = append(f.Fn.Params, loop.Param{Var: v})
			b.arrays[c] = v
		}
	}
	b.out = copies
	b.whole(d, sig)
	f.Fn.Body, f.Fn.Results = b.out, b.results
	t.lib.Prog.Funcs = append(t.lib.Prog.Funcs, f.Fn)
	t.lib.Funcs[o.Name()] = f
	return f
}

// assigned are the variables that a function assigns after their declaration.
func (t *translator) assigned(d *ast.FuncDecl) map[types.Object]bool {
	out := map[types.Object]bool{}
	mark := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && t.info.Uses[id] != nil {
			out[t.info.Uses[id]] = true
		}
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				mark(l)
			}
		case *ast.IncDecStmt:
			mark(n.X)
		}
		return true
	})
	return out
}

func (t *translator) typ(n ast.Node, g types.Type) loop.Type {
	switch b, _ := g.Underlying().(*types.Basic); {
	case b == nil:
	case b.Info()&types.IsFloat != 0:
		return loop.RealType
	case b.Info()&types.IsInteger != 0:
		return loop.IntType
	case b.Info()&types.IsBoolean != 0:
		return loop.BoolType
	}
	t.fail(n, "a value of type %s", g)
	return loop.Type{}
}

func unsigned(g types.Type) bool {
	b, ok := g.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

// table reads a package-level table.
func (t *translator) table(o types.Object) *table {
	if tab := t.tables[o]; tab != nil {
		return tab
	}
	array, ok := o.Type().Underlying().(*types.Array)
	if !ok {
		t.fail(t.inits[o], "%s is no array", o.Name())
	}
	tab := &table{column: map[string]int{}, isReal: map[string]bool{}}
	t.tables[o] = tab
	var fields []string
	if s, ok := array.Elem().Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			fields = append(fields, f.Name())
			tab.add(f.Name(), t.typ(t.inits[o], f.Type()) == loop.RealType)
		}
	} else {
		fields = []string{""}
		tab.add("", t.typ(t.inits[o], array.Elem()) == loop.RealType)
	}
	if tab.width[1] > 0 {
		tab.reals = &Table{Name: o.Name(), Reals: make([]float64, int(array.Len())*tab.width[1])}
	}
	if tab.width[0] > 0 {
		tab.ints = &Table{Name: o.Name(), Ints: make([]int64, int(array.Len())*tab.width[0])}
		if tab.reals != nil {
			tab.ints.Name += "Ints"
		}
	}
	lit := t.inits[o].(*ast.CompositeLit)
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			t.fail(kv, "a table with keys")
		}
		row, ok := e.(*ast.CompositeLit)
		if !ok {
			t.fill(tab, i, fields[0], e)
			continue
		}
		for k, x := range row.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				t.fill(tab, i, kv.Key.(*ast.Ident).Name, kv.Value)
			} else {
				t.fill(tab, i, fields[k], x)
			}
		}
	}
	return tab
}

func (tab *table) add(field string, isReal bool) {
	k := 0
	if isReal {
		k = 1
	}
	tab.isReal[field], tab.column[field] = isReal, tab.width[k]
	tab.width[k]++
}

func (t *translator) fill(tab *table, i int, field string, x ast.Expr) {
	v := t.info.Types[x].Value
	if v == nil {
		t.fail(x, "an element that is no constant")
	}
	if tab.isReal[field] {
		f, _ := constant.Float64Val(v)
		tab.reals.Reals[i*tab.width[1]+tab.column[field]] = f
		return
	}
	tab.ints.Ints[i*tab.width[0]+tab.column[field]] = intValue(v)
}

// intValue is the int of an integer constant, with sign or without.
func intValue(v constant.Value) int64 {
	v = constant.ToInt(v)
	if n, ok := constant.Int64Val(v); ok {
		return n
	}
	n, _ := constant.Uint64Val(v)
	return int64(n)
}
