// Package cox is the stratified proportional hazards model: the partial
// log-likelihood with Efron's treatment of tied deaths and a ridge penalty.
//
// Therneau and Grambsch, Modeling Survival Data: Extending the Cox Model,
// Springer 2000, chapter 3 (3.3 on ties, 3.2 on strata).
package cox

import "math"

// Subject is one person under observation.
type Subject struct {
	Time  float64   // of death or of leaving the study
	Died  bool      // whether Time is that of death
	Covar []float64 // the covariates
}

// LogLikelihood is the penalised partial log-likelihood. The subjects of each
// stratum are sorted by falling time, so that all who come before one are still
// at risk at his time.
//
// It is differentiated with respect to beta.
func LogLikelihood(strata [][]Subject, beta []float64, ridge float64) float64 {
	total := 0.0
	for _, subjects := range strata {
		total += stratum(subjects, beta)
	}
	penalty := 0.0
	for _, b := range beta {
		penalty += b * b
	}
	return total - 0.5*ridge*penalty
}

// stratum is the partial log-likelihood of one stratum.
func stratum(subjects []Subject, beta []float64) float64 {
	logLik := 0.0
	atRisk := 0.0 // the sum of the risks of those still under observation
	for i := 0; i < len(subjects); {
		now := subjects[i].Time
		deaths := 0
		dying := 0.0 // the sum of the risks of those who die now
		for i < len(subjects) && subjects[i].Time == now {
			s := &subjects[i]
			eta := predictor(s.Covar, beta)
			risk := math.Exp(eta)
			atRisk += risk
			if s.Died {
				deaths++
				dying += risk
				logLik += eta
			}
			i++
		}
		if deaths == 0 {
			continue
		}
		// Efron: of those who die now, a part has left already on average.
		for k := 0; k < deaths; k++ {
			part := float64(k) / float64(deaths)
			logLik -= math.Log(atRisk - part*dying)
		}
	}
	return logLik
}

// predictor is the linear predictor of a subject.
func predictor(covar, beta []float64) float64 {
	eta := 0.0
	for j, x := range covar {
		eta += x * beta[j]
	}
	return eta
}
