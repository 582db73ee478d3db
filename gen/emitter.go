package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function is one definition to emit on the higher-order route, or the name of an export.
type function struct {
	def    *syntax.Def
	name   string
	export *Export
	// into holds, by result leaf, the name of the parameter that receives it.
	into map[int]string
}

// emitter is the state of one function being emitted on the higher-order route.
type emitter struct {
	g      *generator
	fn     *function
	names  *scopes
	out    *block
	env    map[*syntax.Var][]*expr
	sizes  map[*syntax.SizeVar]*expr
	params []param
	shapes []shaped     // of an exported function
	self   *syntax.Data // the linear data type whose monoid is being emitted
}

// A param is a parameter of the emitted function.
type param struct{ name, typ string }

// A leaf is a parameter or result of an exported function: a value in dims slices.
type leaf struct {
	dims []*syntax.Size // outermost first; nil where the length is known only at run time
	elem string         // Go type
}

// array reports whether the leaf is a slice of a length that its type gives.
func (l leaf) array() bool { return len(l.dims) > 0 && l.dims[0] != nil }

func (l leaf) goType() string { return strings.Repeat("[]", len(l.dims)) + l.elem }

// row is the leaf of an element.
func (l leaf) row() leaf {
	l.dims = l.dims[1:]
	return l
}

// signature renders parameters, neighbours of one type grouped.
func signature(ps []param) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(ps); {
		var group []jen.Code
		k := i
		for ; k < len(ps) && ps[k].typ == ps[i].typ; k++ {
			group = append(group, jen.Id(ps[k].name))
		}
		out = append(out, jen.List(group...).Add(rawSource(ps[i].typ)))
		i = k
	}
	return out
}

// unaliased copies a slice that an exported function was given before it is
// returned: results share no memory with arguments.
func (e *emitter) unaliased(v *expr, l leaf) *expr {
	id := root(v)
	if len(l.dims) != 1 || e.fn.export == nil || id == nil || !id.param {
		return v
	}
	return call("slices", "Clone", v)
}

func (e *emitter) one(x *expr) []*expr { return []*expr{x} }

func constExpr(t *syntax.Const) *expr {
	switch t.Type() {
	case syntax.Real:
		return realLit(t.F)
	case syntax.Int:
		return intLit(t.I)
	}
	return boolLit(t.I != 0)
}

// sub collects the statements that f emits.
func (e *emitter) sub(f func()) []*stmt {
	outer := e.out
	e.out = &block{}
	e.names.push()
	f()
	e.names.pop()
	stmts := e.out.stmts
	e.out = outer
	return stmts
}

// declare makes a variable of the value x.
func (e *emitter) declare(hint string, x *expr) *expr {
	id := e.newIdent(hint)
	e.out.add(&stmt{kind: declStmt, ids: []*ident{id}, exprs: []*expr{x}})
	return use(id)
}

func (e *emitter) newIdent(hint string) *ident {
	return &ident{name: e.names.fresh(hint)}
}

// declareVar makes a zeroed variable.
func (e *emitter) declareVar(hint, typ string) *expr {
	id := e.newIdent(hint)
	e.out.add(&stmt{kind: varStmt, ids: []*ident{id}, typ: typ})
	return use(id)
}

func (e *emitter) assign(lv, x *expr) {
	if same(lv, x) {
		return
	}
	e.out.add(&stmt{kind: assignStmt, op: "=", lhs: []*expr{lv}, exprs: []*expr{x}})
}

// atom makes x an expression that may be written several times.
func (e *emitter) atom(x *expr, hint string) *expr {
	if x.atom() {
		return x
	}
	return e.declare(hint, x)
}

// over emits for i := range n { f(i) }.
func (e *emitter) over(hint string, n *expr, f func(i *expr)) {
	id := &ident{}
	body := e.sub(func() {
		id.name = e.names.fresh(hint)
		f(use(id))
	})
	e.out.add(&stmt{kind: rangeStmt, ids: []*ident{id}, exprs: []*expr{n}, body: body})
}

// copyLeaf copies the elements of v into the slice lv.
func (e *emitter) copyLeaf(lv, v *expr, l leaf) {
	if !l.row().array() {
		e.out.add(&stmt{kind: exprStmt, exprs: []*expr{call("", "copy", lv, v)}})
		return
	}
	id := &ident{}
	body := e.sub(func() {
		id.name = e.names.fresh("i")
		e.copyLeaf(index(lv, use(id)), index(v, use(id)), l.row())
	})
	e.out.add(&stmt{kind: rangeStmt, ids: []*ident{id}, exprs: []*expr{lenOf(v)}, body: body})
}

// sizeParam binds the size variable v to the length of a parameter, which it
// returns, or to a parameter of its own.
func (e *emitter) sizeParam(v *syntax.SizeVar, leaves []leaf, vals []*expr) (*ident, *expr) {
	depth := 1
	if e.fn.export != nil {
		depth = 3
	}
	for k := range depth {
		for i, l := range leaves {
			if k >= len(l.dims) || l.dims[k] == nil {
				continue
			}
			if w, ok := l.dims[k].IsVar(); ok && w == v {
				id := &ident{name: e.names.fresh(v.Name)}
				e.sizes[v] = use(id)
				return id, e.lengthAt(id, vals[i], k)
			}
		}
	}
	id := &ident{name: e.names.fresh(v.Name)}
	e.sizes[v] = use(id)
	return id, nil
}

// lengthAt declares id as the length of the k-th dimension of a, 0 when an outer one is 0.
func (e *emitter) lengthAt(id *ident, a *expr, k int) *expr {
	if k == 0 {
		e.out.add(&stmt{kind: declStmt, ids: []*ident{id}, exprs: []*expr{lenOf(a)}})
		return a
	}
	e.out.add(&stmt{kind: varStmt, ids: []*ident{id}, typ: "int"})
	row := a
	var cond *expr
	for range k {
		c := binary(">", lenOf(row), intLit(0))
		if cond != nil {
			c = binary("&&", cond, c)
		}
		cond, row = c, index(row, intLit(0))
	}
	e.out.add(&stmt{kind: ifStmt, exprs: []*expr{cond}, body: []*stmt{
		{kind: assignStmt, op: "=", lhs: []*expr{use(id)}, exprs: []*expr{lenOf(row)}},
	}})
	return row
}

// size is a size as a Go expression.
func (e *emitter) size(s *syntax.Size) *expr {
	var sum *expr
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		var p *expr
		neg := coef < 0 && sum != nil && len(vars) > 0
		if neg {
			coef = -coef
		}
		if coef != 1 || len(vars) == 0 {
			p = intLit(coef)
		}
		for _, v := range vars {
			x, ok := e.sizes[v]
			if !ok {
				failf("size variable %s of %s is not bound", v.Name, e.fn.def.Name)
			}
			if p == nil {
				p = x
			} else {
				p = binary("*", p, x)
			}
		}
		switch {
		case sum == nil:
			sum = p
		case neg:
			sum = binary("-", sum, p)
		default:
			sum = addSize(sum, p)
		}
	})
	if sum == nil {
		return intLit(0)
	}
	return sum
}

// addSize writes constants last: n + 1, n - 1.
func addSize(a, b *expr) *expr {
	if a.kind == litExpr {
		if a.text[0] == '-' {
			return binary("-", b, &expr{kind: litExpr, text: a.text[1:], size: 1})
		}
		return binary("+", b, a)
	}
	return binary("+", a, b)
}

// position is the prefix of a run-time error.
func position(at *syntax.Pos) string {
	if at == nil {
		return ""
	}
	return posText(at) + ": "
}

func plusExpr(a, b *expr) *expr {
	if b.kind == unaryExpr {
		return binary("-", a, b.args[0])
	}
	return binary("+", a, b)
}

func isZeroLit(x *expr) bool { return x.isZero() || x.kind == litExpr && x.text == "0" }

// resultBuffers adds the parameters that receive results: nil where a result is returned.
func (e *emitter) resultBuffers(results []leaf) []*expr {
	dests := make([]*expr, len(results))
	if e.fn.export == nil {
		return dests
	}
	for k := range e.fn.into {
		if k < 0 || k >= len(results) || !buffered(results[k]) {
			failf("result %d of %s cannot be written into a slice", k, e.fn.def.Name)
		}
	}
	for k, l := range results {
		if name, ok := e.fn.into[k]; ok {
			id := &ident{name: e.names.fresh(name), fixed: true}
			e.params = append(e.params, param{id.name, l.goType()})
			dests[k] = use(id)
			e.check(dests[k], l.dims, nil)
		}
	}
	return dests
}

// buffered reports whether a caller can give the memory for a result: an array of
// scalars with all its lengths in its type.
func buffered(l leaf) bool {
	for _, n := range l.dims {
		if n == nil {
			return false
		}
	}
	return len(l.dims) > 0 && (l.elem == "float64" || l.elem == "int" || l.elem == "bool")
}
