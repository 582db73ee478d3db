package posegraph

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	turn []turn
}

// turn holds the sine and cosine of a pose's heading.
type turn struct{ s, c float64 }

// Gradient returns Cost. It writes its derivatives into posesBar and deltaBar.
//
// Each edge is a term of its own, so that its backward pass follows at once. A pose's sine and cosine are taken once.
func Gradient(tape *Tape, poses []Pose, edges []Edge, delta float64, posesBar []Pose, deltaBar *float64) float64 {
	if cap(tape.turn) < len(poses) {
		tape.turn = make([]turn, len(poses))
	}
	turns := tape.turn[:len(poses)]
	for i := range poses {
		s, c := math.Sincos(poses[i].Theta)
		turns[i] = turn{s, c}
		posesBar[i] = Pose{}
	}
	cost, db := 0.0, 0.0
	for k := range edges {
		e := &edges[k]
		// rel = R(from)' (to - from), residual = R(meas)' (rel - meas).
		var from Pose
		tf := turn{0, 1}
		if e.From >= 0 {
			from, tf = poses[e.From], turns[e.From]
		}
		to := poses[e.To]
		dx, dy, theta := to.X-from.X, to.Y-from.Y, to.Theta-from.Theta
		rx, ry := tf.c*dx+tf.s*dy, tf.c*dy-tf.s*dx
		ms, mc := math.Sincos(e.Meas.Theta)
		ux, uy := rx-e.Meas.X, ry-e.Meas.Y
		x, y, t := mc*ux+ms*uy, mc*uy-ms*ux, wrap(theta-e.Meas.Theta)

		// The square's derivative by the residual is twice its weighted self, for the symmetric part of Info.
		w := &e.Info
		gx := w[0][0]*x + 0.5*((w[0][1]+w[1][0])*y+(w[0][2]+w[2][0])*t)
		gy := w[1][1]*y + 0.5*((w[0][1]+w[1][0])*x+(w[1][2]+w[2][1])*t)
		gt := w[2][2]*t + 0.5*((w[0][2]+w[2][0])*x+(w[1][2]+w[2][1])*y)
		square := x*gx + y*gy + t*gt
		if e.Closure && square > delta*delta {
			// delta (root - delta/2): by the square delta/(2 root), by delta root - delta.
			root := math.Sqrt(square)
			cost += delta * (root - 0.5*delta)
			db += root - delta
			f := delta / root
			gx, gy, gt = f*gx, f*gy, f*gt
		} else {
			cost += 0.5 * square
		}

		// Back through both turns. The heading of from turns rel: its derivative is (ry, -rx).
		ax, ay := mc*gx-ms*gy, ms*gx+mc*gy
		wx, wy := tf.c*ax-tf.s*ay, tf.s*ax+tf.c*ay
		tb := &posesBar[e.To]
		tb.X += wx
		tb.Y += wy
		tb.Theta += gt
		if e.From >= 0 {
			fb := &posesBar[e.From]
			fb.X -= wx
			fb.Y -= wy
			fb.Theta += ax*ry - ay*rx - gt
		}
	}
	*deltaBar = db
	return cost
}
