package unread

import (
	"math"
	"testing"
)

// What a function does not read may be nil, of any length, and is neither read nor written.
func TestUnread(t *testing.T) {
	equal := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	b := &Body{M: 2, V: 3}
	var d float64
	equal("Energy", b.EnergyGrad(&d), 9)
	equal("its derivative", d, 6)
	b.Space = &Space{Big: [][]float64{{5, 6}, {1, 2}}}
	equal("Other", (&Body{M: 2, V: 3, Space: &Space{Big: [][]float64{{5}}}}).OtherGrad(&d), 24)
	equal("its derivative", d, 11)

	b.Pos = [3]float64{1, 2, 3}
	var p [3]float64
	equal("Move", b.MoveGrad(.1, &p), 1.3*2.3*3.3)
	equal("its derivative", p[1], 1.3*3.3)
	equal("what Move writes", b.Shape.R, 1.3*2.3)

	ps, g := []P{{M: 1, V: 2, Tags: []string{"a"}}, {M: 3, V: 4}}, make([]P, 2)
	g[0].Pos[0], g[0].Noise[5], g[0].K = 7, 7, 7
	equal("Sum", SumGrad(ps, g), math.Sin(2)+3*math.Sin(4))
	equal("by M", g[1].M, math.Sin(4))
	equal("by what is not read", g[0].Pos[0]+g[0].Noise[5], 0)
	equal("an int", float64(g[0].K), 7)

	dst := make([]P, 2)
	ps[1].Pos[1], ps[1].K = 9, 8
	equal("Store", StoreGrad(dst, ps, 2, &d), 4)
	equal("what Store writes", dst[1].Pos[1]+float64(dst[1].K), 17)

	c := MakeVJP(b, 5, Body{V: 1}, &d)
	equal("Make", c.V+c.Pos[0], 11.3)
	equal("its derivative", d, 2)
	equal("Unused", UnusedGrad(3, nil, nil, nil, &d), 9)
}
