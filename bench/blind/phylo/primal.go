// Package phylo is the log-likelihood of a phylogenetic tree for aligned
// sequences of nucleotides.
//
// J. Felsenstein, Inferring Phylogenies, Sinauer 2004, chapters 13 (models of
// DNA evolution) and 16 (the pruning algorithm). The model is that of M.
// Hasegawa, H. Kishino and T. Yano, Dating of the human-ape splitting by a
// molecular clock of mitochondrial DNA, J. Mol. Evol. 22 (1985), whose rate
// matrix has its eigenvectors in closed form.
package phylo

import "math"

// The nucleotides in their order; Gap is what is not known.
const (
	A = iota
	C
	G
	T
	Gap
)

// Node is a node of the tree: inside it has children, else it is a taxon.
type Node struct {
	Children []int
	Taxon    int
	Length   float64 // of the branch to the parent; the root's is not used
}

// Pattern is a column of the alignment, by taxon, and how often it occurs.
type Pattern struct {
	States []int
	Count  float64
}

// hky is the model, as decomposed: P(t) = right diag(exp(value t)) left.
type hky struct {
	value       [4]float64
	right, left [4][4]float64
}

func newHKY(kappa float64, freq []float64) hky {
	var m hky
	a, c, g, t := freq[A], freq[C], freq[G], freq[T]
	r, y := a+g, c+t
	scale := 1 / (2*r*y + 2*kappa*(a*g+c*t))
	m.value = [4]float64{0, -scale, -scale * (y + kappa*r), -scale * (r + kappa*y)}
	m.right = [4][4]float64{
		A: {1, 1 / r, g / r, 0},
		C: {1, -1 / y, 0, t / y},
		G: {1, 1 / r, -a / r, 0},
		T: {1, -1 / y, 0, -c / y},
	}
	m.left = [4][4]float64{
		{a, c, g, t},
		{a * y, -c * r, g * y, -t * r},
		{1, 0, -1, 0},
		{0, 1, 0, -1},
	}
	return m
}

// transition is the matrix of the probabilities of change along a branch.
func (m *hky) transition(length float64) (p [4][4]float64) {
	for k, v := range m.value {
		e := math.Exp(v * length)
		for i := range p {
			for j := range p[i] {
				p[i][j] += m.right[i][k] * e * m.left[k][j]
			}
		}
	}
	return p
}

const tiny = 1e-100

type pruner struct {
	tree  []Node
	trans [][4][4]float64 // of the branch above each node
}

// partial is the likelihood of what is below a node for each state there, and
// the logarithm of a factor that was taken out lest it underflow.
func (p *pruner) partial(node int, states []int) (like [4]float64, scale float64) {
	n := &p.tree[node]
	if len(n.Children) == 0 {
		s := states[n.Taxon]
		if s == Gap {
			return [4]float64{1, 1, 1, 1}, 0
		}
		like[s] = 1
		return like, 0
	}
	like = [4]float64{1, 1, 1, 1}
	for _, child := range n.Children {
		below, s := p.partial(child, states)
		scale += s
		for i, row := range p.trans[child] {
			sum := 0.0
			for j, q := range row {
				sum += q * below[j]
			}
			like[i] *= sum
		}
	}
	for _, l := range like {
		if l >= tiny {
			return like, scale
		}
	}
	for i := range like {
		like[i] /= tiny
	}
	return like, scale + math.Log(tiny)
}

// LogLikelihood is the log-likelihood of the tree for the patterns; kappa is
// the ratio of the rates of transitions and transversions, freq the
// frequencies of the nucleotides.
//
// It is differentiated with respect to the lengths in tree, kappa and freq.
func LogLikelihood(tree []Node, root int, patterns []Pattern, kappa float64, freq []float64) float64 {
	model := newHKY(kappa, freq)
	p := pruner{tree, make([][4][4]float64, len(tree))}
	for i := range tree {
		if i != root {
			p.trans[i] = model.transition(tree[i].Length)
		}
	}
	total := 0.0
	for _, pattern := range patterns {
		like, scale := p.partial(root, pattern.States)
		sum := 0.0
		for i, f := range freq {
			sum += f * like[i]
		}
		total += pattern.Count * (math.Log(sum) + scale)
	}
	return total
}
