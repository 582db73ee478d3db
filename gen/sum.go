package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tagOf is the tag that stands for a variant: linear sums keep 0 for their zero.
func tagOf(t syntax.Type, variant int) int64 {
	if syntax.IsLinearSum(t) {
		return int64(variant) + 1
	}
	return int64(variant)
}

// inj emits an injection.
func (e *emitter) inj(t *syntax.Inj, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	if data, ok := t.Type().(*syntax.Data); ok {
		return e.deliver(e.one(e.construct(data, t)), ls, d)
	}
	lo, hi := e.g.part(t.Type(), t.Tag)
	out := make([]*expr, len(ls))
	for i, l := range ls {
		switch {
		case i == 0:
			out[i] = e.store(intLit(tagOf(t.Type(), t.Tag)), l, part1(d, i))
		case i >= lo && i < hi:
		case part1(d, i).lv != nil && !l.scalar() && !d[i].slot:
			out[i] = d[i].lv // the elements of another variant are never read
		default:
			out[i] = e.store(zeroLit(l), l, part1(d, i))
		}
	}
	copy(out[lo:hi], e.eval(t.Arg, part(d, lo, hi)))
	return out
}

// construct is a new cell of a data type. The first constructor without
// argument of a data type that is not linear is nil.
func (e *emitter) construct(data *syntax.Data, t *syntax.Inj) *expr {
	args := e.eval(t.Arg, nil)
	if e.g.nilCtor(data) == t.Tag {
		return nilLit()
	}
	c := node(typedExpr, "&"+e.g.dataNames[data])
	c.fields = append(c.fields, "Tag")
	c.args = append(c.args, intLit(tagOf(data, t.Tag)))
	for i, f := range e.g.fieldNames(data, t.Tag) {
		if isZeroLit(args[i]) || args[i].text == "nil" {
			continue
		}
		c.fields = append(c.fields, f)
		c.args = append(c.args, args[i])
		c.size += args[i].size
	}
	return c
}

// nilCtor is the constructor that nil stands for, or -1.
func (g *generator) nilCtor(d *syntax.Data) int {
	if d.Linear {
		return -1
	}
	for i, c := range d.Ctors() {
		if len(g.leaves(c.Arg)) == 0 {
			return i
		}
	}
	return -1
}

// fieldNames names the fields of one constructor.
func (g *generator) fieldNames(d *syntax.Data, tag int) []string {
	c := d.Ctors()[tag]
	names := g.leafNames(c.Name, c.Arg)
	seen := map[string]bool{"Tag": true}
	out := make([]string, len(names))
	for i, n := range names {
		n = exportedName(n)
		if len(names) == 1 {
			n += "1"
		}
		for seen[n] {
			n += "x"
		}
		seen[n] = true
		out[i] = n
	}
	return out
}

// caseOf emits a case analysis; arm emits the body of each arm.
func (e *emitter) caseOf(t *syntax.Case, arm func(syntax.Term)) {
	ty := t.Scrut.Type()
	vals := e.eval(t.Scrut, nil)
	for i, v := range vals {
		if v.size > 1 {
			vals[i] = e.atom(v, "c")
		} else if l := e.g.leaves(ty)[i]; l.data != nil && v.text == "nil" {
			vals[i] = e.declareInit("c", l, v) // nil has no fields
		}
	}
	bodies := make([][]*stmt, len(t.Arms))
	for k, a := range t.Arms {
		bodies[k] = e.sub(func() {
			e.env[a.Var] = e.variant(ty, vals, k)
			arm(a.Body)
		})
	}
	if data, ok := ty.(*syntax.Data); ok && e.g.nilCtor(data) >= 0 && len(t.Arms) == 2 {
		k := e.g.nilCtor(data)
		e.addIf(&stmt{kind: ifStmt, exprs: e.one(binary("==", vals[0], nilLit())), body: bodies[k], alt: bodies[1-k]})
		return
	}
	tag := vals[0]
	if data, ok := ty.(*syntax.Data); ok {
		tag = e.dataTag(data, vals[0])
	}
	switch len(t.Arms) {
	case 1:
		e.out.stmts = append(e.out.stmts, bodies[0]...)
	case 2:
		e.addIf(&stmt{kind: ifStmt, exprs: e.one(binary("==", tag, intLit(0))), body: bodies[0], alt: bodies[1]})
	default:
		n := len(bodies) - 1
		e.out.add(&stmt{kind: switchStmt, exprs: e.one(tag), cases: bodies[:n], body: bodies[n]})
	}
}

// dataTag is the tag of a cell.
func (e *emitter) dataTag(d *syntax.Data, x *expr) *expr {
	k := e.g.nilCtor(d)
	if k < 0 {
		return node(fieldExpr, "Tag", x)
	}
	tag := e.declare("tag", intLit(int64(k)))
	e.out.add(&stmt{kind: ifStmt, exprs: e.one(binary("!=", x, nilLit())), body: []*stmt{
		{kind: assignStmt, op: "=", lhs: e.one(tag), exprs: e.one(node(fieldExpr, "Tag", x))},
	}})
	return tag
}

// variant gives the leaves of the argument of variant k.
func (e *emitter) variant(t syntax.Type, vals []*expr, k int) []*expr {
	data, ok := t.(*syntax.Data)
	if !ok {
		lo, hi := e.g.part(t, k)
		return vals[lo:hi:hi]
	}
	var out []*expr
	for _, f := range e.g.fieldNames(data, k) {
		out = append(out, node(fieldExpr, f, vals[0]))
	}
	return out
}

// uninj undoes an injection into a linear sum; its zero gives zeros.
func (e *emitter) uninj(t *syntax.Uninj, d []dest) []*expr {
	ty := t.Arg.Type()
	vals := e.eval(t.Arg, nil)
	vals[0] = e.atom(vals[0], "u")
	acc := e.zeroed(t.Type(), d)
	var live *expr
	if _, ok := ty.(*syntax.Data); ok {
		live = binary("!=", vals[0], nilLit())
	} else {
		live = binary("!=", vals[0], intLit(0))
	}
	s := &stmt{kind: ifStmt, exprs: e.one(live)}
	s.body = e.sub(func() { e.addVals(t.Type(), acc, e.variant(ty, vals, t.Tag)) })
	e.out.add(s)
	return e.deliver(acc, e.g.leaves(t.Type()), d)
}

// addInj adds an injection into a linear sum.
func (e *emitter) addInj(t *syntax.Inj, acc []*expr) {
	if _, ok := t.Type().(*syntax.SumType); !ok {
		e.addVals(t.Type(), acc, e.eval(t, nil))
		return
	}
	e.assign(acc[0], intLit(tagOf(t.Type(), t.Tag)))
	lo, hi := e.g.part(t.Type(), t.Tag)
	e.add(t.Arg, acc[lo:hi])
}

// addSumVals adds values of a linear sum: those of the variant present.
func (e *emitter) addSumVals(t *syntax.SumType, acc, vals []*expr) {
	cases := make([][]*stmt, 1, len(t.Variants)+1)
	for k, v := range t.Variants {
		lo, hi := e.g.part(t, k)
		cases = append(cases, e.sub(func() {
			e.assign(acc[0], intLit(int64(k+1)))
			e.addVals(v, acc[lo:hi], vals[lo:hi])
		}))
	}
	e.out.add(&stmt{kind: switchStmt, exprs: e.one(vals[0]), cases: cases})
}

// dataType registers a data type for declaration.
func (g *generator) dataType(d *syntax.Data) {
	if _, ok := g.dataNames[d]; ok {
		return
	}
	g.dataNames[d] = g.packageName(exportedName(d.Name))
	g.dataOrder = append(g.dataOrder, d)
}

// dataDecls declares the data types in use, and the additions they need.
func (g *generator) dataDecls() []jen.Code {
	var out []jen.Code
	for i := 0; i < len(g.dataOrder); i++ {
		d := g.dataOrder[i]
		fields := []jen.Code{jen.Id("Tag").Int()}
		for k, c := range d.Ctors() {
			ls := g.leaves(c.Arg) // may register more types
			fields = append(fields, jen.Comment("// "+oneLine(c.Name)+" has Tag "+strconv.FormatInt(tagOf(d, k), 10)+"."))
			for j, f := range g.fieldNames(d, k) {
				fields = append(fields, jen.Id(f).Id(ls[j].goType()))
			}
		}
		text := g.dataNames[d] + " is a value of the data type " + oneLine(d.Name) + "."
		if k := g.nilCtor(d); k >= 0 {
			text += " nil is " + oneLine(d.Ctors()[k].Name) + "."
		} else if d.Linear {
			text += " nil is zero."
		}
		decl := jen.Null()
		for _, c := range comment(text) {
			decl.Add(c).Line()
		}
		out = append(out, decl.Type().Id(g.dataNames[d]).Struct(fields...))
	}
	done := map[*syntax.Data]bool{}
	for again := true; again; {
		again = false
		for _, d := range g.dataOrder {
			if g.adders[d] && !done[d] { // one addition may need another
				done[d], again = true, true
				out = append(out, g.adder(d))
			}
		}
	}
	return out
}

// adder is the addition of a linear data type.
func (g *generator) adder(d *syntax.Data) jen.Code {
	name := g.dataNames[d]
	e := &emitter{
		g: g, fn: &function{def: &syntax.Def{Name: name}}, out: &block{},
		names: newScopes(func(s string) bool { return g.pkgNames[s] }),
	}
	a, b := use(&ident{name: e.names.fresh("a")}), use(&ident{name: e.names.fresh("b")})
	for _, p := range [][2]*expr{{a, b}, {b, a}} {
		e.out.add(&stmt{kind: ifStmt, exprs: e.one(binary("==", p[0], nilLit())), body: []*stmt{{kind: returnStmt, exprs: e.one(p[1])}}})
	}
	sum := e.declare("sum", call("", "new", use(&ident{name: name})))
	e.out.add(&stmt{kind: assignStmt, op: "=", lhs: e.one(node(unaryExpr, "*", sum)), exprs: e.one(node(unaryExpr, "*", a))})
	cases := make([][]*stmt, 1, len(d.Ctors())+1)
	for k, c := range d.Ctors() {
		cases = append(cases, e.sub(func() { e.addFields(c.Arg, e.variant(d, []*expr{sum}, k), e.variant(d, []*expr{b}, k)) }))
	}
	e.out.add(&stmt{kind: switchStmt, exprs: e.one(node(fieldExpr, "Tag", b)), cases: cases})
	e.out.add(&stmt{kind: returnStmt, exprs: e.one(sum)})
	f := jen.Comment("// plus adds two values of one constructor; nil is zero.").Line()
	return f.Func().Params(jen.Id(a.id.name).Id("*" + name)).Id("plus").Params(jen.Id(b.id.name).Id("*" + name)).Id("*" + name).
		Block(printStmts(prune(e.out.stmts))...)
}

// addFields adds the fields of a cell; slices are copied before they change.
func (e *emitter) addFields(t syntax.Type, acc, vals []*expr) {
	for i, l := range e.g.leaves(t) {
		if !l.scalar() {
			e.assign(acc[i], call("slices", "Clone", acc[i]))
			if len(l.dims) > 1 {
				failf("%s holds arrays of arrays, which have no addition in Go", t)
			}
		}
	}
	e.addVals(t, acc, vals)
}
