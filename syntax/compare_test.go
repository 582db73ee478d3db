package syntax

import (
	"math/rand"
	"slices"
	"testing"
)

// somePairs makes small terms over two variables, so that many are equal.
type somePairs struct {
	*rand.Rand
	vars []*Var
}

func (s *somePairs) term(depth int) Term {
	if depth == 0 {
		if s.Intn(3) == 0 {
			return RealLit(float64(s.Intn(2)))
		}
		return Ref(s.vars[s.Intn(len(s.vars))])
	}
	switch s.Intn(5) {
	case 0:
		return NewProj(s.Intn(2), NewTuple(s.term(depth-1), s.term(depth-1)))
	case 1:
		x := NewVar("x", Real)
		rhs := s.term(depth - 1)
		s.vars = append(s.vars, x)
		body := s.term(depth - 1)
		s.vars = s.vars[:len(s.vars)-1]
		return NewLet([]Bind{{Var: x, Rhs: rhs}}, body)
	case 2:
		return NewIf(NewPrim(MustOp("lt"), s.term(0), s.term(0)), s.term(depth-1), s.term(0))
	case 3:
		return NewPlus(s.term(depth-1), s.term(0))
	}
	return Mul(s.term(depth-1), s.term(0))
}

// What compare settles is what the terms written down say.
func TestCompare(t *testing.T) {
	s := &somePairs{rand.New(rand.NewSource(1)), []*Var{NewVar("a", Real), NewVar("b", Real)}}
	var counts [2][3]int
	for range 60_000 {
		a := s.term(s.Intn(3))
		b := s.term(s.Intn(3))
		if s.Intn(4) == 0 {
			b = Refresh(a)
		}
		x, y := serialize(a), serialize(b)
		equal := slices.Equal(x.words, y.words) && slices.Equal(x.things, y.things)
		got := compare(a, b, true)
		if got == same && !equal || got == other && equal {
			t.Fatalf("compare says %d of %s and %s", got, String(a), String(b))
		}
		k := 0
		if equal {
			k = 1
		}
		counts[k][got]++
		if Equal(a, b) != equal {
			t.Fatalf("Equal of %s and %s", String(a), String(b))
		}
	}
	if counts[0][other] < 10*counts[0][unknown] || counts[1][same] < counts[1][unknown] {
		t.Errorf("too little is settled: %v", counts)
	}
}
