package wrap

import (
	"go/token"
	"go/types"
	"strconv"
)

// A scope hands out identifiers.
type scope struct{ taken map[string]bool }

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
	return !s.taken[name] && types.Universe.Lookup(name) == nil && !token.IsKeyword(name) && name != "_" && name != ""
}

// free1 makes a name free again.
func (s *scope) free1(name string) { delete(s.taken, name) }
