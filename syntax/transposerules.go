package syntax

import "slices"

// back gives the linear variables in t what they receive when t receives w, an
// atom. There is one case for each linear construct. The equations, with tᵀ w for back(t, w), stand in the table
// [Transposes], and above the case for what has blocks.
func (tr *transposer) back(t, w Term) {
	if !tr.dep(t) {
		return // 0ᵀ = 0
	}
	switch t := t.(type) {
	case *VarRef:
		tr.give(t.Var, w)
	case *Let:
		tr.backLet(t, w)
	case *Tuple:
		tr.table.Tuple(t.Elems, w)
	case *Proj:
		tr.table.Proj(t.Arg, t.Index, w)
	case *Coproj:
		tr.table.Coproj(t.Arg, t.Index, w)
	case *Plus:
		tr.table.Plus(t.Terms, w)
	case *Prim:
		tr.backPrim(t, w)
	case *LinApp:
		tr.backApp(t, w)
	case *App:
		tr.table.App(t.Fun, t.Arg, w)
	// (λy. t)ᵀ w = case w of !y ⊗ u → tᵀ u
	case *Lam:
		outs := tr.linFree(nil, t.Body)
		u := NewVar("u", tr.dual(t.Body.Type(), t))
		tr.spread(outs, NewCopowerCase(w, t.Param, u, tr.block(t.Body, Ref(u), outs)))
	case *Singleton:
		tr.table.Singleton(t.Key, t.Val, w)
	// (case t of !y ⊗ v → s)ᵀ w = tᵀ (λy. sᵀ w)
	case *CopowerCase:
		tr.back(t.Scrut, tr.atom("w", NewLam(t.Key, tr.block(t.Body, w, []*Var{t.Val}))))
	case *Inj:
		tr.table.Inj(t.Arg, t.Tag, w)
	case *Uninj:
		tr.table.Uninj(t.Arg, t.Tag, w)
	// (if c then t else s)ᵀ w = if c then tᵀ w else sᵀ w
	case *If:
		outs := tr.linFree(nil, t.Then, t.Else)
		tr.spread(outs, NewIf(t.Cond, tr.block(t.Then, w, outs), tr.block(t.Else, w, outs)))
	case *Case:
		tr.backCase(t, w)
	// (checkpoint t)ᵀ w = checkpoint tᵀ w
	case *Checkpoint:
		outs := tr.linFree(nil, t.Body)
		tr.spread(outs, NewCheckpoint(Schedule{}, tr.block(t.Body, w, outs)))
	case *Call:
		tr.backCall(t, w)
	// (jvp f a t)ᵀ w = tᵀ (vjp f a w), and the other way round
	case *Deriv:
		op := VJP
		if t.Op != JVP {
			op = JVP
		}
		tr.back(t.Dir, tr.atom("w", NewDeriv(op, t.Param, t.Body, t.At, w)))
	default:
		tr.backArray(t, w)
	}
}

// (let x = t in s)ᵀ w: first s receives w, then t what x received. Bindings
// of closed terms keep their order and come first.
func (tr *transposer) backLet(t *Let, w Term) {
	for _, b := range t.Binds {
		if b.Var != nil && tr.lin[b.Var] {
			continue
		}
		wanted := b.Var != nil && tr.wanted[b.Var]
		if wanted {
			b.Rhs = Refresh(b.Rhs) // the transpose takes the parts of the original
		}
		tr.frame.binds = append(tr.frame.binds, b)
		if wanted {
			tr.trans[b.Var] = tr.atom(b.Var.Name, tr.function(tr.funs[b.Var]))
		}
	}
	tr.back(t.Body, w)
	for i := len(t.Binds) - 1; i >= 0; i-- {
		b := t.Binds[i]
		if b.Var == nil || !tr.lin[b.Var] || len(tr.frame.got[b.Var]) == 0 {
			continue
		}
		tr.back(b.Rhs, tr.atom(b.Var.Name, tr.total(b.Var, t)))
	}
}

// A scalar operation that is linear in one argument is k·x for a number k, its
// own transpose: the same operation with w for x. Jointly linear operations have coefficients.
func (tr *transposer) backPrim(t *Prim, w Term) {
	for i, a := range t.Args {
		if !tr.dep(a) {
			continue
		}
		if t.Op.Joint == nil && !slices.Contains(t.Op.LinearIn, i) {
			tr.fail(t, t.Op.Name+" is not linear in what depends on the parameter")
		}
		if t.Op.Joint == nil {
			args := append([]Term(nil), t.Args...)
			args[i] = w
			tr.back(a, tr.atom("w", NewPrimAt(t.At, t.Op, args...)))
			continue
		}
		switch c := t.Op.Joint[i]; c {
		case 1:
			tr.back(a, w)
		case -1:
			tr.back(a, tr.atom("w", Neg(w)))
		default:
			tr.back(a, tr.atom("w", Mul(RealLit(c), w)))
		}
	}
}

// (f • t)ᵀ w = tᵀ (fᵀ • w)                  ((m₁ ∘ m₂)ᵀ = m₂ᵀ ∘ m₁ᵀ)
func (tr *transposer) backApp(t *LinApp, w Term) {
	switch f := t.Fun.(type) {
	case *LinLam: // as let v = t in s
		tr.back(f.Body, w)
		if len(tr.frame.got[f.Param]) > 0 {
			tr.back(t.Arg, tr.atom(f.Param.Name, tr.total(f.Param, t)))
		}
	case *VarRef:
		tr.back(t.Arg, tr.atom("w", NewLinApp(tr.trans[f.Var], w)))
	}
}

func (tr *transposer) backCase(t *Case, w Term) {
	bodies := make([]Term, len(t.Arms))
	for i, a := range t.Arms {
		bodies[i] = a.Body
	}
	outs := tr.linFree(nil, bodies...)
	arms := make([]Arm, len(t.Arms))
	for i, a := range t.Arms {
		arms[i] = Arm{a.Var, tr.block(a.Body, w, outs)}
	}
	tr.spread(outs, NewCase(t.Scrut, arms...))
}
