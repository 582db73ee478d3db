package flow

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Form is one of the two meanings that a program may have.
type Form uint8

// The forms.
const (
	Reference Form = iota // slices and pointers share memory
	Value                 // every variable owns its value
)

// A VerifyError says which rule a program breaks, and where.
type VerifyError struct {
	Func   string
	At     *syntax.Pos // nil when no position is known
	Detail string
}

// Error is position, function and what is wrong.
func (e *VerifyError) Error() string {
	at := ""
	if e.At != nil {
		at = fmt.Sprintf("%s:%d:%d: ", e.At.File, e.At.Line, e.At.Col)
	}
	return at + "flow: in " + e.Func + ": " + e.Detail
}

// Verify checks a program and all that it calls:
//
//   - scope: a variable is assigned, or bound, on an earlier line of the list or of one around it before it is read;
//     functions have no variables in common but those that literals capture;
//   - targets: a break leads to a block or loop around it in the same function, a continue to a loop;
//   - types: those of sources and destinations, arguments and parameters, operands and operations agree; indices and
//     lengths are ints; conditions are bools;
//   - shape: no expression is missing; a statement stands in one place; the counter of a loop is not
//     assigned in its body; outs name parameters of the types of the results;
//   - value form: no pointers, no addresses, and what a literal captures is not assigned after it.
//
// The time is linear in the size of the program. The error is a [*VerifyError].
func Verify(p *Program, form Form) (err error) {
	v := &verifier{form: form, seen: map[*Func]bool{}, stmts: map[Stmt]bool{}, owner: map[*Var]*Func{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *VerifyError:
			err = r
		default:
			panic(r)
		}
	}()
	for _, f := range p.Funcs {
		v.function(f)
	}
	for len(v.queue) > 0 {
		f := v.queue[0]
		v.queue = v.queue[1:]
		v.function(f)
	}
	return nil
}

type verifier struct {
	form    Form
	seen    map[*Func]bool
	queue   []*Func
	stmts   map[Stmt]bool
	owner   map[*Var]*Func // the declared function that a variable belongs to
	fn      *Func          // the declared function at hand
	at      *syntax.Pos
	vars    map[*Var]bool // in scope
	added   []*Var
	around  []Stmt
	counts  map[*Var]bool // counters of the loops around
	capture map[*Var]*Func
	lits    []*Func // the literals around
	home    map[*Var]*Func
}

func (v *verifier) fail(format string, args ...any) {
	panic(&VerifyError{Func: v.fn.Name, At: v.at, Detail: fmt.Sprintf(format, args...)})
}

func (v *verifier) require(ok bool, format string, args ...any) {
	if !ok {
		v.fail(format, args...)
	}
}

func (v *verifier) function(f *Func) {
	if v.seen[f] {
		return
	}
	v.seen[f] = true
	v.fn, v.at = f, f.At
	v.vars, v.added, v.around = map[*Var]bool{}, nil, nil
	v.counts, v.capture, v.lits, v.home = map[*Var]bool{}, map[*Var]*Func{}, nil, map[*Var]*Func{}
	v.body(f)
	if f.JVP != nil {
		v.require(len(f.JVP.Params) >= len(f.Params) && len(f.JVP.Results) >= len(f.Results),
			"its derivative has fewer parameters or results than it has")
	}
	if f.VJP != nil {
		v.require(len(f.VJP.Params) >= len(f.Params)+len(f.Results)-len(f.Outs),
			"its pullback has fewer parameters than it has parameters and results")
	}
	v.queue = append(v.queue, f.Attached()...)
	if d := f.Derived; d != nil {
		v.require(len(f.Params) >= len(d.Of.Params), "it has fewer parameters than %s", d.Of.Name)
		v.queue = append(v.queue, d.Of)
	}
}

// body checks parameters, results and statements of a function or literal.
func (v *verifier) body(f *Func) {
	mark := len(v.added)
	all := append(slices.Clone(f.Params), f.Results...)
	for i, x := range all {
		v.require(!slices.Contains(all[:i], x), "the parameter %s stands twice", x.Name)
		v.declare(x)
	}
	k := len(f.Results) - len(f.Outs)
	v.require(k >= 0, "it has more outs than results")
	for i, o := range f.Outs {
		v.require(o >= 0 && o < len(f.Params), "out %d names no parameter", i)
		v.require(Same(f.Params[o].Type, f.Results[k+i].Type), "out %d has another type than %s", i, f.Params[o].Name)
	}
	if f.Bodiless() {
		v.require(len(f.Body) == 0, "it is extern or derived, and has a body")
	}
	v.list(f.Body)
	v.leave(mark)
}

func (v *verifier) declare(x *Var) {
	if v.vars[x] {
		return
	}
	v.typ(x.Type)
	if o := v.owner[x]; o != nil {
		v.require(o == v.fn, "the variable %s belongs to %s", x.Name, o.Name)
	}
	v.owner[x] = v.fn
	v.vars[x] = true
	v.home[x] = v.lit()
	v.added = append(v.added, x)
}

func (v *verifier) lit() *Func {
	if len(v.lits) == 0 {
		return nil
	}
	return v.lits[len(v.lits)-1]
}

func (v *verifier) leave(mark int) {
	for _, x := range v.added[mark:] {
		delete(v.vars, x)
	}
	v.added = v.added[:mark]
}

// typ checks that a type may occur in the form.
func (v *verifier) typ(t Type) {
	switch t := t.(type) {
	case nil:
		v.fail("a type is missing")
	case *Pointer:
		v.require(v.form == Reference, "a pointer in value form")
		// What it points to may hold the pointer again.
	case *Slice:
		v.typ(t.Elem)
	case *Array:
		v.require(t.Len >= 0, "an array of negative length")
		v.typ(t.Elem)
	case *Struct:
		for _, f := range t.Fields {
			v.typ(f.Type)
		}
	case *FuncType, *Basic:
	}
}

func (v *verifier) list(ss []Stmt) {
	mark := len(v.added)
	for _, s := range ss {
		v.stmt(s)
	}
	v.leave(mark)
}

func (v *verifier) once(s Stmt) {
	v.require(!v.stmts[s], "a statement stands in two places")
	v.stmts[s] = true
}

func (v *verifier) pos(at *syntax.Pos) {
	if at != nil {
		v.at = at
	}
}

func (v *verifier) stmt(s Stmt) {
	if s == nil {
		v.fail("a statement is missing")
	}
	v.once(s)
	switch s := s.(type) {
	case *Assign:
		v.pos(s.At)
		v.require(len(s.Dst) == len(s.Src) && len(s.Dst) > 0, "%d destinations for %d values", len(s.Dst), len(s.Src))
		for i, e := range s.Src {
			v.expr(e)
			v.indices(s.Dst[i])
		}
		for i, e := range s.Src {
			v.store(s.Dst[i], e.Type())
		}
	case *Call:
		v.call(s)
	case *Append:
		v.pos(s.At)
		v.append(s)
	case *Copy:
		v.pos(s.At)
		v.copy(s)
	case *Break:
		v.require(slices.Contains(v.around, s.Target), "a break leads to no block or loop around it")
	case *Continue:
		_, block := s.Target.(*Block)
		v.require(!block && slices.Contains(v.around, s.Target), "a continue leads to no loop around it")
	case *Return:
		v.pos(s.At)
	case *Fail:
		v.pos(s.At)
	default:
		v.parts(s)
	}
}

// parts checks the statements that hold statements.
func (v *verifier) parts(s Stmt) {
	switch s := s.(type) {
	case *If:
		v.pos(s.At)
		v.want(s.Cond, Bool, "a condition")
		v.list(s.Then)
		v.list(s.Else)
	case *Count:
		v.pos(s.At)
		v.want(s.N, Int, "the number of iterations")
		mark := len(v.added)
		v.require(s.Idx != nil && Same(s.Idx.Type, Int), "the counter of a loop is no int")
		v.declare(s.Idx)
		v.counts[s.Idx] = true
		v.inside(s, func() { v.list(s.Body) })
		v.counts[s.Idx] = false
		v.leave(mark)
	case *While:
		v.pos(s.At)
		mark := len(v.added)
		for _, t := range s.Pre { // what it declares is in scope in the loop
			v.stmt(t)
		}
		v.want(s.Cond, Bool, "a condition")
		v.inside(s, func() { v.list(s.Body) })
		v.list(s.Post)
		v.leave(mark)
	case *Block:
		v.inside(s, func() { v.list(s.Body) })
	default:
		v.fail("an unknown statement %T", s)
	}
}

func (v *verifier) inside(s Stmt, f func()) {
	v.around = append(v.around, s)
	f()
	v.around = v.around[:len(v.around)-1]
}

func (v *verifier) call(s *Call) {
	v.pos(s.At)
	var params, results []Type
	switch {
	case s.Func != nil:
		if !v.seen[s.Func] {
			v.queue = append(v.queue, s.Func)
		}
		t := s.Func.Type().(*FuncType)
		params, results = t.Params, t.Results
	default:
		v.expr(s.Fun)
		t, ok := s.Fun.Type().(*FuncType)
		v.require(ok, "a call of a value that is no function")
		params, results = t.Params, t.Results
	}
	v.require(len(s.Args) == len(params), "%d arguments for %d parameters", len(s.Args), len(params))
	for i, e := range s.Args {
		v.want(e, params[i], "an argument")
	}
	v.require(len(s.Dst) == 0 || len(s.Dst) == len(results), "%d destinations for %d results", len(s.Dst), len(results))
	for _, d := range s.Dst {
		v.indices(d)
	}
	for i, d := range s.Dst {
		v.store(d, results[i])
	}
}

func (v *verifier) append(s *Append) {
	v.expr(s.Src)
	t, ok := s.Src.Type().(*Slice)
	v.require(ok, "append to a %v", s.Src.Type())
	for _, e := range s.Elems {
		v.want(e, t.Elem, "an element")
	}
	if s.Spread != nil {
		v.require(len(s.Elems) == 0, "append of elements and of a slice")
		v.want(s.Spread, t, "what is appended")
	}
	v.indices(s.Dst)
	v.store(s.Dst, t)
}

func (v *verifier) copy(s *Copy) {
	v.expr(s.Src)
	for _, e := range []Expr{s.Off, s.Lim} {
		if e != nil {
			v.want(e, Int, "a bound")
		}
	}
	elem := func(t Type) Type {
		switch t := t.(type) {
		case *Slice:
			return t.Elem
		case *Array:
			return t.Elem
		}
		v.fail("copy with a %v", t)
		return nil
	}
	var to Type
	if s.Dst != nil {
		v.require(v.form == Reference, "a copy to an expression in value form")
		v.expr(s.Dst)
		to = s.Dst.Type()
	} else {
		v.indices(s.To)
		v.read(s.To)
		to = s.To.Type()
		v.store(s.To, to)
	}
	v.require(Same(elem(to), elem(s.Src.Type())), "copy of a %v to a %v", s.Src.Type(), to)
	if s.N.Var != nil {
		v.indices(s.N)
		v.store(s.N, Int)
	}
}

// want checks an expression that must have a type.
func (v *verifier) want(e Expr, t Type, what string) {
	v.require(e != nil, "%s is missing", what)
	v.expr(e)
	v.require(Same(e.Type(), t), "%s is a %v, not a %v", what, e.Type(), t)
}

// indices checks the indices of a place.
func (v *verifier) indices(p Place) {
	if p.Var == nil {
		v.require(len(p.Path) == 0, "a path into nothing")
		return
	}
	t := p.Var.Type
	for _, s := range p.Path {
		switch s.Kind {
		case StepField:
			st, ok := t.(*Struct)
			v.require(ok && s.Field >= 0 && s.Field < len(st.Fields), "no field %d in a %v", s.Field, t)
		case StepIndex:
			v.pos(s.At)
			switch t.(type) {
			case *Slice, *Array:
			default:
				v.fail("an index into a %v", t)
			}
			v.want(s.Index, Int, "an index")
		case StepDeref:
			_, ok := t.(*Pointer)
			v.require(ok && v.form == Reference, "a %v is dereferenced", t)
		}
		t = s.Part(t)
	}
}

// store checks a destination of a type.
func (v *verifier) store(p Place, t Type) {
	if p.Var == nil {
		return
	}
	v.require(Same(p.Type(), t), "a %v is stored to %s, a %v", t, p.Var.Name, p.Type())
	v.require(!v.counts[p.Var], "the counter %s is assigned in its loop", p.Var.Name)
	if len(p.Path) > 0 {
		v.read(p)
	}
	v.declare(p.Var)
	if f := v.capture[p.Var]; v.form == Value && f != nil && !slices.Contains(v.lits, f) {
		v.fail("%s is assigned after a function literal that captures it", p.Var.Name)
	}
}

func (v *verifier) read(p Place) {
	v.require(p.Var != nil, "nothing is read")
	v.require(v.vars[p.Var], "%s is read before it is assigned", p.Var.Name)
	if l := v.lit(); l != nil && v.home[p.Var] != l && v.home[p.Var] == nil {
		v.capture[p.Var] = v.lits[0]
	}
}

func (v *verifier) expr(e Expr) {
	switch e := e.(type) {
	case nil:
		v.fail("an expression is missing")
	case *Lit:
		v.require(e.Typ != nil, "a literal without a type")
	case *Load:
		v.indices(e.Place)
		v.read(e.Place)
	case *Op:
		v.op(e)
	case *Retype:
		v.expr(e.X)
		_, ok := e.X.Type().(*Basic)
		v.require(ok && e.Typ != nil, "a conversion of a %v", e.X.Type())
	case *Cond:
		v.want(e.C, Bool, "a condition")
		v.expr(e.If)
		v.want(e.Else, e.If.Type(), "the other side of a choice")
	case *Len:
		v.expr(e.X)
		switch e.X.Type().(type) {
		case *Slice, *Array:
		default:
			v.fail("the length of a %v", e.X.Type())
		}
	case *Make:
		v.typ(e.Typ)
		v.want(e.Len, Int, "a length")
		if e.Cap != nil {
			v.want(e.Cap, Int, "a capacity")
		}
	case *Zero:
		v.typ(e.Typ)
	case *Lits:
		v.composite(e)
	case *Closure:
		v.closure(e.Func)
	case *FuncRef:
		if !v.seen[e.Func] {
			v.queue = append(v.queue, e.Func)
		}
	case *Window:
		v.expr(e.X)
		switch e.X.Type().(type) {
		case *Slice, *Array:
		default:
			v.fail("a part of a %v", e.X.Type())
		}
		for _, x := range []Expr{e.Lo, e.Hi, e.Max} {
			if x != nil {
				v.want(x, Int, "a bound")
			}
		}
	case *Addr:
		v.require(v.form == Reference, "an address in value form")
		v.indices(e.Place)
		v.require(v.vars[e.Place.Var], "%s has an address before it is assigned", e.Place.Var.Name)
	case *IsNil:
		v.require(v.form == Reference, "a comparison with nil in value form")
		v.expr(e.X)
		switch e.X.Type().(type) {
		case *Slice, *Pointer, *FuncType:
		default:
			v.fail("a comparison of a %v with nil", e.X.Type())
		}
	default:
		v.fail("an unknown expression %T", e)
	}
}

// op checks operands by the families of types.
func (v *verifier) op(e *Op) {
	v.pos(e.At)
	v.require(e.Op != nil && e.Typ != nil, "an operation is missing")
	v.require(len(e.Args) == len(e.Op.Params), "%s with %d operands", e.Op.Name, len(e.Args))
	for i, a := range e.Args {
		v.expr(a)
		b, ok := a.Type().(*Basic)
		v.require(ok && represents(b, e.Op.Params[i]), "%s of a %v", e.Op.Name, a.Type())
	}
	v.require(represents(e.Typ, e.Op.Result), "%s gives no %v", e.Op.Name, e.Typ)
}

// represents reports whether values of a basic type are values of a type of terms.
func represents(b *Basic, t syntax.Type) bool {
	switch b.Kind {
	case KindReal:
		return t == syntax.Real
	case KindInt, KindUint, KindError:
		return t == syntax.Int
	case KindBool:
		return t == syntax.Bool
	case KindOpaque:
	}
	return false
}

func (v *verifier) composite(e *Lits) {
	v.typ(e.Typ)
	switch t := e.Typ.(type) {
	case *Struct:
		v.require(len(e.Elems) == len(t.Fields), "%d values for %d fields", len(e.Elems), len(t.Fields))
		for i, x := range e.Elems {
			v.want(x, t.Fields[i].Type, "a field")
		}
	case *Array:
		v.require(len(e.Elems) == t.Len, "%d values for %d elements", len(e.Elems), t.Len)
		for _, x := range e.Elems {
			v.want(x, t.Elem, "an element")
		}
	case *Slice:
		for _, x := range e.Elems {
			v.want(x, t.Elem, "an element")
		}
	default:
		v.fail("a literal of type %v", e.Typ)
	}
}

// closure checks a literal where it stands; breaks in it lead to nothing outside.
func (v *verifier) closure(f *Func) {
	v.require(!v.seen[f], "a function literal stands in two places")
	v.seen[f] = true
	at, around, counts := v.at, v.around, v.counts
	v.around, v.counts = nil, map[*Var]bool{}
	v.lits = append(v.lits, f)
	v.body(f)
	v.lits = v.lits[:len(v.lits)-1]
	v.at, v.around, v.counts = at, around, counts
}
