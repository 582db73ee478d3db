package nurbs

// Tape is the memory that Gradient keeps between calls: a basis in u, and one in v for each curve that meets a sample.
type Tape struct {
	u    table
	rows []section
}

// table is a basis at a parameter with its triangular table: stage j has j cells.
type table struct {
	degree, first int
	n, nb         []float64
	cells         []cell
}

// cell is one step of a stage: right, left, one by their sum, and N times that.
type cell struct{ right, left, inv, temp float64 }

// section is a curve's basis, and its homogeneous point.
type section struct {
	table
	c Control
}

func (t *table) init(degree int) {
	if t.degree == degree && t.n != nil {
		return
	}
	*t = table{
		degree: degree, n: make([]float64, degree+1), nb: make([]float64, degree+1),
		cells: make([]cell, degree*(degree+1)/2),
	}
}

func span(degree int, u float64, knots []float64) int {
	n := len(knots) - degree - 2
	if u >= knots[n+1] {
		return n
	}
	low, high := degree, n+1
	for high-low > 1 {
		if mid := int(uint(low+high) >> 1); u < knots[mid] {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// eval fills the table at u.
func (t *table) eval(u float64, knots []float64) {
	i := span(t.degree, u, knots)
	t.first = i - t.degree
	n, cells := t.n, t.cells
	n[0] = 1
	for j := 1; j <= t.degree; j++ {
		stage, before, after, nj := cells[:j], knots[i+1-j:][:j], knots[i+1:][:j], n[:j]
		cells = cells[j:]
		saved := 0.0
		for r := range stage {
			right, left := after[r]-u, u-before[r]
			inv := 1 / (right + left)
			temp := nj[r] * inv
			stage[r] = cell{right, left, inv, temp}
			nj[r] = saved + right*temp
			saved = left * temp
		}
		n[j] = saved
	}
}

// back goes back through eval, from the adjoints nb, which it overwrites. It returns the derivative by u.
// With N[r] = saved + right·temp, saved' = left·temp and temp = N[r]·inv, where left grows with u and right shrinks.
func (t *table) back() float64 {
	nb, cells, ub := t.nb, t.cells, 0.0
	for j := t.degree; j >= 1; j-- {
		at := len(cells) - j
		stage, nj := cells[at:], nb[:j]
		cells = cells[:at]
		sb := nb[j]
		for r := len(stage) - 1; r >= 0; r-- {
			c, b := &stage[r], nj[r]
			ub += (sb - b) * c.temp
			nj[r] = (c.right*b + c.left*sb) * c.inv
			sb = b
		}
	}
	return ub
}

// Gradient returns Distance. It writes its derivatives into pointsBar and samplesBar.
//
// Each sample is a term of its own, so that its backward pass follows at once.
func Gradient(tape *Tape, degreeU, degreeV int, knotsU []float64, knotsV [][]float64, points [][]Control,
	samples []Sample, pointsBar [][]Control, samplesBar []Sample) float64 {
	tape.u.init(degreeU)
	if len(tape.rows) != degreeU+1 {
		tape.rows = make([]section, degreeU+1)
	}
	for k := range tape.rows {
		tape.rows[k].init(degreeV)
	}
	for _, row := range pointsBar {
		clear(row)
	}
	tu, rows := &tape.u, tape.rows
	sum := 0.0
	for i := range samples {
		s := &samples[i]
		tu.eval(s.U, knotsU)
		var ax, ay, az, aw float64
		for k := range rows {
			row := &rows[k]
			row.eval(s.V, knotsV[tu.first+k])
			var x, y, z, w float64
			n := row.n
			ps := points[tu.first+k][row.first:][:len(n)]
			for j := range ps {
				p := &ps[j]
				f := n[j] * p.W
				x += f * p.X
				y += f * p.Y
				z += f * p.Z
				w += f
			}
			row.c = Control{x, y, z, w}
			f := tu.n[k]
			ax += f * x
			ay += f * y
			az += f * z
			aw += f * w
		}
		iw := 1 / aw
		px, py, pz := ax*iw, ay*iw, az*iw
		dx, dy, dz := px-s.X, py-s.Y, pz-s.Z
		sum += dx*dx + dy*dy + dz*dz

		// The homogeneous point: d(x/w) = (dx - x/w dw)/w.
		gx, gy, gz := dx*iw, dy*iw, dz*iw
		gw := -(gx*px + gy*py + gz*pz)
		vb := 0.0
		for k := range rows {
			row := &rows[k]
			tu.nb[k] = gx*row.c.X + gy*row.c.Y + gz*row.c.Z + gw*row.c.W
			f := tu.n[k]
			hx, hy, hz, hw := f*gx, f*gy, f*gz, f*gw
			n, nb := row.n, row.nb[:len(row.n)]
			ps := points[tu.first+k][row.first:][:len(n)]
			bs := pointsBar[tu.first+k][row.first:][:len(n)]
			for j := range ps {
				p, b := &ps[j], &bs[j]
				// The term n w (x, y, z, 1).
				t := hx*p.X + hy*p.Y + hz*p.Z + hw
				nb[j] = t * p.W
				b.W += t * n[j]
				w := n[j] * p.W
				b.X += w * hx
				b.Y += w * hy
				b.Z += w * hz
			}
			vb += row.back()
		}
		samplesBar[i] = Sample{tu.back(), vb, -dx, -dy, -dz}
	}
	return 0.5 * sum
}
