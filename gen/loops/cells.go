package loops

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// nameCells names the types of cells: those that users meet, in exported functions or in others that they meet, are
// exported.
func (g *Printer) nameCells(p *loop.Program) {
	met := map[*loop.Cell]bool{}
	var meet func(t loop.Type)
	meet = func(t loop.Type) {
		c := t.Cell
		if c == nil || met[c] {
			return
		}
		met[c] = true
		for _, ctor := range c.Ctors {
			for _, f := range ctor.Fields {
				meet(f.Type)
			}
		}
	}
	for _, f := range p.Funcs {
		if !f.Exported {
			continue
		}
		for _, x := range f.Params {
			meet(x.Var.Type)
		}
		for _, r := range f.Results {
			meet(r.Type)
		}
	}
	for _, c := range p.Cells {
		name := code.LocalName(c.Name)
		if met[c] {
			name = code.ExportedName(c.Name)
		}
		g.cellNames[c] = g.PackageName(name)
	}
}

// cell writes a new cell. In an arena, one with a single constructor gets its fields one by one, for Go's compiler
// would write a literal twice.
func (p *emitter) cell(s *loop.NewCell) {
	c := s.Var.Type.Cell
	if p.g.memory.plan.Where[s] == plan.Heap || len(c.Ctors) > 1 {
		p.define(s.Var, p.cellLit(s))
		return
	}
	vals := p.exprs(s.Fields)
	k := plan.Key{Type: s.Var.Type, Node: true, Level: p.g.memory.plan.Levels[s.Var]}
	p.define(s.Var, code.Call("", p.arena(k)+p.g.arenaMethod("next")))
	set := func(name string, x *code.Expr) {
		to := code.Node(code.FieldExpr, name, code.Use(p.id(s.Var)))
		p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{to}, Exprs: []*code.Expr{x}})
	}
	set("Tag", code.IntLit(c.Tag(s.Ctor)))
	for i, x := range vals {
		set(p.g.fieldName(c, s.Ctor, i), x)
	}
}

// cellLit is a new cell.
func (p *emitter) cellLit(s *loop.NewCell) *code.Expr {
	c := s.Var.Type.Cell
	out := code.Node(code.TypedExpr, p.g.cellNames[c])
	kept := p.g.memory.plan.Where[s] != plan.Heap
	if !kept {
		out.Text = "&" + out.Text
	}
	out.Fields, out.Args = []string{"Tag"}, []*code.Expr{code.IntLit(c.Tag(s.Ctor))}
	for i, f := range s.Fields {
		x := p.expr(f)
		if code.IsZeroLit(x) || x.Text == "nil" {
			continue
		}
		out.Fields, out.Args = append(out.Fields, p.g.fieldName(c, s.Ctor, i)), append(out.Args, x)
		out.Size += x.Size
	}
	if kept {
		k := plan.Key{Type: s.Var.Type, Node: true, Level: p.g.memory.plan.Levels[s.Var]}
		return code.Call("", p.arena(k)+p.g.arenaMethod("put"), out)
	}
	return out
}

// cellTag is the tag of a cell; nil has that of the constructor it stands for.
func (g *Printer) cellTag(c *loop.Cell, x *code.Expr) *code.Expr {
	if c.Nil < 0 {
		return code.Node(code.FieldExpr, "Tag", x)
	}
	g.tagged[c] = true
	return code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "tag", x))
}

// fieldName is the Go name of a field.
func (g *Printer) fieldName(c *loop.Cell, ctor, field int) string {
	names := g.fieldNames[c]
	if names == nil {
		names = make([][]string, len(c.Ctors))
		for k := range c.Ctors {
			names[k] = fieldNames(c.Ctors[k].Fields)
		}
		g.fieldNames[c] = names
	}
	return names[ctor][field]
}

func fieldNames(fields []loop.Field) (out []string) {
	seen := map[string]bool{"Tag": true}
	longest := map[string]string{} // with the x that were needed so far
	for _, f := range fields {
		base := code.ExportedName(f.Name)
		if len(fields) == 1 {
			base += "1"
		}
		n := base
		if l := longest[base]; l != "" {
			n = l
		}
		for seen[n] {
			n += "x"
		}
		seen[n], longest[base] = true, n
		out = append(out, n)
	}
	return out
}

// cellDecl declares a cell.
func (g *Printer) cellDecl(c *loop.Cell) jen.Code {
	fields := []jen.Code{jen.Id("Tag").Int()}
	for k, ctor := range c.Ctors {
		fields = append(fields, jen.Comment("// "+code.OneLine(ctor.Name)+" has Tag "+strconv.FormatInt(c.Tag(k), 10)+
			"."))
		for i, f := range ctor.Fields {
			fields = append(fields, jen.Id(g.fieldName(c, k, i)).Id(g.loopType(f.Type)))
		}
	}
	name := g.cellNames[c]
	text := name + " is a value of the data type " + code.OneLine(c.Name) + "."
	switch {
	case c.Nil >= 0:
		text += " nil is " + code.OneLine(c.Ctors[c.Nil].Name) + "."
	case c.Linear:
		text += " nil is zero."
	}
	decl := jen.Null()
	for _, line := range code.Comment(text) {
		decl.Add(line).Line()
	}
	decl.Type().Id(name).Struct(fields...)
	if g.tagged[c] {
		decl.Line().Line().Add(code.Source(fmt.Sprintf(`// tag is the Tag; that of nil is %[2]d.
func (x *%[1]s) tag() int {
	if x == nil {
		return %[2]d
	}
	return x.Tag
}`, name, c.Nil)))
	}
	return decl
}
