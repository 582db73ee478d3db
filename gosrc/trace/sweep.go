package trace

import "github.com/seed-4b734f86/gochad/syntax"

// sweep is the backward sweep over a tape, and what it leaves at each entry.
type sweep struct {
	*tape
	slopes slopes
	cot    []float64
	// reached says that a cotangent has come to the entry, be it 0; touched that one has that is not 0.
	reached, touched []bool
	// from is the entry that first made the cotangent NaN or infinite; 0 if none has.
	from []int32
	// level says what comes of the number: nothing (0), a decision (1), the result (2).
	level []uint8
	cut   []cut
}

// A cut is where a path ends: the number of is an operand of the entry at, which does not vary smoothly with it. Where
// at is 0, the path ends since nothing comes of the number.
type cut struct{ at, of int32 }

// A seed is the cotangent of a result: its mark, which may be 0, and its value.
type seed struct {
	mark     int32
	val, cot float64
}

// backward sweeps from the seeds to the inputs. If all is set, what the results do not depend on has the cotangent 0, as
// it may have in generated code, which multiplies it with infinite slopes all the same.
func (t *tape) backward(seeds []seed, all bool) *sweep {
	n := len(t.entries)
	s := &sweep{
		tape: t, slopes: slopes{rules: map[ruleKey]*rule{}}, cot: make([]float64, n), reached: make([]bool, n),
		touched: make([]bool, n), from: make([]int32, n), level: make([]uint8, n), cut: make([]cut, n),
	}
	for _, x := range seeds {
		if x.mark == 0 {
			continue
		}
		s.cot[x.mark] += x.cot
		s.reached[x.mark], s.level[x.mark] = true, 2
		s.touched[x.mark] = s.touched[x.mark] || x.cot != 0
	}
	var got, unit []share
	for i := int32(n - 1); i > 0; i-- {
		e := &t.entries[i]
		if !e.active {
			continue
		}
		args := t.of(e)
		if s.reached[i] || all && e.kind == operation && e.op.Op.Result == syntax.Real {
			got = s.slopes.of(e, args, s.cot[i], got)
			s.pull(i, args, got)
		}
		if !s.touched[i] {
			unit = s.slopes.of(e, args, 1, unit)
		} else {
			unit = got
		}
		s.ends(i, args, unit)
	}
	return s
}

// pull gives the operands of an entry their shares.
func (s *sweep) pull(i int32, args []operand, got []share) {
	for k, a := range args {
		if a.mark == 0 || got[k].none || !s.entries[a.mark].active {
			continue
		}
		s.reached[a.mark] = true
		s.touched[a.mark] = s.touched[a.mark] || got[k].v != 0
		if s.cot[a.mark] += got[k].v; !finite(s.cot[a.mark]) && s.from[a.mark] == 0 {
			s.from[a.mark] = i
		}
	}
}

// ends notes where the paths from the operands of an entry end.
func (s *sweep) ends(i int32, args []operand, got []share) {
	if s.entries[i].kind == decision {
		s.level[i] = 1
	}
	for k, a := range args {
		if a.mark == 0 || !s.entries[a.mark].active {
			continue
		}
		s.level[a.mark] = max(s.level[a.mark], s.level[i])
		c := cut{i, a.mark}
		if !got[k].none && got[k].v != 0 { // the path goes on
			if s.touched[i] {
				continue
			}
			if c = s.cut[i]; c.of == 0 {
				c = cut{0, i}
			}
		}
		if s.later(c, s.cut[a.mark]) {
			s.cut[a.mark] = c
		}
	}
}

// later reports whether a cut is to be told of rather than another: the one that more comes of, and then the later one.
func (s *sweep) later(c, d cut) bool {
	switch {
	case d.of == 0:
		return true
	case s.level[c.at] != s.level[d.at]:
		return s.level[c.at] > s.level[d.at]
	}
	return max(c.at, c.of) > max(d.at, d.of)
}

// blame is the entry that first made the cotangent of an input NaN or infinite, and the operand that got it.
func (s *sweep) blame(m int32) (by, of int32) {
	for of = m; ; of = by {
		if by = s.from[of]; by == 0 || finite(s.cot[by]) {
			return by, of
		}
	}
}

// origin is the entry whose value was the first that is not finite among those that made the one of m so, and that is
// not an input.
func (t *tape) origin(m int32) int32 {
	for {
		next := int32(0)
		if e := &t.entries[m]; e.kind != result {
			for _, a := range t.of(e) {
				if a.mark != 0 && !finite(a.val.F) && t.entries[a.mark].kind != input {
					next = a.mark
					break
				}
			}
		}
		if next == 0 {
			return m
		}
		m = next
	}
}
