package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// Results have one NaN (quiet.go), so that somebody must look for others. A result that few statements store to, in one
// loop at most, is watched: all that is stored is added up on the side, and only if the sum is NaN is the array looked
// through. The sum may be NaN without one, of infinities of both signs; that costs time alone.

// A watch is a sum of all that is stored to some arrays.
type watch struct {
	arrays map[*loop.Var]bool // with the slices of them
	local  int
}

// watch begins to watch the results that can be; the rest is looked through.
func (x *exporter) watch() {
	arrays := map[*loop.Var]bool{}
	for i := range x.b.Leaves {
		if l := &x.b.Leaves[i]; l.Result && l.v != nil && l.typ == loop.RealType.Array() {
			facts.StoresTo(x.fn.fn, l.v, arrays)
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
