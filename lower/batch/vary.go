package batch

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// marks say how a variable differs from lane to lane.
type marks uint8

const (
	varying marks = 1 << iota // its value, or what is in its memory
	ragged                    // its lengths; then it varies
)

// batcher finds what varies in a function and in those that it calls. A function is looked at for each combination of
// marks of its parameters that some call has.
type batcher struct {
	aliases map[*loop.Func]*aliases
	// cells are the types of cells that hold what varies: each lane has its own.
	cells     map[*loop.Cell]bool
	stored    map[*loop.Cell]bool // into whose fields some function stores
	instances map[string]*instance
	order     []*instance
	ids       map[*loop.Func]int
	changed   bool
	// fixed are variables that stay one for all lanes: those from outside of a loop. regular are arrays whose rows have
	// equal lengths.
	fixed, regular map[*loop.Var]bool
}

// instance is a function with the marks of its parameters and, behind them, those that the caller wants its results to
// have.
type instance struct {
	b   *batcher
	f   *loop.Func
	key []marks
	// of scalars and references; those of arrays stand with their class.
	vars    map[*loop.Var]marks
	classes *classes
	of1     map[*loop.Var]marks // of the representatives of classes
}

func newBatcher(f *loop.Func) *batcher {
	b := &batcher{cells: map[*loop.Cell]bool{}, stored: map[*loop.Cell]bool{}, instances: map[string]*instance{},
		ids: map[*loop.Func]int{}}
	funcs := reachable(f)
	for i, g := range funcs {
		b.ids[g] = i
		loop.Walk(g.Body, func(s loop.Stmt) {
			place := func(e *loop.Expr) {
				if c := cellOf(e); c != nil {
					b.stored[c] = true
				}
			}
			switch s := s.(type) {
			case *loop.Assign:
				for _, l := range s.Lhs {
					place(l)
				}
			case *loop.AddTo:
				place(s.Lhs)
			case *loop.Copy:
				place(s.Dst)
			case *loop.Clear:
				place(s.Dst)
			}
		})
	}
	b.aliases = summarise(funcs)
	return b
}

// reachable are f and the functions that it calls.
func reachable(f *loop.Func) []*loop.Func {
	var out set.Ordered[*loop.Func]
	out.Add(f)
	for i := 0; i < len(out.List); i++ {
		loop.Walk(out.List[i].Body, func(s loop.Stmt) {
			if c, ok := s.(*loop.Call); ok {
				out.Add(c.Func)
			}
		})
	}
	return out.List
}

// cellOf is the cell whose field, or whose field's memory, e is a part of; nil if it is of none.
func cellOf(e *loop.Expr) *loop.Cell {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		e = e.Args[0]
	}
	if e.Kind == loop.FieldExpr {
		return e.Args[0].Type.Cell
	}
	return nil
}

// instance is the one of f with these marks of parameters, and of arrays that are results.
func (b *batcher) instance(f *loop.Func, key []marks) *instance {
	text := make([]byte, 0, len(key)+4)
	for n := b.ids[f]; n > 0; n >>= 7 {
		text = append(text, byte(n&127))
	}
	text = append(text, 255)
	for _, k := range key {
		text = append(text, byte(k))
	}
	if in := b.instances[string(text)]; in != nil {
		return in
	}
	in := &instance{b: b, f: f, key: append([]marks(nil), key...), vars: map[*loop.Var]marks{},
		of1: map[*loop.Var]marks{}}
	in.classes = b.aliases[f].classes(func(i int) bool { return key[i] == 0 })
	b.instances[string(text)] = in
	b.order = append(b.order, in)
	for i, q := range f.Params {
		in.mark(q.Var, key[i])
	}
	for i, r := range f.Results {
		if k := key[len(f.Params)+i]; k != 0 {
			in.root(r, k)
		}
	}
	b.changed = true
	return in
}

// solve looks at all instances until nothing changes.
func (b *batcher) solve() {
	for b.changed {
		b.changed = false
		for i := 0; i < len(b.order); i++ {
			in := b.order[i]
			for _, q := range in.f.Params {
				in.lengths(q.Var)
			}
			in.block(in.f.Body, false)
		}
	}
}

// marks are those of a variable.
func (in *instance) marks(v *loop.Var) marks {
	if v.Type.IsArray() {
		m := in.of1[in.classes.Find(v)]
		if v.Type.Base == loop.Ref && in.b.cells[v.Type.Cell] {
			m |= varying
		}
		return m
	}
	if v.Type.Base == loop.Ref && in.b.cells[v.Type.Cell] {
		return varying
	}
	return in.vars[v]
}

func (in *instance) mark(v *loop.Var, m marks) {
	if m == 0 || v == nil || in.b.fixed[v] {
		return
	}
	if m&ragged != 0 {
		m |= varying
	}
	if !v.Type.IsArray() {
		m &= varying
		if in.vars[v]&m != m {
			in.vars[v] |= m
			in.b.changed = true
		}
		return
	}
	r := in.classes.Find(v)
	if in.of1[r]&m != m {
		in.of1[r] |= m
		in.b.changed = true
		for _, c := range in.classes.fields[r] {
			in.markCell(c)
		}
	}
}

func (in *instance) markCell(c *loop.Cell) {
	if !in.b.cells[c] {
		in.b.cells[c] = true
		in.b.changed = true
	}
}

// of are the marks of an expression; a scalar is not ragged.
func (in *instance) of(e *loop.Expr) marks {
	switch e.Kind {
	case loop.VarExpr:
		return in.marks(e.Var)
	case loop.ConstExpr:
		return 0
	case loop.LenExpr:
		if in.of(e.Args[0])&ragged != 0 {
			return varying
		}
		return 0
	case loop.IndexExpr:
		m, i := in.of(e.Args[0]), in.of(e.Args[1])
		if !e.Type.IsArray() || m == 0 && in.b.regular[e.Args[0].Root()] {
			return (m | i) & varying
		}
		return m | raggedIf(i)
	case loop.SliceExpr:
		return in.of(e.Args[0]) | raggedIf(in.of(e.Args[1])|in.of(e.Args[2]))
	case loop.FieldExpr:
		m := in.of(e.Args[0])
		if e.Type.IsArray() {
			return raggedIf(m)
		}
		return m
	}
	var m marks
	for _, a := range e.Args {
		m |= in.of(a)
	}
	return m & varying
}

func raggedIf(m marks) marks {
	if m&varying != 0 {
		return varying | ragged
	}
	return 0
}

// lengths marks a flat array whose lengths vary.
func (in *instance) lengths(v *loop.Var) {
	for _, n := range v.Flat {
		in.mark(v, raggedIf(in.of(n)))
	}
}

// block looks at statements; region says that each lane runs them for itself.
func (in *instance) block(block []loop.Stmt, region bool) {
	for _, s := range block {
		in.stmt(s, region)
	}
}

func (in *instance) stmt(s loop.Stmt, region bool) {
	switch s := s.(type) {
	case *loop.Let:
		in.mark(s.Var, in.of(s.Rhs))
		in.lengths(s.Var)
	case *loop.Alloc:
		for _, d := range s.Dims {
			in.mark(s.Var, raggedIf(in.of(d)))
		}
		in.lengths(s.Var)
	case *loop.NewCell:
		for _, f := range s.Fields {
			if in.of(f) != 0 {
				in.markCell(s.Var.Type.Cell)
			}
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			in.store(l, in.of(s.Rhs[i]), region)
		}
	case *loop.AddTo:
		in.store(s.Lhs, in.of(s.Rhs), region)
	case *loop.Copy:
		in.fill(s.Dst, in.of(s.Src), region)
	case *loop.Clear:
		in.fill(s.Dst, 0, region)
	case *loop.Append:
		m := in.of(s.Val)
		if region {
			m |= varying | ragged
		}
		in.mark(s.Var, m)
	case *loop.Call:
		in.call(s, region)
	case *loop.For:
		in.block(s.Body, region || in.of(s.N) != 0)
	case *loop.While:
		region = region || in.of(s.Cond) != 0
		in.block(s.Head, region)
		in.block(s.Body, region)
	case *loop.If:
		region = region || in.of(s.Cond) != 0
		in.block(s.Then, region)
		in.block(s.Else, region)
	case *loop.Switch:
		region = region || in.of(s.Tag) != 0
		for _, c := range s.Cases {
			in.block(c, region)
		}
	case *loop.Check:
	}
}

// store is about what becomes the value of a place.
func (in *instance) store(l *loop.Expr, m marks, region bool) {
	if l.Kind == loop.VarExpr {
		if region {
			m |= varying
			if l.Type.IsArray() {
				m |= ragged
			}
		}
		in.mark(l.Var, m)
		return
	}
	if region {
		m |= varying
	}
	for e := l; e.Kind == loop.IndexExpr; e = e.Args[0] {
		m |= in.of(e.Args[1]) & varying
	}
	if m != 0 && l.Type.IsArray() && (region || m&ragged != 0) {
		m |= ragged
	}
	in.root(l, m)
}

// fill is about elements that a statement changes, in a whole array or view.
func (in *instance) fill(dst *loop.Expr, m marks, region bool) {
	m &= varying
	if region {
		m |= varying
	}
	m |= in.of(dst) & varying
	in.root(dst, m)
}

// root marks the memory that a place belongs to.
func (in *instance) root(e *loop.Expr, m marks) {
	for e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr {
		e = e.Args[0]
	}
	switch e.Kind {
	case loop.VarExpr:
		in.mark(e.Var, m)
	case loop.FieldExpr:
		if m |= in.of(e.Args[0]); m == 0 {
			return
		}
		c := e.Args[0].Type.Cell
		in.markCell(c)
		if e.Type.IsArray() {
			in.mark(in.b.aliases[in.f].field(c), m)
		}
	}
}

// call is about what a function changes and returns.
func (in *instance) call(s *loop.Call, region bool) {
	if region {
		for i, q := range s.Func.Params {
			if q.Out {
				in.fill(s.Args[i], varying, true)
			}
		}
		for c := range in.b.stored {
			in.markCell(c)
		}
		for _, v := range s.Vars {
			if v != nil {
				in.mark(v, varying|ragged)
			}
		}
		return
	}
	callee := in.callee(s)
	if callee == nil {
		return
	}
	for i, q := range s.Func.Params {
		if q.Out {
			in.root(s.Args[i], callee.marks(q.Var))
		}
	}
	for i, v := range s.Vars {
		if v != nil {
			in.mark(v, callee.of(s.Func.Results[i]))
			in.lengths(v)
		}
	}
}

// callee is the instance that a call is of, or nil where nothing varies.
func (in *instance) callee(s *loop.Call) *instance {
	key := make([]marks, len(s.Args)+len(s.Vars))
	some := len(in.b.cells) > 0
	for i, a := range s.Args {
		key[i] = in.of(a)
		some = some || key[i] != 0
	}
	for i, v := range s.Vars { // new memory that is another in each lane later
		if v != nil && v.Type.IsArray() {
			key[len(s.Args)+i] = in.marks(v)
			some = some || in.marks(v) != 0
		}
	}
	if !some {
		return nil
	}
	return in.b.instance(s.Func, key)
}
