package gosrc

import (
	"errors"
	"fmt"
	"go/ast"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/trace"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// texts knows the source of what is traced.
type texts struct {
	l       *lowered
	sources map[*flow.Op]ast.Node
	root    *root
}

// Expr is that of [trace.Texts].
func (t *texts) Expr(op *flow.Op) (text string, operands []string) {
	n := t.source(op)
	if n == nil {
		return "", nil
	}
	var parts []ast.Node
	switch n := n.(type) {
	case *ast.BinaryExpr:
		parts = []ast.Node{n.X, n.Y}
	case *ast.UnaryExpr:
		parts = []ast.Node{n.X}
	case *ast.IncDecStmt:
		parts = []ast.Node{n.X}
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
			parts = []ast.Node{n.Lhs[0], n.Rhs[0]}
		}
	case *ast.CallExpr:
		for _, a := range n.Args {
			parts = append(parts, a)
		}
	}
	for _, p := range parts {
		if e, ok := p.(ast.Expr); ok {
			p = ast.Unparen(e)
		}
		operands = append(operands, t.text(p))
	}
	return t.text(n), operands
}

// source is what an operation was made of, if that is in a file of the user or of a module.
func (t *texts) source(op *flow.Op) ast.Node {
	n := t.sources[op]
	if n == nil || op.At == nil {
		return nil
	}
	f, tf := t.l.names.file[op.At.File], t.l.p.Fset.File(n.Pos())
	if f == nil || tf == nil || tf.Name() != f.Path { // of a library on the shelf, whose positions are others
		return nil
	}
	return n
}

// text is the source of a node, cut where it is long.
func (t *texts) text(n ast.Node) string {
	tf := t.l.p.Fset.File(n.Pos())
	if tf == nil {
		return ""
	}
	f := t.l.names.file[tf.Name()]
	if f == nil {
		return ""
	}
	text := []rune(strings.Join(strings.Fields(string(f.Source.Text[tf.Offset(n.Pos()):tf.Offset(n.End())])), " "))
	const most = 60
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// Place is that of [trace.Texts]; that of nowhere is the function.
func (t *texts) Place(op *flow.Op, at *syntax.Pos) diag.Diagnostic {
	if op == nil && at == nil {
		return t.l.p.World.Diagnose(t.root.fn.Pos(), t.root.fn.Pos(), "", "", "")
	}
	if n := t.source(op); n != nil {
		return t.l.p.World.Diagnose(n.Pos(), n.End(), "", "", "")
	}
	if at == nil || t.l.names.file[at.File] == nil {
		return diag.Diagnostic{}
	}
	f := t.l.names.file[at.File]
	from := f.Source.Offset(at.Line, at.Col)
	d := f.Source.Diagnose(from, from, "", "", "")
	d.Pos.File, d.End.File = f.Name, f.Name
	return d
}

// Line is that of [trace.Texts].
func (t *texts) Line(at *syntax.Pos) string {
	if at == nil || t.l.names.file[at.File] == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", t.l.names.file[at.File].Name, at.Line)
}

// positioned is an error of the run with its place in the user's files.
func (t *texts) positioned(err error) error {
	var run *eval.Error
	if !errors.As(err, &run) {
		return err
	}
	d := t.Place(nil, run.At)
	if d.Message = run.Err.Error(); run.Msg != "" {
		d.Message += ": " + run.Msg
	}
	if errors.Is(err, trace.ErrFull) {
		d.Hint = "does it end? if so, trace a smaller case, or allow more operations with --fuel"
	}
	return diag.List{d}.Err()
}
