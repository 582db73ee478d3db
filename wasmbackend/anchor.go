package wasmbackend

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// An anchor is a local with the address of the element of an array at a variable, in the block that made it. Several
// accesses there are at that address, up to constants: it is computed once, and the compiler of wazero checks it once
// (touch.go).
//
//	p[4 * i] = x[i + 1] - x[i]
//	p[4 * i + 1] = …
type anchor struct {
	engine.Base
	local int
}

// mostAnchors is how many anchors of one block there are at a time. Registers are fewer; long blocks are searched and
// have locals in proportion to it.
const mostAnchors = 32

// anchored reads an element as one behind an anchor, by so many bytes.
func (e *emitter) anchored(x *loop.Expr) (k engine.Base, offset int64, ok bool) {
	a := x.Args[0]
	if a.Kind != loop.VarExpr || a.Var.Flat != nil || e.fn.Assigned.Has(a.Var) || e.grown[a.Var] {
		return engine.Base{}, 0, false
	}
	size := facts.SizeOf(x.Type)
	if p, ok := e.withStride(x.Args[1]); ok {
		return engine.Base{Array: a.Var, At: p.Of, Scale: size * p.Stride}, p.C * size, !e.fn.Assigned.Has(p.Of)
	}
	i, offset := e.constantPart(x.Args[1], size)
	if i == nil || i.Kind != loop.VarExpr || e.fn.Assigned.Has(i.Var) {
		return engine.Base{}, 0, false
	}
	return engine.Base{Array: a.Var, At: i.Var, Scale: size}, offset, true
}

// withStride reads an index as a multiple of the variable of a loop, which is not negative, and a constant that is not,
// either.
func (e *emitter) withStride(i *loop.Expr) (vectors.Strided, bool) {
	p, ok := e.lanes.Place(i)
	return p, ok && p.Stride > 1 && p.C >= 0 && p.C < p.Stride
}

// anchor is the local with an address, which is computed where it is not there yet. The anchors of the block begin at
// from: where they are too many the oldest is forgotten, but none of a block around it, which an iteration after this
// one may read.
func (e *emitter) anchor(k engine.Base, from int) (local int, ok bool) {
	for _, a := range e.anchors {
		if a.Base == k {
			return a.local, true
		}
	}
	if !e.declared(k.Array) || !e.declared(k.At) || e.storageOf(k.Array).isTable {
		return 0, false
	}
	if len(e.anchors) == from+mostAnchors {
		e.locals.give(e.anchors[from].local)
		e.anchors = slices.Delete(e.anchors, from, from+1)
	}
	local = e.locals.take(encode.I32, k.Array.Name+".at")
	e.arrayPtr(loop.Use(k.Array))
	e.scaled(loop.Use(k.At), k.Scale)
	e.op(encode.I32Add)
	e.set(local)
	e.anchors = append(e.anchors, anchor{k, local})
	return local, true
}

// fromAnchor is address where there is an anchor.
func (e *emitter) fromAnchor(x *loop.Expr) (offset int64, ok bool) {
	if len(e.anchors) == 0 {
		return 0, false
	}
	k, offset, ok := e.anchored(x)
	if !ok {
		return 0, false
	}
	for _, a := range e.anchors {
		if a.Base == k {
			e.get(a.local)
			return offset, true
		}
	}
	return 0, false
}

// weigh gives back the anchors of a block.
func (e *emitter) weigh(from int) {
	for _, a := range e.anchors[from:] {
		e.locals.give(a.local)
	}
	e.anchors = e.anchors[:from]
}
