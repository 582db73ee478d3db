package plan

import (
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A node is what may refer to memory: a variable (*loop.Var), or the content of a class (*class), which is the class
// of what its memory refers to. An edge leads from a variable to what is given what it refers to.
type node any

// edge notes that v is given what e may refer to.
func (f *info) edge(v node, e *loop.Expr) {
	if !holds(e.Type) {
		return
	}
	switch e.Kind {
	case loop.VarExpr:
		if !f.empty[e.Var] {
			f.edges[e.Var] = append(f.edges[e.Var], v)
		}
	case loop.IndexExpr: // other rows are content, which is not told apart
		if root := e.Root(); root != nil && root.Flat != nil {
			f.edge(v, e.Args[0])
		}
	case loop.SliceExpr:
		f.edge(v, e.Args[0])
	case loop.SelectExpr:
		f.edge(v, e.Args[1])
		f.edge(v, e.Args[2])
	}
}

// given notes that a call gets to see what e refers to.
func (f *info) given(e *loop.Expr) {
	if !holds(e.Type) {
		return
	}
	switch e.Kind {
	case loop.VarExpr:
		f.shared[e.Var] = true
	case loop.IndexExpr, loop.SliceExpr, loop.FieldExpr:
		f.given(e.Args[0])
	case loop.SelectExpr:
		f.given(e.Args[1])
		f.given(e.Args[2])
	}
}

// findUntil finds for each variable the innermost loop around all that may get to refer to the memory that it is made
// with: not all that is in one class with it, but where edges lead. Content lives as long as its class, and what cells
// or calls share is not told apart. It is linear in the edges.
func (f *info) findUntil() {
	next := func(n node) []node {
		if v, ok := n.(*loop.Var); ok {
			return f.edges[v]
		}
		return nil
	}
	var roots []node
	for _, s := range f.sites {
		if v := s.takes(); v != nil {
			roots = append(roots, v)
		}
	}
	f.until = map[node]loop.Stmt{}
	for _, c := range scc.Components(roots, next) {
		first := true
		var home loop.Stmt
		join := func(l loop.Stmt) {
			if first {
				home, first = l, false
				return
			}
			home = f.common(home, l)
		}
		for _, n := range c.Nodes {
			switch n := n.(type) {
			case *class:
				join(n.find().home)
			case *loop.Var:
				if f.shared[n] || n.Type.Base == loop.Ref {
					join(f.classOf(n).home)
				} else {
					join(f.decl[n])
				}
			}
			for _, m := range next(n) {
				if l, known := f.until[m]; known {
					join(l)
				}
			}
		}
		for _, n := range c.Nodes {
			f.until[n] = home
		}
	}
}

// common is the innermost loop around both h and l; nil is the function.
func (f *info) common(h, l loop.Stmt) loop.Stmt {
	for f.depth[h] > f.depth[l] {
		h = f.outer[h]
	}
	for f.depth[l] > f.depth[h] {
		l = f.outer[l]
	}
	for h != l {
		h, l = f.outer[h], f.outer[l]
	}
	return h
}
