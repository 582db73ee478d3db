package functor

import "github.com/seed-4b734f86/gochad/syntax"

// scheduled is the body of t with its outermost loops rewritten as the schedule of t
// says, in A-normal form. The new loops hold checkpoints of the schedule whole. It is
// not ok if there is nothing to rewrite, and t is to be run again as a whole.
//
// The meaning stays: the iterations, their order and their indices are those of the loop.
func (f *Functor) scheduled(t *syntax.Checkpoint) (body syntax.Term, ok bool) {
	if t.By.Kind == syntax.Whole {
		return nil, false
	}
	l, isLet := t.Body.(*syntax.Let)
	if !isLet {
		l = &syntax.Let{Body: t.Body}
	}
	binds := make([]syntax.Bind, len(l.Binds))
	for i, b := range l.Binds {
		if r := f.rescheduled(t.By, b.Rhs); r != nil && b.Var != nil {
			b.Rhs, ok = r, true
		}
		binds[i] = b
	}
	last := l.Body
	if r := f.rescheduled(t.By, last); r != nil {
		last, ok = r, true
	}
	if !ok {
		return nil, false
	}
	return syntax.ANF(syntax.NewLet(binds, last)), true
}

// rescheduled is the loop t by a schedule; nil if t is no loop.
func (f *Functor) rescheduled(by syntax.Schedule, t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Loop:
		switch {
		case t.Out == syntax.Collect: // what it collects takes T words, so that fewer than √T snapshots gain nothing
			return collectInBlocks(t)
		case by.Kind == syntax.Binomial:
			return f.binomial(t, by.Snapshots)
		default:
			return inBlocks(t)
		}
	case *syntax.While:
		switch {
		case t.Out != syntax.NoOutput: // belongs to the target language
		case by.Kind == syntax.Binomial:
			return f.countedFirst(t, by.Snapshots)
		default:
			return growingBlocks(t)
		}
	default:
	}
	return nil
}

// whole is checkpoint t, to be run again as a whole.
func whole(t syntax.Term) syntax.Term { return syntax.NewCheckpoint(syntax.Schedule{}, t) }

func prim(name string, args ...syntax.Term) syntax.Term {
	return syntax.NewPrim(syntax.MustOp(name), args...)
}

func add(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpIntAdd, a, b) }
func sub(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpIntSub, a, b) }
func mul(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpIntMul, a, b) }
func div(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpIntDiv, a, b) }
func num(k int) syntax.Term            { return syntax.IntLit(int64(k)) }

// size binds a size to the int n, which is not negative.
func size(sp *syntax.Spine, name string, n syntax.Term) *syntax.Size {
	v := syntax.NewSizeVar(name)
	sp.Binds = append(sp.Binds, syntax.Bind{Size: v, Rhs: n})
	return syntax.SizeOfVar(v)
}

// blockLength is max(1, ⌈√n⌉): the length of a block that makes the tape of one block
// and the states between blocks equally long.
func blockLength(sp *syntax.Spine, n *syntax.Size) syntax.Term {
	root := prim("int", prim("ceil", prim("sqrt", prim("real", syntax.NewSizeOf(n)))))
	return sp.Let("k", prim("imax", num(1), root))
}

// A stretch is a run of consecutive iterations of a loop.
type stretch struct {
	loop *syntax.Loop
	// first is the index of the lowest iteration, an int.
	first syntax.Term
}

// run is the loop over the n iterations of a stretch, from the state s.
// It takes the binders of the loop, or, if again, fresh ones.
func (r stretch) run(n *syntax.Size, s syntax.Term, again bool) *syntax.Loop {
	l := r.loop
	body, i, state := l.Body, l.Idx, l.State
	if again {
		i, state = syntax.NewVar(i.Name, i.Type), syntax.NewVar(state.Name, state.Type)
		m := syntax.Substitution{Fresh: true, Vars: map[*syntax.Var]syntax.Term{l.Idx: syntax.Ref(i),
			l.State: syntax.Ref(state)}}
		body = m.Apply(body)
	}
	j := syntax.NewVar("j", syntax.NewIdxType(n))
	var sp syntax.Spine
	sp.Bind(i, syntax.NewToIdx(nil, l.Len, add(r.first, syntax.NewFromIdx(syntax.Ref(j)))))
	return syntax.NewLoop(n, l.Down, l.Out, j, state, s, sp.In(body))
}

// inBlocks is a loop of T iterations as one over ⌈T/k⌉ blocks of k = ⌈√T⌉ iterations,
// the last one shorter:
//
//	loop s = z for b < m do checkpoint (
//	  let size l = min(k, T - b k) in
//	  loop s = s for j < l do let i = b k + j in e)
//
// Reverse mode keeps the state before each block, and the tape of one block at a time; each iteration
// runs twice. It is strip-mining with one checkpoint a strip.
func inBlocks(l *syntax.Loop) syntax.Term {
	var sp syntax.Spine
	n := syntax.NewSizeOf(l.Len)
	k := blockLength(&sp, l.Len)
	m := size(&sp, "m", div(sub(add(n, k), num(1)), k))
	b := syntax.NewVar("b", syntax.NewIdxType(m))
	s := syntax.NewVar(l.State.Name, l.State.Type)
	var in syntax.Spine
	first := in.Let("first", mul(syntax.NewFromIdx(syntax.Ref(b)), k))
	length := size(&in, "l", prim("imin", k, sub(n, first)))
	block := whole(in.In(stretch{l, first}.run(length, syntax.Ref(s), false)))
	return sp.In(syntax.NewLoop(m, l.Down, l.Out, b, s, l.Init, block))
}

// collectInBlocks is inBlocks for a loop that collects. The blocks all have k iterations, so that
// what they collect is a matrix, and the T mod k iterations that are left make a loop of their own:
// the last one, or the first if the loop runs down.
func collectInBlocks(l *syntax.Loop) syntax.Term {
	var sp syntax.Spine
	n := syntax.NewSizeOf(l.Len)
	length := blockLength(&sp, l.Len)
	k := size(&sp, "k", length)
	m := size(&sp, "m", div(n, length))
	full := sp.Let("full", mul(syntax.NewSizeOf(m), length))
	rest := size(&sp, "rest", sub(n, full))
	b := syntax.NewVar("b", syntax.NewIdxType(m))
	s := syntax.NewVar(l.State.Name, l.State.Type)
	blocks := func(init syntax.Term) syntax.Term {
		var in syntax.Spine
		first := in.Let("first", mul(syntax.NewFromIdx(syntax.Ref(b)), length))
		block := whole(in.In(stretch{l, first}.run(k, syntax.Ref(s), false)))
		return sp.Let("z", syntax.NewLoop(m, l.Down, l.Out, b, s, init, block))
	}
	left := func(init syntax.Term) syntax.Term { return sp.Let("z", stretch{l, full}.run(rest, init, true)) }
	var zs, zr, last syntax.Term
	if l.Down {
		zr = left(l.Init)
		zs = blocks(syntax.NewProj(0, zr))
		last = zs
	} else {
		zs = blocks(l.Init)
		zr = left(syntax.NewProj(0, zs))
		last = zr
	}
	yss, ys := sp.Let("yss", syntax.NewProj(1, zs)), sp.Let("ys", syntax.NewProj(1, zr))
	all := syntax.BuildArray(l.Len, func(i syntax.Term) syntax.Term {
		var in syntax.Spine
		q := in.Let("q", syntax.NewFromIdx(i))
		return in.In(syntax.NewIf(prim("ilt", q, full),
			syntax.NewIndex(syntax.NewIndex(yss, syntax.NewToIdx(nil, m, div(q, length))),
				syntax.NewToIdx(nil, k, syntax.NewPrim(syntax.OpIntMod, q, length))),
			syntax.NewIndex(ys, syntax.NewToIdx(nil, rest, sub(q, full)))))
	})
	return sp.In(syntax.NewTuple(syntax.NewProj(0, last), all))
}

// A running is a while loop with a counter beside its state: the parts of it, fresh at each use.
type running struct{ loop *syntax.While }

// while is the loop from ⟨s, from⟩ as long as the condition holds and, if below is not nil, the
// counter is less; the counter goes up by step at each iteration.
func (r running) while(s, from, below syntax.Term) syntax.Term {
	l := r.loop
	w := syntax.NewVar("w", syntax.NewTupleType(l.State.Type, syntax.Int))
	cond := r.at(l.Cond, syntax.NewProj(0, syntax.Ref(w)))
	if below != nil {
		cond = syntax.NewIf(prim("ilt", syntax.NewProj(1, syntax.Ref(w)), below), cond, syntax.BoolLit(false))
	}
	body := syntax.NewTuple(r.at(l.Body, syntax.NewProj(0, syntax.Ref(w))),
		add(syntax.NewProj(1, syntax.Ref(w)), num(1)))
	return syntax.NewWhile(l.At, w, syntax.NewTuple(s, from), cond, body)
}

// at is a copy of t, the condition or the body, at the state s.
func (r running) at(t, s syntax.Term) syntax.Term {
	x := syntax.NewVar(r.loop.State.Name, r.loop.State.Type)
	m := syntax.Substitution{Fresh: true, Vars: map[*syntax.Var]syntax.Term{r.loop.State: syntax.Ref(x)}}
	return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: s}}, m.Apply(t))
}

// growingBlocks is a while loop as one over blocks of 1, 2, 3, … iterations, each a
// checkpoint. After T iterations there are about √2T blocks, the longest as long: the blocks are
// those of inBlocks up to a factor, without knowing T (online checkpointing). The condition
// is asked once more for each block.
func growingBlocks(l *syntax.While) syntax.Term {
	r := running{l}
	w := syntax.NewVar("w", syntax.NewTupleType(l.State.Type, syntax.Int))
	cond := r.at(l.Cond, syntax.NewProj(0, syntax.Ref(w)))
	var in syntax.Spine
	s := in.Let("s", syntax.NewProj(0, syntax.Ref(w)))
	b := in.Let("b", syntax.NewProj(1, syntax.Ref(w)))
	next := in.Let("s", whole(syntax.NewProj(0, r.while(s, num(0), b))))
	body := in.In(syntax.NewTuple(next, add(b, num(1))))
	return syntax.NewProj(0, syntax.NewWhile(l.At, w, syntax.NewTuple(l.Init, num(1)), cond, body))
}

// countedFirst is a while loop as a counted one by the binomial schedule, after a run that only
// counts. That run is inside a checkpoint whose value is an int, so nothing of it is kept.
func (f *Functor) countedFirst(l *syntax.While, snapshots int) syntax.Term {
	var sp syntax.Spine
	init := sp.Atom("s", l.Init)
	count := whole(syntax.NewProj(1, running{l}.while(init, num(0), nil)))
	n := size(&sp, "n", sp.Let("n", count))
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	return sp.In(f.binomial(syntax.NewLoop(n, false, syntax.NoOutput, i, l.State, init, l.Body), snapshots))
}
