package phylo

import "math"

// vec has an entry per state.
type vec = [4]float64

// Tape keeps what Gradient remembers: of the branches, and of one pattern at a time.
type Tape struct {
	inner    []int // the nodes with children, each after those below it
	stack    []int
	branches []branch
}

// branch is the branch above a node, and the node.
type branch struct {
	column    [5]vec // of the transition matrix; the last is the sum of them, for gaps
	columnBar [5]vec
	exp       vec  // exp(value*length)
	like      vec  // of a node with children: the likelihood of what is below it
	up        vec  // and that times the matrix
	likeBar   vec  // the adjoint of like
	scaled    bool // whether like was divided by tiny
}

// Gradient is the value of LogLikelihood; it overwrites lengthBar, kappaBar and freqBar.
func Gradient(t *Tape, tree []Node, root int, patterns []Pattern, kappa float64, freq []float64,
	lengthBar []float64, kappaBar *float64, freqBar []float64) float64 {
	model := newHKY(kappa, freq)
	t.sort(tree, root)
	if len(t.branches) < len(tree) {
		t.branches = make([]branch, len(tree))
	}
	for i := range tree {
		if i != root {
			t.branches[i].set(&model, tree[i].Length)
		}
	}
	f := vec(freq)
	var fBar vec
	total := 0.0
	top := &t.branches[root]
	for k := range patterns {
		p := &patterns[k]
		scale := t.forward(tree, root, p.States)
		l := &top.like
		sum := f[0]*l[0] + f[1]*l[1] + f[2]*l[2] + f[3]*l[3]
		total += p.Count * (math.Log(sum) + scale)
		sumBar := p.Count / sum
		for i := range f {
			top.likeBar[i] = sumBar * f[i]
			fBar[i] += sumBar * l[i]
		}
		t.backward(tree, p.States)
	}

	// P = right diag(exp) left.
	var bar hky
	for i := range tree {
		lengthBar[i] = 0
		if i != root {
			lengthBar[i] = t.branches[i].back(&model, tree[i].Length, &bar)
		}
	}
	*kappaBar = bar.back(kappa, f, &fBar)
	copy(freqBar, fBar[:])
	return total
}

// sort lists the nodes with children, children first.
func (t *Tape) sort(tree []Node, root int) {
	inner, stack := t.inner[:0], append(t.stack[:0], root)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if children := tree[n].Children; len(children) > 0 {
			inner = append(inner, n)
			stack = append(stack, children...)
		}
	}
	for i, j := 0, len(inner)-1; i < j; i, j = i+1, j-1 {
		inner[i], inner[j] = inner[j], inner[i]
	}
	t.inner, t.stack = inner, stack
}

// set makes the matrix of a branch.
func (b *branch) set(m *hky, length float64) {
	b.column, b.columnBar = [5]vec{}, [5]vec{}
	for k, v := range m.value {
		e := math.Exp(v * length)
		b.exp[k] = e
		for j, l := range m.left[k] {
			el := e * l
			for i := range 4 {
				b.column[j][i] += m.right[i][k] * el
			}
		}
	}
	for _, column := range b.column[:4] {
		for i, v := range column {
			b.column[4][i] += v
		}
	}
}

// above is the likelihood of what is below a branch for each state at its upper end: a column, of a
// taxon.
func (t *Tape) above(tree []Node, node int, states []int) *vec {
	b := &t.branches[node]
	if len(tree[node].Children) == 0 {
		return &b.column[states[tree[node].Taxon]]
	}
	return &b.up
}

// forward prunes for one pattern; it returns the logarithm of the factor taken out.
func (t *Tape) forward(tree []Node, root int, states []int) float64 {
	scale := 0.0
	for _, n := range t.inner {
		b := &t.branches[n]
		children := tree[n].Children
		like := *t.above(tree, children[0], states)
		for _, child := range children[1:] {
			v := t.above(tree, child, states)
			like[0] *= v[0]
			like[1] *= v[1]
			like[2] *= v[2]
			like[3] *= v[3]
		}
		b.scaled = max(like[0], like[1], like[2], like[3]) < tiny
		if b.scaled {
			for i := range like {
				like[i] *= 1 / tiny
			}
			scale += math.Log(tiny)
		}
		b.like = like
		if n == root {
			continue
		}
		c0, c1, c2, c3 := &b.column[0], &b.column[1], &b.column[2], &b.column[3]
		for i := range b.up {
			b.up[i] = c0[i]*like[0] + c1[i]*like[1] + c2[i]*like[2] + c3[i]*like[3]
		}
	}
	return scale
}

// backward walks down from the root, whose likeBar is known. The likelihood is the product of the
// children's, up, so each gets likeBar times the product of the others'; up = P like gives
// PBar += upBar like', likeBar = P' upBar.
func (t *Tape) backward(tree []Node, states []int) {
	for k := len(t.inner) - 1; k >= 0; k-- {
		n := t.inner[k]
		b := &t.branches[n]
		bar := b.likeBar
		if b.scaled {
			for i := range bar {
				bar[i] *= 1 / tiny
			}
		}
		children := tree[n].Children
		if len(children) == 2 {
			x, y := children[0], children[1]
			t.down(tree, x, states, times(&bar, t.above(tree, y, states)))
			t.down(tree, y, states, times(&bar, t.above(tree, x, states)))
			continue
		}
		for a, child := range children {
			upBar := bar
			for o, other := range children {
				if o != a {
					upBar = times(&upBar, t.above(tree, other, states))
				}
			}
			t.down(tree, child, states, upBar)
		}
	}
}

func times(a, b *vec) vec { return vec{a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]} }

func (t *Tape) down(tree []Node, node int, states []int, upBar vec) {
	b := &t.branches[node]
	if len(tree[node].Children) == 0 {
		column := &b.columnBar[states[tree[node].Taxon]]
		column[0] += upBar[0]
		column[1] += upBar[1]
		column[2] += upBar[2]
		column[3] += upBar[3]
		return
	}
	for j, l := range b.like {
		column, bar := &b.column[j], &b.columnBar[j]
		bar[0] += upBar[0] * l
		bar[1] += upBar[1] * l
		bar[2] += upBar[2] * l
		bar[3] += upBar[3] * l
		b.likeBar[j] = column[0]*upBar[0] + column[1]*upBar[1] + column[2]*upBar[2] + column[3]*upBar[3]
	}
}

// back takes the adjoint of a branch's matrix to that of the model and returns that of the length.
// From P_ij = sum over k of right_ik e_k left_kj, e_k = exp(value_k length).
func (b *branch) back(m *hky, length float64, bar *hky) float64 {
	for j := range 4 {
		for i, v := range b.columnBar[4] {
			b.columnBar[j][i] += v
		}
	}
	lengthBar := 0.0
	for k, e := range b.exp {
		expBar := 0.0
		for j := range 4 {
			column := &b.columnBar[j]
			sum := 0.0
			l := e * m.left[k][j]
			for i, v := range column {
				sum += m.right[i][k] * v
				bar.right[i][k] += v * l
			}
			bar.left[k][j] += e * sum
			expBar += m.left[k][j] * sum
		}
		expBar *= e
		lengthBar += expBar * m.value[k]
		bar.value[k] += expBar * length
	}
	return lengthBar
}

// back takes the adjoint of the decomposition to that of the frequencies, to which it adds, and
// returns that of kappa.
func (bar *hky) back(kappa float64, freq vec, freqBar *vec) float64 {
	a, c, g, t := freq[A], freq[C], freq[G], freq[T]
	r, y := a+g, c+t
	scale := 1 / (2*r*y + 2*kappa*(a*g+c*t))
	u, l, v := &bar.right, &bar.left, &bar.value
	invR, invY := 1/r, 1/y

	scaleBar := -v[1] - v[2]*(y+kappa*r) - v[3]*(r+kappa*y)
	half := -2 * scale * scale * scaleBar // the adjoint of r*y + kappa*(a*g + c*t)
	kappaBar := -scale*(v[2]*r+v[3]*y) + half*(a*g+c*t)

	rBar := half*y - scale*(kappa*v[2]+v[3]) - l[1][C]*c - l[1][T]*t
	rBar -= invR * invR * (u[A][1] + u[G][1] + u[A][2]*g - u[G][2]*a)
	yBar := half*r - scale*(v[2]+kappa*v[3]) + l[1][A]*a + l[1][G]*g
	yBar += invY * invY * (u[C][1] + u[T][1] - u[C][3]*t + u[T][3]*c)

	freqBar[A] += rBar + half*kappa*g + l[0][A] + l[1][A]*y - u[G][2]*invR
	freqBar[G] += rBar + half*kappa*a + l[0][G] + l[1][G]*y + u[A][2]*invR
	freqBar[C] += yBar + half*kappa*t + l[0][C] - l[1][C]*r - u[T][3]*invY
	freqBar[T] += yBar + half*kappa*c + l[0][T] - l[1][T]*r + u[C][3]*invY
	return kappaBar
}
