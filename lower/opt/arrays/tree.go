package arrays

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A LoopTree says which loop each statement is in.
type LoopTree struct {
	// the innermost loop around a loop, an Alloc or what declares an array; nil at the top
	Around  map[loop.Stmt]loop.Stmt
	Decl    map[*loop.Var]loop.Stmt // the innermost loop around the declaration of an array or cell
	counted map[*loop.Var]*loop.For // by variable
	depth   map[loop.Stmt]int
}

// NewLoopTree looks at a function.
func NewLoopTree(f *loop.Func) LoopTree {
	lt := LoopTree{map[loop.Stmt]loop.Stmt{}, map[*loop.Var]loop.Stmt{}, map[*loop.Var]*loop.For{}, map[loop.Stmt]int{}}
	lt.block(f.Body, nil)
	return lt
}

func (lt *LoopTree) block(b []loop.Stmt, in loop.Stmt) {
	for _, s := range b {
		inner := in
		switch s := s.(type) {
		case *loop.For:
			lt.counted[s.Var], lt.Around[s], inner = s, in, s
			lt.depth[s] = lt.depth[in] + 1
		case *loop.While:
			lt.Around[s], inner = in, s
			lt.depth[s] = lt.depth[in] + 1
		case *loop.Alloc:
			lt.Around[s] = in
		}
		loop.Declared(s, func(v *loop.Var) {
			if facts.Holds(v.Type) {
				lt.Decl[v] = in
			}
		})
		loop.Blocks(s, func(b *[]loop.Stmt) { lt.block(*b, inner) })
	}
}

// Inside reports whether loop s is l or inside it.
func (lt *LoopTree) Inside(s, l loop.Stmt) bool {
	for s != nil && lt.depth[s] > lt.depth[l] {
		s = lt.Around[s]
	}
	return s == l
}
