package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// matrix is func FJacobian(p…, jac []float64) (r…), or FHessian: a matrix in one slice, row after row. It is made of
// calls of one core, for some unit vectors each; or of one call, where it has one row.
type matrix struct {
	*fn
	name    string // of the parameter
	hessian bool
	row     bool // one row only
	of      int  // the component that is differentiated
	sweeps  []*sweep
	lanes   int    // of the sweep that is written
	rowwise bool   // of the sweep that is written
	colors  string // the parameter with the colours of columns, or empty
	count   string // the number of colours
}

func newJacobian(w *fn) verb { return &matrix{fn: w, name: "jac"} }

func newHessian(w *fn) verb { return &matrix{fn: w, name: "hess", hessian: true} }

func (m *matrix) derive() (chad.Export, error) {
	if err := m.realOnly(); err != nil {
		return chad.Export{}, err
	}
	m.of = -1
	for k, c := range m.comps {
		if c.result >= 0 && m.results[c.result].of {
			m.of = k
		}
	}
	if m.of < 0 {
		return chad.Export{}, m.noResult()
	}
	if !m.hessian && m.d.Colors && m.comps[m.of].shape.kind == realKind {
		return chad.Export{}, fmt.Errorf("%s returns one number; a Jacobian of one row is not compressed, take grad",
			m.Func.Name())
	}
	if m.comps[m.of].shape.loosely() {
		return chad.Export{}, fmt.Errorf("rows of different lengths, which %s returns, are no rows of a Jacobian; "+
			"use vjp or jvp, or return one slice with all elements", m.Func.Name())
	}
	m.row = !m.hessian && m.comps[m.of].shape.kind == realKind
	var e chad.Export
	var err error
	switch {
	case m.row:
		e, err = m.gradCore()
	case m.hessian:
		if e, err = m.hvpCore(m.canFail()); err == nil {
			m.sweeps = []*sweep{{slots: m.slots, rowwise: true}}
			units, params := m.forward(nil)
			m.sweeps[0].batch(&e, units, params, m.d.Colors)
		}
	default:
		return m.sweep()
	}
	e.Into = into(m.slots, func(s *slot) bool { return s.comp < 0 || m.known(s.col) })
	return e, err
}

// sweep derives the cores of a Jacobian: in forward mode, in reverse mode, or both where it depends on lengths which of
// them has less to do.
func (m *matrix) sweep() (chad.Export, error) {
	var es []chad.Export
	columns, rows := m.modes()
	if columns {
		units, params := m.forward(nil)
		derive, slots := chad.Tangent, []slot(nil)
		// the result says how many rows there are
		if m.canFail() || slices.ContainsFunc(m.reverse(), func(u unit) bool { return !m.known(u.col) }) {
			derive, slots = chad.JVP, valueSlots(m.comps)
		}
		der, err := m.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
			return derive(src, names...)
		})
		if err != nil {
			return chad.Export{}, err
		}
		s := &sweep{slots: append(slots, tangentSlots(m.comps)...)}
		e := chad.Export{Func: der, Into: into(s.slots, func(s *slot) bool { return m.known(s.col) })}
		s.batch(&e, units, params, m.d.Colors)
		m.sweeps, es = append(m.sweeps, s), append(es, e)
	}
	if rows {
		s := &sweep{rowwise: true}
		seed := chad.Seed{Kind: chad.SeedParam}
		if len(m.comps) > 1 {
			seed = chad.Seed{Kind: chad.SeedParts, Parts: make([]chad.Seed, len(m.comps))}
			seed.Parts[m.of].Kind = chad.SeedParam
		}
		derive := chad.Cotangents
		if m.canFail() {
			derive, s.slots = chad.Pullback, valueSlots(m.comps)
		}
		der, err := m.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
			return derive(src, seed, names...)
		})
		if err != nil {
			return chad.Export{}, err
		}
		leaves, _ := m.active()
		s.slots = append(s.slots, m.flat.cotangentSlots(leaves)...)
		e := chad.Export{Func: der, Into: into(s.slots, func(s *slot) bool { return s.comp < 0 || m.known(s.col) })}
		params := der.Def().Params
		// the seed, whatever parameters are called
		s.batch(&e, m.reverse(), []string{params[len(params)-1].Name}, false)
		m.sweeps, es = append(m.sweeps, s), append(es, e)
	}
	m.also = es[1:]
	return es[0], nil
}

// modes are the modes in which a Jacobian of k rows and n columns may be made: by columns, forward, or by rows, in
// reverse. A row in reverse mode takes up to twice as long as a column in forward mode.
func (m *matrix) modes() (columns, rows bool) {
	units, _ := m.forward(nil)
	results := m.reverse()
	if m.d.Colors {
		return true, false
	}
	for _, u := range results {
		if !m.known(u.col) {
			return true, false
		}
	}
	n, nFixed := fixed(units)
	k, kFixed := fixed(results)
	switch {
	case nFixed && kFixed:
		return 2*k > n, 2*k <= n
	case nFixed, square(units, results):
		return true, false
	case kFixed && k <= mostLanes: // all of it in one sweep
		return false, true
	}
	return true, true
}

// square reports whether there is a row for each column, as the types know.
func square(units, results []unit) bool {
	if len(units) != 1 || len(results) != 1 {
		return false
	}
	a, b := units[0].col.dims(), results[0].col.dims()
	return slices.EqualFunc(a, b, func(x, y *shape) bool {
		switch {
		case x.kind != y.kind:
			return false
		case x.kind == arrayKind:
			return x.len == y.len
		}
		return x.size != nil && y.size != nil && x.size.String() == y.size.String()
	})
}

// canFail reports whether the value says that the function panics, or returns an error.
func (w *fn) canFail() bool {
	return slices.ContainsFunc(w.comps, func(c component) bool { return c.status() || c.shape.kind == errorKind })
}

// known reports whether all lengths of a column are known before the call.
func (w *fn) known(c column) bool {
	for _, d := range c.dims() {
		if d.kind == sliceKind && d.size == nil {
			return false
		}
	}
	return true
}

func (m *matrix) signature() {
	m.heads()
	if m.d.Colors {
		m.colors = m.param("colors", types.NewSlice(types.Typ[types.Int]))
	}
	m.name = m.param(m.name, types.NewSlice(types.Typ[types.Float64]))
}

func (m *matrix) body() {
	m.shapes()
	for _, c := range m.comps {
		if c.result >= 0 {
			m.known0(c.shape)
		}
	}
	m.printf("if %s == nil {\nreturn %s\n}\n", m.name, m.again())
	offsets, total := m.offsets()
	n := m.names.fresh("n")
	m.printf("%s := %s\n", n, total)
	rows := m.rows(n)
	m.count = n
	if m.colors != "" {
		m.count = m.names.fresh("k")
		m.printf("if len(%s) != %s {\npanic(%s(%q, %q, len(%s), %s))\n}\n", m.colors, n, m.file.helper("lengthError"),
			m.at, m.colors, m.colors, n)
		c := m.names.fresh("c")
		m.printf("%s := 0\nfor _, %s := range %s {\n%s = max(%s, %s+1)\n}\n", m.count, c, m.colors, m.count, m.count, c)
		m.names.free1(c)
	}
	if rows != "" {
		m.checkSize(rows)
	}
	for i := range m.flat.leaves {
		l := &m.flat.leaves[i]
		x := m.leafAt(l)
		if s, ok := m.span(l.shape, x, l.text); ok && s.elem == "float64" {
			m.apart(memory{m.name, m.name, "float64", 1}, s)
		}
	}
	args := m.arguments()
	if m.row {
		m.oneRow(args, offsets)
		return
	}
	for i, s := range m.sweeps {
		s.core = m.cores[i]
		if s.of, _ = m.forward(offsets); s.rowwise && !m.hessian {
			s.of = m.reverse()
		}
	}
	if len(m.sweeps) > 1 {
		m.printf("if 2*%s <= %s {\n", factor(rows), n)
		m.columns(m.sweeps[1], slices.Clip(args), offsets, n, false)
		m.printf("}\n")
	}
	m.columns(m.sweeps[0], slices.Clip(args), offsets, n, rows == "")
}

// checkSize emits the check of the length of the matrix, which has a number of rows.
func (m *matrix) checkSize(rows string) {
	size := factor(rows) + "*" + m.count
	m.printf("if len(%s) != %s {\npanic(%s(%q, %q, len(%s), %s))\n}\n", m.name, size, m.file.helper("lengthError"),
		m.at, m.name, m.name, size)
}

// known0 gives the slices of a result the lengths that their types know.
func (w *fn) known0(s *shape) {
	switch s.kind {
	case sliceKind, arrayKind:
		switch {
		case s.kind == arrayKind:
			w.size[s] = s.literal()
		case s.size != nil:
			w.size[s] = w.sizeExpr(s.size)
		}
		w.known0(s.elem)
	case structKind:
		for _, f := range s.fields {
			w.known0(f.shape)
		}
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
}

// offsets are the first columns of the active leaves, in the order of items, and their number.
func (m *matrix) offsets() (map[int]count, count) {
	out := map[int]count{}
	var total count
	for i := range m.items {
		for k := range m.flat.leaves {
			if l := &m.flat.leaves[k]; l.of(&m.items[i]) {
				out[k] = total
				total = total.add(m.reals(l.shape))
			}
		}
	}
	return out, total
}

// rows is the number of rows; it is empty when only the result knows.
func (m *matrix) rows(n string) string {
	if m.hessian {
		return n
	}
	s := m.comps[m.of].shape
	for _, c := range s.columns() {
		if !m.known(c) {
			return ""
		}
	}
	return m.reals(s).String()
}

// oneRow emits the call that writes the only row.
func (m *matrix) oneRow(args []string, offsets map[int]count) {
	for i := range m.slots {
		s := &m.slots[i]
		if s.comp >= 0 {
			m.placeKnown(s)
			continue
		}
		m.rowPart(s, offsets[s.leaf])
	}
	m.call(m.slots, args)
	m.afterErrors(func() { m.printf("clear(%s)\n", m.name) })
	for i := range m.slots {
		if s := &m.slots[i]; s.comp < 0 {
			m.storeRow(s, offsets[s.leaf])
		}
	}
	m.printf("return %s\n", m.again())
}

// placeKnown says where the core puts a part of the value, or of a tangent that nobody wants; neither is looked at but
// for failures.
func (m *matrix) placeKnown(s *slot) {
	c := m.comps[s.comp]
	switch {
	case len(s.col.dims()) > 0 && m.known(s.col):
		name := "out"
		if c.result >= 0 {
			name = m.resultName(c.result)
		}
		s.into = m.scratch(s.col, copied, hint(name+"_"+map[bool]string{true: "tangent", false: "value"}[s.tangent],
			s.col))
	case s.tangent:
	case s.comp == m.of && s.col.varies() && len(s.col.dims()) > 0:
		s.value = m.names.fresh(hint(m.resultName(c.result), s.col))
	case c.shape.kind == errorKind:
		s.value = m.names.fresh("failed")
	}
}

// rowPart says where the core puts a cotangent: into the row, from base on, where the elements follow each other.
func (m *matrix) rowPart(s *slot, base count) {
	switch l := &m.flat.leaves[s.leaf]; {
	case len(s.col.dims()) == 0:
		s.value = m.names.fresh("d" + upper(hint(l.text, s.col)))
	case m.contiguous(s):
		s.into = fmt.Sprintf("%s[%s:%s]", m.name, base, base.add(m.reals(l.shape)))
	default:
		s.into = m.scratch(s.col, copied, hint(barName(l.text, "bar"), s.col))
	}
}

// contiguous reports whether the elements of a cotangent follow each other in a row.
func (m *matrix) contiguous(s *slot) bool { return len(s.col.steps) == 1 && s.col.varies() }

// storeRow writes a cotangent into the row that begins at base, where the core has not.
func (m *matrix) storeRow(s *slot, base count) {
	l := &m.flat.leaves[s.leaf]
	if !s.col.varies() || m.contiguous(s) {
		return
	}
	if len(s.col.steps) == 0 {
		m.printf("%s[%s] = %s\n", m.name, base, s.value)
		return
	}
	m.overScratch(s.col, s.into, func(index []string) {
		m.printf("%s[%s] = %s\n", m.name, base.add(m.position(l.shape, s.col, index)), s.into+indices(index))
	})
}

// overScratch emits loops over an array of the representation.
func (w *fn) overScratch(c column, x string, body func(index []string)) {
	var index []string
	for range c.dims() {
		i := w.names.fresh([]string{"i", "j", "k"}[min(len(index), 2)])
		w.printf("for %s := range %s%s {\n", i, x, indices(index))
		index = append(index, i)
	}
	body(index)
	w.printf("%s", strings.Repeat("}\n", len(index)))
	for _, i := range index {
		w.names.free1(i)
	}
}

// hasError reports whether the function returns an error.
func (w *fn) hasError() bool {
	return slices.ContainsFunc(w.results, func(r result) bool { return r.shape.kind == errorKind })
}

func (m *matrix) doc() string {
	var ofs []string
	for i := range m.items {
		ofs = append(ofs, m.items[i].text)
	}
	if m.colors != "" {
		what, lines := "Jacobian", "a number in the result"
		if m.hessian {
			what, lines = "Hessian", "a column"
		}
		return fmt.Sprintf("returns what %s returns, and writes its %s by %s, compressed, into %s: colors has a "+
			"colour for\neach column, from 0 on, "+
			"or -1 for one to leave out. Row c is the sum of the columns of colour c, and has an element for "+
			"each\n%s. nil skips it. %s",
			m.Func.Name(), what, enumeration(ofs), m.name, strings.TrimPrefix(lines, "a "), m.memoryDoc())
	}
	if m.hessian {
		return fmt.Sprintf("returns what %s returns, and writes its Hessian by %s into %s, row by row: with n "+
			"numbers in\nthem together, it has length n*n. nil skips it. %s",
			m.Func.Name(), enumeration(ofs), m.name, m.memoryDoc())
	}
	return fmt.Sprintf("returns what %s returns, and writes its Jacobian by %s into %s, row by row: a row for each "+
		"number\nin the result, a column for each in %s. nil skips it. %s",
		m.Func.Name(), enumeration(ofs), m.name, enumeration(ofs), m.memoryDoc())
}
