package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A field whose capacity is asked for has an int behind all fields of its struct, which is 0 in a zero as the capacity of
// a nil slice is. Structs of callers have no room for one.

// A structField is a field of structs of one type.
type structField struct {
	of *flow.Struct
	i  int
}

// fieldCapacities is what is known of such fields.
type fieldCapacities struct {
	funcs   []*flow.Func // those that have not been looked at
	roots   map[*flow.Func]bool
	defs    map[structField][]definition
	lits    map[*flow.Struct][]*flow.Lits
	barred  map[structField]bool  // those whose address somebody has
	closed  map[*flow.Struct]bool // those that callers see
	asked   map[structField]bool
	unseen  []structField
	places  map[*flow.Struct]map[int]int // where the ints are, by the types that have them
	retyped map[flow.Type]flow.Type
	// one has, for each type, the first that is the same, whatever it is called; firsts are these, by how many fields
	// they have.
	one    map[*flow.Struct]*flow.Struct
	firsts map[int][]*flow.Struct
}

func newFieldCapacities(funcs []*flow.Func, roots map[*flow.Func]bool) *fieldCapacities {
	return &fieldCapacities{
		funcs: funcs, roots: roots,
		defs: map[structField][]definition{}, lits: map[*flow.Struct][]*flow.Lits{}, barred: map[structField]bool{},
		closed: map[*flow.Struct]bool{}, asked: map[structField]bool{}, places: map[*flow.Struct]map[int]int{},
		retyped: map[flow.Type]flow.Type{}, one: map[*flow.Struct]*flow.Struct{}, firsts: map[int][]*flow.Struct{},
	}
}

// same is the first struct that is the same type as t.
func (c *fieldCapacities) same(t *flow.Struct) *flow.Struct {
	if known := c.one[t]; known != nil {
		return known
	}
	for _, u := range c.firsts[len(t.Fields)] {
		if flow.Same(t, u) {
			c.one[t] = u
			return u
		}
	}
	c.one[t], c.firsts[len(t.Fields)] = t, append(c.firsts[len(t.Fields)], t)
	return t
}

// fieldAt is the field that a place is, if it is one.
func (c *fieldCapacities) fieldAt(p flow.Place) (structField, bool) {
	n := len(p.Path)
	if p.Var == nil || n == 0 || p.Path[n-1].Kind != flow.StepField {
		return structField{}, false
	}
	st, ok := flow.Place{Var: p.Var, Path: p.Path[:n-1]}.Type().(*flow.Struct)
	if !ok {
		return structField{}, false
	}
	return structField{c.same(st), p.Path[n-1].Field}, true
}

// look notes what is assigned to fields, and what cannot have an int behind it.
func (c *fieldCapacities) look(f *flow.Func, outside bool) {
	if outside || f.Sealed() {
		for _, v := range append(slices.Clone(f.Params), f.Results...) {
			c.structsIn(v.Type, c.closed)
		}
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range flow.Stores(s) {
				if at, ok := c.fieldAt(p); ok {
					c.defs[at] = append(c.defs[at], definition{s, i})
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Addr:
				if at, ok := c.fieldAt(e.Place); ok {
					c.barred[at] = true
				}
			case *flow.Lits:
				if st, ok := e.Typ.(*flow.Struct); ok {
					c.lits[c.same(st)] = append(c.lits[c.same(st)], e)
				}
			}
		})
	})
}

// structsIn adds the structs in a type.
func (c *fieldCapacities) structsIn(t flow.Type, to map[*flow.Struct]bool) {
	seen := map[flow.Type]bool{} // a function type may contain itself
	var visit func(t flow.Type)
	visit = func(t flow.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *flow.Slice:
			visit(t.Elem)
		case *flow.Array:
			visit(t.Elem)
		case *flow.Pointer:
			visit(t.Elem)
		case *flow.FuncType:
			for _, p := range slices.Concat(t.Params, t.Results) {
				visit(p)
			}
		case *flow.Struct:
			to[c.same(t)] = true
			for _, f := range t.Fields {
				visit(f.Type)
			}
		}
	}
	visit(t)
}

// need asks for the capacity of a field; false says that it cannot be known. The first to ask has the functions looked at.
func (c *fieldCapacities) need(p flow.Place) bool {
	for _, f := range c.funcs {
		c.look(f, c.roots[f])
	}
	c.funcs = nil
	at, ok := c.fieldAt(p)
	if !ok || c.barred[at] || c.closed[at.of] || at.of.Map || at.of.Whole {
		return false
	}
	if !c.asked[at] {
		c.asked[at] = true
		c.unseen = append(c.unseen, at)
	}
	return true
}

// field asks for what the capacity of a field comes from.
func (c *capacities) field(at structField) {
	for _, l := range c.fields.lits[at.of] {
		c.need(l.Elems[at.i])
	}
	for _, d := range c.fields.defs[at] {
		if _, assigns := d.s.(*flow.Assign); !assigns && indexed(flow.Stores(d.s)[d.i].Path) {
			c.refuse("the capacity of what is in %s is not known", called(flow.Stores(d.s)[d.i].Var))
			return
		}
		c.definition(d)
	}
}

// beside is where the capacity of what is in a place is, if somebody asks for it.
func (c *fieldCapacities) beside(p flow.Place) (flow.Place, bool) {
	at, ok := c.fieldAt(p)
	if !ok {
		return flow.Place{}, false
	}
	k, ok := c.places[at.of][at.i] // the types are those with ints by now
	if !ok {
		return flow.Place{}, false
	}
	path := slices.Clone(p.Path)
	path[len(path)-1].Field = k
	return flow.Place{Var: p.Var, Path: path}, true
}

// room gives the structs their ints.
func (c *fieldCapacities) room(funcs []*flow.Func) {
	if len(c.asked) == 0 {
		return
	}
	for _, f := range funcs {
		for _, v := range byPlace(f, func(v *flow.Var) bool { return !basic(v.Type) }) {
			v.Type = c.retype(v.Type)
		}
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				for _, e := range flow.Exprs(s) {
					flow.WalkExpr(e, func(e flow.Expr) {
						switch e := e.(type) {
						case *flow.Zero:
							e.Typ = c.retype(e.Typ)
						case *flow.Lits:
							e.Typ = c.retype(e.Typ)
						case *flow.Make:
							e.Typ = c.retype(e.Typ).(*flow.Slice)
						}
					})
				}
			})
		})
	}
}

// retype is a type with the structs that have ints.
func (c *fieldCapacities) retype(t flow.Type) flow.Type {
	if n, ok := c.retyped[t]; ok {
		return n
	}
	inside := map[*flow.Struct]bool{}
	c.structsIn(t, inside)
	if !slices.ContainsFunc(c.fieldsAsked(), func(at structField) bool { return inside[at.of] }) {
		c.retyped[t] = t
		return t
	}
	switch t := t.(type) {
	case *flow.Slice:
		n := &flow.Slice{}
		c.retyped[t], c.retyped[n] = n, n
		n.Elem = c.retype(t.Elem)
		return n
	case *flow.Array:
		n := &flow.Array{Len: t.Len}
		c.retyped[t], c.retyped[n] = n, n
		n.Elem = c.retype(t.Elem)
		return n
	case *flow.Pointer:
		n := &flow.Pointer{}
		c.retyped[t], c.retyped[n] = n, n
		n.Elem = c.retype(t.Elem)
		return n
	case *flow.FuncType:
		n := &flow.FuncType{Interface: t.Interface}
		c.retyped[t], c.retyped[n] = n, n
		for _, p := range t.Params {
			n.Params = append(n.Params, c.retype(p))
		}
		for _, p := range t.Results {
			n.Results = append(n.Results, c.retype(p))
		}
		return n
	case *flow.Struct:
		n := &flow.Struct{Name: t.Name, Map: t.Map, Whole: t.Whole}
		c.retyped[t], c.retyped[n] = n, n
		c.places[n] = map[int]int{}
		for _, f := range t.Fields {
			f.Type = c.retype(f.Type)
			n.Fields = append(n.Fields, f)
		}
		for i, f := range t.Fields {
			if c.asked[structField{c.same(t), i}] {
				c.places[n][i] = len(n.Fields)
				n.Fields = append(n.Fields, flow.Field{Name: f.Name + "Cap", Type: flow.Int, Constant: true})
			}
		}
		return n
	}
	return t
}

func (c *fieldCapacities) fieldsAsked() []structField {
	out := make([]structField, 0, len(c.asked))
	for at := range c.asked {
		out = append(out, at)
	}
	return out
}
