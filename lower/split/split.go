package split

import (
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Options says what is taken apart, and into what.
type Options struct {
	// Over is the number of nodes, statements and expressions, from which on a block is taken apart.
	Over int
	// Part is the number of nodes of a part; runs of a tenth of that stay where they are.
	Part int
	// Params is the largest number of parameters of a part.
	Params int
	// Plain leaves statements that take memory and calls where they are.
	Plain bool
	// Name gives the name of the k-th part of a function, counted from 1; nil makes one that no other language has.
	Name func(f *loop.Func, k int) string
}

// Parts are what a program was taken apart into.
type Parts struct {
	// Funcs are the new functions, which stand at the end of the program.
	Funcs []*loop.Func
	// Frames gives the length of the frames, which are variables of functions and parameters of their parts.
	Frames map[*loop.Var]int64
}

// Program takes the giant blocks of a program apart, in place. The program means the same, failures included. It takes
// time linear in the size of the program.
func Program(p *loop.Program, o Options) *Parts {
	if o.Name == nil {
		o.Name = func(f *loop.Func, k int) string { return f.Name + ".part" + strconv.Itoa(k) }
	}
	out := &Parts{Frames: map[*loop.Var]int64{}}
	for _, f := range p.Funcs {
		s := &splitter{Options: o, f: f}
		if s.choose(); len(s.runs) > 0 {
			out.Funcs = append(out.Funcs, s.split(out.Frames)...)
		}
	}
	p.Funcs = append(p.Funcs, out.Funcs...)
	return out
}

// Outline makes the body of a loop whose iterations may run at the same time a function, which the loop calls. The
// parameters are the variables that the body does not declare, in the order of their first use.
func Outline(l *loop.For, name string) *loop.Func {
	s := &splitter{Options: Options{Name: func(*loop.Func, int) string { return name }, Params: 1 << 30},
		f: &loop.Func{}, lengths: map[*loop.Var]int64{}}
	l.Body = s.part(l.Body)
	return s.parts[0]
}

// run is the statements of a block from lo to hi, which become a part.
type run struct{ lo, hi, id int }

type splitter struct {
	Options
	f      *loop.Func
	pinned map[loop.Stmt]bool // have to stay
	rigid  bool               // all that declare arrays and references have to
	sizes  map[loop.Stmt]int  // in nodes, of the larger statements with blocks
	top    []topStatement     // those of the body
	// variables that cannot stand in a frame, but for those that no statement declares or assigns
	bound   []*loop.Var
	runs    map[*[]loop.Stmt][]run // by block
	count   int                    // of runs
	inner   bool                   // there are runs in blocks inside of the body
	vars    paged.Table[variable]
	round   int32         // of choosing runs
	order   []declaration // in the order of the body
	frames  [3]frame      // of reals, ints and bools
	at      int32         // the run at hand, or 0
	parts   []*loop.Func
	made    []loop.Stmt // for the statements that are gone through, the innermost last
	free    int32       // counts the searches for free variables
	lengths map[*loop.Var]int64
}

// variable is what is known of a variable of the function.
type variable struct {
	span     span
	framed   *loop.Expr // its place in a frame, or nil
	own      *loop.Expr // what stands for it in the part in work, or nil
	local    int32      // 1 + the run that it is declared in, if it is one of a frame
	known    int32      // the last search for free variables that met it
	assigned bool       // after its declaration
	fixed    bool       // it cannot stand in a frame
	bound    bool       // it is one of these
}

// runsOf are the runs of a block.
func (s *splitter) runsOf(b *[]loop.Stmt) []run {
	if b != &s.f.Body && !s.inner {
		return nil
	}
	return s.runs[b]
}

func (s *splitter) of(v *loop.Var) *variable { return s.vars.At(v.ID()) }

func (s *splitter) split(lengths map[*loop.Var]int64) []*loop.Func {
	s.lengths = lengths
	s.place()
	for _, f := range s.frames {
		if f.v != nil {
			s.lengths[f.v] = f.size
		}
	}
	s.f.Body = s.block(&s.f.Body)
	var head []loop.Stmt
	for _, f := range s.frames {
		if f.v != nil {
			head = append(head, &loop.Alloc{Var: f.v, Dims: []*loop.Expr{loop.IntConst(f.size)}, Dirty: true})
		}
	}
	for _, q := range s.f.Params {
		if x := s.of(q.Var).framed; x != nil {
			head = append(head, loop.Set(x, loop.Use(q.Var)))
		}
	}
	s.f.Body = append(head, s.f.Body...)
	for i, r := range s.f.Results {
		s.f.Results[i] = s.expr(r)
	}
	return s.parts
}

// block is a block with its runs replaced by calls.
func (s *splitter) block(b *[]loop.Stmt) []loop.Stmt {
	runs := s.runsOf(b)
	if len(runs) == 0 {
		return s.framed(*b)
	}
	out := make([]loop.Stmt, 0, len(*b))
	next := 0
	rest := func(hi int) {
		for ; next < hi; next++ {
			out = s.append(out, (*b)[next])
		}
	}
	for _, r := range runs {
		rest(r.lo)
		outer := s.at
		s.at = int32(r.id)
		out = append(out, s.part((*b)[r.lo:r.hi])...)
		next = r.hi
		s.at = outer
	}
	rest(len(*b))
	return out
}

// framed is a block without runs with the numbers of the frames replaced: the block itself where all its statements
// stay.
func (s *splitter) framed(b []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt // nil while it is the beginning of b
	start := len(s.made)
	for i, t := range b {
		s.made = s.append(s.made, t)
		if made := s.made[start:]; out != nil || len(made) != 1 || made[0] != t {
			if out == nil {
				out = append(make([]loop.Stmt, 0, len(b)+len(b)/4+2), b[:i]...)
			}
			out = append(out, made...)
		}
		s.made = s.made[:start]
	}
	if out == nil {
		return slices.Clip(b)
	}
	return out
}

// append appends a statement with the numbers of the frames replaced, and in a part what it has parameters for. A
// number that only has one value is read from its variable in the run that declares it; results of calls are put into
// the frame.
func (s *splitter) append(out []loop.Stmt, t loop.Stmt) []loop.Stmt {
	if l, ok := t.(*loop.Let); ok {
		v := s.of(l.Var)
		x, rhs := v.framed, s.expr(l.Rhs)
		if x == nil {
			l.Rhs = rhs
			return append(out, t)
		}
		x = s.element(x)
		if !v.assigned && !rhs.IsAtom() {
			v.local = 1 + s.at
			l.Rhs = rhs
			out = append(out, t)
			rhs = loop.Use(l.Var)
		}
		return append(out, loop.Set(x, rhs))
	}
	loop.Operands(t, func(x **loop.Expr, _ bool) { *x = s.expr(*x) })
	loop.Blocks(t, func(b *[]loop.Stmt) { *b = s.block(b) })
	out = append(out, t)
	switch t := t.(type) {
	case *loop.Call:
		for _, v := range t.Vars {
			if v == nil {
				continue
			}
			if x := s.of(v).framed; x != nil {
				out = append(out, loop.Set(s.element(x), loop.Use(v)))
			}
		}
	case *loop.Append:
		if s.of(t.Var).own != nil {
			panic("split: an array that grows is passed to a part")
		}
	}
	return out
}

func (s *splitter) expr(x *loop.Expr) *loop.Expr {
	if x.Kind == loop.VarExpr {
		v := s.of(x.Var)
		switch {
		case v.framed != nil && v.local != 1+s.at:
			return s.element(v.framed)
		case v.own != nil:
			return v.own
		}
		return x
	}
	return x.MapArgs(s.expr)
}

// part is the call of a new function with the statements, or these, with the numbers of the frames replaced, where that
// had too many parameters.
func (s *splitter) part(moved []loop.Stmt) []loop.Stmt {
	free, flats := s.freeVars(moved)
	if len(free) > s.Params {
		return s.framed(moved)
	}
	g := &loop.Func{Name: s.Name(s.f, len(s.parts)+1), Part: true}
	c := &loop.Call{Func: g}
	for _, v := range free {
		w := loop.NewVar(v.Name, v.Type)
		s.of(v).own = loop.Use(w)
		g.Params = append(g.Params, loop.Param{Var: w})
		c.Args = append(c.Args, loop.Use(v))
	}
	flat := func(v, w *loop.Var) {
		if v.Flat != nil {
			lengths := make([]*loop.Expr, len(v.Flat))
			for i, n := range v.Flat {
				lengths[i] = s.expr(n)
			}
			w.Flat = lengths
		}
	}
	for i, v := range free {
		w := g.Params[i].Var
		flat(v, w)
		if n, ok := s.lengths[v]; ok {
			s.lengths[w] = n
		}
	}
	g.Body = s.framed(moved)
	if flats {
		declared := func(v *loop.Var) { flat(v, v) }
		loop.Walk(g.Body, func(t loop.Stmt) { loop.Declared(t, declared) })
	}
	for _, v := range free {
		s.of(v).own = nil
	}
	s.parts = append(s.parts, g)
	return []loop.Stmt{c}
}

// freeVars are the variables that statements do not declare once the numbers of the frames are replaced, in the order
// of their first use, and whether they declare flat arrays.
func (s *splitter) freeVars(b []loop.Stmt) (out []*loop.Var, flats bool) {
	s.free++
	variable := func(v *loop.Var) {
		if x := s.of(v); x.known != s.free {
			x.known = s.free
			out = append(out, v)
		}
	}
	var mention func(e *loop.Expr)
	mention = func(e *loop.Expr) {
		if e.Kind != loop.VarExpr {
			for _, a := range e.Args {
				mention(a)
			}
			return
		}
		if f := s.frameOf(e.Var); f != nil {
			variable(f)
			return
		}
		variable(e.Var)
		for _, n := range e.Var.Flat {
			n.EachVar(variable)
		}
	}
	declare := func(v *loop.Var) {
		s.of(v).known = s.free
		for _, n := range v.Flat {
			flats = true
			n.EachVar(variable)
		}
	}
	own := func(v *loop.Var) { s.of(v).known = s.free }
	operand := func(x **loop.Expr, _ bool) { mention(*x) }
	loop.Walk(b, func(t loop.Stmt) {
		switch t := t.(type) {
		case *loop.Let: // as most are
			v := s.of(t.Var)
			if v.framed == nil {
				mention(t.Rhs)
				declare(t.Var)
				return
			}
			f := v.framed.Args[0].Var
			if rhs := t.Rhs; v.assigned || rhs.IsAtom() && (rhs.Kind != loop.VarExpr || s.frameOf(rhs.Var) == nil) {
				variable(f)
				mention(rhs)
				return
			}
			mention(t.Rhs)
			v.local = 1 + s.at // as append will say
			declare(t.Var)
			variable(f)
			return
		case *loop.While: // whose condition is behind its head
			loop.Walk(t.Head, func(t loop.Stmt) { loop.Declared(t, own) })
		}
		loop.Operands(t, operand)
		loop.Declared(t, declare)
		switch t := t.(type) {
		case *loop.Append:
			mention(loop.Use(t.Var))
		case *loop.Call:
			for _, v := range t.Vars {
				if v == nil {
					continue
				}
				if x := s.of(v).framed; x != nil {
					variable(x.Args[0].Var)
				}
			}
		}
	})
	return out, flats
}
