// Package boundtally counts, in tests, how many random programs exceed the operation bound: value and gradient take 10
// · primal + 2 · words of inputs operations at most, value and tangent 5 · primal + 2 · words, counted on the final
// loops with zeroing, copies and allocation (docs/decisions.md). Which programs do not keep it is known in part only
// (docs/testing.md), so a family may have one in a hundred that does not.
package boundtally

// A Tally is of one family of programs.
type Tally struct {
	Looked              int
	Gradients, Tangents Excesses
}

// Excesses are the programs that exceed a bound, and the one that does by most.
type Excesses struct {
	N     int
	Worst float64 // the greatest ratio, also where it is below 1
	At    string
}

func (e *Excesses) note(ratio float64, name string) {
	if ratio > 1 {
		e.N++
	}
	if ratio > e.Worst {
		e.Worst, e.At = ratio, name
	}
}

// Gradient is the operations of a value and gradient over those that it may take.
func Gradient(gradient, primal, words int64) float64 {
	return float64(gradient) / float64(10*primal+2*words)
}

// Tangent is the operations of a value and tangent over those that they may take; words are those of the point and the
// direction.
func Tangent(tangent, primal, words int64) float64 {
	return float64(tangent) / float64(5*primal+2*words)
}

// Note adds a program with its two ratios.
func (t *Tally) Note(name string, gradient, tangent float64) {
	t.Looked++
	t.Gradients.note(gradient, name)
	t.Tangents.note(tangent, name)
}

// TB is what reports need of a test.
type TB interface {
	// Helper marks the caller as a helper.
	Helper()
	// Logf tells.
	Logf(format string, args ...any)
	// Errorf reports a failure.
	Errorf(format string, args ...any)
}

// Report fails where more than one program in a hundred exceeds the bound: where the 99th percentile of the ratios is
// above 1. Of fewer than a hundred programs, one may.
func (t *Tally) Report(tb TB) {
	tb.Helper()
	tb.Logf("the bound: %d programs; the gradients of %d exceed it, at most %.2f times (%s), the tangents of %d, at "+
		"most %.2f times (%s)",
		t.Looked, t.Gradients.N, t.Gradients.Worst, t.Gradients.At, t.Tangents.N, t.Tangents.Worst, t.Tangents.At)
	for _, e := range []struct {
		what string
		Excesses
	}{{"gradients", t.Gradients}, {"tangents", t.Tangents}} {
		if e.N > max(1, t.Looked/100) {
			tb.Errorf("the %s of %d of %d programs exceed the operation bound, %s %.2f times", e.what, e.N, t.Looked,
				e.At, e.Worst)
		}
	}
}
