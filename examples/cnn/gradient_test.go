package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomNetwork has weights that make all units uneven, biases too.
func randomNetwork(seed uint64) (*network, *rand.Rand) {
	r := rand.New(rand.NewPCG(seed, 5))
	n := newNetwork()
	for i := range n.all {
		n.all[i] = 0.2 * r.NormFloat64()
	}
	return n, r
}

func (n *network) loss(s samples) float64 {
	return Loss(s.images, s.targets, n.k1, n.b1, n.k2, n.b2, n.fc, n.b)
}

// plainLoss is the loss once more, as loops.
func plainLoss(n *network, s samples) float64 {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	total := 0.0
	for at, image := range s.images {
		var c1 [6][24][24]float64
		var s1 [6][12][12]float64
		var c2 [12][8][8]float64
		var s2 [12][4][4]float64
		for f := range 6 {
			for i := range 24 {
				for j := range 24 {
					z := n.b1[f]
					for k := range 5 {
						for l := range 5 {
							z += n.k1[f][k][l] * image[i+k][j+l]
						}
					}
					c1[f][i][j] = logistic(z)
					s1[f][i/2][j/2] += c1[f][i][j] / 4
				}
			}
		}
		for f := range 12 {
			for i := range 8 {
				for j := range 8 {
					z := n.b2[f]
					for e := range 6 {
						for k := range 5 {
							for l := range 5 {
								z += n.k2[f][e][k][l] * s1[e][i+k][j+l]
							}
						}
					}
					c2[f][i][j] = logistic(z)
					s2[f][i/2][j/2] += c2[f][i][j] / 4
				}
			}
		}
		for d := range 10 {
			z := n.b[d]
			for e := range 12 {
				for i := range 4 {
					for j := range 4 {
						z += n.fc[d][e][i][j] * s2[e][i][j]
					}
				}
			}
			miss := s.targets[at][d] - logistic(z)
			total += miss * miss / 2
		}
	}
	return total / float64(len(s.images))
}

// TestLoss compares the loss, alone and beside its gradient, with the loops above.
func TestLoss(t *testing.T) {
	for seed := range uint64(5) {
		n, r := randomNetwork(seed)
		s := draw(r, 1+int(seed))
		want := plainLoss(n, s)
		for name, got := range map[string]float64{
			"Loss": n.loss(s), "LossGrad": n.gradient(NewLossGradWorkspace(), s, newNetwork()),
		} {
			if !(math.Abs(got-want) <= 1e-10*want) {
				t.Errorf("seed %d: %s gives %v, the loops %v", seed, name, got, want)
			}
		}
	}
}

// slope is the derivative of the loops at n in a direction, by central differences of the fourth order.
func slope(n *network, s samples, direction []float64) float64 {
	at := func(h float64) float64 {
		moved := newNetwork()
		for i, w := range n.all {
			moved.all[i] = w + h*direction[i]
		}
		return plainLoss(moved, s)
	}
	const h = 1e-3
	return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
}

// TestGradient compares the gradient with finite differences: by single weights, all biases among them, and in
// directions in which all weights change.
func TestGradient(t *testing.T) {
	n, r := randomNetwork(7)
	s := draw(r, 5) // four that are treated together, and one
	g := newNetwork()
	for i := range g.all {
		g.all[i] = math.NaN() // what was there is overwritten
	}
	n.gradient(NewLossGradWorkspace(), s, g)
	biases := 0
	isBias := map[*float64]bool{}
	for _, b := range [][]float64{n.b1, n.b2, n.b} {
		for i := range b {
			isBias[&b[i]] = true
		}
	}
	for i := range n.all {
		bias := isBias[&n.all[i]]
		if bias {
			biases++
		}
		if !bias && i%97 != 0 {
			continue
		}
		direction := make([]float64, len(n.all))
		direction[i] = 1
		if want := slope(n, s, direction); !(math.Abs(g.all[i]-want) <= 1e-10+1e-7*math.Abs(want)) {
			t.Errorf("by weight %d: %v, finite differences %v", i, g.all[i], want)
		}
	}
	if biases != 6+12+10 {
		t.Errorf("%d biases", biases)
	}
	for range 20 {
		direction := make([]float64, len(n.all))
		want := 0.0
		for i := range direction {
			direction[i] = r.NormFloat64() / 10
			want += direction[i] * g.all[i]
		}
		if got := slope(n, s, direction); !(math.Abs(got-want) <= 1e-7*(1e-2+math.Abs(want))) {
			t.Errorf("in a direction: %v, finite differences %v", want, got)
		}
	}
}

// TestGradientAllocatesNothing, once there is memory.
func TestGradientAllocatesNothing(t *testing.T) {
	n, r := randomNetwork(1)
	s, g, w := draw(r, 2), newNetwork(), NewLossGradWorkspace()
	n.gradient(w, s, g)
	if count := testing.AllocsPerRun(5, func() { n.gradient(w, s, g) }); count != 0 {
		t.Errorf("%v allocations", count)
	}
}

// The time for the sixteen images of a step: the value by loops, the value, and the gradient with the value.

func BenchmarkPlainLoops(b *testing.B) {
	n, r := randomNetwork(1)
	s := draw(r, batch)
	for b.Loop() {
		plainLoss(n, s)
	}
}

func BenchmarkValue(b *testing.B) {
	n, r := randomNetwork(1)
	s, w := draw(r, batch), NewLossWorkspace()
	for b.Loop() {
		w.Loss(s.images, s.targets, n.k1, n.b1, n.k2, n.b2, n.fc, n.b)
	}
}

func BenchmarkGradient(b *testing.B) {
	n, r := randomNetwork(1)
	s, g, w := draw(r, batch), newNetwork(), NewLossGradWorkspace()
	for b.Loop() {
		n.gradient(w, s, g)
	}
}
