package terms

import (
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An emitter prints one function. Every variable of the program is one Go variable.
type emitter struct {
	g      *Printer
	fn     *code.Function
	names  *code.Scopes
	out    *code.Block
	env    map[*syntax.Var][]*code.Expr
	sizes  map[*syntax.SizeVar]*code.Expr
	params []code.Param
	shapes []code.Shaped // of an exported function
	self   *syntax.Data  // the linear data type whose monoid is being emitted
	// inlined are the definitions whose bodies are being written in the place of calls.
	inlined map[*syntax.Def]bool
}

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

// unaliased copies a slice that an exported function was given before it is
// returned: results share no memory with arguments.
func (h *emitter) unaliased(v *code.Expr, l leaf) *code.Expr {
	id := code.Root(v)
	if len(l.dims) != 1 || !h.fn.Exported || id == nil || !id.Param {
		return v
	}
	return code.Call("slices", "Clone", v)
}

func (h *emitter) one(x *code.Expr) []*code.Expr { return []*code.Expr{x} }

func constExpr(t *syntax.Const) *code.Expr {
	switch t.Type() {
	case syntax.Real:
		return code.RealLit(t.F)
	case syntax.Int:
		return code.IntLit(t.I)
	}
	return code.BoolLit(t.I != 0)
}

// sub collects the statements that f emits.
func (h *emitter) sub(f func()) []*code.Stmt {
	outer := h.out
	h.out = &code.Block{}
	h.names.Push()
	f()
	h.names.Pop()
	stmts := h.out.Stmts
	h.out = outer
	return stmts
}

// declare makes a variable of the value x.
func (h *emitter) declare(hint string, x *code.Expr) *code.Expr {
	id := h.newIdent(hint)
	h.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{x}})
	return code.Use(id)
}

func (h *emitter) newIdent(hint string) *code.Ident {
	return &code.Ident{Name: h.names.Fresh(hint)}
}

// declareVar makes a zeroed variable.
func (h *emitter) declareVar(hint, typ string) *code.Expr {
	id := h.newIdent(hint)
	h.out.Add(&code.Stmt{Kind: code.VarStmt, Idents: []*code.Ident{id}, Type: typ})
	return code.Use(id)
}

func (h *emitter) assign(lv, x *code.Expr) {
	if code.Same(lv, x) {
		return
	}
	h.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{lv}, Exprs: []*code.Expr{x}})
}

// atom makes x an expression that may be written several times.
func (h *emitter) atom(x *code.Expr, hint string) *code.Expr {
	if x.Atom() {
		return x
	}
	return h.declare(hint, x)
}

// over emits for i := range n { f(i) }.
func (h *emitter) over(hint string, n *code.Expr, f func(i *code.Expr)) {
	id := &code.Ident{}
	body := h.sub(func() {
		id.Name = h.names.Fresh(hint)
		f(code.Use(id))
	})
	h.out.Add(&code.Stmt{Kind: code.RangeStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{n}, Body: body})
}

// copyLeaf copies the elements of v into the slice lv.
func (h *emitter) copyLeaf(lv, v *code.Expr, l leaf) {
	if !l.row().array() {
		h.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{code.Call("", "copy", lv, v)}})
		return
	}
	id := &code.Ident{}
	body := h.sub(func() {
		id.Name = h.names.Fresh("i")
		h.copyLeaf(code.Index(lv, code.Use(id)), code.Index(v, code.Use(id)), l.row())
	})
	h.out.Add(&code.Stmt{Kind: code.RangeStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{code.LenOf(v)},
		Body: body})
}

// sizeParam binds the size variable v to the length of a parameter, which it
// returns, or to a parameter of its own.
func (h *emitter) sizeParam(v *syntax.SizeVar, leaves []leaf, vals []*code.Expr) (*code.Ident, *code.Expr) {
	depth := 1
	if h.fn.Exported {
		depth = 3
	}
	for k := range depth {
		for i, l := range leaves {
			if k >= len(l.dims) || l.dims[k] == nil {
				continue
			}
			if w, ok := l.dims[k].IsVar(); ok && w == v {
				id := &code.Ident{Name: h.names.Fresh(v.Name)}
				h.sizes[v] = code.Use(id)
				return id, h.lengthAt(id, vals[i], k)
			}
		}
	}
	id := &code.Ident{Name: h.names.Fresh(v.Name)}
	h.sizes[v] = code.Use(id)
	return id, nil
}

// lengthAt declares id as the length of the k-th dimension of a, 0 when an outer one is 0.
func (h *emitter) lengthAt(id *code.Ident, a *code.Expr, k int) *code.Expr {
	if k == 0 {
		h.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{code.LenOf(a)}})
		return a
	}
	h.out.Add(&code.Stmt{Kind: code.VarStmt, Idents: []*code.Ident{id}, Type: "int"})
	row := a
	var cond *code.Expr
	for range k {
		c := code.Binary(">", code.LenOf(row), code.IntLit(0))
		if cond != nil {
			c = code.Binary("&&", cond, c)
		}
		cond, row = c, code.Index(row, code.IntLit(0))
	}
	h.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{cond}, Body: []*code.Stmt{
		{Kind: code.AssignStmt, Op: "=", Lhs: []*code.Expr{code.Use(id)}, Exprs: []*code.Expr{code.LenOf(row)}},
	}})
	return row
}

// size is a size as a Go expression.
func (h *emitter) size(s *syntax.Size) *code.Expr {
	var sum *code.Expr
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		var p *code.Expr
		neg := coef < 0 && sum != nil && len(vars) > 0
		if neg {
			coef = -coef
		}
		if coef != 1 || len(vars) == 0 {
			p = code.IntLit(coef)
		}
		for _, v := range vars {
			x, ok := h.sizes[v]
			if !ok {
				code.Failf("size variable %s of %s is not bound", v.Name, h.fn.Def.Name)
			}
			if p == nil {
				p = x
			} else {
				p = code.Binary("*", p, x)
			}
		}
		switch {
		case sum == nil:
			sum = p
		case neg:
			sum = code.Binary("-", sum, p)
		default:
			sum = addSize(sum, p)
		}
	})
	if sum == nil {
		return code.IntLit(0)
	}
	return sum
}

// addSize writes constants last: n + 1, n - 1.
func addSize(a, b *code.Expr) *code.Expr {
	if a.Kind == code.LitExpr {
		if a.Text[0] == '-' {
			return code.Binary("-", b, &code.Expr{Kind: code.LitExpr, Text: a.Text[1:], Size: 1})
		}
		return code.Binary("+", b, a)
	}
	return code.Binary("+", a, b)
}

func plusExpr(a, b *code.Expr) *code.Expr {
	if b.Kind == code.UnaryExpr {
		return code.Binary("-", a, b.Args[0])
	}
	return code.Binary("+", a, b)
}

// resultBuffers adds the parameters that receive results: nil where a result is returned.
func (h *emitter) resultBuffers(results []leaf) []*code.Expr {
	dests := make([]*code.Expr, len(results))
	if !h.fn.Exported {
		return dests
	}
	for k := range h.fn.Into {
		if k < 0 || k >= len(results) || !buffered(results[k]) {
			code.Failf("result %d of %s cannot be written into a slice", k, h.fn.Def.Name)
		}
	}
	for k, l := range results {
		if name, ok := h.fn.Into[k]; ok {
			id := &code.Ident{Name: h.names.Fresh(name), Fixed: true}
			h.params = append(h.params, code.Param{Name: id.Name, Type: l.goType()})
			dests[k] = code.Use(id)
			h.check(dests[k], l.dims, nil)
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
