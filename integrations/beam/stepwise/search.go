package stepwise

import (
	"math"
	"slices"
)

// The constants of Wolfe's conditions, and how many trials a search has.
const (
	armijo    = 1e-4
	curvature = 0.9
	trials    = 24
	noise     = 1e-13 // by which a sum of many numbers may be wrong, as a part of it
)

// Trial is a point on the line of a search.
type Trial struct {
	T, F, Slope float64
	G           []float64
}

// Search looks along a line for a point where the function has fallen enough and is flat enough. It is exported, as
// its fields are, because it is stored.
type Search struct {
	F, Slope float64   // at the beginning of the line
	D        []float64 // its direction
	T        float64   // the trial that is asked for
	Zoom     bool      // whether a good point is known to be between Lo and Hi
	Lo, Hi   Trial
	Trials   int
	Best     Trial // of a search that has found
}

type outcome int

const (
	searching outcome = iota
	found
	failed
)

// begin starts at a point with value f, in a direction d along which the function falls by slope.
func (s *Search) begin(f, slope float64, d []float64, t float64) {
	*s = Search{F: f, Slope: slope, D: d, T: t, Lo: Trial{F: f, Slope: slope}}
}

// tell takes value and gradient at the trial, and chooses another one unless it is found.
func (s *Search) tell(f float64, g []float64) outcome {
	now := Trial{T: s.T, F: f, Slope: dot(g, s.D), G: slices.Clone(g)}
	number := allFinite(f, g)
	s.Trials++
	switch {
	case number && s.flat(now):
		s.Best = now
		return found
	case !number || f > s.F+armijo*now.T*s.Slope || (s.Zoom || s.Trials > 1) && f >= s.Lo.F:
		if !number {
			now.F, now.Slope, now.G = math.Inf(1), 0, nil
		}
		s.Zoom, s.Hi = true, now
	case s.Zoom && now.Slope*(s.Hi.T-s.Lo.T) >= 0 || !s.Zoom && now.Slope >= 0:
		s.Zoom, s.Hi, s.Lo = true, s.Lo, now
	default:
		if !s.Zoom {
			s.T = s.further(now)
		}
		s.Lo = now
	}
	if s.Zoom {
		s.T = s.between()
	}
	width := math.Abs(s.Hi.T - s.Lo.T)
	if s.Trials >= trials || s.Zoom && width <= 1e-15*max(s.Hi.T, s.Lo.T) {
		if s.Lo.T == 0 {
			return failed
		}
		s.Best = s.Lo // it is lower than the beginning
		return found
	}
	return searching
}

// flat says whether the conditions hold. Near a minimum values differ by rounding alone, and the slope decides
// (Hager and Zhang's approximate conditions).
func (s *Search) flat(now Trial) bool {
	if now.F <= s.F+armijo*now.T*s.Slope && math.Abs(now.Slope) <= -curvature*s.Slope {
		return true
	}
	return now.F <= s.F+noise*math.Abs(s.F) && now.Slope >= curvature*s.Slope && now.Slope <= (2*armijo-1)*s.Slope
}

// further is a trial beyond now, where the function still falls: the slopes say where it might be flat.
func (s *Search) further(now Trial) float64 {
	t := 10 * now.T
	if now.Slope > s.Lo.Slope {
		t = now.T + (now.T-s.Lo.T)*now.Slope/(s.Lo.Slope-now.Slope)
	}
	return min(max(t, 2*now.T), 10*now.T)
}

// between is a trial between Lo and Hi: the minimum of the cubic through both, away from the ends.
func (s *Search) between() float64 {
	a, b := s.Lo, s.Hi
	w := b.T - a.T
	t := a.T + w/2
	if !math.IsInf(b.F, 0) {
		d1 := a.Slope + b.Slope - 3*(b.F-a.F)/w
		if q := d1*d1 - a.Slope*b.Slope; q >= 0 {
			d2 := math.Copysign(math.Sqrt(q), w)
			if c := b.T - w*(b.Slope+d2-d1)/(b.Slope-a.Slope+2*d2); finite(c) {
				t = c
			}
		}
	} else {
		return a.T + w/10
	}
	low, high := a.T+w/10, b.T-w/10
	if w < 0 {
		low, high = high, low
	}
	return min(max(t, low), high)
}
