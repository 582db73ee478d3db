package fits

import (
	"math"

	"gonum.org/v1/gonum/optimize"
)

// slopeSearch is a line search for convex functions that never looks at their values. Along a
// descent direction the slope of a convex function rises, and the minimum is where it crosses
// zero; the search accepts a step once the slope has fallen to a tenth of what it was.
//
// gonum's line searches also ask for a lower value. Near a minimum f* of curvature λ a value can
// tell two points apart only when they are √(ε·f*/λ) apart, while a slope resolves ε/λ. For
// Longley's data that is the difference between six digits that depend on the order of the rows
// and eleven that do not.
type slopeSearch struct {
	step, low, high     float64 // the current step, and a bracket of the minimum
	slope0, lowS, highS float64 // slopes at 0, low and high
	evaluations         int
}

// Init implements [optimize.Linesearcher].
func (s *slopeSearch) Init(_, slope, step float64) optimize.Operation {
	*s = slopeSearch{step: step, high: math.Inf(1), slope0: slope, lowS: slope}
	return optimize.GradEvaluation
}

// Iterate implements [optimize.Linesearcher].
func (s *slopeSearch) Iterate(_, slope float64) (optimize.Operation, float64, error) {
	const (
		reduction      = 0.1
		maxEvaluations = 60
	)
	s.evaluations++
	switch {
	case math.Abs(slope) <= reduction*math.Abs(s.slope0):
		return optimize.MajorIteration, s.step, nil
	case s.evaluations >= maxEvaluations:
		return optimize.NoOperation, s.step, optimize.ErrLinesearcherFailure
	case slope < 0:
		s.low, s.lowS = s.step, slope
	default: // NaN, from overflow far out, counts as too far
		s.high, s.highS = s.step, slope
	}
	if math.IsInf(s.high, 1) {
		s.step *= 2
		return optimize.GradEvaluation, s.step, nil
	}
	// The secant, kept away from the ends so that the bracket always shrinks.
	width := s.high - s.low
	at := 0.5
	if !math.IsNaN(s.highS) && !math.IsInf(s.highS, 0) {
		at = min(max(s.lowS/(s.lowS-s.highS), 0.1), 0.9)
	}
	s.step = s.low + at*width
	return optimize.GradEvaluation, s.step, nil
}
