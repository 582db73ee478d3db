package simplify

import (
	"sync"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A varTable holds a T for every variable, found by its number. The zero value
// is an empty table.
type varTable[T any] struct{ table paged.Table[T] }

// at returns the place of x, zero at first. It stays where it is.
func (v *varTable[T]) at(x *syntax.Var) *T { return v.table.At(x.ID()) }

// get returns what stands at x, zero if nothing does.
func (v *varTable[T]) get(x *syntax.Var) T { return v.table.Get(x.ID()) }

// A scratch is the memory of rounds, used again by the next one.
type scratch struct {
	occ   varTable[occ]
	env   varTable[entry]
	level varTable[int32]
	alias varTable[syntax.Term]
	binds []syntax.Bind    // of a pass, whose blocks clear what they leave
	heads []int32          // of an eliminator or repeats, zero between
	held  []available      // of an eliminator
	seen  []seenNode       // of a repeats or an csePlanner
	keys  varTable[uint64] // of a csePlanner
}

// lists is n heads, a power of two, of lists that are empty.
func (s *scratch) lists(n int) []int32 {
	if cap(s.heads) < n {
		s.heads = make([]int32, n)
	}
	s.heads = s.heads[:n]
	clear(s.heads)
	return s.heads
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// newScratch is empty memory; free gives it back.
func newScratch() *scratch { return scratches.Get().(*scratch) }

func (s *scratch) free() { scratches.Put(s) }

// afterRound forgets what a round has found out.
func (s *scratch) afterRound() {
	s.occ.table.Reset()
	s.env.table.Reset()
}

// afterShare is the same for a search for what is to be shared.
func (s *scratch) afterShare() {
	s.level.table.Reset()
	s.alias.table.Reset()
	clear(s.held)
	s.held, s.seen = s.held[:0], s.seen[:0]
}
