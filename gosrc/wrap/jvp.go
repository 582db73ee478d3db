package wrap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// jvp is func FJVP(p…, da, db …) (r…, dr…); errors come last.
type jvp struct {
	*fn
	tangents []*direction // by item
}

func newJVP(w *fn) verb { return &jvp{fn: w} }

func (j *jvp) derive() (chad.Export, error) {
	writes := slices.ContainsFunc(j.items, func(p item) bool { return slices.Contains(j.Outs, p.param) })
	if !writes && !slices.ContainsFunc(j.results, func(r result) bool { return r.varies }) {
		return chad.Export{}, j.nothingVaries()
	}
	der, err := j.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
		return chad.JVP(src, names...)
	})
	if err != nil {
		return chad.Export{}, err
	}
	j.slots = append(valueSlots(j.comps), tangentSlots(j.comps)...)
	return chad.Export{Func: der, Into: into(j.slots, j.written)}, nil
}

// nothingVaries is about a function that has no result, and writes nothing, by which its tangents would be seen.
func (w *fn) nothingVaries() error {
	if len(w.Outs) > 0 {
		return fmt.Errorf("no result of %s varies; to differentiate what it writes, wrt= has to name that, too",
			w.Func.Name())
	}
	return fmt.Errorf("no result of %s varies", w.Func.Name())
}

func (j *jvp) signature() {
	j.heads()
	for i := range j.items {
		j.tangents = append(j.tangents, j.tangent(&j.items[i]))
	}
	for i, r := range j.results {
		if j.wanted(i) {
			j.more = append(j.more, j.typeString(r.typ))
		}
	}
	j.sig.results = j.arranged(j.sig.results, j.more)
}

// arranged puts what comes with the results behind them, but before errors at their end.
func (w *fn) arranged(results, more []string) []string {
	n := len(w.results)
	for n > 0 && w.results[n-1].shape.kind == errorKind {
		n--
	}
	return slices.Concat(results[:n], more, results[n:])
}

// directions appends the arguments of the core for the tangents of items.
func (w *fn) directions(args []string, tangents []*direction) []string {
	active, _ := w.active()
	for _, k := range active {
		l := &w.flat.leaves[k]
		for i := range w.items {
			if it := &w.items[i]; l.of(it) {
				args = w.read(args, tangents[i], l.shape, l.path[len(it.path):], false)
			}
		}
	}
	return args
}

func (j *jvp) body() {
	j.wantTangents = true
	j.shapes()
	args := j.directions(j.arguments(), j.tangents)
	for i := range j.slots {
		j.place(&j.slots[i])
	}
	j.call(j.slots, args)
	j.failures(func() {})
	j.fillTangents(j.slots)
	j.outs(j.slots)
	j.tangentOuts()
	j.returns(j.slots, j.composeTangents())
}

// placeTangent says where the core puts a part of a tangent.
func (w *fn) placeTangent(s *slot) {
	c := w.comps[s.comp]
	switch {
	case c.out >= 0 && len(s.col.dims()) > 0:
		s.into = w.scratch(s.col, copied, hint("d"+w.params[c.out].name+"_new", s.col))
	case c.out >= 0 && (!w.wantTangents || w.itemOf(c.out) == nil || !s.col.varies() || c.shape.hides(s.col)):
	case c.out >= 0:
		s.value = w.names.fresh(hint("d"+w.params[c.out].name+"_new", s.col))
	case !w.wantTangents || !s.col.varies() || !w.wanted(c.result):
	default:
		s.value = w.names.fresh(hint("d"+w.resultName(c.result), s.col))
	}
}

// tangentOuts writes the tangents of the new values of parameters into the tangents that were given, where the caller
// sees it.
func (j *jvp) tangentOuts() {
	for i := range j.slots {
		s := &j.slots[i]
		if !s.tangent || j.comps[s.comp].out < 0 || !s.col.varies() {
			continue
		}
		k := slices.IndexFunc(j.items, func(it item) bool {
			return it.param == j.comps[s.comp].out && len(it.path) == 0
		})
		if k < 0 {
			continue
		}
		d := j.tangents[k]
		from := s.into
		if from == "" {
			from = s.value
		}
		if d.shape.ragged != nil {
			flat := j.flats[d.name]
			j.printf("if %s != nil {\n", d.name)
			j.transfer(s.col, flat, from)
			j.printf("%s(%s, &%s)\n}\n", j.file.helper("raggedCopy"), d.name, flat)
			continue
		}
		if d.shape.hides(s.col) {
			continue
		}
		dims, cond := s.col.dims(), j.present(d, s.col.before())
		if cond != "" {
			j.printf("if %s {\n", cond)
		}
		if x := d.shape.at(d.name); len(dims) == 0 {
			j.printf("%s = %s\n", s.col.variable(x), j.toGo(s.col.scalar, from))
		} else {
			j.transfer(s.col, x, from)
		}
		if cond != "" {
			j.printf("}\n")
		}
	}
}

// hides reports whether a column of a value that is passed is in a copy that nobody else has.
func (s *shape) hides(c column) bool {
	if s.pointer || slices.ContainsFunc(c.dims(), func(d *shape) bool { return d.kind == sliceKind }) {
		return false
	}
	for _, n := range c.before() {
		if s = s.field(n).shape; s.pointer {
			return false
		}
	}
	return true
}

// before are the fields on the path before the first slice or array.
func (c column) before() (fields []string) {
	for _, st := range c.steps {
		if st.dim != nil {
			break
		}
		fields = append(fields, st.field)
	}
	return fields
}

// composeTangents makes the tangents of the results.
func (j *jvp) composeTangents() []string {
	var out []string
	for i, r := range j.results {
		if !j.wanted(i) {
			continue
		}
		var mine []*slot
		for k := range j.slots {
			s := &j.slots[k]
			if j.comps[s.comp].result != i {
				continue
			}
			if s.tangent && s.col.varies() || !s.tangent && r.shape.model != nil && s.col.scalar.kind == intKind {
				mine = append(mine, s)
			}
		}
		out = append(out, j.composed(r.typ, r.shape, mine, "d"+j.resultName(i)))
	}
	return out
}

func (j *jvp) doc() string {
	var ofs, dirs []string
	for i, d := range j.tangents {
		ofs, dirs = append(ofs, j.items[i].text), append(dirs, d.name)
	}
	s := fmt.Sprintf("returns what %s returns, and the tangents of the results that vary for the tangents\n%s of %s "+
		"(forward mode).\n\n",
		j.Func.Name(), enumeration(dirs), enumeration(ofs))
	are := " have the shapes of what they are tangents of; nil stands for zeros. "
	if len(dirs) == 1 {
		are = " has the shape of what it is the tangent of; nil stands for zeros. "
	}
	s += enumeration(dirs) + are + j.memoryDoc()
	if len(j.Outs) > 0 {
		s += "\n" + j.Func.Name() +
			" writes parameters: the tangents of what it leaves there are written over those given."
	}
	return strings.TrimSpace(s)
}
