package wrap

import (
	"strconv"
	"strings"
)

// A count is an int expression of the emitted code: a constant and other terms.
type count struct {
	n     int64
	terms []string
}

func (c count) add(d count) count {
	return count{c.n + d.n, append(append([]string(nil), c.terms...), d.terms...)}
}

// times is a product with a factor.
func (c count) times(x string) count {
	if k, err := strconv.ParseInt(x, 10, 64); err == nil && len(c.terms) == 0 {
		return count{n: c.n * k}
	}
	switch {
	case len(c.terms) == 0 && c.n == 0:
		return count{}
	case len(c.terms) == 0 && c.n == 1:
		return count{terms: []string{x}}
	}
	return count{terms: []string{factor(x) + "*" + factor(c.String())}}
}

// String is the expression.
func (c count) String() string {
	terms := c.terms
	if c.n != 0 || len(terms) == 0 {
		terms = append(append([]string(nil), terms...), strconv.FormatInt(c.n, 10))
	}
	return strings.Join(terms, " + ")
}

// reals counts the reals in a value that vary.
func (w *fn) reals(s *shape) count {
	switch s.kind {
	case realKind:
		return count{n: 1}
	case sliceKind, arrayKind:
		return w.reals(s.elem).times(w.size[s])
	case structKind:
		var c count
		for _, f := range s.fields {
			if !f.constant {
				c = c.add(w.reals(f.shape))
			}
		}
		return c
	case intKind, boolKind, errorKind, opaqueKind:
	}
	return count{}
}

// position is the number of an element of a column of a value of shape s, in the order in which Go writes the value.
func (w *fn) position(s *shape, c column, index []string) count {
	var at count
	for _, st := range c.steps {
		if st.dim != nil {
			at = at.add(w.reals(s.elem).times(index[0]))
			s, index = s.elem, index[1:]
			continue
		}
		for _, f := range s.fields {
			if f.name == st.field {
				s = f.shape
				break
			}
			if !f.constant {
				at = at.add(w.reals(f.shape))
			}
		}
	}
	return at
}
