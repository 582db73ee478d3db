package matfac

import "math/rand/v2"

// Sizes names what may grow.
var Sizes = []string{"users", "items", "factors"}

// Default has sizes at which Hand takes about 0.4 ms; at Small it takes less than a microsecond.
var Default, Small = []int{1000, 300, 16}, []int{5, 4, 3}

// Case is one input with room for its gradient.
type Case struct {
	Model    Model
	Ratings  [][]Rating
	Penalty  float64
	ModelBar Model
	tape     Tape
}

// New makes an input, the same for the same sizes.
func New(sizes []int) *Case {
	r := rand.New(rand.NewPCG(1, 2))
	users, items, factors := sizes[0], sizes[1], sizes[2]
	tastes := func(n int) []Taste {
		t := make([]Taste, n)
		for i := range t {
			t[i] = Taste{0.3 * r.NormFloat64(), make([]float64, factors)}
			for k := range t[i].Factors {
				t[i].Factors[k] = 0.3 * r.NormFloat64()
			}
		}
		return t
	}
	c := &Case{
		Model:    Model{tastes(users), tastes(items)},
		Penalty:  0.02,
		ModelBar: Model{tastes(users), tastes(items)},
	}
	for range users {
		// Some rate nothing, some a lot.
		var list []Rating
		for range r.IntN(5) * r.IntN(12) {
			list = append(list, Rating{r.IntN(items), float64(1 + r.IntN(5))})
		}
		c.Ratings = append(c.Ratings, list)
	}
	return c
}

func pointers(m *Model) []*float64 {
	var p []*float64
	for _, tastes := range [][]Taste{m.Users, m.Items} {
		for i := range tastes {
			p = append(p, &tastes[i].Bias)
			for k := range tastes[i].Factors {
				p = append(p, &tastes[i].Factors[k])
			}
		}
	}
	return p
}

// Value is the primal.
func (c *Case) Value() float64 { return Loss(c.Model, c.Ratings, c.Penalty) }

// Hand is the gradient written by hand.
func (c *Case) Hand() float64 { return Gradient(&c.tape, c.Model, c.Ratings, c.Penalty, c.ModelBar) }

// Inputs are the reals that are differentiated with respect to.
func (c *Case) Inputs() []*float64 { return pointers(&c.Model) }

// HandBar is where Hand puts the derivative by each of Inputs.
func (c *Case) HandBar() []*float64 { return pointers(&c.ModelBar) }
