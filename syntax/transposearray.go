package syntax

// backArray is back for the array constructs.
func (tr *transposer) backArray(t, w Term) {
	switch t := t.(type) {
	// [ t | i < n ]ᵀ w = Σᵢ tᵀ w[i]           (B(n, λi. m)ᵀ = B'(n, λi. mᵀ))
	case *Build:
		outs := tr.linFree(nil, t.Body)
		each := tr.build(func() Term {
			tr.back(t.Body, tr.atom("w", NewIndex(w, Ref(t.Idx))))
			return tr.totals(outs, t)
		})
		tr.spread(outs, NewSum(tr.atom("r", NewBuild(t.Len, t.Idx, each))))
	// (sum t)ᵀ w = tᵀ [ w | i < n ]
	case *Sum:
		tr.back(t.Arg, tr.atom("w", Replicate(t.Arg.Type().(*ArrayType).Len, w)))
	case *ArrayLit:
		n := t.typ.(*ArrayType).Len
		for i, e := range t.Elems {
			if tr.dep(e) {
				tr.back(e, tr.atom("w", NewIndex(w, NewToIdx(nil, n, IntLit(int64(i))))))
			}
		}
	// t[i]ᵀ w = tᵀ (onehot i w)
	case *Index:
		tr.back(t.Arr, tr.atom("w", NewOneHot(t.Arr.Type().(*ArrayType).Len, t.Idx, w)))
	// (onehot i t)ᵀ w = tᵀ w[i]
	case *OneHot:
		tr.back(t.Val, tr.atom("w", NewIndex(w, t.Idx)))
	// (set t i s)ᵀ w = tᵀ (set w i 0) + sᵀ w[i]
	case *Set:
		i := tr.atom("i", t.Idx)
		if tr.dep(t.Val) {
			tr.back(t.Val, tr.atom("w", NewIndex(w, i)))
		}
		if tr.dep(t.Arr) {
			zero := NewZero(tr.dual(t.Val.Type(), t))
			tr.back(t.Arr, tr.atom("w", NewSet(w, i, zero)))
		}
	// pack and :> forget and check a length; their transposes do the reverse
	case *Pack:
		ty := tr.dual(t.Arg.Type(), t).(*ArrayType)
		tr.back(t.Arg, tr.atom("w", NewLinearCoerce(nil, w, ty)))
	case *Coerce:
		if ty, ok := tr.dual(t.Arg.Type(), t).(*ArrayType); ok {
			tr.back(t.Arg, tr.atom("w", NewLinearCoerce(t.At, w, ty)))
			return
		}
		tr.back(t.Arg, tr.atom("w", NewPack(w)))
	case *Loop:
		tr.backLoop(t, w)
	default:
		tr.fail(t, "it is not linear")
	}
}

// The transpose of a loop runs the other way, with the cotangent of the state
// for a state; what the other variables receive is added up over the iterations.
//
//	loop s = t for i < n do b           w is the last s̄
//	… collect ⟨b, y⟩                    w = ⟨last s̄, ȳ⟩, iteration i receives ⟨s̄, ȳ[i]⟩
//	… sum ⟨b, y⟩                        w = ⟨last s̄, ȳ⟩, each iteration receives ⟨s̄, ȳ⟩
func (tr *transposer) backLoop(t *Loop, w Term) {
	last := w
	var out Term
	if t.Out != NoOutput {
		last, out = tr.atom("w", NewProj(0, w)), tr.atom("w", NewProj(1, w))
	}
	outs := tr.linFree(t.State, t.Body)
	s := NewVar(t.State.Name, last.Type())
	mode := NoOutput
	if len(outs) > 0 {
		mode = Accumulate
	}
	body := tr.build(func() Term {
		in := Term(Ref(s))
		switch t.Out {
		case Collect:
			in = tr.atom("w", NewTuple(in, NewIndex(out, Ref(t.Idx))))
		case Accumulate:
			in = tr.atom("w", NewTuple(in, out))
		case NoOutput:
		}
		tr.back(t.Body, in)
		state := tr.total(t.State, t)
		if mode == NoOutput {
			return state
		}
		return NewTuple(state, tr.totals(outs, t))
	})
	r := tr.atom("r", NewLoop(t.Len, !t.Down, mode, t.Idx, s, last, body))
	if mode == NoOutput {
		tr.back(t.Init, r)
		return
	}
	tr.spread(outs, tr.atom("r", NewProj(1, r)))
	if tr.dep(t.Init) {
		tr.back(t.Init, tr.atom("w", NewProj(0, r)))
	}
}
