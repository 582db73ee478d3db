package trace

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Texts knows the source of a program.
type Texts interface {
	// Expr is what an operation is in the source, and its operands; empty where it is not known.
	Expr(op *flow.Op) (text string, operands []string)
	// Place is a message about an operation, which may be nil, or a place; its zero value if it is not in the user's
	// source.
	Place(op *flow.Op, at *syntax.Pos) diag.Diagnostic
	// Line is file:line of a place; empty if it is not in the user's source, as code for libraries is not.
	Line(at *syntax.Pos) string
}

// Message is a finding as the user reads it: the place, the line of the source, and what was there.
func (f *Finding) Message(t Texts) string {
	w := &writer{t: t, f: f, s: &f.Step}
	w.text, w.names = w.exprOf(w.s)
	d, within := w.place()
	d.Message, d.Hint = w.headline(), ""
	if within != "" {
		w.note("inside %s, which is not in these files", within)
	}
	w.around(f.Step.Where)
	w.values()
	w.then()
	w.elems()
	if m := f.Mend; m != nil {
		w.note("hint: %s was tried here: the value is %s, and the gradient finite", m.text(w.text, w.names), number(m.Value))
	}
	return d.String() + w.notes.String()
}

// writer writes a message.
type writer struct {
	t     Texts
	f     *Finding
	s     *Step
	text  string
	names []string
	notes strings.Builder
}

// note adds a line, once.
func (w *writer) note(format string, args ...any) {
	line := "  " + fmt.Sprintf(format, args...) + "\n"
	if !strings.Contains(w.notes.String(), line) {
		w.notes.WriteString(line)
	}
}

// exprOf is the text of a step and those of its operands.
func (w *writer) exprOf(s *Step) (text string, names []string) {
	names = make([]string, len(s.Args))
	if s.Func != nil {
		text = "the call of " + s.Func.Name
	}
	if s.Op != nil {
		var known []string
		if text, known = w.t.Expr(s.Op); s.Of != nil {
			text, _ = w.t.Expr(s.Of)
			text = s.Op.Op.Name + " in the derivative of " + orElse(text, s.Of.Op.Name)
		}
		if len(known) == len(names) {
			copy(names, known)
		}
	}
	for i, n := range names {
		if elem := s.Args[i].Elem; n == "" && elem != "" {
			names[i] = elem
		} else if n == "" {
			names[i] = [...]string{"the first operand", "the second operand", "the third operand"}[min(i, 2)]
		}
	}
	if text == "" && s.Op != nil {
		text = written(s.Op.Op, names)
	}
	return text, names
}

// written is a primitive of operands, for what is in nobody's source.
func written(op *syntax.Op, names []string) string {
	if op.Infix != "" && len(names) == 2 {
		return names[0] + " " + op.Infix + " " + names[1]
	}
	return op.Name + "(" + strings.Join(names, ", ") + ")"
}

// place is where the message is put: where the step is, or the call that leads there from the user's source, with the
// name of the function that was called.
func (w *writer) place() (d diag.Diagnostic, within string) {
	op := w.s.Op
	if w.s.Of != nil {
		op = w.s.Of
	}
	if d = w.t.Place(op, w.s.At); d.Pos.IsValid() {
		return d, ""
	}
	for p := w.s.Where; p != nil; p = p.Up {
		if p.Func == nil {
			continue
		}
		if d = w.t.Place(nil, p.At); d.Pos.IsValid() {
			return d, p.Func.Name
		}
	}
	return w.t.Place(nil, nil), ""
}

func (w *writer) value() string { return show(w.s.Value, w.s.Op) }

// show is a value that an operation gave.
func show(v syntax.Value, op *flow.Op) string {
	if op == nil {
		return number(v.F)
	}
	return scalar(v, op.Op.Result)
}

func scalar(v syntax.Value, t syntax.Type) string {
	switch t {
	case syntax.Real:
		return number(v.F)
	case syntax.Bool:
		return fmt.Sprint(v.I != 0)
	}
	return fmt.Sprint(v.I)
}

func (w *writer) headline() string {
	s := w.s
	switch {
	case w.f.Kind == Unread:
		if s.At != nil {
			return fmt.Sprintf("nothing that was done reads %s: it is read here, where this run did not come", some(w.f.Elems))
		}
		return "nothing that was done reads " + some(w.f.Elems)
	case s.At == nil && s.Kind == Operation && s.Op == nil:
		return "the result is not finite, and no operation made it so"
	case s.Kind == Input:
		return fmt.Sprintf("the argument %s is %s", s.Args[0].Elem, w.value())
	case w.f.Kind == Value, w.f.Then != nil:
		return fmt.Sprintf("%s is %s", w.text, w.value())
	case w.f.Kind == Idle && finite(w.s.Value.F):
		return fmt.Sprintf("%s is not used, and its slope by %s is infinite", w.text, w.names[w.f.Operand])
	case w.f.Kind == Slope, w.f.Kind == Idle:
		return fmt.Sprintf("the cotangent of %s is %s: that of %s is %s", w.names[w.f.Operand], number(w.f.Share),
			w.text, number(w.f.Cotangent))
	}
	return w.cut()
}

// cut is the headline of a cut.
func (w *writer) cut() string {
	s, i := w.s, w.f.Operand
	if s.Kind == Unused {
		return fmt.Sprintf("nothing comes of %s", orElse(w.text, "what was read here"))
	}
	name := "a number"
	if i < len(w.names) {
		name = w.names[i]
	}
	switch {
	case s.Kind == Constant:
		return "what comes of " + some(w.f.Elems) + " is constant for differentiation here (//chad:nodiff)"
	case s.Kind == Decision:
		return fmt.Sprintf("%s decides %s, which has no derivative", name, decisions[s.Why])
	case s.Op != nil && s.Op.Op.Result == syntax.Bool:
		return fmt.Sprintf("%s is the last that depends on %s: a comparison has no derivative", w.text, name)
	case s.Op != nil && s.Op.Op.Result == syntax.Int:
		return fmt.Sprintf("%s is an int: it has no derivative by %s", w.text, name)
	}
	return fmt.Sprintf("the derivative of %s by %s is 0 here", w.text, name)
}

var decisions = [...]string{eval.Branch: "a branch", eval.Index: "which element is meant", eval.Size: "a length"}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// around tells of the iterations and calls around a step, the nearest first.
func (w *writer) around(p *eval.Where) {
	const most = 8
	for told := 0; p != nil; p = p.Up {
		if told++; told > most {
			w.note("and so on")
			return
		}
		switch {
		case p.Loop != nil:
			if line := w.t.Line(flow.At(p.Loop)); line != "" {
				w.note("in iteration %d, from 0, of the loop at %s", p.N, line)
			} else {
				w.note("in iteration %d, from 0, of a loop there", p.N)
			}
		case p.At != nil:
			if line := w.t.Line(p.At); line != "" {
				w.note("in %s, called at %s", p.Func.Name, line)
			}
		}
	}
}

// values tells of the operands.
func (w *writer) values() {
	if w.s.Kind == Input || w.s.Kind == Attached {
		return
	}
	if w.s.Kind == Constant {
		w.note("its value is %s", w.value())
		return
	}
	if w.f.Kind != Value && w.f.Then == nil && w.s.Op != nil && w.s.Kind == Operation {
		w.note("%s is %s", w.text, w.value())
	}
	for i, a := range w.s.Args {
		t := syntax.Type(syntax.Real)
		if w.s.Op != nil {
			t = w.s.Op.Op.Params[i]
		}
		if a.Elem != "" && a.Elem != w.names[i] {
			w.note("%s, the argument %s, is %s", w.names[i], a.Elem, scalar(a.Value, t))
			continue
		}
		value := scalar(a.Value, t)
		switch {
		case value == w.names[i]: // a literal
		case a.At != nil && w.s.At != nil && w.t.Line(a.At) != w.t.Line(w.s.At) && w.t.Line(a.At) != "":
			w.note("%s is %s, from %s", w.names[i], value, w.t.Line(a.At))
		default:
			w.note("%s is %s", w.names[i], value)
		}
	}
}

// then tells where a cotangent became NaN or infinite for what was found.
func (w *writer) then() {
	if w.f.Then == nil {
		return
	}
	text, names := w.exprOf(w.f.Then)
	if w.f.Kind == Idle {
		w.note("nothing comes of it, but a gradient that multiplies its cotangent, 0, with a slope that is infinite is NaN")
		return
	}
	place := "in a library"
	if line := w.t.Line(w.f.Then.At); line != "" {
		place = "at " + line
	}
	w.note("so, %s, the cotangent of %s is %s: that of %s is %s", place, names[w.f.Operand],
		number(w.f.Share), text, number(w.f.Cotangent))
}

// elems tells what parameters it is about.
func (w *writer) elems() {
	switch w.f.Kind {
	case Slope:
		w.note("so the derivative by %s is not finite", some(w.f.Elems))
	case Idle:
		w.note("so the generated derivative by %s may be NaN", some(w.f.Elems))
	case Cut, Unread:
		w.note("so the derivative by %s is 0", some(w.f.Elems))
	case Value:
		w.note("so the result is not finite")
	}
}

// some are some names, and how many there are besides.
func some(names []string) string {
	const most = 4
	if len(names) == 0 {
		return "the parameters"
	}
	if len(names) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
