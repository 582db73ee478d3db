// Package samecode compares what is generated for a function with what is generated for it elsewhere, as beside other
// functions of a file, for tests: up to the names of helpers.
package samecode

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"strings"
)

// Of is the part of generated code that is for a function, all that has its name exported, with all that this uses,
// where the names of helpers are numbers. The type of the memory that functions share has what all of them need, and is
// left out. Where the text is no Go, it says so.
func Of(text []byte, name string) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		return err.Error()
	}
	c := &canon{objects: map[*ast.Object]string{}, arenas: map[string]string{}, methods: map[string][]*ast.FuncDecl{}}
	var roots []ast.Node
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if r := receiverType(d); r != "" {
				c.methods[r] = append(c.methods[r], d)
			} else if strings.Contains(d.Name.Name, name) && ast.IsExported(d.Name.Name) {
				roots = append(roots, d)
			}
		case *ast.GenDecl:
			s, ok := d.Specs[0].(*ast.TypeSpec)
			if ok && isMemory(s) {
				for _, field := range s.Type.(*ast.StructType).Fields.List {
					c.arenas[field.Names[0].Name] = ""
				}
			}
			if ok && strings.Contains(s.Name.Name, name) && own.MatchString(s.Name.Name) {
				roots = append(roots, s)
			}
		}
	}
	for _, r := range roots {
		switch r := r.(type) {
		case *ast.FuncDecl:
			c.objects[r.Name.Obj] = r.Name.Name
		case *ast.TypeSpec:
			c.objects[r.Name.Obj] = r.Name.Name
		}
	}
	for _, r := range roots {
		c.add(r)
	}
	var b bytes.Buffer
	for i := 0; i < len(c.queue); i++ {
		n := c.queue[i]
		if isMemory(n) {
			continue
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				n.Doc = nil
			case *ast.Field:
				n.Doc, n.Comment = nil, nil
			case *ast.Ident:
				if c.rename(n); strings.Contains(n.Name, "Tape") {
					n.Name = numbered.ReplaceAllString(n.Name, "$1") // a field with the name of a type
				}
			case *ast.SelectorExpr:
				c.arena(n.Sel)
			}
			return true
		})
		if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
			return err.Error()
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

var (
	memory   = regexp.MustCompile(`^memory(_|$)`)
	own      = regexp.MustCompile(`(Workspace|Problem)$`)
	numbered = regexp.MustCompile(`(Dual|Rev|T)[0-9]+`)
)

// isMemory is the type of all arenas, which has those of all functions of the file.
func isMemory(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeSpec:
		return memory.MatchString(n.Name.Name)
	case *ast.FuncDecl:
		return memory.MatchString(receiverType(n))
	}
	return false
}

// A canon gives names to what is declared, and to arenas, in the order in which it is met.
type canon struct {
	objects map[*ast.Object]string
	arenas  map[string]string // by their names as fields
	methods map[string][]*ast.FuncDecl
	queue   []ast.Node
}

func (c *canon) add(n ast.Node) {
	c.queue = append(c.queue, n)
	if s, ok := n.(*ast.TypeSpec); ok {
		for _, m := range c.methods[s.Name.Name] {
			c.queue = append(c.queue, m)
		}
	}
}

func (c *canon) rename(id *ast.Ident) {
	o := id.Obj
	if o == nil || o.Kind != ast.Fun && o.Kind != ast.Typ && o.Kind != ast.Var && o.Kind != ast.Con {
		return
	}
	name, ok := c.objects[o]
	if !ok {
		switch d := o.Decl.(type) {
		case *ast.FuncDecl:
			name = fmt.Sprintf("helper%d", len(c.objects))
			c.objects[o] = name
			c.add(d)
		case *ast.TypeSpec:
			name = fmt.Sprintf("helper%d", len(c.objects))
			c.objects[o] = name
			c.add(d)
		default: // what a function declares, whose name is none of a helper
			name = fmt.Sprintf("v%d", len(c.objects))
			c.objects[o] = name
		}
	}
	id.Name = name
}

// arena gives a name to the field that is an arena.
func (c *canon) arena(id *ast.Ident) {
	name, ok := c.arenas[id.Name]
	if !ok {
		return
	}
	if name == "" {
		name = fmt.Sprintf("arena%d", len(c.objects))
		c.objects[&ast.Object{}] = name
		c.arenas[id.Name] = name
	}
	id.Name = name
}

// receiverType is the name of the type of which a declaration is a method, or empty.
func receiverType(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	x := d.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		default:
			return x.(*ast.Ident).Name
		}
	}
}

// Difference shows the first difference of two texts, with the lines around it.
func Difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n%s\n%s\n", i+1, strings.Join(x[max(0, i-5):min(i+3, len(x))], "\n"),
				strings.Join(y[max(0, i-5):min(i+3, len(y))], "\n"))
		}
	}
	return "the one is longer"
}
