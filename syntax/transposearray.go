package syntax

// backArray is back for the array constructs.
func (tr *transposer) backArray(t, w Term) {
	switch t := t.(type) {
	case *Build:
		tr.backBuild(t, w)
	case *Sum:
		tr.table.Sum(t.Arg, t.Arg.Type().(*ArrayType).Len, w)
	case *ArrayLit:
		tr.table.ArrayLit(t.Elems, w)
	case *Index:
		tr.table.Index(t.Arr, t.Idx, w)
	case *OneHot:
		tr.table.OneHot(t.Val, t.Idx, w)
	case *Set:
		tr.table.Set(t.Arr, tr.atom("i", t.Idx), t.Val, w)
	case *Pack:
		tr.table.Cast(t.Arg, nil, w)
	case *Coerce:
		tr.table.Cast(t.Arg, t.At, w)
	case *Loop:
		tr.backLoop(t, w)
	default:
		tr.fail(t, "it is not linear")
	}
}

// [ t | i < n ]ᵀ w = Σᵢ tᵀ w[i]             (B(n, λi. m)ᵀ = B'(n, λi. mᵀ))
//
// Where x receives only onehot i c from iteration i, the sum is [ c | i < n ]: the transpose
// of a map is a map. Where it receives onehot j (onehot i c), j from outside, the sum is onehot j [ c | i < n ],
// so that the transpose of a map of maps is one too.
func (tr *transposer) backBuild(t *Build, w Term) {
	outs := tr.linFree(nil, t.Body)
	diagonal := make([]*along, len(outs))
	each := tr.build(func() Term {
		tr.back(t.Body, tr.atom("w", NewIndex(w, Ref(t.Idx))))
		ts := make([]Term, len(outs))
		for k, x := range outs {
			diagonal[k] = tr.diagonal(x, t)
			ts[k] = tr.total(x, t)
		}
		return NewTuple(ts...)
	})
	r := tr.atom("r", NewBuild(t.Len, t.Idx, each))
	for k, x := range outs {
		part := r
		if len(outs) > 1 {
			part = tr.atom("r", MapArray(func(e Term) Term { return NewProj(k, e) }, r))
		}
		if diagonal[k] == nil {
			part = tr.atom(x.Name, NewSum(part))
		} else {
			part = tr.placed(diagonal[k], part)
		}
		tr.give(x, part)
	}
}

// along says where the values of a diagonal stand: at these places of an outer array, of an
// array in it, and so on, the outermost first.
type along struct{ outer []*OneHot }

// placed is an array at its place, as one-hot arrays.
func (tr *transposer) placed(at *along, part Term) Term {
	for i := len(at.outer) - 1; i >= 0; i-- {
		hot := NewOneHot(at.outer[i].Type().(*ArrayType).Len, at.outer[i].Idx, part)
		part = tr.atom("w", hot)
		tr.hots[part.(*VarRef).Var] = hot
	}
	return part
}

// diagonal replaces what x received by the values c if all of it has the form onehot i c, i the
// index of t, inside one-hot arrays at the same outer places.
func (tr *transposer) diagonal(x *Var, t *Build) *along {
	got := tr.frame.got[x]
	vals := make([]Term, len(got))
	var at *along
	for k, c := range got {
		here := &along{}
		for {
			r, ok := c.(*VarRef)
			if !ok || tr.hots[r.Var] == nil {
				return nil
			}
			hot := tr.hots[r.Var]
			c = hot.Val
			if isRefTo(hot.Idx, t.Idx) {
				break
			}
			if !tr.outside(hot.Idx) {
				return nil
			}
			here.outer = append(here.outer, hot)
		}
		if at != nil && !samePlaces(at, here) {
			return nil
		}
		vals[k], at = c, here
	}
	if at != nil {
		tr.frame.got[x] = vals
	}
	return at
}

// outside reports whether an atom is bound outside of the frame in work.
func (tr *transposer) outside(t Term) bool {
	r, ok := t.(*VarRef)
	if !ok {
		return isAtom(t)
	}
	for _, b := range tr.frame.binds {
		if b.Var == r.Var {
			return false
		}
	}
	return true
}

func samePlaces(a, b *along) bool {
	if len(a.outer) != len(b.outer) {
		return false
	}
	for i, hot := range a.outer {
		if !Equal(hot.Idx, b.outer[i].Idx) {
			return false
		}
	}
	return true
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
