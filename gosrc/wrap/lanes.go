package wrap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gen"
)

// The number of unit vectors that a call of the core takes where their number is not known or large, and the largest.
const (
	someLanes = 4
	mostLanes = 8
)

// A sweep is a core that makes a part of a matrix for each unit vector, some at once, and what it returns.
type sweep struct {
	core  gen.Core
	slots []slot
	lanes int
	// rowwise says that a unit vector makes a row: of a Hessian, or of a Jacobian in reverse mode.
	rowwise bool
	// of says what the unit vectors are of: the arguments of the core behind those of the function.
	of []unit
}

// A unit is a column of a Go value, in which unit vectors have their ones.
type unit struct {
	shape  *shape
	col    column
	offset count // the number of the first unit vector of the value
	hint   string
	x      string // the array of its memory for each lane
}

// forward are the units of the parameters that are differentiated by, and the names of the tangents. The offsets may be
// missing where nothing is emitted.
func (m *matrix) forward(offsets map[int]count) (units []unit, names []string) {
	active, names := m.active()
	for _, k := range active {
		l := &m.flat.leaves[k]
		for _, c := range l.shape.columns() {
			if c.scalar.kind == realKind {
				units = append(units, unit{shape: l.shape, col: c, offset: offsets[k], hint: "d" +
					upper(hint(l.text, c))})
			}
		}
	}
	for i := range names {
		names[i] = "d" + names[i]
	}
	return units, names
}

// reverse are the units of the result that is differentiated.
func (m *matrix) reverse() (units []unit) {
	c := m.comps[m.of]
	for _, col := range c.shape.columns() {
		if col.scalar.kind == realKind {
			units = append(units, unit{shape: c.shape, col: col, hint: "seed" +
				upper(hint(m.resultName(c.result), col))})
		}
	}
	return units
}

// batch has the core take several unit vectors at once.
func (s *sweep) batch(e *chad.Export, units []unit, params []string, colors bool) {
	s.lanes = someLanes
	if n, ok := fixed(units); ok && !colors {
		s.lanes = max(1, min(n, mostLanes))
		if calls := (n + mostLanes - 1) / mostLanes; calls > 1 {
			s.lanes = (n + calls - 1) / calls
		}
	}
	e.Lanes, e.Batched = s.lanes, params
}

// fixed counts unit vectors, if no slice has them.
func fixed(units []unit) (n int, ok bool) {
	for _, u := range units {
		if !u.col.varies() {
			continue
		}
		size := 1
		for _, d := range u.col.dims() {
			if d.kind != arrayKind {
				return 0, false
			}
			size *= int(d.len)
		}
		n += size
	}
	return n, true
}

// A laneSlot is a slot of the core without lanes, and those that are its lanes.
type laneSlot struct {
	*slot
	lanes []*slot
	name  string // of an array with a variable for each lane
}

// laneSlots are the slots of the core, in its order, by those that it has without lanes.
func (m *matrix) laneSlots() (all []slot, by []laneSlot) {
	place := into(m.slots, func(s *slot) bool { return s.comp < 0 || m.known(s.col) })
	dests := len(place)
	var counts []int
	params, results := 0, 0
	for i := range m.slots {
		n := 1
		if l := m.core.Lanes; l != nil {
			if _, ok := place[i]; ok {
				n = len(l.Params[len(l.Params)-dests+params])
				params++
			} else {
				n = len(l.Results[results])
				results++
			}
		}
		counts = append(counts, n)
	}
	for i := range m.slots {
		for range counts[i] {
			all = append(all, m.slots[i])
		}
	}
	k := 0
	for i := range m.slots {
		b := laneSlot{slot: &m.slots[i]}
		for range counts[i] {
			b.lanes = append(b.lanes, &all[k])
			k++
		}
		by = append(by, b)
	}
	return all, by
}

// array declares an array with memory for each of n lanes.
func (m *matrix) array(c column, n int, h string) string {
	v := m.names.fresh(h)
	parts := make([]string, n)
	for l := range parts {
		parts[l] = m.alloc(c, copied, h+strconv.Itoa(l+1))
	}
	m.printf("%s := [...]%s%s{%s}\n", v, strings.Repeat("[]", len(c.dims())), c.scalar.base(),
		strings.Join(parts, ", "))
	return v
}

// columns emits the calls for all unit vectors, some in each: one makes a column of a Jacobian, or a row of a Hessian.
//
//	dX := [4][]float64{…}            the tangents of parameters, for each lane
//	run := func() {                  runs the core for the lanes that are used, and empties them
//		core(x, dX[0], dX[1], dX[2], dX[3], dst…)
//		for l := range used { … = *at[l] … }
//	}
//	add := func(c int, x *float64)   takes the unit vector c, whose 1 stands at x, into a lane
//	for i := range x { add(i, &dX[used][i]) }
func (m *matrix) columns(sw *sweep, args []string, offsets map[int]count, n string, late bool) {
	m.core, m.slots, m.rowwise = sw.core, sw.slots, sw.rowwise
	L := sw.lanes
	m.lanes = L
	for i := range sw.of {
		u := &sw.of[i]
		if len(u.col.dims()) == 0 {
			u.x = m.names.fresh(u.hint)
			m.printf("var %s [%d]float64\n", u.x, L)
		} else {
			u.x = m.array(u.col, L, u.hint)
			if m.colors == "" {
				m.clear(u)
			}
		}
		for l := range L {
			args = append(args, fmt.Sprintf("%s[%d]", u.x, l))
		}
	}
	used, cols, at := m.names.fresh("used"), m.names.fresh("cols"), m.names.fresh("ones")
	run, add, lane, col := m.names.fresh("run"), m.names.fresh("add"), m.names.fresh("l"), m.names.fresh("c")
	m.printf("var %s [%d]int\n", cols, L)
	if m.colors == "" {
		m.printf("var %s [%d]*float64\n", at, L)
	}
	m.printf("%s := 0\n", used)
	all, by := m.laneSlots()
	spare := ""
	rows := m.names.fresh("rows")
	for i := range by {
		b := &by[i]
		dims := len(b.col.dims())
		switch {
		case b.inRows(m):
			spare = "row"
		case b.comp < 0 && dims > 0:
			b.name = m.array(b.col, len(b.lanes), hint(barName(m.flat.leaves[b.leaf].text, "bar"), b.col))
		case b.wanted(m) && dims > 0 && m.known(b.col):
			b.name = m.array(b.col, len(b.lanes), hint(m.resultName(m.comps[b.comp].result)+"_tangent", b.col))
		case b.wanted(m) || b.comp < 0 && b.col.varies():
			for _, s := range b.lanes {
				s.value = m.names.fresh("v")
			}
		case b.comp >= 0:
			for _, s := range b.lanes {
				m.placeKnown(s)
			}
		}
		if b.name != "" {
			for l, s := range b.lanes {
				s.into = fmt.Sprintf("%s[%d]", b.name, l)
			}
		}
	}
	if spare != "" {
		spare = m.names.fresh("spare")
		m.printf("%s := %s(&%s.%s, %s)\n", spare, m.file.helper("grow"), m.receiver, m.field("spareRow", "[]float64"),
			n)
	}
	errs := m.hasError()
	result := map[bool]string{true: " bool", false: ""}[errs]
	says := map[bool]string{true: ", and reports an error", false: ""}[errs]
	m.printf("// %s makes what belongs to the unit vectors in the lanes%s.\n%s := func()%s {\n", run, says, run, result)
	if spare != "" {
		m.printf("%s := [...][]float64{%s}\n", rows, strings.TrimSuffix(strings.Repeat(spare+", ", L), ", "))
		m.printf("for %s, %s := range %s[:%s] {\n%s[%s] = %s[%s*%s : (%s+1)*%s]\n}\n", lane, col, cols, used, rows,
			lane, m.name, col, factor(n), col, factor(n))
		for i := range by {
			if b := &by[i]; b.inRows(m) {
				lo := offsets[b.leaf]
				for l, s := range b.lanes {
					s.into = fmt.Sprintf("%s[%d][%s:%s]", rows, l, lo, lo.add(m.reals(m.flat.leaves[b.leaf].shape)))
				}
			}
		}
	}
	wasSlots := m.slots
	m.slots = all
	m.call(all, args)
	if errs {
		m.printf("if %s {\nreturn true\n}\n", strings.Join(m.errorValues(), " != 0 || ")+" != 0")
	}
	m.slots = wasSlots
	for i := range by { // zeros are empty
		b := &by[i]
		if !b.wanted(m) || b.name != "" || len(b.col.dims()) == 0 {
			continue
		}
		k := slices.IndexFunc(by, func(o laneSlot) bool {
			return o.comp == b.comp && !o.tangent && slices.Equal(o.col.steps, b.col.steps)
		})
		for _, s := range b.lanes {
			m.filled(b.col, s.value, func(index []string) string { return by[k].lanes[0].value + indices(index) }, nil)
		}
	}
	for i := range by { // what was returned
		if b := &by[i]; b.name == "" && b.lanes[0].into == "" && b.lanes[0].value != "_" &&
			(b.comp < 0 || b.wanted(m)) {
			h := "dy"
			if b.comp < 0 {
				h = "d" + upper(hint(m.flat.leaves[b.leaf].text, b.col)) + "Bar"
			}
			b.name = m.names.fresh(h)
			vals := make([]string, len(b.lanes))
			for l, s := range b.lanes {
				vals[l] = s.value
			}
			m.printf("%s := [...]%s%s{%s}\n", b.name, strings.Repeat("[]", len(b.col.dims())), b.col.scalar.base(),
				strings.Join(vals, ", "))
		}
	}
	if late {
		m.lateRows(by)
	}
	stored := slices.ContainsFunc(by, func(b laneSlot) bool { return b.stored() })
	if stored {
		v := lane
		if m.colors != "" && !slices.ContainsFunc(by, func(b laneSlot) bool { return b.stored() && len(b.lanes) > 1 }) {
			v = "_" // what is stored is the same for all lanes
		}
		m.printf("for %s, %s := range %s[:%s] {\n", v, col, cols, used)
	} else if m.colors == "" {
		m.printf("for %s := range %s {\n", lane, used)
	}
	m.storeLanes(by, offsets, lane, col, n)
	if m.colors == "" {
		m.printf("*%s[%s] = 0\n", at, lane)
	}
	if stored || m.colors == "" {
		m.printf("}\n")
	}
	if m.colors == "" {
		m.printf("%s = 0\n", used)
	}
	if errs {
		m.printf("return false\n")
	}
	m.printf("}\n")
	fail := fmt.Sprintf("clear(%s)\n", m.name)
	if errs {
		fail += m.afterError()
	}
	if m.colors != "" {
		m.byColors(sw, used, cols, run, fail, errs)
		m.printf("return %s\n", m.again())
		return
	}
	m.printf("// %s takes the unit vector %s, whose 1 stands at one, into a lane.\n%s := func(%s int, one "+
		"*float64)%s {\n", add, col, add, col, result)
	m.printf("*one, %s[%s], %s[%s] = 1, %s, one\n%s++\n", cols, used, at, used, col, used)
	if errs {
		m.printf("return %s == %d && %s()\n}\n", used, L, run)
	} else {
		m.printf("if %s == %d {\n%s()\n}\n}\n", used, L, run)
	}
	for _, u := range sw.of {
		if !u.col.varies() {
			continue
		}
		each := func(index []string) {
			call := fmt.Sprintf("%s(%s, &%s[%s]%s)", add, u.offset.add(m.position(u.shape, u.col, index)), u.x, used,
				indices(index))
			if errs {
				call = fmt.Sprintf("if %s {\n%s\n}", call, fail)
			}
			m.printf("%s\n", call)
		}
		if len(u.col.dims()) == 0 {
			each(nil)
			continue
		}
		m.overScratch(u.col, u.x+"[0]", each)
	}
	if k, ok := fixed(sw.of); !ok || k%L != 0 {
		cond := used + " > 0"
		if errs {
			m.printf("if %s && %s() {\n%s\n}\n", cond, run, fail)
		} else {
			m.printf("if %s {\n%s()\n}\n", cond, run)
		}
	}
	m.printf("return %s\n", m.again())
}

// clear emits the clearing of the memory of a unit in all lanes.
func (m *matrix) clear(u *unit) {
	if len(u.col.dims()) == 0 {
		m.printf("%s = [%d]float64{}\n", u.x, m.lanes)
		return
	}
	t := m.names.fresh("t")
	m.printf("for _, %s := range %s {\n", t, u.x)
	m.zero(u.col, t)
	m.printf("}\n")
	m.names.free1(t)
}

// byColors emits the runs of the core: a lane has a one for each column of its colour.
func (m *matrix) byColors(sw *sweep, used, cols, run, fail string, errs bool) {
	c, l := m.names.fresh("first"), m.names.fresh("l")
	m.printf("for %s := 0; %s < %s; %s += %d {\n%s = min(%d, %s-%s)\nfor %s := range %s {\n%s[%s] = %s + %s\n}\n",
		c, c, m.count, c, sw.lanes, used, sw.lanes, m.count, c, l, used, cols, l, c, l)
	for i := range sw.of {
		u := &sw.of[i]
		m.clear(u)
		if !u.col.varies() {
			continue
		}
		m.overScratch(u.col, u.x+"[0]", func(index []string) {
			m.printf("if %s := %s[%s] - %s; %s >= 0 && %s < %s {\n%s[%s]%s = 1\n}\n", l, m.colors,
				u.offset.add(m.position(u.shape, u.col, index)), c,
				l, l, used, u.x, l, indices(index))
		})
	}
	if errs {
		m.printf("if %s() {\n%s\n}\n}\n", run, fail)
	} else {
		m.printf("%s()\n}\n", run)
	}
}

// wanted reports whether a slot is a part of the tangent that a Jacobian is made of.
func (b *laneSlot) wanted(m *matrix) bool {
	return b.comp >= 0 && b.tangent && b.comp == m.of && !m.rowwise && b.col.varies()
}

// inRows reports whether the core writes the slot where it belongs, into a part of the row of each lane. What is the
// same in all lanes is made once, and copied into every row as what has its elements apart is.
func (b *laneSlot) inRows(m *matrix) bool {
	return b.comp < 0 && m.contiguous(b.slot) && len(b.lanes) == m.lanes
}

// stored reports whether the wrapper writes the slot into the matrix.
func (b *laneSlot) stored() bool { return b.name != "" && (b.comp >= 0 || b.col.varies()) }

// of is the variable of one lane; one that does not depend on the unit vectors is that of all.
func (b *laneSlot) of(lane string) string {
	if len(b.lanes) == 1 {
		lane = "0"
	}
	return b.name + "[" + lane + "]"
}

// lateRows checks the number of rows where only the result knows it.
func (m *matrix) lateRows(by []laneSlot) {
	for i := range by {
		b := &by[i]
		if !b.wanted(m) {
			continue
		}
		x := b.of("0")
		for k, d := range b.col.dims() {
			if m.size[d] = "len(" + x + ")"; k > 0 {
				m.size[d] = m.names.fresh("n")
				outer := strings.TrimSuffix(x, "[0]")
				m.printf("%s := 0\nif len(%s) > 0 {\n%s = len(%s)\n}\n", m.size[d], outer, m.size[d], x)
			}
			x += "[0]"
		}
	}
	m.checkSize(m.reals(m.comps[m.of].shape).String())
}

// storeLanes writes what the core has made for one lane where it has not been written: into a column of a Jacobian, or
// a row of a Hessian.
func (m *matrix) storeLanes(by []laneSlot, offsets map[int]count, lane, col, n string) {
	for i := range by {
		b := &by[i]
		if !b.stored() {
			continue
		}
		var at func(index []string) count
		if b.comp < 0 {
			l := &m.flat.leaves[b.leaf]
			at = func(index []string) count {
				return offsets[b.leaf].add(count{terms: []string{col + "*" + factor(n)}}).add(m.position(l.shape, b.col,
					index))
			}
		} else {
			at = func(index []string) count {
				if m.colors != "" {
					rows := m.reals(m.comps[m.of].shape)
					return rows.times(col).add(m.position(m.comps[m.of].shape, b.col, index))
				}
				return m.position(m.comps[m.of].shape, b.col, index).times(n).add(count{terms: []string{col}})
			}
		}
		x := b.of(lane)
		if len(b.col.dims()) == 0 {
			m.printf("%s[%s] = %s\n", m.name, at(nil), x)
			continue
		}
		m.overScratch(b.col, x, func(index []string) {
			m.printf("%s[%s] = %s\n", m.name, at(index), x+indices(index))
		})
	}
}
