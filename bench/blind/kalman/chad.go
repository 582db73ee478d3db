package kalman

import "github.com/seed-4b734f86/gochad/bench/blind/internal/mirror"

// Generated is a case with room for the gradient that chad has generated.
type Generated struct {
	*Case
	w       primalWorkspace
	mean    []float64
	noise   Noise
	sensors [][]float64
}

// Generate adds that room to a case.
func Generate(c *Case) *Generated {
	return &Generated{
		Case:    c,
		mean:    mirror.Like(c.Mean),
		noise:   mirror.Like(c.Noise),
		sensors: mirror.Like(c.Sensors),
	}
}

// Chad writes the generated gradient.
func (g *Generated) Chad() float64 {
	return g.w.primalGrad(g.Mean, g.Noise, g.Sensors, g.Scans, g.Dt, g.mean, &g.noise, g.sensors)
}

// ChadBar is where it puts the derivatives by Inputs.
func (g *Generated) ChadBar() []*float64 {
	return mirror.Find(g.Inputs(), g.Mean, g.mean, &g.Noise, &g.noise, g.Sensors, g.sensors)
}

// Args are the arguments of the primal, and those that it is differentiated by.
func (g *Generated) Args() (all, by []any) {
	return []any{g.Mean, g.Noise, g.Sensors, g.Scans, g.Dt}, []any{g.Mean, &g.Noise, g.Sensors}
}
