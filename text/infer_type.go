package text

import (
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// tkind is the kind of a type during inference.
type tkind uint8

const (
	kMeta tkind = iota // not known yet
	kBad               // of a malformed part: agrees with everything, silently
	kScalar
	kTuple
	kSum
	kFunc
	kArray
	kDyn
	kIdx
	kData
	kOther // a target type that a derivative operator gives
)

// ty is a type during inference. Types form a graph: ref forwards a solved unknown, and one of two
// types found equal to the other, so that shared parts are compared once.
type ty struct {
	kind   tkind
	num    bool // kMeta: int or real only, and int when nothing decides
	closed bool // it holds no unknown types, though perhaps unknown sizes
	ref    *ty
	args   []*ty
	names  []string     // kTuple: the field names of a record
	size   *syntax.Size // kArray, kIdx
	done   syntax.Type  // once it is known and holds no unknowns; always set for scalars and data
}

var (
	realTy = &ty{kind: kScalar, done: syntax.Real}
	intTy  = &ty{kind: kScalar, done: syntax.Int}
	boolTy = &ty{kind: kScalar, done: syntax.Bool}
	unitTy = &ty{kind: kTuple, done: syntax.Unit}
	badTy  = &ty{kind: kBad}
)

// repr follows the forwarding, and shortens it.
func (t *ty) repr() *ty {
	r := t
	for r.ref != nil {
		r = r.ref
	}
	for t.ref != nil && t.ref != r {
		t.ref, t = r, t.ref
	}
	return r
}

func newMeta() *ty { return &ty{kind: kMeta} }
func newNum() *ty  { return &ty{kind: kMeta, num: true} }

func tupleTy(args ...*ty) *ty {
	switch len(args) {
	case 0:
		return unitTy
	case 1:
		return args[0]
	}
	return &ty{kind: kTuple, args: args}
}

func funcTy(arg, result *ty) *ty { return &ty{kind: kFunc, args: []*ty{arg, result}} }

func arrayTy(n *syntax.Size, elem *ty) *ty { return &ty{kind: kArray, size: n, args: []*ty{elem}} }

func dynTy(elem *ty) *ty { return &ty{kind: kDyn, args: []*ty{elem}} }

func idxTy(n *syntax.Size) *ty { return &ty{kind: kIdx, size: n} }

// fromSyntax is a finished type as a type of inference. Its sizes may hold unknowns.
func (e *elab) fromSyntax(t syntax.Type) *ty {
	if u, ok := e.known[t]; ok {
		return u
	}
	var u *ty
	all := func(ts []syntax.Type) []*ty {
		out := make([]*ty, len(ts))
		for i, x := range ts {
			out[i] = e.fromSyntax(x)
		}
		return out
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		u = map[syntax.Type]*ty{syntax.Real: realTy, syntax.Int: intTy, syntax.Bool: boolTy}[t]
	case *syntax.TupleType:
		u = &ty{kind: kTuple, args: all(t.Elems), names: t.Names}
		if len(t.Elems) == 0 {
			u = unitTy
		}
	case *syntax.SumType:
		if t.Linear {
			return &ty{kind: kOther, done: t}
		}
		u = &ty{kind: kSum, args: all(t.Variants)}
	case *syntax.FuncType:
		u = funcTy(e.fromSyntax(t.Param), e.fromSyntax(t.Result))
	case *syntax.ArrayType:
		u = arrayTy(t.Len, e.fromSyntax(t.Elem))
	case *syntax.DynType:
		u = dynTy(e.fromSyntax(t.Elem))
	case *syntax.IdxType:
		u = idxTy(t.Bound)
	case *syntax.Data:
		u = &ty{kind: kData, done: t}
	case *syntax.LFunType, *syntax.CopowerType:
		return &ty{kind: kOther, done: t}
	}
	finished := u.size == nil // a type with a size may hold an unknown one
	for _, a := range u.args {
		finished = finished && a.done != nil
	}
	if finished {
		u.done = t
		e.known[t] = u
	}
	return u
}

// resolve gives the finished type. Numbers that nothing decides are ints; other unknowns, which
// have been reported before, give unit.
func (e *elab) resolve(t *ty) syntax.Type {
	t = t.repr()
	if t.done != nil {
		return t.done
	}
	switch t.kind {
	case kMeta:
		if t.num {
			t.ref = intTy
			return syntax.Int
		}
		return syntax.Unit
	case kTuple:
		elems := e.resolveAll(t.args)
		if t.names != nil {
			t.done = syntax.NewRecordType(t.names, elems)
		} else {
			t.done = syntax.NewTupleType(elems...)
		}
	case kSum:
		t.done = syntax.NewSumType(e.resolveAll(t.args)...)
	case kFunc:
		t.done = syntax.NewFuncType(e.resolve(t.args[0]), e.resolve(t.args[1]))
	case kArray:
		t.done = syntax.NewArrayType(e.norm(t.size), e.resolve(t.args[0]))
	case kDyn:
		t.done = syntax.NewDynType(e.resolve(t.args[0]))
	case kIdx:
		t.done = syntax.NewIdxType(e.norm(t.size))
	case kBad, kScalar, kData, kOther:
		return syntax.Unit
	}
	return t.done
}

func (e *elab) resolveAll(ts []*ty) []syntax.Type {
	out := make([]syntax.Type, len(ts))
	for i, t := range ts {
		out[i] = e.resolve(t)
	}
	return out
}

// settled reports whether a type is known up to its sizes.
func settled(t *ty) bool {
	t = t.repr()
	if t.ground() {
		return true
	}
	if t.kind == kMeta || t.kind == kBad {
		return false
	}
	for _, a := range t.args {
		if !settled(a) {
			return false
		}
	}
	return true
}

// show prints a type as the user writes it, unknown parts as _. Very large types are cut short.
func (e *elab) show(t *ty) string {
	var b strings.Builder
	e.showTo(&b, t, typeFunc)
	return b.String()
}

const maxShown = 200

func (e *elab) showTo(b *strings.Builder, t *ty, atLeast int) {
	if b.Len() > maxShown {
		b.WriteString("…")
		return
	}
	t = t.repr()
	own := typeAtom
	switch t.kind {
	case kFunc:
		own = typeFunc
	case kSum:
		own = typeSum
	}
	if own < atLeast {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch t.kind {
	case kMeta:
		if t.num {
			b.WriteString("a number")
		} else {
			b.WriteByte('_')
		}
	case kBad:
		b.WriteByte('_')
	case kScalar, kData, kOther:
		b.WriteString(t.done.String())
	case kTuple:
		e.showTuple(b, t)
	case kSum:
		for i, a := range t.args {
			if i > 0 {
				b.WriteString(" + ")
			}
			e.showTo(b, a, typeAtom)
		}
	case kFunc:
		e.showTo(b, t.args[0], typeSum)
		b.WriteString(" -> ")
		e.showTo(b, t.args[1], typeFunc)
	case kArray:
		b.WriteString("[" + e.showSize(t.size) + "]")
		e.showTo(b, t.args[0], typeAtom)
	case kDyn:
		b.WriteString("[?]")
		e.showTo(b, t.args[0], typeAtom)
	case kIdx:
		s := e.showSize(t.size)
		if strings.ContainsAny(s, "+-* ") {
			s = "(" + s + ")"
		}
		b.WriteString("idx " + s)
	}
}

func (e *elab) showTuple(b *strings.Builder, t *ty) {
	if len(t.args) == 0 {
		b.WriteString("unit")
		return
	}
	opening, closing := "(", ")"
	if t.names != nil {
		opening, closing = "{", "}"
	}
	b.WriteString(opening)
	for i, a := range t.args {
		if i > 0 {
			b.WriteString(", ")
		}
		if t.names != nil {
			b.WriteString(t.names[i] + " : ")
		}
		e.showTo(b, a, typeFunc)
	}
	b.WriteString(closing)
}
