package lower

import (
	"strings"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// summary is what callers know of a rewritten definition: calls of it give a
// tuple of values for comps, and shape, over comps, the parameters and the sizes, is the result.
type summary struct {
	def    *syntax.Def
	params []*syntax.Var
	comps  []*syntax.Var
	shape  shape
	pulls  []*syntax.Def // the linear functions of the result, as definitions
	data   *syntax.Data  // the tape of a recursive definition
	box    *syntax.Data  // the tape of another one, when it is large
	tape   *syntax.Var   // the last of comps, if there is a tape
}

// boxed is the data type that holds the tape, or nil.
func (s *summary) boxed() *syntax.Data {
	if s.data != nil {
		return s.data
	}
	return s.box
}

// call rewrites a call: the new definition is called, and its linear functions
// are closures of its pullback definitions over the tape.
func (l *lowerer) call(b *block, t *syntax.Call) shape {
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = l.operand(b, a)
	}
	s, changed := l.callee(t.Def)
	if !changed {
		if l.lfuns.in(t.Type()) {
			bail("a call of %s, which is not lowered", t.Def.Name)
		}
		return plain{syntax.NewCall(t.At, t.Def, t.Sizes, args...)}
	}
	z := syntax.NewCall(t.At, s.def, t.Sizes, args...)
	if !l.lfuns.in(t.Type()) {
		return plain{z}
	}
	r := newRenaming()
	for i, n := range s.def.Sizes {
		r.Sizes[n] = t.Sizes[i]
	}
	for i, x := range s.params {
		r.Vars[x] = args[i]
	}
	if len(s.comps) > 0 {
		zs := split(l.atom(b, "z", z), len(s.comps))
		for i, x := range s.comps {
			r.Vars[x] = l.again(b, x.Name, zs[i])
		}
	}
	return r.shape(s.shape)
}

// pullName is the name of the definition that a linear function of d becomes.
func pullName(d *syntax.Def, k int) string {
	name := d.Name + "_linear"
	switch {
	case strings.Contains(d.Name, "_rev"):
		name = d.Name + "_pullback"
	case strings.Contains(d.Name, "_for"):
		name = d.Name + "_pushforward"
	}
	return name + strings.Repeat("'", k)
}

// declare makes the summary of a recursive definition before its body is
// rewritten: the parameters that its pullback reads are assumed.
func (l *lowerer) declare(d *syntax.Def, reads map[*syntax.Var]bool) *summary {
	s := &summary{params: d.Params}
	s.def = &syntax.Def{Name: d.Name, Sizes: d.Sizes, Params: d.Params, Result: d.Result, Doc: d.Doc, At: d.At}
	if !l.lfuns.in(d.Result) {
		return s
	}
	s.data = syntax.NewData(d.Name+"_tape", false)
	s.tape = syntax.NewVar("tape", s.data)
	var args []*syntax.Var
	for _, x := range d.Params {
		if reads[x] {
			args = append(args, x)
		}
	}
	s.shape = l.declareShape(d, s, append(args, s.tape), d.Result)
	s.comps = append(s.comps, s.tape)
	s.def.Result = tupleOf(s.comps)
	return s
}

func tupleOf(xs []*syntax.Var) syntax.Type {
	ts := make([]syntax.Type, len(xs))
	for i, x := range xs {
		ts[i] = x.Type
	}
	return syntax.NewTupleType(ts...)
}

// declareShape gives the shape of a result of type ty and adds its values to s.comps.
func (l *lowerer) declareShape(d *syntax.Def, s *summary, args []*syntax.Var, ty syntax.Type) shape {
	if !l.lfuns.in(ty) {
		y := syntax.NewVar("y", ty)
		s.comps = append(s.comps, y)
		return plain{syntax.Ref(y)}
	}
	switch ty := ty.(type) {
	case *syntax.TupleType:
		out := make([]shape, len(ty.Elems))
		for i, e := range ty.Elems {
			out[i] = l.declareShape(d, s, args, e)
		}
		return tuple{out}
	case *syntax.LFunType:
		v := syntax.NewVar("v", ty.Dom)
		pull := &syntax.Def{Name: pullName(d, len(s.pulls)), Sizes: d.Sizes, Result: ty.Cod, At: d.At}
		pull.Params = append(append(pull.Params, args...), v)
		s.pulls = append(s.pulls, pull)
		return identity(pull)
	default:
		bail("a recursive definition with a result of type %s", ty)
		return nil
	}
}

// identity is the closure of code over its own parameters.
func identity(code *syntax.Def) *closure {
	c := &closure{code: code, sizes: syntax.SizesOf(code.Sizes), args: syntax.Refs(code.Params[:len(code.Params)-1])}
	return c
}

// define rewrites the body of d into s, which is declared when d is recursive.
// It adds to reads the parameters that the pullbacks of a recursive definition
// need beyond those assumed.
func (l *lowerer) define(d *syntax.Def, s *summary, reads map[*syntax.Var]bool) {
	outer, body := &block{}, &block{recurs: s.data != nil}
	l.enter(outer, d.Params...)
	if !l.lfuns.in(d.Result) {
		s.def.Body = l.prune(l.blockTerm(body, d.Body))
		return
	}
	result := l.settle(body, "y", l.term(body, d.Body))
	e := &defExit{l: l, d: d, s: s, body: body, leaves: leaves(result)}
	e.pack()
	e.results()
	if s.data == nil {
		s.shape = withLeaves(result, e.outside)
	}
	for x := range e.reads {
		reads[x] = true
	}
}

// defExit hands out the result of a definition.
type defExit struct {
	l       *lowerer
	d       *syntax.Def
	s       *summary
	body    *block
	leaves  []shape
	outside []shape // the leaves, for callers
	packet  *packet
	reads   map[*syntax.Var]bool
}

// pack decides what is taped.
func (e *defExit) pack() {
	var known []*syntax.Var
	for _, f := range e.leaves {
		switch f := f.(type) {
		case plain:
			if r, ok := f.term.(*syntax.VarRef); ok && e.s.data == nil {
				known = append(known, r.Var)
			}
		case *closure:
		default:
			bail("a definition that results in an array of linear functions")
		}
	}
	pk := e.l.newPacker(e.body, known...)
	if e.s.data != nil {
		pk.out.hidden = func(*syntax.SizeVar) bool { return true }
	}
	for _, f := range e.leaves {
		if c, ok := f.(*closure); ok {
			pk.need(c)
		}
	}
	e.packet = pk.finish()
	if e.s.data == nil && e.packet.large() {
		e.s.box = syntax.NewData(e.d.Name+"_tape", false)
		e.packet.hidden = func(*syntax.SizeVar) bool { return true }
	}
}

// results sets the body of the definition and makes its pullbacks.
func (e *defExit) results() {
	l, s := e.l, e.s
	var out []syntax.Term
	e.outside = make([]shape, len(e.leaves))
	ys := map[*syntax.Var]syntax.Term{}
	for k, f := range e.leaves {
		p, ok := f.(plain)
		if !ok {
			continue
		}
		out = append(out, p.term)
		if s.data != nil {
			continue
		}
		y := syntax.NewVar("y", p.term.Type())
		s.comps = append(s.comps, y)
		e.outside[k] = plain{syntax.Ref(y)}
		if r, ok := p.term.(*syntax.VarRef); ok && l.vars[r.Var].block == e.body {
			ys[r.Var] = syntax.Ref(y)
		}
	}
	tape := syntax.NewTuple(e.packet.pack()...)
	switch {
	case s.data != nil:
		s.data.Define(syntax.Ctor{Name: "Tape_" + e.d.Name, Arg: tape.Type()})
		out = append(out, l.atom(e.body, "tape", syntax.NewInj(s.data, 0, l.atom(e.body, "tape", tape))))
	case s.box != nil:
		s.box.Define(syntax.Ctor{Name: "Tape_" + e.d.Name, Arg: tape.Type()})
		s.tape = syntax.NewVar("tape", s.box)
		s.comps = append(s.comps, s.tape)
		out = append(out, l.atom(e.body, "tape", syntax.NewInj(s.box, 0, l.atom(e.body, "tape", tape))))
	case e.packet.taped > 0:
		s.tape = syntax.NewVar("tape", tape.Type())
		s.comps = append(s.comps, s.tape)
		out = append(out, l.atom(e.body, "tape", tape))
	}
	s.def.Body = l.prune(e.body.close(syntax.NewTuple(out...)))
	s.def.Result = s.def.Body.Type()
	e.reads = map[*syntax.Var]bool{}
	n := 0
	for k, f := range e.leaves {
		if c, ok := f.(*closure); ok {
			e.outside[k] = e.pull(c, n, ys)
			n++
		}
	}
}

// pull makes the n-th linear function of the result a definition.
func (e *defExit) pull(c *closure, n int, ys map[*syntax.Var]syntax.Term) *closure {
	l, s := e.l, e.s
	v := syntax.NewVar("v", l.domain(c))
	if s.data != nil {
		v = s.pulls[n].Params[len(s.pulls[n].Params)-1]
	}
	out, r := &block{}, newRenaming()
	l.enter(out, v)
	for x, y := range ys {
		r.Vars[x] = y
	}
	var raw []syntax.Term
	if box := s.boxed(); box != nil {
		x := syntax.NewVar("tape", box.Ctors()[0].Arg)
		open := syntax.NewCase(syntax.Ref(s.tape), syntax.Arm{Var: x, Body: syntax.Ref(x)})
		raw = split(l.again(out, "tape", open), e.packet.taped)
	} else if s.tape != nil {
		raw = split(syntax.Ref(s.tape), e.packet.taped)
	}
	l.unpack(e.packet, out, raw, r)
	body := l.prune(out.close(l.apply(r.shape(c), syntax.Ref(v))))
	f := newFree()
	f.bind(v)
	f.term(body)
	isFree := set.Of(f.vars)
	if s.data != nil {
		for _, x := range e.d.Params {
			if isFree[x] {
				e.reads[x] = true
			}
		}
		s.pulls[n].Body = body
		return nil
	}
	pull := &syntax.Def{Name: pullName(e.d, n), Sizes: e.d.Sizes, Result: body.Type(), Body: body, At: e.d.At}
	for _, x := range append(append([]*syntax.Var(nil), e.d.Params...), s.comps...) {
		if isFree[x] {
			pull.Params = append(pull.Params, x)
		}
	}
	pull.Params = append(pull.Params, v)
	s.pulls = append(s.pulls, pull)
	return identity(pull)
}
