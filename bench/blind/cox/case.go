package cox

import (
	"math"
	"math/rand/v2"
	"sort"
)

// Sizes names what may grow.
var Sizes = []string{"strata", "subjects per stratum", "covariates"}

// Default is for measuring, Small for checking.
var Default, Small = []int{40, 200, 10}, []int{3, 8, 3}

// Case is one input with room for its gradient.
type Case struct {
	Strata [][]Subject
	Beta   []float64
	Ridge  float64

	BetaBar []float64
	Tape    Tape
}

// New makes strata of differing size whose times are whole weeks, so that there are ties.
func New(sizes []int) *Case {
	strata, subjects, covariates := sizes[0], sizes[1], sizes[2]
	random := rand.New(rand.NewPCG(1, 2))
	c := &Case{Ridge: 0.7, Beta: make([]float64, covariates), BetaBar: make([]float64, covariates)}
	for j := range c.Beta {
		c.Beta[j] = random.NormFloat64() / math.Sqrt(float64(covariates))
	}
	for range strata {
		n := subjects/2 + random.IntN(subjects+1)
		all := make([]Subject, max(n, 1))
		for i := range all {
			s := &all[i]
			s.Covar = make([]float64, covariates)
			for j := range s.Covar {
				s.Covar[j] = random.NormFloat64()
			}
			s.Time = math.Ceil(random.ExpFloat64() * 0.4 * float64(subjects))
			s.Died = random.Float64() < 0.7
		}
		sort.SliceStable(all, func(i, j int) bool { return all[i].Time > all[j].Time })
		c.Strata = append(c.Strata, all)
	}
	return c
}

// Value is the primal.
func (c *Case) Value() float64 { return LogLikelihood(c.Strata, c.Beta, c.Ridge) }

// Hand is the value by Gradient, which fills the gradient buffers.
func (c *Case) Hand() float64 { return Gradient(&c.Tape, c.Strata, c.Beta, c.Ridge, c.BetaBar) }

// Inputs lists the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(c.Beta) }

// HandBar lists where Hand puts the derivatives, in the order of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(c.BetaBar) }

func pointers(x []float64) []*float64 {
	var list []*float64
	for i := range x {
		list = append(list, &x[i])
	}
	return list
}
