package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// An ordering is a run of statements, and which have to come before which.
type ordering struct {
	*orderer
	stmts  []loop.Stmt
	before [][]int // statements that come before
	after  []int   // how many come after
	uses   [][]*loop.Var
	local  map[*loop.Var]int // real variables that the run declares, and where
	stays  map[*loop.Var]bool
	around int // other real variables that it reads or sets
}

func newOrdering(r *orderer, b []loop.Stmt) *ordering {
	d := &ordering{orderer: r, stmts: b, before: make([][]int, len(b)), after: make([]int, len(b)), uses: make([][]*loop.Var, len(b)),
		local: map[*loop.Var]int{}, stays: map[*loop.Var]bool{}}
	d.edges()
	within, other := map[*loop.Var]int{}, map[*loop.Var]bool{}
	for i, s := range b {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType {
			d.local[l.Var] = i
		}
	}
	for i, s := range b {
		seen := map[*loop.Var]bool{}
		note := func(v *loop.Var) {
			if v.Type != loop.RealType {
				return
			}
			if _, ok := d.local[v]; !ok {
				other[v] = true
			} else if !seen[v] {
				seen[v] = true
				d.uses[i] = append(d.uses[i], v)
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(v *loop.Var) {
				within[v]++
				note(v)
			})
		})
	}
	for v := range d.local {
		d.stays[v] = r.reads[v] > within[v]
	}
	d.around = len(other)
	return d
}

// A touched is an element that a statement reads or writes, or a variable that it sets.
type touched struct {
	e     *loop.Expr
	class *loop.Var
	write bool
}

// edges finds out what has to come before what.
func (d *ordering) edges() {
	set, read := map[*loop.Var]int{}, map[*loop.Var][]int{} // the last that set a variable, and those that read it since
	var elements [][]touched
	for i, s := range d.stmts {
		befores := map[int]bool{}
		var here []touched
		reads := func(v *loop.Var) {
			if k, ok := set[v]; ok {
				befores[k] = true
			}
		}
		var visit func(e *loop.Expr)
		visit = func(e *loop.Expr) {
			if e.Kind == loop.IndexExpr && !e.Type.IsArray() {
				here = append(here, touched{e, d.in.Class(e.Root()), false})
			}
			for _, a := range e.Args {
				visit(a)
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, reads)
			visit(*e)
		})
		sets := d.targets(s)
		for _, l := range sets {
			if l.Kind == loop.IndexExpr {
				here = append(here, touched{l, d.in.Class(l.Root()), true})
			}
		}
		for k, there := range elements {
			if befores[k] {
				continue
			}
			for _, a := range there {
				for _, b := range here {
					if (a.write || b.write) && a.class == b.class && !d.apart(a.e, b.e) {
						befores[k] = true
					}
				}
			}
		}
		for _, l := range sets {
			if l.Kind == loop.VarExpr {
				reads(l.Var)
				for _, k := range read[l.Var] {
					befores[k] = true
				}
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { read[v] = append(read[v], i) }) })
		for _, l := range sets {
			if l.Kind == loop.VarExpr {
				set[l.Var], read[l.Var] = i, nil
			}
		}
		elements = append(elements, here)
		delete(befores, i)
		for k := range i {
			if befores[k] {
				d.before[i] = append(d.before[i], k)
				d.after[k]++
			}
		}
	}
}

// targets are what a statement sets.
func (d *ordering) targets(s loop.Stmt) []*loop.Expr {
	switch s := s.(type) {
	case *loop.Let:
		return []*loop.Expr{loop.Use(s.Var)}
	case *loop.AddTo:
		return []*loop.Expr{s.Lhs}
	case *loop.Assign:
		return s.Lhs
	}
	return nil
}

// apart reports whether two elements stand in one row, in different places.
func (r *orderer) apart(a, b *loop.Expr) bool {
	i, j := a.Args[1], b.Args[1]
	if !i.IsConst() || !j.IsConst() || i.I == j.I || !loop.Equal(a.Args[0], b.Args[0]) {
		return false
	}
	row := a.Args[0]
	if row.Kind == loop.IndexExpr { // no statement of the run gives an array another row
		return row.Args[0].Kind == loop.VarExpr && r.in.Fixed(row.Args[0]) && r.in.Fixed(row.Args[1])
	}
	return row.Kind == loop.VarExpr && r.in.Fixed(row)
}

// given is the order that is there.
func (d *ordering) given() []int {
	at := make([]int, len(d.stmts))
	for i := range at {
		at[i] = i
	}
	return at
}

// most is how many numbers have to be kept at a time.
func (d *ordering) most(at []int) int {
	alive, most := map[*loop.Var]bool{}, 0
	for v, stays := range d.stays {
		if stays {
			alive[v] = true
		}
	}
	for k := len(at) - 1; k >= 0; k-- {
		i := at[k]
		most = max(most, len(alive))
		if l, ok := d.stmts[i].(*loop.Let); ok {
			delete(alive, l.Var)
		}
		for _, v := range d.uses[i] {
			alive[v] = true
		}
	}
	return max(most, len(alive)) + d.around
}

// levels are when statements have their values if each begins as soon as it can.
func (d *ordering) levels() []int {
	at := make([]int, len(d.stmts))
	for i, s := range d.stmts {
		for _, k := range d.before[i] {
			at[i] = max(at[i], at[k])
		}
		most := 0
		loop.Operands(s, func(e **loop.Expr, read bool) {
			if read {
				most = max(most, depthOf(*e))
			}
		})
		at[i] += most + 1
	}
	return at
}

// depthOf is how long an expression takes from its variables.
func depthOf(e *loop.Expr) int {
	t := 0
	for _, a := range e.Args {
		t = max(t, depthOf(a))
	}
	return t + latency(e)
}

// schedule orders from the last statement to the first. Next comes one that leaves no more numbers to be kept before it than there are, or else
// the one that has its value last.
func (d *ordering) schedule() []int {
	level := d.levels()
	alive := map[*loop.Var]bool{}
	for v, stays := range d.stays {
		if stays {
			alive[v] = true
		}
	}
	left := append([]int(nil), d.after...)
	var ready []int
	for i, n := range left {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	at := make([]int, len(d.stmts))
	for k := len(at) - 1; k >= 0; k-- {
		best, least := 0, 1<<30
		for r, i := range ready {
			more := 0
			if l, ok := d.stmts[i].(*loop.Let); ok && alive[l.Var] {
				more--
			}
			for _, v := range d.uses[i] {
				if !alive[v] {
					more++
				}
			}
			more = max(more, -1)
			if more > 0 {
				more = 1
			}
			if j := ready[best]; more < least || more == least && (level[i] > level[j] || level[i] == level[j] && i > j) {
				best, least = r, more
			}
		}
		i := ready[best]
		ready[best] = ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if l, ok := d.stmts[i].(*loop.Let); ok {
			delete(alive, l.Var)
		}
		for _, v := range d.uses[i] {
			alive[v] = true
		}
		for _, b := range d.before[i] {
			if left[b]--; left[b] == 0 {
				ready = append(ready, b)
			}
		}
		at[k] = i
	}
	return at
}
