package load

import (
	"fmt"
	"go/token"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// A Fault is a mistake in a directive: a stretch of it, a message and a mend.
type Fault struct {
	Pos, End      token.Pos
	Message, Hint string
	fixes         []fix
}

// A fix is one that an editor can apply, in the file of the fault.
type fix struct {
	title string
	edits []edit
}

// An edit puts a text in place of what is between two places.
type edit struct {
	pos, end token.Pos
	text     string
}

// Error is the message.
func (f *Fault) Error() string { return f.Message }

// offer adds a fix.
func (f *Fault) offer(title string, edits ...edit) *Fault {
	f.fixes = append(f.fixes, fix{title, edits})
	return f
}

// over makes a word the place of the message.
func (f *Fault) over(w Word) *Fault {
	f.Pos, f.End = w.Pos, w.End
	return f
}

func (w Word) fault(hint, format string, args ...any) *Fault {
	return &Fault{Pos: w.Pos, End: max(w.End, w.Pos+1), Message: fmt.Sprintf(format, args...), Hint: hint}
}

func (d *Directive) fault(hint, format string, args ...any) *Fault {
	return &Fault{Pos: d.Pos, End: d.End, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// nearest is a fault of a word that is none of the known ones: the hint asks for the one that is like it, which the fix
// writes; another hint is for words that are like none.
func (w Word) nearest(known []string, otherwise, format string, args ...any) *Fault {
	name := suggest.Nearest(w.Text, known)
	if name == "" {
		return w.fault(otherwise, format, args...)
	}
	return w.fault(suggest.DidYouMean(w.Text, known), format, args...).offer("write "+name, edit{w.Pos, w.End, name})
}

// out takes a word out, with the blank before it.
func (w Word) out() edit { return edit{w.Pos - 1, w.End, ""} }

// Report is the message about a fault.
func (w *World) Report(x *Fault) diag.Diagnostic { return w.reportAs(x, CodeDirective) }

// reportAs is Report with a code.
func (w *World) reportAs(x *Fault, code diag.Code) diag.Diagnostic {
	d := w.Diagnose(x.Pos, x.End, code, x.Message, x.Hint)
	tf := w.Fset.File(x.Pos)
	for _, f := range x.fixes {
		var edits []diag.Edit
		for _, e := range f.edits {
			edits = append(edits, diag.Edit{Start: tf.Offset(e.pos), End: tf.Offset(e.end), New: e.text})
		}
		if fix, ok := diag.NewFix(f.title, edits...); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
	return d
}
