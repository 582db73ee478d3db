package trace

import (
	"errors"
	"math"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/syntax"
)

// entryKind is a kind of entry.
type entryKind uint8

const (
	operation entryKind = iota
	input               // an element of an argument
	decision            // a number on which it depends what is done
	constant            // what is constant for differentiation has taken the number
	argument            // the tangent of an argument, for a function with a derivative of its own
	result              // what such a function gives
	fresh               // a number by which a derivative inside the program is
)

// An entry is one operation on the tape.
type entry struct {
	kind  entryKind
	why   eval.Decision
	args  uint8 // how many operands it has
	first int32 // the first of them
	op    *flow.Op
	// source is the operation that it is part of the derivative of, for one that the program does not do itself.
	source *flow.Op
	fn     *flow.Func // of an argument or a result
	at     *syntax.Pos
	where  *eval.Where
	val    syntax.Value
	name   string // of an input
	// active says that the number depends on a parameter of the derivative, smoothly or not.
	active bool
}

// An operand is an operand of an entry: where it is on the tape, 0 if it is not, and its value.
type operand struct {
	mark int32
	val  syntax.Value
}

// ErrFull is the kind of the error of [Run] for a tape that gets too long.
var ErrFull = errors.New("tape too long")

// tape is an [eval.Observer]. The entry 0 is none.
type tape struct {
	entries  []entry
	operands []operand
	limit    int
	inputs   []int32 // the elements of the parameters of the derivative
	// deriving counts the derivatives inside the program that run.
	deriving int
}

func (t *tape) add(e entry, args ...operand) int32 {
	if len(t.entries) > t.limit {
		panic(ErrFull)
	}
	e.first, e.args = int32(len(t.operands)), uint8(len(args))
	for _, a := range args {
		e.active = e.active || t.entries[a.mark].active
	}
	t.operands = append(t.operands, args...)
	t.entries = append(t.entries, e)
	return int32(len(t.entries) - 1)
}

// of are the operands of an entry.
func (t *tape) of(e *entry) []operand { return t.operands[e.first : int(e.first)+int(e.args)] }

// Op is that of [eval.Observer]. What depends on no argument is on the tape only where it is not finite.
func (t *tape) Op(e *flow.Op, w *eval.Where, args []eval.Value, v syntax.Value) int32 {
	known := e.Op.Result == syntax.Real && !finite(v.F)
	var ops [4]operand
	for i, a := range args {
		ops[i] = operand{a.Mark, a.Num}
		known = known || a.Mark != 0
	}
	if !known {
		return 0
	}
	return t.add(entry{op: e, at: e.At, where: w, val: v}, ops[:len(args)]...)
}

// Decides is that of [eval.Observer].
func (t *tape) Decides(d eval.Decision, at *syntax.Pos, w *eval.Where, v eval.Value) {
	if t.entries[v.Mark].active {
		t.add(entry{kind: decision, why: d, at: at, where: w, val: v.Num}, operand{v.Mark, v.Num})
	}
}

// Constant is that of [eval.Observer].
func (t *tape) Constant(at *syntax.Pos, w *eval.Where, v eval.Value) int32 {
	if t.deriving == 0 && !t.entries[v.Mark].active {
		return v.Mark
	}
	return t.add(entry{kind: constant, at: at, where: w, val: v.Num}, operand{v.Mark, v.Num})
}

// Argument is that of [eval.Observer]. The tangent is 1, since a derivative may leave out what is multiplied with 0.
func (t *tape) Argument(f *flow.Func, at *syntax.Pos, w *eval.Where, v eval.Value) eval.Value {
	if v.Mark == 0 || t.deriving == 0 && !t.entries[v.Mark].active {
		return eval.Value{}
	}
	one := syntax.Value{F: 1}
	return eval.Value{Num: one, Mark: t.add(entry{kind: argument, fn: f, at: at, where: w, val: one},
		operand{v.Mark, v.Num})}
}

// Result is that of [eval.Observer].
func (t *tape) Result(f *flow.Func, at *syntax.Pos, w *eval.Where, v, d eval.Value) int32 {
	if d.Mark == 0 && finite(v.Num.F) {
		return 0
	}
	return t.add(entry{kind: result, fn: f, at: at, where: w, val: v.Num}, operand{d.Mark, d.Num})
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
