package randgo

import (
	"fmt"
	"math/rand/v2"
)

// scopes has the variables that can be seen where a program is being written, and makes choices and names.
type scopes[V any] struct {
	*rand.Rand
	vars  []V
	marks []int // where the blocks around begin
	next  int
}

// push begins a block, which pop ends.
func (s *scopes[V]) push() { s.marks = append(s.marks, len(s.vars)) }

func (s *scopes[V]) pop() {
	s.vars = s.vars[:s.marks[len(s.marks)-1]]
	s.marks = s.marks[:len(s.marks)-1]
}

// fresh is a new name.
func (s *scopes[V]) fresh(prefix string) string {
	s.next++
	return fmt.Sprintf("%s%d", prefix, s.next)
}

// one is one of a list.
func (s *scopes[V]) one(list ...string) string { return list[s.IntN(len(list))] }
