package wrap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// matrix is func FJacobian(p…, jac []float64) (r…), or FHessian: a matrix in one slice, row after row. It is made of
// calls of one core, for each unit vector; or of one call, where it has one row.
type matrix struct {
	*fn
	name    string // of the parameter
	hessian bool
	row     bool // one row only
	of      int  // the component that is differentiated
}

func newJacobian(w *fn) verb { return &matrix{fn: w, name: "jac"} }

func newHessian(w *fn) verb { return &matrix{fn: w, name: "hess", hessian: true} }

func (m *matrix) derive() (chad.Export, error) {
	m.of = -1
	for k, c := range m.comps {
		if c.result >= 0 && m.results[c.result].of {
			m.of = k
		}
	}
	if m.of < 0 {
		return chad.Export{}, fmt.Errorf("%s must have one result to differentiate; choose one with of=, by its name", m.Func.Name())
	}
	m.row = !m.hessian && m.comps[m.of].shape.kind == realKind
	var e chad.Export
	var err error
	switch {
	case m.hessian:
		e, err = m.hvpCore()
	case m.row:
		e, err = m.gradCore()
	default:
		e.Func, err = m.derivative(func(src *chad.Func, names []string) (*chad.Func, error) { return chad.JVP(src, names...) })
		m.slots = append(valueSlots(m.comps), tangentSlots(m.comps)...)
	}
	e.Into = into(m.slots, func(s *slot) bool { return s.comp < 0 || m.known(s.col) })
	return e, err
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
	m.name = m.param(m.name, "[]float64")
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
	if rows != "" {
		m.printf("if len(%s) != %s*%s {\npanic(%s(%q, %q, len(%s), %s*%s))\n}\n", m.name, factor(rows), n,
			m.file.helper("lengthError"), m.at, m.name, m.name, factor(rows), n)
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
	m.columns(args, offsets, n, rows == "")
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
	m.failures(func() { m.printf("clear(%s)\n", m.name) })
	for i := range m.slots {
		if s := &m.slots[i]; s.comp < 0 {
			m.storeRow(s, offsets[s.leaf])
		}
	}
	m.printf("return %s\n", m.again())
}

// placeKnown says where the core puts a part of the value, which is not looked at but for failures.
func (m *matrix) placeKnown(s *slot) {
	c := m.comps[s.comp]
	switch {
	case len(s.col.dims()) > 0 && m.known(s.col):
		name := "out"
		if c.result >= 0 {
			name = m.resultName(c.result)
		}
		s.into = m.scratch(s.col, copied, hint(name+"_"+map[bool]string{true: "tangent", false: "value"}[s.tangent], s.col))
	case s.tangent && s.comp == m.of && !m.hessian && s.col.varies():
		s.value = m.names.fresh(hint("d"+m.resultName(c.result), s.col))
	case s.tangent:
	case c.status(), c.shape.kind == errorKind:
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

// columns emits the calls for all unit vectors: each makes a column of a Jacobian, or a row of a Hessian.
func (m *matrix) columns(args []string, offsets map[int]count, n string, late bool) {
	type unit struct {
		leaf int
		col  column
		x    string
	}
	var units []unit
	active, _ := m.active()
	for _, k := range active {
		l := &m.flat.leaves[k]
		for _, c := range l.shape.columns() {
			if c.scalar.kind != realKind {
				continue
			}
			h := "d" + upper(hint(l.text, c))
			var x string
			if len(c.steps) == 0 {
				x = m.names.fresh(h)
				m.printf("var %s float64\n", x)
			} else {
				x = m.scratch(c, copied, h)
				m.zero(c, x)
			}
			args = append(args, x)
			if c.varies() {
				units = append(units, unit{k, c, x})
			}
		}
	}
	col, do := m.names.fresh("c"), m.names.fresh("unit")
	for i := range m.slots {
		if s := &m.slots[i]; s.comp >= 0 {
			m.placeKnown(s)
		} else if !m.contiguous(s) && len(s.col.dims()) > 0 {
			s.into = m.scratch(s.col, copied, hint(barName(m.flat.leaves[s.leaf].text, "bar"), s.col))
		}
	}
	errs := m.hasError()
	if errs {
		m.printf("// %s makes what belongs to the unit vector %s, and reports an error.\n%s := func(%s int) bool {\n", do, col, do, col)
	} else {
		m.printf("// %s makes what belongs to the unit vector %s.\n%s := func(%s int) {\n", do, col, do, col)
	}
	if m.hessian {
		for i := range m.slots {
			if s := &m.slots[i]; s.comp < 0 && s.into == "" {
				m.rowPart(s, offsets[s.leaf].add(count{terms: []string{col + "*" + n}}))
			}
		}
	}
	if late {
		for i := range m.slots {
			if s := &m.slots[i]; s.tangent && s.comp == m.of && s.into == "" && s.col.varies() {
				s.value = m.names.fresh(hint("dy", s.col))
			}
		}
	}
	m.call(m.slots, args)
	m.statusFailures()
	if errs {
		m.printf("if %s {\nreturn true\n}\n", strings.Join(m.errorValues(), " != 0 || ")+" != 0")
	}
	if m.hessian {
		for i := range m.slots {
			if s := &m.slots[i]; s.comp < 0 {
				m.storeRow(s, offsets[s.leaf].add(count{terms: []string{col + "*" + n}}))
			}
		}
	} else {
		m.storeColumn(col, n, late)
	}
	if errs {
		m.printf("return false\n")
	}
	m.printf("}\n")
	for _, u := range units {
		l := &m.flat.leaves[u.leaf]
		each := func(index []string) {
			at := u.x + indices(index)
			call := fmt.Sprintf("%s(%s)", do, offsets[u.leaf].add(m.position(l.shape, u.col, index)))
			if errs {
				call = fmt.Sprintf("if %s {\nclear(%s)\n%s\n}", call, m.name, m.afterError())
			}
			m.printf("%s = 1\n%s\n%s = 0\n", at, call, at)
		}
		if len(u.col.steps) == 0 {
			each(nil)
			continue
		}
		m.overScratch(u.col, u.x, each)
	}
	m.printf("return %s\n", m.again())
}

// hasError reports whether the function returns an error.
func (w *fn) hasError() bool {
	return slices.ContainsFunc(w.results, func(r result) bool { return r.shape.kind == errorKind })
}

// storeColumn writes a tangent into the column col. The lengths of what only the result knows are checked.
func (m *matrix) storeColumn(col, n string, late bool) {
	c := m.comps[m.of]
	var mine []*slot
	for i := range m.slots {
		if s := &m.slots[i]; s.tangent && s.comp == m.of && s.col.varies() {
			mine = append(mine, s)
		}
	}
	from := func(s *slot) string {
		if s.into != "" {
			return s.into
		}
		return s.value
	}
	if late {
		for _, s := range mine {
			x := from(s)
			for _, d := range s.col.dims() {
				m.size[d] = "len(" + x + ")"
				x += "[0]"
			}
		}
		rows := m.reals(c.shape).String()
		m.printf("if len(%s) != %s*%s {\npanic(%s(%q, %q, len(%s), %s*%s))\n}\n", m.name, factor(rows), n,
			m.file.helper("lengthError"), m.at, m.name, m.name, factor(rows), n)
	}
	for _, s := range mine {
		if len(s.col.steps) == 0 {
			m.printf("%s[%s] = %s\n", m.name, col, from(s))
			continue
		}
		m.overScratch(s.col, from(s), func(index []string) {
			row := m.position(c.shape, s.col, index).times(n)
			m.printf("%s[%s] = %s\n", m.name, row.add(count{terms: []string{col}}), from(s)+indices(index))
		})
	}
}

func (m *matrix) doc() string {
	var ofs []string
	for i := range m.items {
		ofs = append(ofs, m.items[i].text)
	}
	if m.hessian {
		return fmt.Sprintf("returns what %s returns, and writes its Hessian by %s into %s, row by row: with n numbers in\nthem together, it has length n*n. nil skips it. %s",
			m.Func.Name(), enumeration(ofs), m.name, m.memoryDoc())
	}
	return fmt.Sprintf("returns what %s returns, and writes its Jacobian by %s into %s, row by row: a row for each number\nin the result, a column for each in %s. nil skips it. %s",
		m.Func.Name(), enumeration(ofs), m.name, enumeration(ofs), m.memoryDoc())
}
