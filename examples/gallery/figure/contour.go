package figure

// A Grid has the values of a function over a rectangle: Values[j][i] is that at the ith of X and the jth of Y.
type Grid struct {
	X, Y   []float64
	Values [][]float64
}

// NewGrid calls a function at n×m points of the rectangle of the axes, equally far apart in the picture.
func (a *Axes) NewGrid(n, m int, f func(x, y float64) float64) Grid {
	g := Grid{X: a.X.spread(n), Y: a.Y.spread(m)}
	for _, y := range g.Y {
		row := make([]float64, n)
		for i, x := range g.X {
			row[i] = f(x, y)
		}
		g.Values = append(g.Values, row)
	}
	return g
}

// spread are n values from Low to High.
func (s Scale) spread(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		part := float64(i) / float64(n-1)
		out[i] = s.value(part)
	}
	return out
}

// An edge of the grid goes from a point to the next one in x, or up to the next one in y.
type edge struct {
	i, j int
	up   bool
}

// Level are the lines along which the function has a value. They end where the grid does.
func (g Grid) Level(level float64) [][]Point { return g.lines(level) }

// Above are closed lines around where the function is at least a value.
func (g Grid) Above(level float64) [][]Point {
	// A border with smaller values, where the grid ends, closes the lines.
	n, m := len(g.X), len(g.Y)
	wide := Grid{X: border(g.X), Y: border(g.Y)}
	const below = 1e300
	for j := range m + 2 {
		row := make([]float64, n+2)
		for i := range row {
			row[i] = level - below
			if i > 0 && i <= n && j > 0 && j <= m {
				row[i] = g.Values[j-1][i-1]
			}
		}
		wide.Values = append(wide.Values, row)
	}
	return wide.lines(level)
}

func border(x []float64) []float64 {
	return append(append([]float64{x[0]}, x...), x[len(x)-1])
}

// lines are the lines of a level, by marching squares: each square of the grid has at most two pieces of them, which
// are joined where they meet on an edge.
func (g Grid) lines(level float64) [][]Point {
	next := map[edge][]edge{} // the ends of pieces that begin at an edge, both ways
	var order []edge
	join := func(a, b edge) {
		for _, e := range [][2]edge{{a, b}, {b, a}} {
			if next[e[0]] == nil {
				order = append(order, e[0])
			}
			next[e[0]] = append(next[e[0]], e[1])
		}
	}
	in := func(i, j int) bool { return g.Values[j][i] >= level }
	for j := range len(g.Y) - 1 {
		for i := range len(g.X) - 1 {
			corners := [4]bool{in(i, j), in(i+1, j), in(i+1, j+1), in(i, j+1)}
			edges := [4]edge{{i, j, false}, {i + 1, j, true}, {i, j + 1, false}, {i, j, true}}
			var cut []edge
			for k := range edges {
				if corners[k] != corners[(k+1)%4] {
					cut = append(cut, edges[k])
				}
			}
			switch {
			case len(cut) == 2:
				join(cut[0], cut[1])
			case len(cut) == 4: // a saddle: the mean says which corners are connected
				mean := (g.Values[j][i] + g.Values[j][i+1] + g.Values[j+1][i] + g.Values[j+1][i+1]) / 4
				if corners[0] == (mean >= level) {
					join(cut[0], cut[1])
					join(cut[2], cut[3])
				} else {
					join(cut[3], cut[0])
					join(cut[1], cut[2])
				}
			}
		}
	}
	var out [][]Point
	walk := func(from edge) {
		line := []Point{g.cross(from, level)}
		for at := from; len(next[at]) > 0; {
			to := next[at][0]
			next[at] = next[at][1:]
			for k, back := range next[to] {
				if back == at {
					next[to] = append(next[to][:k:k], next[to][k+1:]...)
					break
				}
			}
			line, at = append(line, g.cross(to, level)), to
		}
		out = append(out, line)
	}
	for _, e := range order { // first those that begin at the border
		if len(next[e]) == 1 {
			walk(e)
		}
	}
	for _, e := range order {
		if len(next[e]) > 0 {
			walk(e)
		}
	}
	return out
}

// cross is where a line crosses an edge.
func (g Grid) cross(e edge, level float64) Point {
	i, j := e.i, e.j
	if e.up {
		j++
	} else {
		i++
	}
	a, b := g.Values[e.j][e.i], g.Values[j][i]
	t := (level - a) / (b - a)
	return Point{g.X[e.i] + t*(g.X[i]-g.X[e.i]), g.Y[e.j] + t*(g.Y[j]-g.Y[e.j])}
}
