package curve

import (
	"math"
	"math/rand/v2"
)

// Sizes names what may grow.
var Sizes = []string{"deposits", "swaps", "bonds"}

// Default has sizes for timing, Small those for finite differences.
var Default, Small = []int{12, 60, 300}, []int{2, 3, 4}

// Case is one input with room for its gradient. DepositBar and SwapBar are by the rates, CouponBar by the coupons.
type Case struct {
	Deposits []Deposit
	Swaps    []Swap
	Bonds    []Bond

	DepositBar, SwapBar, CouponBar []float64

	tape Tape
}

// New makes an input: a rising curve up to 30 years, and bonds within it.
func New(sizes []int) *Case {
	deposits, swaps, bonds := sizes[0], sizes[1], sizes[2]
	rng := rand.New(rand.NewPCG(1, 2))
	c := &Case{
		DepositBar: make([]float64, deposits), SwapBar: make([]float64, swaps), CouponBar: make([]float64, bonds),
	}
	rate := func(t float64) float64 { return 0.04 - 0.02*math.Exp(-t/5) }
	for i := range deposits {
		t := float64(i+1) / float64(deposits)
		c.Deposits = append(c.Deposits, Deposit{Maturity: t, Rate: rate(t)})
	}
	for i := range swaps {
		t := 1 + 29*float64(i+1)/float64(swaps)
		c.Swaps = append(c.Swaps, Swap{Maturity: t, Frequency: 1 + rng.IntN(2), Rate: rate(t)})
	}
	for range bonds {
		c.Bonds = append(c.Bonds, Bond{
			Notional:  0.1 + rng.Float64(),
			Coupon:    0.01 + 0.05*rng.Float64(),
			Frequency: 1 + rng.IntN(2),
			Maturity:  0.2 + 30*rng.Float64(),
		})
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 {
	return Portfolio(c.Deposits, c.Swaps, c.Bonds)
}

// Hand computes the gradient by hand.
func (c *Case) Hand() float64 {
	return Gradient(c.Deposits, c.Swaps, c.Bonds, c.DepositBar, c.SwapBar, c.CouponBar, &c.tape)
}

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 {
	var all []*float64
	for i := range c.Deposits {
		all = append(all, &c.Deposits[i].Rate)
	}
	for i := range c.Swaps {
		all = append(all, &c.Swaps[i].Rate)
	}
	for i := range c.Bonds {
		all = append(all, &c.Bonds[i].Coupon)
	}
	return all
}

// HandBar is where Hand puts the derivatives.
func (c *Case) HandBar() []*float64 {
	var all []*float64
	for _, s := range [][]float64{c.DepositBar, c.SwapBar, c.CouponBar} {
		for i := range s {
			all = append(all, &s[i])
		}
	}
	return all
}
