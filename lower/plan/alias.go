package plan

import "github.com/seed-4b734f86/gochad/lower/loop"

// A site is a statement that takes memory, or a call that leaves some that its function took.
type site struct {
	stmt loop.Stmt
	v    *loop.Var // a variable of the class of the memory
	keys []Key
	loop loop.Stmt // the innermost loop around, or nil
	// Of a call: the function and its class.
	call  *info
	class int
	where Where
}

// info is what is known of one function.
type info struct {
	fn      *loop.Func
	parent  map[*loop.Var]*loop.Var // union-find over what refers to memory
	stored  map[*loop.Var]bool      // by representative: references are stored into its memory
	passed  map[*loop.Var]bool      // by member: is an argument of a call
	given   map[*loop.Var]bool      // by representative: a member is an argument of a call
	outer   map[loop.Stmt]loop.Stmt // the loop around a loop
	depth   map[loop.Stmt]int       // of a loop
	decl    map[*loop.Var]loop.Stmt // the loop around the declaration of what refers to memory
	sites   []*site
	callees []*info
	callers []*info
	sum     summary
	out     map[*loop.Var]int       // by representative, the class of the summary, if its memory leaves the function
	home    map[*loop.Var]loop.Stmt // by representative: the innermost loop around all declarations of the class
	heap    map[int]bool            // classes of the summary whose memory must be new
}

// A summary is what callers see of a function: the classes of its parameters and results.
type summary struct {
	params  []int // -1 for what refers to no memory
	results []int
	stored  []bool  // by class
	left    [][]Key // by class: what the function took and leaves to its caller
}

func (s *summary) equal(t *summary) bool {
	if len(s.stored) != len(t.stored) {
		return false
	}
	for i := range s.stored {
		if s.stored[i] != t.stored[i] || len(s.left[i]) != len(t.left[i]) {
			return false
		}
	}
	return true // classes only ever merge: equal numbers of them are equal partitions
}

// holds reports whether values of a type refer to memory.
func holds(t loop.Type) bool { return t.IsArray() || t.Base == loop.Ref }

func (f *info) class(v *loop.Var) *loop.Var {
	for p := f.parent[v]; p != nil; p = f.parent[v] {
		if q := f.parent[p]; q != nil {
			f.parent[v] = q
		}
		v = p
	}
	return v
}

func (f *info) union(a, b *loop.Var) {
	if a, b = f.class(a), f.class(b); a != b {
		f.parent[a] = b
		f.stored[b] = f.stored[b] || f.stored[a]
	}
}

// roots calls yield with the variables whose memory e may refer to.
func roots(e *loop.Expr, yield func(*loop.Var)) {
	if !holds(e.Type) {
		return
	}
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr || e.Kind == loop.FieldExpr {
		e = e.Args[0]
	}
	switch e.Kind {
	case loop.VarExpr:
		yield(e.Var)
	case loop.SelectExpr:
		roots(e.Args[1], yield)
		roots(e.Args[2], yield)
	}
}

// flow joins v with what e refers to.
func (f *info) flow(v *loop.Var, e *loop.Expr) { roots(e, func(w *loop.Var) { f.union(v, w) }) }

// store joins what is stored at l with the memory of l.
func (f *info) store(l, e *loop.Expr) {
	if !holds(e.Type) {
		return
	}
	roots(l, func(v *loop.Var) {
		f.flow(v, e)
		if l.Kind != loop.VarExpr {
			f.stored[f.class(v)] = true
		}
	})
}

// scan reads the body: all that does not depend on what calls do.
func (f *info) scan(byFunc map[*loop.Func]*info) {
	called := map[*info]bool{}
	var visit func(block []loop.Stmt, around loop.Stmt)
	add := func(s loop.Stmt, v *loop.Var, around loop.Stmt, keys ...Key) {
		f.sites = append(f.sites, &site{stmt: s, v: v, loop: around, keys: keys})
	}
	visit = func(block []loop.Stmt, around loop.Stmt) {
		for _, s := range block {
			inside := around
			switch s.(type) {
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
				if keys := allocKeys(s); len(keys) > 0 {
					add(s, s.Var, around, keys...)
				}
			case *loop.NewCell:
				for _, x := range s.Fields {
					f.flow(s.Var, x)
				}
				add(s, s.Var, around, Key{s.Var.Type, true})
			case *loop.Assign:
				for i, l := range s.Lhs {
					f.store(l, s.Rhs[i])
				}
			case *loop.Copy:
				if s.Src.Type.Base == loop.Ref { // the references are copied
					f.store(loop.Index(s.Dst, loop.IntConst(0)), s.Src)
				}
			case *loop.Append:
				f.flow(s.Var, s.Val)
				if t := s.Var.Type.Elem(); t.Base != loop.Unit || t.IsArray() {
					add(s, s.Var, around, Key{t, false})
				}
			case *loop.Call:
				for _, a := range s.Args {
					roots(a, func(v *loop.Var) { f.passed[v] = true })
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
}

// allocKeys are the arenas of what an Alloc makes: of the rows at each depth, and of the elements.
func allocKeys(s *loop.Alloc) []Key {
	t := s.Var.Type
	if t.Base == loop.Unit {
		return nil
	}
	if s.Var.Flat != nil {
		return []Key{{t.Scalar(), false}}
	}
	var keys []Key
	for range s.Dims {
		t = t.Elem()
		keys = append(keys, Key{t, false})
	}
	return keys
}
