package build

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// session is the state of a program under construction: the blocks that are
// open, innermost last, and the mistakes so far.
type session struct {
	blocks []*block
	owner  paged.Table[*block] // of variables
	errs   []error
}

// block is a function body or a branch: bindings in order.
type block struct {
	binds  []syntax.Bind
	def    *block // the body of the definition that it is in
	closed bool
}

// expr is an expression without its Go type. err is set when it could not be built.
type expr struct {
	term syntax.Term
	s    *session // nil for literals
	err  error
}

// Error is a mistake in a program under construction, with the place in the Go source.
type Error struct {
	Pos syntax.Pos
	Msg string
}

// Error is file:line: message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Pos.File, e.Pos.Line, e.Msg) }

// failure is the panic that leaves a construction after a mistake. It does not leave the package.
type failure struct{ err error }

const module = "github.com/seed-4b734f86/gochad/syntax"

// caller is the place of the innermost call from outside of the package (and of package syntax).
func caller() *syntax.Pos {
	var pcs [5]uintptr // the operation, what it is made of, and most often the one who calls it
	return outside(pcs[:], runtime.Callers(calledFrom+1, pcs[:]), calledFrom+1)
}

// calledFrom has [runtime.Callers] begin with the caller of the function that asks. Those who stand right under the
// operation ask for two calls, the operation and most often the one who calls it, and ask themselves: there is one such
// question for each node of a program, and each function between costs as much again.
const calledFrom = 2

// outside is the place of the innermost call from outside. There are n calls in pcs, which begin with the one that skip
// says, of who calls outside.
func outside(pcs []uintptr, n, skip int) *syntax.Pos {
	for {
		for _, pc := range pcs[:n] {
			if at := placeOf(pc); at != nil {
				return at
			}
		}
		if n < len(pcs) {
			return nil
		}
		skip += len(pcs)
		n = runtime.Callers(skip+1, pcs)
	}
}

// places remembers what [placeOf] gives: programs are built by few lines of Go.
var places sync.Map // of uintptr to *syntax.Pos

// recent has the places that were asked for last, by the last bits of their calls: to ask [places] takes memory each
// time.
var recent [256]atomic.Pointer[placed]

// placed is a call and its place.
type placed struct {
	pc uintptr
	at *syntax.Pos
}

// placeOf is the place of a call outside of these packages, or nil.
func placeOf(pc uintptr) *syntax.Pos {
	last := &recent[pc%uintptr(len(recent))]
	if p := last.Load(); p != nil && p.pc == pc {
		return p.at
	}
	at := findPlace(pc)
	last.Store(&placed{pc, at})
	return at
}

func findPlace(pc uintptr) *syntax.Pos {
	if at, ok := places.Load(pc); ok {
		return at.(*syntax.Pos)
	}
	var at *syntax.Pos
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	ours := strings.HasPrefix(f.Function, module+".") || strings.HasPrefix(f.Function, module+"/build.")
	if f.Function != "" && !ours && !strings.HasPrefix(f.Function, "runtime.") {
		at = &syntax.Pos{File: f.File, Line: f.Line}
	}
	places.Store(pc, at)
	return at
}

// mistake records an error at the caller's place, once.
func (s *session) mistake(format string, args ...any) error {
	e := &Error{Msg: fmt.Sprintf(format, args...)}
	if at := caller(); at != nil {
		e.Pos = *at
	}
	if s != nil {
		s.errs = append(s.errs, e)
	}
	return e
}

// common is the session of the operands.
func common(ops []expr) (s *session, err error) {
	for _, o := range ops {
		switch {
		case o.err != nil:
			err = o.err
		case o.s == nil:
		case s != nil && o.s != s:
			err = o.s.mistake("operands of two different programs")
		default:
			s = o.s
		}
	}
	if err != nil && s != nil && !recorded(s, err) {
		s.errs = append(s.errs, err)
	}
	return s, err
}

func recorded(s *session, err error) bool {
	for _, e := range s.errs {
		if errors.Is(e, err) {
			return true
		}
	}
	return false
}

// check reports the use of an operand outside of the function that it comes from.
func (s *session) check(o expr) error {
	r, ok := o.term.(*syntax.VarRef)
	if !ok || s == nil {
		return nil
	}
	b := s.owner.Get(r.Var.ID())
	if b != nil && !b.closed && len(s.blocks) > 0 && b.def == s.top().def {
		return nil
	}
	return s.mistake("%s is used outside of the function that it belongs to", r.Var.Name)
}

// construct runs f, which uses the operands, and binds its result in the present block.
func construct(f func() syntax.Term, ops ...expr) (out expr) { return constructAt(nil, f, ops) }

// constructAt is construct for an operation at a place, which is looked for where it is needed and nil.
func constructAt(at *syntax.Pos, f func() syntax.Term, ops []expr) (out expr) {
	s, err := common(ops)
	for _, o := range ops {
		if err == nil {
			err = s.check(o)
		}
	}
	if err != nil {
		return expr{s: s, err: err}
	}
	open := 0
	if s != nil {
		open = len(s.blocks)
	}
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		msg, isText := r.(string)
		limit, isLimit := stop.Error(r)
		switch fail, ok := r.(failure); {
		case ok:
			out = expr{s: s, err: fail.err}
		case isText && strings.HasPrefix(msg, "syntax: "):
			out = expr{s: s, err: s.mistake("%s", strings.TrimPrefix(msg, "syntax: "))}
		case isLimit:
			out = expr{s: s, err: s.mistake("%v", limit)}
		default:
			panic(r) // of the caller's own function
		}
		if s != nil {
			s.leave(open)
		}
	}()
	return s.bind(at, f())
}

// leave closes the blocks above the first n.
func (s *session) leave(n int) {
	for _, b := range s.blocks[n:] {
		b.closed = true
	}
	s.blocks = s.blocks[:n]
}

func (s *session) top() *block { return s.blocks[len(s.blocks)-1] }

// placeIn is the place that t, just made, has itself.
func placeIn(t syntax.Term) *syntax.Pos {
	switch t := t.(type) {
	case *syntax.Prim:
		return t.At
	case *syntax.Call:
		return t.At
	}
	return nil
}

// bind names t in the present block. If t has no place itself it is that of the operation, which is looked for if it is
// nil.
func (s *session) bind(op *syntax.Pos, t syntax.Term) expr {
	switch t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return expr{term: t, s: s}
	}
	if s == nil || len(s.blocks) == 0 {
		return expr{term: t, s: s}
	}
	x := syntax.NewVar("t", t.Type())
	b := s.top()
	at := placeIn(t)
	if at == nil {
		at = op
	}
	if at == nil {
		at = caller()
	}
	b.binds = paged.Append(b.binds, syntax.Bind{Var: x, Rhs: t, At: at})
	*s.owner.At(x.ID()) = b
	return expr{term: syntax.Ref(x), s: s}
}

// block runs f with a block of its own, and gives what it built as one term.
func (s *session) block(f func() expr) syntax.Term {
	if s == nil {
		panic(failure{s.mistake("a literal here needs no function: there is nothing to bind")})
	}
	b := &block{}
	b.def = b
	if len(s.blocks) > 0 {
		b.def = s.top().def
	}
	return s.run(b, f)
}

func (s *session) run(b *block, f func() expr) syntax.Term {
	s.blocks = append(s.blocks, b)
	n := len(s.blocks)
	r := f()
	if r.err == nil {
		r.err = s.check(r)
	}
	if r.term == nil && r.err == nil {
		r.err = s.mistake("the function returns no expression")
	}
	s.leave(n - 1)
	if r.err != nil {
		if !recorded(s, r.err) {
			s.errs = append(s.errs, r.err)
		}
		panic(failure{r.err})
	}
	return tidy(b.binds, r.term)
}

// fresh is a new bound variable of the present block.
func (s *session) fresh(name string, t syntax.Type) (*syntax.Var, expr) {
	x := syntax.NewVar(name, t)
	*s.owner.At(x.ID()) = s.top()
	return x, expr{term: syntax.Ref(x), s: s}
}

// given is a term that a derived form of package syntax passes to a binder: a
// variable, or an element of an array.
func (s *session) given(t syntax.Term) expr {
	if r, ok := t.(*syntax.VarRef); ok && s.owner.Get(r.Var.ID()) == nil {
		*s.owner.At(r.Var.ID()) = s.top()
	}
	return s.bind(nil, t)
}
