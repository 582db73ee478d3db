package eval

import (
	"errors"
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Errors of the program that runs. They are wrapped in an [Error] with the place.
var (
	ErrIndex    = errors.New("index out of range")
	ErrNil      = errors.New("nil pointer or function")
	ErrLength   = errors.New("length out of range")
	ErrDeep     = errors.New("recursion too deep")
	ErrTooLong  = errors.New("too many steps")
	ErrProgram  = errors.New("panic")
	ErrOperator = errors.New("run-time error")
)

// An Error is a run-time error of the program. It wraps one of the Err variables.
type Error struct {
	At  *syntax.Pos
	Msg string
	Err error
}

// Error is the position and what happened.
func (e *Error) Error() string {
	at := ""
	if e.At != nil {
		at = fmt.Sprintf("%s:%d:%d: ", e.At.File, e.At.Line, e.At.Col)
	}
	if e.Msg != "" {
		return at + e.Err.Error() + ": " + e.Msg
	}
	return at + e.Err.Error()
}

// Unwrap is the kind of error.
func (e *Error) Unwrap() error { return e.Err }

// Limits of a run.
const (
	maxDepth = 10_000
	maxSteps = 50_000_000
)

// Call runs a function. What its slices and pointers look at is changed in place. The error is an *Error when the
// program panics, or exceeds 10,000 nested calls or 5·10⁷ statements, iterations, and elements that are made or copied.
func Call(f *flow.Func, args []Value) (results []Value, err error) { return CallSpare(f, args, 0) }

// CallSpare is Call where an append that needs new memory gets room for spare more elements: how much it gets is up to
// the Go implementation, and decides which slices share memory later. The error is that of Call.
func CallSpare(f *flow.Func, args []Value, spare int) (results []Value, err error) {
	return run(&machine{spare: spare, limit: maxSteps}, f, args)
}

// CallWithin is Call with another bound on statements, iterations, and elements that are made or copied, of which each
// counts as one. The error is that of Call.
func CallWithin(f *flow.Func, args []Value, steps int) (results []Value, err error) {
	return run(&machine{limit: steps}, f, args)
}

func run(m *machine, f *flow.Func, args []Value) (results []Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	return m.call(f, nil, args), nil
}

// machine runs one call; steps go up to limit. The rest is for an observer, which may be nil.
type machine struct {
	depth, steps, spare, limit int

	obs    Observer
	where  *Where
	at     *syntax.Pos         // of the statement that runs
	inside map[*flow.Func]bool // the functions whose attached derivatives run
	// deriving counts the derivatives of other functions that run.
	deriving int
}

// step counts n steps.
func (m *machine) step(fr *frame, n int) {
	if m.steps += n; m.steps > m.limit {
		fail(fr.fn.At, ErrTooLong, "")
	}
}

// frame holds the variables of a running function, or of one run of a literal in it.
type frame struct {
	fn   *flow.Func
	vars map[*flow.Var]*Cell
	up   *frame
}

// fail stops the program.
func fail(at *syntax.Pos, err error, format string, args ...any) {
	panic(&Error{At: at, Err: err, Msg: fmt.Sprintf(format, args...)})
}

func (m *machine) call(f *flow.Func, up *frame, args []Value) []Value {
	if m.depth++; m.depth > maxDepth {
		fail(f.At, ErrDeep, "%s", f.Name)
	}
	defer func() { m.depth-- }()
	if f.Body == nil && f.Bodiless() {
		fail(f.At, ErrProgram, "%s has no body", f.Name)
	}
	fr := &frame{fn: f, vars: map[*flow.Var]*Cell{}, up: up}
	for i, p := range f.Params {
		fr.vars[p] = &Cell{args[i].clone()}
	}
	for _, r := range f.Results {
		fr.vars[r] = &Cell{zeroOf(r.Type)}
	}
	if m.obs != nil {
		defer m.back(m.where)
		m.where = &Where{Up: m.where, Func: f, At: m.at}
	}
	m.list(fr, f.Body)
	out := make([]Value, len(f.Results))
	for i, r := range f.Results {
		out[i] = fr.vars[r].Value.clone()
	}
	return out
}

// cell is the memory of a variable; the first assignment makes it.
func (fr *frame) cell(v *flow.Var) *Cell {
	for g := fr; g != nil; g = g.up {
		if c := g.vars[v]; c != nil {
			return c
		}
	}
	c := &Cell{zeroOf(v.Type)}
	fr.vars[v] = c
	return c
}

// place resolves a place to its cell.
func (m *machine) place(fr *frame, p flow.Place) *Cell {
	c := fr.cell(p.Var)
	for k, s := range p.Path {
		switch s.Kind {
		case flow.StepField:
			c = c.Value.Cells[s.Field]
		case flow.StepDeref:
			if c.Value.Ptr == nil {
				st, ok := flow.Place{Var: p.Var, Path: p.Path[:k+1]}.Type().(*flow.Struct)
				if !ok || !st.Map {
					fail(s.At, ErrNil, "")
				}
				c = &Cell{zeroOf(st)}
				continue
			}
			c = c.Value.Ptr
		case flow.StepIndex:
			i, n := m.decided(m.expr(fr, s.Index), Index, s.At), len(c.Value.Cells)
			if c.Value.Slice {
				n = c.Value.Len
			}
			if i < 0 || i >= n {
				fail(s.At, ErrIndex, "%d with length %d", i, n)
			}
			c = c.Value.Cells[i]
		}
	}
	return c
}

func (m *machine) int(fr *frame, e flow.Expr) int { return m.decided(m.expr(fr, e), Size, m.at) }

// expr evaluates an expression. The value is not a copy: what stores it clones it.
func (m *machine) expr(fr *frame, e flow.Expr) Value {
	switch e := e.(type) {
	case *flow.Lit:
		return Value{Num: syntax.Value{F: e.F, I: e.I}}
	case *flow.Load:
		return m.loaded(e.Place, m.place(fr, e.Place).Value)
	case *flow.Op:
		return m.op(fr, e)
	case *flow.Retype:
		return m.expr(fr, e.X)
	case *flow.Cond:
		if m.decided(m.expr(fr, e.C), Branch, m.at) != 0 {
			return m.expr(fr, e.If)
		}
		return m.expr(fr, e.Else)
	case *flow.Len:
		return m.length(fr, e)
	case *flow.Make:
		return m.make(fr, e)
	case *flow.Zero:
		return zeroOf(e.Typ)
	case *flow.Lits:
		return m.lits(fr, e)
	case *flow.Closure:
		return Value{Fun: &Closure{e.Func, fr}}
	case *flow.FuncRef:
		return Value{Fun: &Closure{e.Func, nil}}
	case *flow.Window:
		return m.window(fr, e)
	case *flow.Addr:
		return Value{Ptr: m.place(fr, e.Place)}
	case *flow.IsNil:
		v := m.expr(fr, e.X)
		if v.Cells == nil && v.Ptr == nil && v.Fun == nil {
			return Value{Num: syntax.Value{I: 1}}
		}
		return Value{}
	}
	panic(fmt.Sprintf("eval: unexpected expression %T", e))
}

func (m *machine) op(fr *frame, e *flow.Op) Value {
	args, vals := make([]syntax.Value, len(e.Args)), make([]Value, len(e.Args))
	for i, a := range e.Args {
		vals[i] = m.expr(fr, a)
		args[i] = vals[i].Num
	}
	v, err := e.Op.Eval(args)
	if err != nil {
		fail(e.At, ErrOperator, "%v", err)
	}
	if m.obs == nil {
		return Value{Num: v}
	}
	return Value{Num: v, Mark: m.obs.Op(e, m.where, vals, v)}
}

func (m *machine) length(fr *frame, e *flow.Len) Value {
	v := m.expr(fr, e.X)
	n := len(v.Cells)
	if v.Slice && !e.Cap {
		n = v.Len
	}
	return Value{Num: syntax.Value{I: int64(n)}}
}

func (m *machine) make(fr *frame, e *flow.Make) Value {
	n := m.int(fr, e.Len)
	size := n
	if e.Cap != nil {
		size = m.int(fr, e.Cap)
	}
	if n < 0 || size < n || size > maxSteps {
		fail(e.At, ErrLength, "make with length %d and capacity %d", n, size)
	}
	m.step(fr, size)
	return Value{Slice: true, Len: n, Cells: newCells(size, e.Typ.Elem)}
}

func newCells(n int, t flow.Type) []*Cell {
	cells := make([]*Cell, n)
	for i := range cells {
		cells[i] = &Cell{zeroOf(t)}
	}
	return cells
}

func (m *machine) lits(fr *frame, e *flow.Lits) Value {
	v := Value{Cells: make([]*Cell, len(e.Elems))}
	for i, x := range e.Elems {
		v.Cells[i] = &Cell{m.expr(fr, x).clone()}
	}
	if _, ok := e.Typ.(*flow.Slice); ok {
		v.Slice, v.Len = true, len(v.Cells)
	}
	return v
}

func (m *machine) window(fr *frame, e *flow.Window) Value {
	v := m.expr(fr, e.X)
	size := len(v.Cells)
	lo, hi, top := 0, size, size
	if v.Slice {
		hi = v.Len
	}
	if e.Lo != nil {
		lo = m.int(fr, e.Lo)
	}
	if e.Hi != nil {
		hi = m.int(fr, e.Hi)
	}
	if e.Max != nil {
		top = m.int(fr, e.Max)
	}
	if lo < 0 || hi < lo || top < hi || size < top {
		fail(e.At, ErrIndex, "[%d:%d:%d] with capacity %d", lo, hi, top, size)
	}
	return Value{Slice: true, Len: hi - lo, Cells: v.Cells[lo:top:top]}
}
