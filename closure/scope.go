package closure

// scopes is the tree of the points of a program: each binder makes a point below the one where it
// stands, and what is in scope at a point is what the points above it bind. Point 0 is the program. Points are
// numbered in the order of the walk, so those below one are an interval.
type scopes struct {
	parent, jump, depth, last []int
}

func newScopes() *scopes {
	return &scopes{parent: []int{0}, jump: []int{0}, depth: []int{0}, last: []int{0}}
}

// below makes a point below p. Jumps go to ancestors at skew-binary distances, so that climbing takes logarithmic time.
func (s *scopes) below(p int) int {
	j := s.jump[p]
	if s.depth[p]-s.depth[j] == s.depth[j]-s.depth[s.jump[j]] {
		j = s.jump[j]
	} else {
		j = p
	}
	k := len(s.parent)
	s.parent, s.jump, s.depth, s.last = append(s.parent, p), append(s.jump, j), append(s.depth,
		s.depth[p]+1), append(s.last, k)
	return k
}

// close notes the last point below each, when the tree is complete.
func (s *scopes) close() {
	for k := len(s.parent) - 1; k > 0; k-- {
		p := s.parent[k]
		s.last[p] = max(s.last[p], s.last[k])
	}
}

// covers reports whether b is a or below it.
func (s *scopes) covers(a, b int) bool { return a <= b && b <= s.last[a] }

// meet is the deepest point that covers both.
func (s *scopes) meet(a, b int) int {
	for s.depth[a] != s.depth[b] {
		if s.depth[a] < s.depth[b] {
			a, b = b, a
		}
		if s.depth[s.jump[a]] >= s.depth[b] {
			a = s.jump[a]
		} else {
			a = s.parent[a]
		}
	}
	for a != b {
		if s.jump[a] != s.jump[b] {
			a, b = s.jump[a], s.jump[b]
		} else {
			a, b = s.parent[a], s.parent[b]
		}
	}
	return a
}
