package trace

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Derivatives inside what is traced are computed on the tape: a sweep over the entries of a function appends an entry
// for each operation that it does itself. So they can be swept again.

// Begin is that of [eval.Deriver].
func (t *tape) Begin() int {
	t.deriving++
	return len(t.entries)
}

// End is that of [eval.Deriver].
func (t *tape) End(int) { t.deriving-- }

// Fresh is that of [eval.Deriver].
func (t *tape) Fresh(at *syntax.Pos, w *eval.Where, v eval.Value) int32 {
	return t.add(entry{kind: fresh, at: at, where: w, val: v.Num}, operand{v.Mark, v.Num})
}

// Push is that of [eval.Deriver].
func (t *tape) Push(begin int, xs, dxs, ys []eval.Value) []eval.Value {
	tangents := map[int32]eval.Value{}
	for i, x := range xs {
		tangents[x.Mark] = dxs[i]
	}
	for i, n := begin, len(t.entries); i < n; i++ {
		e := t.entries[i]
		if e.kind == fresh {
			continue
		}
		for k, a := range t.of(&e) {
			if d, ok := tangents[a.mark]; ok && a.mark != 0 {
				if c, ok := t.share(int32(i), k, d); ok {
					tangents[int32(i)] = t.sum(&e, tangents[int32(i)], c)
				}
			}
		}
	}
	out := make([]eval.Value, len(ys))
	for i, y := range ys {
		if y.Mark != 0 {
			out[i] = tangents[y.Mark]
		}
	}
	return out
}

// Pull is that of [eval.Deriver].
func (t *tape) Pull(begin int, ys, cots, xs []eval.Value) []eval.Value {
	varies := map[int32]bool{}
	for _, x := range xs {
		varies[x.Mark] = true
	}
	for i := begin; i < len(t.entries); i++ {
		e := &t.entries[i]
		for _, a := range t.of(e) {
			if varies[a.mark] && e.kind != fresh {
				varies[int32(i)] = true
			}
		}
	}
	sums := map[int32]eval.Value{}
	for i, y := range ys {
		if varies[y.Mark] {
			sums[y.Mark] = t.sum(&t.entries[y.Mark], sums[y.Mark], cots[i])
		}
	}
	for i := len(t.entries) - 1; i >= begin; i-- {
		v, ok := sums[int32(i)]
		if e := t.entries[i]; ok && e.kind != fresh {
			for k, a := range t.of(&e) {
				if !varies[a.mark] {
					continue
				}
				if c, ok := t.share(int32(i), k, v); ok {
					sums[a.mark] = t.sum(&e, sums[a.mark], c)
				}
			}
		}
	}
	out := make([]eval.Value, len(xs))
	for i, x := range xs {
		out[i] = sums[x.Mark]
	}
	return out
}

// share is the local derivative of an entry by an operand, times v; not ok where there is none.
func (t *tape) share(i int32, k int, v eval.Value) (eval.Value, bool) {
	e := t.entries[i]
	switch e.kind {
	case operation:
	case result, argument, fresh:
		return v, true
	default:
		return v, false
	}
	op := e.op.Op
	if op.Partials == nil {
		return v, false
	}
	env := map[*syntax.Var]eval.Value{}
	bind := func(typ syntax.Type, x eval.Value) syntax.Term {
		p := syntax.NewVar("x", typ)
		env[p] = x
		return syntax.Ref(p)
	}
	atoms := make([]syntax.Term, len(op.Params))
	for j, a := range t.of(&e) {
		atoms[j] = bind(op.Params[j], eval.Value{Num: a.val, Mark: a.mark})
	}
	d := op.Slopes(atoms, bind(op.Result, eval.Value{Num: e.val, Mark: i}))[k]
	if d == nil {
		return v, false
	}
	w := bind(syntax.Real, v)
	return t.term(&e, functor.Scale(functor.Partial{D: d, Guarded: op.Singular, Factors: op.Factors}, w), env), true
}

// sum is a + b, where a may be the zero value.
func (t *tape) sum(e *entry, a, b eval.Value) eval.Value {
	if a.Mark == 0 && a.Num.F == 0 {
		return b
	}
	return t.do(e, syntax.OpAdd, a, b)
}

// term evaluates a term of a row of the primitive table on the tape, for the derivative of an entry.
func (t *tape) term(e *entry, x syntax.Term, env map[*syntax.Var]eval.Value) eval.Value {
	switch x := x.(type) {
	case *syntax.Const:
		return eval.Value{Num: syntax.Value{F: x.F, I: x.I}}
	case *syntax.Zero:
		return eval.Value{}
	case *syntax.VarRef:
		return env[x.Var]
	case *syntax.If:
		if t.term(e, x.Cond, env).Num.I != 0 {
			return t.term(e, x.Then, env)
		}
		return t.term(e, x.Else, env)
	case *syntax.Prim:
		args := make([]eval.Value, len(x.Args))
		for i, a := range x.Args {
			args[i] = t.term(e, a, env)
		}
		return t.do(e, x.Op, args...)
	}
	panic(fmt.Sprintf("trace: unexpected term %T", x))
}

// do does an operation for the derivative of an entry.
func (t *tape) do(e *entry, op *syntax.Op, args ...eval.Value) eval.Value {
	in := make([]syntax.Value, len(args))
	for i, a := range args {
		in[i] = a.Num
	}
	v, err := op.Eval(in)
	if err != nil { // no term of a row fails
		panic(err)
	}
	made := &flow.Op{Op: op, Typ: flow.Real, At: e.at}
	out := eval.Value{Num: v, Mark: t.Op(made, e.where, args, v)}
	if out.Mark != 0 {
		if t.entries[out.Mark].source = e.op; e.source != nil {
			t.entries[out.Mark].source = e.source
		}
	}
	return out
}
