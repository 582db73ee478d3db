// Package matfac is the matrix factorisation with biases of Y. Koren, R. Bell and C. Volinsky, "Matrix factorization
// techniques for recommender systems", IEEE Computer 2009, equations 4 and 5.
package matfac

// Rating says how a user likes an item.
type Rating struct {
	Item  int
	Stars float64
}

// Model holds what is learned about the users and the items.
type Model struct {
	Users, Items []Taste
}

// Taste is how far a user or an item is above the mean, and its factors.
type Taste struct {
	Bias    float64
	Factors []float64
}

// Loss is the sum over all ratings (a list for each user) of the squared error of the prediction and of the penalty for
// the squares of all that the prediction used.
// It is differentiated with respect to m.
func Loss(m Model, ratings [][]Rating, penalty float64) float64 {
	mean := average(ratings)
	loss := 0.0
	for u, list := range ratings {
		user := m.Users[u]
		for _, r := range list {
			item := m.Items[r.Item]
			e := r.Stars - mean - predict(user, item)
			loss += e*e + penalty*(user.square()+item.square())
		}
	}
	return loss
}

// predict is by how much the rating is expected to be above the mean.
func predict(user, item Taste) float64 {
	s := user.Bias + item.Bias
	for k, p := range user.Factors {
		s += p * item.Factors[k]
	}
	return s
}

func (t Taste) square() float64 {
	s := t.Bias * t.Bias
	for _, x := range t.Factors {
		s += x * x
	}
	return s
}

func average(ratings [][]Rating) float64 {
	sum, count := 0.0, 0
	for _, list := range ratings {
		for _, r := range list {
			sum += r.Stars
			count++
		}
	}
	if count == 0 {
		return 0
	}
	return sum / float64(count)
}
