package plan

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A site is a statement that takes memory, or a call that leaves some that its function took.
type site struct {
	stmt  loop.Stmt
	parts []part
	loop  loop.Stmt // the innermost loop around, or nil
	// Of a call: the function and the class of its summary.
	call   *info
	number int
	where  Where
}

// A part is memory of a site: elements of one type.
type part struct {
	key   Key
	class *class
	home  loop.Stmt // the loop with whose iterations the memory dies, nil for the function
}

// info is what is known of one function.
type info struct {
	fn      *loop.Func
	classes map[*loop.Var]*class    // of variables that refer to memory
	outer   map[loop.Stmt]loop.Stmt // the loop around a loop
	depth   map[loop.Stmt]int       // of a loop
	decl    map[*loop.Var]loop.Stmt // the loop around the declaration of what refers to memory
	empty   map[*loop.Var]bool      // arrays without elements, which are no memory that others share
	edges   map[*loop.Var][]node
	shared  map[*loop.Var]bool // variables whose memory calls get to see
	until   map[node]loop.Stmt
	sites   []*site
	calls   []*loop.Call
	callees []*info
	callers []*info
	sum     summary
	out     map[*class]int  // by representative, the class of the summary, if its memory leaves the function
	kept    map[*class]bool // of those in out: memory that leaves not only in results that are lent
	heap    map[int]bool    // classes of the summary whose memory must be new
}

// A summary is what callers see of a function: the classes that its parameters and results reach.
type summary struct {
	params  []int // -1 for what refers to no memory
	results []int
	content []int   // by class, the class that it refers to, or -1
	stored  []bool  // by class
	left    [][]Key // by class: what the function took and leaves to its caller
}

func (s *summary) equal(t *summary) bool {
	return slices.Equal(s.params, t.params) && slices.Equal(s.results, t.results) &&
		slices.Equal(s.content, t.content) &&
		slices.Equal(s.stored, t.stored) && slices.EqualFunc(s.left, t.left, slices.Equal)
}

// holds reports whether values of a type refer to memory.
func holds(t loop.Type) bool { return t.IsArray() || t.Base == loop.Ref }

// flow joins v with what e refers to.
func (f *info) flow(v *loop.Var, e *loop.Expr) {
	f.refers(e, func(c *class) { unite(f.classOf(v), c) })
	f.edge(v, e)
}

// store joins what is stored at l, an element or a field, with the content of the memory of l.
func (f *info) store(l, e *loop.Expr) {
	if !holds(e.Type) {
		return
	}
	f.refers(l, func(c *class) { f.refers(e, func(d *class) { unite(c, d) }) })
	if l.Kind == loop.VarExpr {
		f.edge(l.Var, e)
	} else {
		f.refers(l, func(c *class) { f.edge(c, e) })
	}
	if l.Kind != loop.VarExpr {
		f.refers(l.Args[0], func(c *class) { c.stored = true })
	}
}

// scan reads the body: all that does not depend on what calls do.
func (f *info) scan(byFunc map[*loop.Func]*info) {
	f.findEmpty()
	called := map[*info]bool{}
	var visit func(block []loop.Stmt, around loop.Stmt)
	add := func(s loop.Stmt, around loop.Stmt, parts ...part) {
		f.sites = append(f.sites, &site{stmt: s, loop: around, parts: parts})
	}
	visit = func(block []loop.Stmt, around loop.Stmt) {
		for _, s := range block {
			inside := around
			switch t := s.(type) {
			case *loop.Let: // as most are
				if !holds(t.Var.Type) {
					continue
				}
			case *loop.If:
				visit(t.Then, around)
				visit(t.Else, around)
				continue
			case *loop.For, *loop.While:
				inside = s
				f.outer[s], f.depth[s] = around, f.depth[around]+1
			}
			loop.Declared(s, func(v *loop.Var) {
				if holds(v.Type) {
					f.decl[v] = inside
				}
			})
			switch s := s.(type) {
			case *loop.Let:
				f.flow(s.Var, s.Rhs)
			case *loop.Alloc:
				if parts := f.allocated(s); len(parts) > 0 {
					add(s, around, parts...)
				}
			case *loop.NewCell:
				for _, x := range s.Fields {
					f.flow(s.Var, x)
				}
				add(s, around, part{key: Key{Type: s.Var.Type, Node: true}, class: f.classOf(s.Var)})
			case *loop.Assign:
				for i, l := range s.Lhs {
					f.store(l, s.Rhs[i])
				}
			case *loop.Copy:
				f.copied(s)
			case *loop.Append:
				f.refers(s.Val, func(c *class) { unite(f.classOf(s.Var).inside(), c) })
				f.edge(f.classOf(s.Var).inside(), s.Val)
				if t := s.Var.Type.Elem(); t.Base != loop.Unit || t.IsArray() {
					add(s, around, part{key: Key{Type: t}, class: f.classOf(s.Var)})
				}
			case *loop.Call:
				f.calls = append(f.calls, s)
				for _, a := range s.Args {
					f.refers(a, func(c *class) { c.passed = true })
					f.given(a)
				}
				if g := byFunc[s.Func]; !called[g] {
					called[g] = true
					f.callees = append(f.callees, g)
					g.callers = append(g.callers, f)
				}
			}
			loop.Blocks(s, func(b *[]loop.Stmt) { visit(*b, inside) })
		}
	}
	visit(f.fn.Body, nil)
	for _, r := range f.fn.Results {
		var first *class
		f.refers(r, func(c *class) {
			if first == nil {
				first = c
			}
			unite(first, c)
		})
	}
}

// findEmpty finds the variables that are arrays without elements, and nothing else.
func (f *info) findEmpty() {
	other := map[*loop.Var]bool{}
	loop.Walk(f.fn.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc:
			if len(s.Dims) == 0 || !s.Dims[0].IsConst() || s.Dims[0].I != 0 {
				other[s.Var] = true
			} else {
				f.empty[s.Var] = true
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					other[l.Var] = true
				}
			}
		case *loop.Append:
			other[s.Var] = true
		case *loop.Call:
			for _, v := range s.Vars {
				other[v] = true
			}
		}
	})
	for v := range other {
		delete(f.empty, v)
	}
}

// copied joins what a copy of cells stores: the references. All rows are copied, not referred to.
func (f *info) copied(s *loop.Copy) {
	if s.Src.Type.Base != loop.Ref {
		return
	}
	f.refers(s.Dst, func(dst *class) {
		for range s.Dst.Type.Rank - 1 {
			dst = dst.inside()
		}
		f.refers(s.Src, func(src *class) {
			for range s.Src.Type.Rank {
				src = src.inside()
			}
			unite(dst.inside(), src)
		})
		dst.find().stored = true
	})
}

// allocated is the memory of an Alloc: the rows at each depth, and the elements.
func (f *info) allocated(s *loop.Alloc) []part {
	t := s.Var.Type
	if t.Base == loop.Unit {
		return nil
	}
	c := f.classOf(s.Var)
	if s.Var.Flat != nil {
		return []part{{key: Key{Type: t.Scalar()}, class: c}}
	}
	var parts []part
	for i := range s.Dims {
		if i > 0 {
			c = c.inside()
		}
		t = t.Elem()
		parts = append(parts, part{key: Key{Type: t}, class: c})
	}
	return parts
}
