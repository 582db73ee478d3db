package own

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The codes of this package's messages.
const (
	// CodeStale: memory that two names share is written through one and then read through the other.
	//
	//	b := a // where a or b is assigned again, so that b is no mere second name
	//	b[0] = 1
	//	return a[0]
	CodeStale diag.Code = "own-stale"
	// CodeArgs: a call is given the same memory twice, and the callee writes it.
	CodeArgs diag.Code = "own-args"
	// CodeCapacity: cap(x) of a slice that comes from a caller, or is in a field or an element.
	CodeCapacity diag.Code = "own-capacity"
	// CodeFunctions: function values that cannot be told apart by a number: they hold each other without end, or the
	// caller chooses them.
	CodeFunctions diag.Code = "own-functions"
	// CodeNil: a comparison with nil of something that has no place for a bool beside it.
	CodeNil diag.Code = "own-nil"
	// CodeGrow: a slice in a parameter of a function with a directive becomes longer.
	CodeGrow diag.Code = "own-grow"
	// CodeSort: a comparison of a sort looks at memory that the sort moves, otherwise than by the elements that it
	// compares; or it writes memory.
	CodeSort diag.Code = "own-sort"
	// CodeGlobal: memory of a package variable is written.
	CodeGlobal diag.Code = "own-global"
)

// diagnose is the message for a problem.
func (p problem) diagnose() diag.Diagnostic {
	switch {
	case p.stale != nil:
		a := calledFrom(p.stale.v, p.at)
		if f := p.st.moves; f != "" {
			d := message(p.at, CodeStale,
				fmt.Sprintf("%s may have been overwritten by %s %s", a, f, line(p.st.at, p.at)),
				fmt.Sprintf("give %s a copy: %s(slices.Clone(…), …), or read only what it returns", f, f))
			d.Relate(message(p.st.at, "", "", ""), "overwritten here")
			return d
		}
		b := calledFrom(p.st.name, p.at)
		if a == b {
			b = "what was in " + b + " before"
		}
		d := message(p.at, CodeStale,
			fmt.Sprintf("%s may share memory with %s, which was written %s", a, b, line(p.st.at, p.at)),
			advice(p.stale.v, p.st.name, a))
		d.Relate(message(p.st.at, "", "", ""), "written here")
		return d
	case p.sorts:
		a, b := calledFrom(p.a.v, p.at), calledFrom(p.b.v, p.at)
		text := fmt.Sprintf("%s compares by elements of %s that may move, as they may be memory of %s",
			p.call.Func.Name, b, a)
		if a == b {
			text = fmt.Sprintf("%s compares by other elements of %s than those that it sorts, which may move",
				p.call.Func.Name, a)
		}
		return message(p.at, CodeSort, text,
			"give what is sorted a name, z, and compare z[i] with z[j]; or compare by a copy made before: "+
				"slices.Clone(…)")
	case p.call != nil:
		return message(p.at, CodeArgs,
			fmt.Sprintf("%s gets memory of %s and %s that may be the same, and writes it", p.call.Func.Name,
				calledFrom(p.a.v, p.at), calledFrom(p.b.v, p.at)),
			"pass a copy of one: slices.Clone(…)")
	case p.global != nil:
		return message(p.at, CodeGlobal,
			fmt.Sprintf("memory of the package variable %s is written", p.global.Name),
			"copy it first: slices.Clone(…), or pass it as a parameter")
	}
	return message(p.at, CodeStale,
		fmt.Sprintf("%s leads through memory that was assigned since", calledFrom(p.broken.v, p.at)),
		fmt.Sprintf("assign %s again after that", calledFrom(p.broken.v, p.at)))
}

// advice is what to write instead of a read of v, called a, behind a write through by.
func advice(v, by *flow.Var, a string) string {
	if holdsTagged(v.Type) || holdsTagged(by.Type) {
		return "pass what the functions share as an argument, or return it"
	}
	if isSlice(v.Type) {
		return fmt.Sprintf("write and read through one of the two names, or make %s a copy: slices.Clone(…)", a)
	}
	return "write and read through one of the two names, or give one of them copies of the slices in it: " +
		"slices.Clone(…)"
}

// holdsTagged reports whether values of a type hold functions, as package own writes them.
func holdsTagged(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return holdsTagged(t.Elem)
	case *flow.Array:
		return holdsTagged(t.Elem)
	case *flow.Pointer:
		return holdsTagged(t.Elem)
	case *flow.Struct:
		if isTagged(t) {
			return true
		}
		for _, f := range t.Fields {
			if holdsTagged(f.Type) {
				return true
			}
		}
	}
	return false
}

// isTagged reports whether a struct stands for functions.
func isTagged(t *flow.Struct) bool {
	return t.Name == "func" && len(t.Fields) > 0 && t.Fields[0].Name == "tag"
}

// called is what a message calls a variable.
func called(v *flow.Var) string { return calledFrom(v, v.At) }

// calledFrom is what a message about a place calls a variable.
func calledFrom(v *flow.Var, at *syntax.Pos) string {
	switch {
	case v.Made:
		return v.Text + " made " + line(v.At, at)
	case v.Text != "":
		return v.Text
	}
	return v.Name
}

// line says in a message about a place where something else is: in which line, of which file if that is another one.
func line(of, at *syntax.Pos) string {
	switch {
	case of == nil:
		return "before"
	case at != nil && at.File != of.File:
		return fmt.Sprintf("at %s:%d", of.File, of.Line)
	}
	return fmt.Sprintf("in line %d", of.Line)
}

func message(at *syntax.Pos, code diag.Code, text, hint string) diag.Diagnostic {
	var pos diag.Pos
	if at != nil {
		pos = diag.Pos{File: at.File, Line: at.Line, Col: at.Col}
	}
	return diag.Diagnostic{Pos: pos, End: pos, Code: code, Message: text, Hint: hint}
}
