package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// Results have one NaN (quiet.go), so that somebody must look for others. A result that few statements store to, in one
// loop at most, is watched: all that is stored is added up on the side, and only if the sum is NaN is the array looked
// through. The sum may be NaN without one, of infinities of both signs; that costs time alone.

// mostWatched is the number of statements that may store to a watched array.
const mostWatched = 8

// A watch is a sum of all that is stored to some arrays.
type watch struct {
	arrays map[*loop.Var]bool // with the slices of them
	local  int
}

// watched reports whether all stores to an array are elements of it or of its slices, outside of nests of loops; it
// notes the slices.
func watched(f *loop.Func, v *loop.Var, into map[*loop.Var]bool) bool {
	mine := map[*loop.Var]bool{v: true}
	ok, stores := true, 0
	var whole func(x *loop.Expr) bool // whether x uses the array otherwise than by an element
	whole = func(x *loop.Expr) bool {
		switch {
		case x.Kind == loop.VarExpr:
			return mine[x.Var]
		case (x.Kind == loop.IndexExpr || x.Kind == loop.LenExpr) && x.Args[0].Kind == loop.VarExpr:
			return len(x.Args) > 1 && whole(x.Args[1])
		}
		for _, a := range x.Args {
			if whole(a) {
				return true
			}
		}
		return false
	}
	var block func(b []loop.Stmt, depth int)
	place := func(x *loop.Expr, depth int) {
		if x.Kind == loop.IndexExpr && x.Args[0].Kind == loop.VarExpr && mine[x.Args[0].Var] {
			stores++
			ok = ok && depth <= 1
		}
	}
	block = func(b []loop.Stmt, depth int) {
		for _, s := range b {
			inner := depth
			switch s := s.(type) {
			case *loop.Let:
				if x := s.Rhs; x.Kind == loop.SliceExpr && x.Args[0].Kind == loop.VarExpr && mine[x.Args[0].Var] {
					mine[s.Var] = true
					ok = ok && !whole(x.Args[1]) && !whole(x.Args[2])
					continue
				}
			case *loop.Clear:
				if s.Dst.Kind == loop.VarExpr {
					continue
				}
			case *loop.Append:
				ok = ok && !mine[s.Var]
			case *loop.Assign:
				for _, l := range s.Lhs {
					place(l, depth)
				}
			case *loop.AddTo:
				place(s.Lhs, depth)
			case *loop.For:
				inner++
				if s.Vector {
					inner++
				}
			case *loop.While:
				inner++
				ok = ok && !whole(s.Cond)
			}
			loop.Operands(s, func(x **loop.Expr, _ bool) { ok = ok && !whole(*x) })
			loop.Blocks(s, func(b *[]loop.Stmt) { block(*b, inner) })
		}
	}
	block(f.Body, 0)
	for _, r := range f.Results {
		ok = ok && !whole(r)
	}
	if !ok || stores > mostWatched {
		return false
	}
	for w := range mine {
		into[w] = true
	}
	return true
}

// watch begins to watch the results that can be; the rest is looked through.
func (x *exporter) watch() {
	arrays := map[*loop.Var]bool{}
	for i := range x.b.Leaves {
		if l := &x.b.Leaves[i]; l.Result && l.v != nil && l.typ == loop.RealType.Array() {
			watched(x.fn.fn, l.v, arrays)
		}
	}
	if len(arrays) > 0 {
		x.watching = &watch{arrays, x.locals.fresh(encode.F64, "stored")} // 0 when the function begins
	}
}

// isWatched reports whether a place is an element that is watched.
func (e *emitter) isWatched(place *loop.Expr) bool {
	return e.watching != nil && place.Kind == loop.IndexExpr && place.Args[0].Kind == loop.VarExpr &&
		e.watching.arrays[place.Args[0].Var]
}

// watchStore notes the value on the stack, which is stored to a place, and leaves it there.
func (e *emitter) watchStore(place *loop.Expr) {
	if !e.isWatched(place) {
		return
	}
	t, done := e.temp(encode.F64)
	e.tee(t)
	e.get(e.watching.local)
	e.get(t)
	e.op(encode.F64Add)
	e.set(e.watching.local)
	done()
}

// unlessWatched writes what quiets the arrays that are watched, to be run only if one of them may have a NaN.
func (x *exporter) unlessWatched(quiet func()) {
	if x.watching == nil {
		return
	}
	w := x.watching.local
	x.get(w)
	x.get(w)
	x.op(encode.F64Ne)
	x.open(encode.If, encode.Empty)
	quiet()
	x.close()
}
