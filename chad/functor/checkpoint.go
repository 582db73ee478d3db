package functor

import "github.com/seed-4b734f86/gochad/syntax"

// checkpoint is D(checkpoint t). In a contravariant mode, for the schedule whole,
//
//	D(checkpoint t) = ⟨t, λ̲v. checkpoint (let ⟨_, t'⟩ = D(t) in t' • v)⟩   ([Mode].Again)
//
// so that of the forward pass only the variables free in t are kept; the other schedules are
// whole checkpoints inside a rewritten t ([Functor.scheduled]). A covariant
// mode keeps nothing beyond t anyway.
//
// What is twice in the program is t, so a nest of d checkpoints grows as d².
func (r *rule) checkpoint(t *syntax.Checkpoint) (primal, lin syntax.Term) {
	if !r.f.Mode.Contravariant() {
		return r.unpair(r.sp.Let("z", r.half(t.Body, r.fr.vars, nil)))
	}
	if body, ok := r.f.scheduled(t); ok {
		return r.unpair(r.sp.Let("z", r.half(body, r.fr.vars, nil)))
	}
	primal = r.plain(t.Body)
	return primal, r.f.Mode.Again(r.fr.ctx, r.tangent(t.Type()), func(sp *syntax.Spine) syntax.Term {
		return syntax.NewProj(1, sp.Let("z", r.half(t.Body, r.fr.vars, nil)))
	})
}
