package contract

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// FirstStores stores where the program adds to zeros, of arrays and of variables: the zeros need not be
// written or read.
//
//	clear(y)                          for i < n {
//	for i < n { y[i] +~= x[i] }   →     y[i] = x[i]
//	                                  }
//
// Others are the places in the body of the statements that are not plain: no other is looked at. It reports whether
// it has changed the function.
func FirstStores(in *facts.Info, others []int32) bool {
	body := make([]loop.Stmt, len(others))
	for k, i := range others {
		body[k] = in.Func.Body[i]
	}
	k, _ := slices.BinarySearch(others, int32(in.Prologue()))
	pl := access.In(in, body[:k], body[k:])
	fs := &firstStores{Summaries: depend.Of(pl), lengths: in.LengthsIn(body)}
	fs.body(&in.Func.Body, others)
	return fs.changed
}

const firstWindow = 16 // statements between the zeros and the loop

type firstStores struct {
	*depend.Summaries
	lengths facts.Lengths
	changed bool
}

func (fs *firstStores) block(b *[]loop.Stmt) {
	d := &firstDrops{}
	for i := range *b {
		fs.statement(*b, i, d)
	}
	fs.finish(b, d)
}

// body is block for that of a function, all statements of which are plain, but for those at some places.
func (fs *firstStores) body(b *[]loop.Stmt, others []int32) {
	d := &firstDrops{}
	for _, i := range others {
		fs.statement(*b, int(i), d)
	}
	fs.finish(b, d)
}

// firstDrops are the places of the statements of a block that go, and what follows others.
type firstDrops struct {
	drop  map[int]bool
	after map[int][]loop.Stmt
}

// statement looks at statement i of a block.
func (fs *firstStores) statement(b []loop.Stmt, i int, d *firstDrops) {
	switch b[i].(type) {
	case *loop.Let:
		return
	case *loop.Clear, *loop.Copy, *loop.Alloc:
		if d.drop == nil {
			d.drop, d.after = map[int]bool{}, map[int][]loop.Stmt{}
		}
	}
	loop.Blocks(b[i], fs.block)
	switch s := b[i].(type) {
	case *loop.Clear:
		if s.Dst.Kind == loop.VarExpr && (fs.filledAfter(b, i, s.Dst.Var, fs.lengths[s.Dst.Var]) ||
			fs.begunAfter(b, i, s.Dst.Var, d.after)) {
			d.drop[i] = true
		}
	case *loop.Copy:
		if fs.copiedAfter(b, i, s) {
			d.drop[i] = true
		}
	case *loop.Alloc:
		if !s.Dirty && len(s.Dims) == 1 && (fs.filledAfter(b, i, s.Var, s.Dims[0]) ||
			fs.begunAfter(b, i, s.Var, d.after)) {
			s.Dirty, fs.changed = true, true
		}
	}
}

// finish makes the changes of a block.
func (fs *firstStores) finish(b *[]loop.Stmt, d *firstDrops) {
	if len(d.drop)+len(d.after) > 0 {
		fs.changed = true
		out := make([]loop.Stmt, 0, len(*b))
		for i, s := range *b {
			if !d.drop[i] {
				out = append(out, s)
			}
			out = append(out, d.after[i]...)
		}
		*b = out
	}
	*b = fs.dropZeros(*b)
}

// filledAfter makes stores of the additions of the loop that is the next to use t, when it adds to every
// element before it does anything else with it.
func (fs *firstStores) filledAfter(b []loop.Stmt, i int, t *loop.Var, length *loop.Expr) bool {
	if t.Type.Rank != 1 || length == nil || fs.Mutable(t) {
		return false
	}
	k := fs.nextUse(b, i, t)
	if k < 0 {
		return false
	}
	l, ok := b[k].(*loop.For)
	return ok && fs.Linear(l.N).Equal(fs.Linear(length)) && fs.fill(l, t)
}

// fill reports whether every iteration of l uses only its own element of t, and first adds to it; it
// makes a store of that addition.
func (fs *firstStores) fill(l *loop.For, t *loop.Var) bool {
	c := fs.Class(t)
	for _, x := range fs.Summary(l).Access {
		if x.Reg.Class == c && (x.At.Root != t || len(x.At.Subs) != 1 || x.At.Subs[0].SoleVar() != l.Var) {
			return false
		}
	}
	for k, s := range l.Body {
		a, ok := s.(*loop.AddTo)
		if ok && a.Free && baseOf(a.Lhs) == t {
			if fs.reads(a.Rhs, c) || a.Lhs.CanFail() {
				return false
			}
			l.Body[k] = &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{a.Rhs}}
			return true
		}
		for r := range fs.Summary(s).Regions {
			if r.Class == c {
				return false
			}
		}
	}
	return false
}

func (fs *firstStores) reads(e *loop.Expr, c *loop.Var) bool {
	if r, ok := fs.Region(e); ok && r.Class == c {
		return true
	}
	for _, a := range e.Args {
		if fs.reads(a, c) {
			return true
		}
	}
	return false
}

// baseOf is a in a[i]…[j], or nil.
func baseOf(e *loop.Expr) *loop.Var {
	if e.Kind != loop.IndexExpr {
		return nil
	}
	for e.Kind == loop.IndexExpr {
		e = e.Args[0]
	}
	if e.Kind == loop.VarExpr {
		return e.Var
	}
	return nil
}
