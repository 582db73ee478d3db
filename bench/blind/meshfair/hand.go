package meshfair

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	faces []face
}

type vec struct{ x, y, z float64 }

// face is a face's normal, twice its area, and the adjoints of normal and area.
type face struct {
	n, nb      vec
	double, ab float64
}

// Gradient returns Energy. It writes its derivatives into verticesBar and restBar.
func Gradient(tape *Tape, mesh Mesh, vertices [][3]float64, rest []float64, tension float64,
	verticesBar [][3]float64, restBar []float64) float64 {
	nf := len(mesh.Faces)
	if cap(tape.faces) < nf {
		tape.faces = make([]face, nf)
	}
	faces := tape.faces[:nf]
	area := 0.0
	for i, c := range mesh.Faces {
		a, p, q := &vertices[c[0]], &vertices[c[1]], &vertices[c[2]]
		ux, uy, uz := p[0]-a[0], p[1]-a[1], p[2]-a[2]
		vx, vy, vz := q[0]-a[0], q[1]-a[1], q[2]-a[2]
		nx, ny, nz := uy*vz-uz*vy, uz*vx-ux*vz, ux*vy-uy*vx
		l := math.Sqrt(nx*nx + ny*ny + nz*nz)
		il := 1 / l
		area += 0.5 * l
		faces[i] = face{n: vec{nx * il, ny * il, nz * il}, double: l, ab: tension}
	}
	clear(verticesBar)
	energy := tension * area

	// Each edge is a term of its own, so that its backward pass follows at once.
	for k := range mesh.Edges {
		e := &mesh.Edges[k]
		if e.Right < 0 {
			restBar[k] = 0
			continue
		}
		a, b := &vertices[e.From], &vertices[e.To]
		l, r := &faces[e.Left], &faces[e.Right]
		dx, dy, dz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
		square := dx*dx + dy*dy + dz*dz
		il := 1 / math.Sqrt(square)
		ux, uy, uz := dx*il, dy*il, dz*il
		// With d of length one the sine is left·(right × d), and right·(d × left).
		px, py, pz := r.n.y*uz-r.n.z*uy, r.n.z*ux-r.n.x*uz, r.n.x*uy-r.n.y*ux
		qx, qy, qz := uy*l.n.z-uz*l.n.y, uz*l.n.x-ux*l.n.z, ux*l.n.y-uy*l.n.x
		sin := l.n.x*px + l.n.y*py + l.n.z*pz
		cos := l.n.x*r.n.x + l.n.y*r.n.y + l.n.z*r.n.z
		angle := math.Atan2(sin, cos) - rest[k]
		w := 6 / (l.double + r.double)
		energy += w * angle * angle * square

		// The angle gets t. Sine and cosine have squares that add up to one, as d is normal to both normals: the
		// angle's derivative is cos by sin, -sin by cos. Also for that reason d gets nothing through the angle: the
		// cross product of the normals is along d, whose direction only counts to second order.
		t := 2 * w * angle * square
		restBar[k] = -t
		s, c := t*cos, -t*sin
		l.nb.x += s*px + c*r.n.x
		l.nb.y += s*py + c*r.n.y
		l.nb.z += s*pz + c*r.n.z
		r.nb.x += s*qx + c*l.n.x
		r.nb.y += s*qy + c*l.n.y
		r.nb.z += s*qz + c*l.n.z
		g := w * angle * angle
		f := g * square * w / 3
		l.ab -= f
		r.ab -= f
		g *= 2
		ab, bb := &verticesBar[e.From], &verticesBar[e.To]
		ab[0] -= g * dx
		ab[1] -= g * dy
		ab[2] -= g * dz
		bb[0] += g * dx
		bb[1] += g * dy
		bb[2] += g * dz
	}

	// Back through the normals: N = u × v gets (nb - n(n·nb))/|N| + ab n/2, u gets v × that, v that × u.
	for i, c := range mesh.Faces {
		f := &faces[i]
		n := f.n
		il := 1 / f.double
		k := 0.5*f.ab - il*(n.x*f.nb.x+n.y*f.nb.y+n.z*f.nb.z)
		gx, gy, gz := il*f.nb.x+k*n.x, il*f.nb.y+k*n.y, il*f.nb.z+k*n.z
		a, p, q := &vertices[c[0]], &vertices[c[1]], &vertices[c[2]]
		ux, uy, uz := p[0]-a[0], p[1]-a[1], p[2]-a[2]
		vx, vy, vz := q[0]-a[0], q[1]-a[1], q[2]-a[2]
		px, py, pz := vy*gz-vz*gy, vz*gx-vx*gz, vx*gy-vy*gx
		qx, qy, qz := gy*uz-gz*uy, gz*ux-gx*uz, gx*uy-gy*ux
		ab, pb, qb := &verticesBar[c[0]], &verticesBar[c[1]], &verticesBar[c[2]]
		ab[0] -= px + qx
		ab[1] -= py + qy
		ab[2] -= pz + qz
		pb[0] += px
		pb[1] += py
		pb[2] += pz
		qb[0] += qx
		qb[1] += qy
		qb[2] += qz
	}
	return energy
}
