package cox

import "math"

// Tape keeps what Gradient remembers of one stratum.
type Tape struct {
	risk   []float64 // of each subject
	groups []group   // those with the same time
}

// group is what the likelihood of the deaths at one time gives back.
type group struct {
	end       int     // the first subject after the group
	atRiskBar float64 // by the sum of risks, from this group's terms alone
	dyingBar  float64
}

// Gradient is the value of LogLikelihood; it overwrites betaBar with the derivative by beta.
func Gradient(t *Tape, strata [][]Subject, beta []float64, ridge float64, betaBar []float64) float64 {
	penalty := 0.0
	for j, b := range beta {
		penalty += b * b
		betaBar[j] = -ridge * b
	}
	total := 0.0
	for _, subjects := range strata {
		total += t.stratum(subjects, beta, betaBar)
	}
	return total - 0.5*ridge*penalty
}

func (t *Tape) stratum(subjects []Subject, beta, betaBar []float64) float64 {
	n := len(subjects)
	if cap(t.risk) < n {
		t.risk = make([]float64, n)
	}
	risks := t.risk[:n]
	groups := t.groups[:0]
	logLik, atRisk := 0.0, 0.0
	for i := 0; i < n; {
		now := subjects[i].Time
		deaths, dying := 0, 0.0
		for i < n && subjects[i].Time == now {
			s := &subjects[i]
			eta := 0.0
			covar := s.Covar
			b := beta[:len(covar)]
			for j, x := range covar {
				eta += x * b[j]
			}
			risk := math.Exp(eta)
			risks[i] = risk
			atRisk += risk
			if s.Died {
				deaths++
				dying += risk
				logLik += eta
			}
			i++
		}
		// A term -log(r), r = atRisk - part*dying, gives -1/r to atRisk and part/r to dying.
		// The adjoint of the total is 1, so this is known already on the way forward.
		g := group{end: i}
		if deaths == 1 {
			logLik -= math.Log(atRisk)
			g.atRiskBar = -1 / atRisk
		} else if deaths > 1 {
			each := 1 / float64(deaths)
			for k := range deaths {
				part := float64(k) * each
				r := atRisk - part*dying
				logLik -= math.Log(r)
				inv := 1 / r
				g.atRiskBar -= inv
				g.dyingBar += part * inv
			}
		}
		groups = append(groups, g)
	}
	t.groups = groups

	// Backward: atRisk is a running sum, so its adjoint is the sum over all later groups.
	// etaBar = risk*(atRiskBar + dyingBar if he died) + 1 if he died; betaBar += etaBar*covar.
	bar := 0.0
	for g := len(groups) - 1; g >= 0; g-- {
		start := 0
		if g > 0 {
			start = groups[g-1].end
		}
		bar += groups[g].atRiskBar
		died := bar + groups[g].dyingBar
		for i := start; i < groups[g].end; i++ {
			s := &subjects[i]
			etaBar := risks[i] * bar
			if s.Died {
				etaBar = risks[i]*died + 1
			}
			covar := s.Covar
			b := betaBar[:len(covar)]
			for j, x := range covar {
				b[j] += etaBar * x
			}
		}
	}
	return logLik
}
