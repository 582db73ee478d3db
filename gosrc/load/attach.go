package load

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// directives finds the directives of a parsed file and what each stands above. A line that begins like a directive is
// one, or an error.
func (f *File) directives() (ds diag.List) {
	if f.Syntax == nil {
		return nil
	}
	places := f.places()
	report := func(x *Fault) {
		ds = append(ds, f.Package.World.Report(x))
	}
	for _, group := range f.Syntax.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, prefix) {
				if x := nearly(c); x != nil {
					report(x)
				}
				continue
			}
			d, x := parse(strings.TrimRight(c.Text, "\r"), c.Pos())
			if x == nil {
				d.File = f
				x = d.attach(places, group)
			}
			if x != nil {
				report(x)
				continue
			}
			f.Directives = append(f.Directives, d)
		}
	}
	for _, x := range repeated(f) {
		report(x)
	}
	return ds
}

// nearly finds a comment that would be a directive but for how it begins: with blanks, capitals, a blank for the colon,
// or as a comment in /* */.
func nearly(c *ast.Comment) *Fault {
	text, closed := strings.CutSuffix(c.Text[len("//"):], "*/")
	closed = closed && strings.HasPrefix(c.Text, "/*")
	begin := strings.TrimLeft(text, " \t")
	if len(begin) < len(mark) || !strings.EqualFold(begin[:len(mark)], mark) {
		return nil
	}
	rest := begin[len(mark):]
	after := strings.TrimLeft(rest, " \t")
	after, colon := strings.CutPrefix(after, ":")
	if !colon && (after == rest || begin != text) {
		return nil // another word; or prose, which has a blank after the slashes
	}
	after = strings.TrimLeft(after, " \t")
	right := prefix + strings.TrimRight(after, " \t\r")
	if _, x := parse(right, c.Pos()); x != nil {
		return nil // prose
	}
	what := "this directive has capitals"
	switch {
	case closed:
		what = "this directive is in /* and */"
	case !colon:
		what = "this directive has no colon"
	case begin != text:
		what = "this directive has a blank after the slashes"
	case rest != ":"+after:
		what = "this directive has a blank beside the colon"
	}
	x := &Fault{Pos: c.Pos(), End: c.End(), Message: what, Hint: "write " + right}
	if strings.Contains(c.Text, "\n") {
		return x
	}
	return x.offer("write "+right, edit{c.Pos(), c.Pos() + token.Pos(len(strings.TrimRight(c.Text, "\r"))), right})
}

// places are the nodes that comments can belong to.
type places struct {
	fset  *token.FileSet
	docs  map[*ast.CommentGroup]ast.Node // of functions and fields
	line  map[int]ast.Node               // loops by the line that they begin on, with their label
	body  token.Pos                      // where the first declaration is that imports nothing
	decls []ast.Decl
}

func (f *File) places() *places {
	p := &places{fset: f.Package.Fset, docs: map[*ast.CommentGroup]ast.Node{}, line: map[int]ast.Node{},
		body: token.Pos(1 << 60), decls: f.Syntax.Decls}
	for _, d := range f.Syntax.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			p.body = d.Pos()
			break
		}
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			p.docs[n.Doc] = n
		case *ast.StructType:
			for _, field := range n.Fields.List {
				p.docs[field.Doc], p.docs[field.Comment] = field, field
			}
		case *ast.LabeledStmt:
			switch loop := n.Stmt.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				p.line[p.lineOf(n.Pos())] = loop
			}
		case *ast.ForStmt, *ast.RangeStmt:
			p.line[p.lineOf(n.Pos())] = n
		}
		return true
	})
	delete(p.docs, nil)
	return p
}

func (p *places) lineOf(pos token.Pos) int { return p.fset.PositionFor(pos, false).Line }

// attach finds what a directive stands above, and whether it may.
func (d *Directive) attach(p *places, group *ast.CommentGroup) *Fault {
	if d.Verb == Emit {
		if d.Pos > p.body {
			x := d.fault("move it above the first declaration", "this directive is about the whole file")
			if name, ok := d.File.belowPackage(); ok {
				x.offer(x.Hint, d.out(), edit{name, name, d.File.newline() + d.File.newline() + d.source()})
			}
			return x
		}
		return nil
	}
	d.Node = p.docs[group]
	if d.Node == nil {
		d.Node = p.line[p.lineOf(group.End())+1]
	}
	d.Decl, _ = d.Node.(*ast.FuncDecl)
	_, field := d.Node.(*ast.Field)
	loop := d.Node != nil && d.Decl == nil && !field
	var fits bool
	wanted := "a func"
	switch d.Verb {
	case Checkpoint:
		fits, wanted = loop, "a for loop"
	case Nodiff:
		fits, wanted = d.Decl != nil || field, "a func or a field of a struct"
	case Func, Grad, VJP, JVP, Jacobian, Hessian, HVP, Sum, Derivative, Implicit:
		fits = d.Decl != nil
	case Emit:
	}
	put := "put it on the line above " + wanted
	if d.Node == nil {
		x := d.fault(put, "this directive belongs to nothing")
		if f := p.next(d.End); f != nil && wanted != "a for loop" {
			x.offer("put it on the line above "+f.Name.Name, d.out(), edit{f.Pos(), f.Pos(), d.source() + d.File.newline()})
		}
		return x
	}
	if !fits {
		return d.fault(put, "%s is about %s", d.Verb, wanted)
	}
	if d.Decl == nil {
		return nil
	}
	return d.attachFunc(put)
}

// attachFunc looks at the function below the directive.
func (d *Directive) attachFunc(put string) *Fault {
	name := d.Decl.Name.Name
	if d.Verb == Sum {
		if !d.named {
			d.Name = d.base() + suffix(Sum)
			if d.GaussNewton {
				d.Name = d.base() + "GNVP" + suffix(Sum)
			} else if d.Second {
				d.Name = d.base() + suffix(HVP) + suffix(Sum)
			}
		}
		return nil
	}
	if !d.Generates() {
		return nil
	}
	if name == "_" || name == "init" && d.Decl.Recv == nil ||
		name == "main" && d.Decl.Recv == nil && d.File.Syntax.Name.Name == "main" {
		return d.fault(put+" that can be called", "func %s cannot be called", name)
	}
	if d.Verb == Func && !d.named {
		return d.fault("add name=G for the name of the function that is made",
			"func %s exists; its copy needs another name", name)
	}
	if !d.named {
		d.Name = d.stem() + suffix(d.Verb)
		if d.Colors {
			d.Name += "Colors"
		}
	}
	return nil
}

// base is what the name of a type for the function begins with: TM for a method M of a type T.
func (d *Directive) base() string {
	name := d.Decl.Name.Name
	if d.Decl.Recv == nil || len(d.Decl.Recv.List) != 1 {
		return name
	}
	t := ast.Unparen(d.Decl.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(p.X)
	}
	if id, ok := t.(*ast.Ident); ok {
		return methodName(id.Name, name)
	}
	return name
}

// stem is what the name of the generated function begins with: that of the function, and of the type before it for a
// method of a generic type, for which it is no method.
func (d *Directive) stem() string {
	name := d.Decl.Name.Name
	if d.Decl.Recv == nil || len(d.Decl.Recv.List) != 1 {
		return name
	}
	t := ast.Unparen(d.Decl.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(p.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	default:
		return name
	}
	if id, ok := t.(*ast.Ident); ok {
		return methodName(id.Name, name)
	}
	return name
}

// repeated finds directives that say again what one above them says.
func repeated(f *File) (out []*Fault) {
	type key struct {
		verb Verb
		node ast.Node
		word string
	}
	seen := map[key]*Directive{}
	for _, d := range f.Directives {
		if d.Verb == Derivative && seen[key{Nodiff, d.Node, ""}] != nil ||
			d.Verb == Nodiff && seen[key{Derivative, d.Node, ""}] != nil {
			nodiff := d
			if d.Verb == Derivative {
				nodiff = seen[key{Nodiff, d.Node, ""}]
			}
			out = append(out, d.fault("leave //chad:nodiff out", "a derivative is no constant").
				offer("leave //chad:nodiff out", nodiff.out()))
		}
		var words []string
		switch d.Verb {
		case Nodiff, Checkpoint, Derivative, Implicit:
			words = []string{""}
		case Emit:
			words = d.Settings
		case Func, Grad, VJP, JVP, Jacobian, Hessian, HVP, Sum: // names tells
		}
		for _, w := range words {
			k := key{d.Verb, d.Node, w}
			if first := seen[k]; first != nil {
				x := d.fault("leave one of them", "%s%s is said on line %d already", d.Verb, blank(w), f.line(first.Pos))
				if d.Of.Text == first.Of.Text && d.Minimises == first.Minimises && len(d.Settings) < 2 && d.Parallel == 0 {
					x.offer("leave this one out", d.out())
				}
				out = append(out, x)
				continue
			}
			seen[k] = d
		}
	}
	return out
}

func blank(w string) string {
	if w == "" {
		return ""
	}
	return " " + w
}

// line is the number of the line of a place.
func (f *File) line(pos token.Pos) int { return f.Package.Fset.PositionFor(pos, false).Line }
