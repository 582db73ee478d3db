package wrap

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A scope hands out identifiers.
type scope struct {
	taken map[string]bool // false for what was taken once and is free again
	// outer, if not nil, says what is taken besides.
	outer func(name string) bool
	// hidden, if not empty, ends names that none handed out may end with.
	hidden string
}

func newScope(names ...string) *scope {
	s := &scope{taken: map[string]bool{}}
	for _, n := range names {
		s.taken[n] = true
	}
	return s
}

// fresh is a name like hint that is new.
func (s *scope) fresh(hint string) string {
	name := hint
	for k := 2; !s.free(name); k++ {
		name = hint + strconv.Itoa(k)
	}
	s.taken[name] = true
	return name
}

func (s *scope) free(name string) bool {
	taken, known := s.taken[name]
	if !known && s.outer != nil {
		taken = s.outer(name)
	}
	return !taken && (s.hidden == "" || !strings.HasSuffix(name, s.hidden)) &&
		types.Universe.Lookup(name) == nil && !token.IsKeyword(name) && name != "_" && name != ""
}

// free1 makes a name free again.
func (s *scope) free1(name string) { s.taken[name] = false }
