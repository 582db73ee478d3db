package closure

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxLeaves is the number of values up to which a record is handed around as it is. A larger one is a
// cell, a value of a data type: else functions that capture functions that capture … would be copied again and again.
const maxLeaves = 32

// represent decides how the closures of each class are represented: those that can hold closures of their own class,
// and large ones, are cells, and in a cell no type may mention sizes.
func (u *uses) represent() {
	order := u.components()
	for _, c := range order {
		c.leaves = 1
		for _, l := range c.lams {
			for _, x := range l.env.List {
				c.leaves += u.leaves(x.Type, u.marks[x])
			}
		}
		c.cell = c.cell || c.leaves > maxLeaves
		if c.cell {
			c.leaves = 1
		}
	}
	for k := len(order) - 1; k >= 0; k-- { // what holds before what is held
		c := order[k]
		if c.bare = c.bare || c.cell; c.bare {
			c.holds(u, func(d *class) { d.bare = true })
		}
	}
	for _, c := range order {
		if c.bare {
			continue
		}
		for _, l := range c.lams {
			for _, x := range l.env.List {
				eachSize(x.Type, func(n *syntax.Size) {
					n.Vars(func(v *syntax.SizeVar) {
						if u.outside(c, v) {
							c.inType.Add(v)
						}
					})
				})
			}
		}
		c.holds(u, func(d *class) {
			for _, n := range d.inType.List {
				c.inType.Add(n)
			}
		})
	}
}

// holds calls yield for the classes of the closures in records of c.
func (c *class) holds(u *uses, yield func(*class)) {
	for _, l := range c.lams {
		for _, x := range l.env.List {
			u.marks[x].each(func(d *class) {
				if !d.kept {
					yield(d)
				}
			})
		}
	}
}

// components lists the classes, those that others hold first, and marks those on cycles as cells.
func (u *uses) components() []*class {
	roots := slices.DeleteFunc(slices.Clone(u.classes), func(c *class) bool { return c.kept })
	held := func(c *class) (out []*class) {
		c.holds(u, func(d *class) { out = append(out, d) })
		return out
	}
	var out []*class
	for _, group := range scc.Components(roots, held) {
		for _, c := range group.Nodes {
			c.cell = c.cell || group.Cyclic
		}
		out = append(out, group.Nodes...)
	}
	return out
}

// leaves is the number of values that one of type t consists of.
func (u *uses) leaves(t syntax.Type, m *mark) int {
	n := 0
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, e := range t.Elems {
			n += u.leaves(e, m.part(i))
		}
		return n
	case *syntax.SumType:
		for i, e := range t.Variants {
			n += u.leaves(e, m.part(i))
		}
		return n + 1
	case *syntax.ArrayType:
		return u.leaves(t.Elem, m.part(0))
	case *syntax.DynType:
		return u.leaves(t.Elem, m.part(0))
	case *syntax.FuncType:
		return m.fun.find().leaves
	default:
		return 1
	}
}

// converted is the type that values of type t with the mark m have in the result.
func (u *uses) converted(t syntax.Type, m *mark) syntax.Type {
	if !u.holdsFunc(t) {
		return t
	}
	switch t := t.(type) {
	case *syntax.FuncType:
		if c := m.fun.find(); !c.kept {
			return u.record(c)
		}
	case *syntax.Data:
		return u.dataType(t)
	default:
	}
	return withParts(t, func(i int, e syntax.Type) syntax.Type { return u.converted(e, m.part(i)) })
}

// record is the type of the closures of a class.
func (u *uses) record(c *class) syntax.Type {
	if c.rep != nil {
		return c.rep
	}
	if c.cell {
		d := syntax.NewData(u.dataName(c.name), false)
		c.rep = d
		u.made = append(u.made, d)
		ctors := make([]syntax.Ctor, len(c.lams))
		for i, l := range c.lams {
			ctors[i] = syntax.Ctor{Name: fmt.Sprintf("Fn%d_%s", i+1, l.name), Arg: u.fields(l)}
		}
		d.Define(ctors...)
		return d
	}
	vs := make([]syntax.Type, len(c.lams))
	for i, l := range c.lams {
		vs[i] = u.fields(l)
	}
	switch len(vs) {
	case 0:
		c.rep = syntax.Unit
	case 1:
		c.rep = vs[0]
	default:
		c.rep = syntax.NewSumType(vs...)
	}
	return c.rep
}

// fields is the type of the record of a λ without the tag: what it captures, and then sizes.
func (u *uses) fields(l *lambda) syntax.Type {
	var ts []syntax.Type
	for _, x := range l.env.List {
		ts = append(ts, u.hidden(l.class, u.converted(x.Type, u.marks[x])))
	}
	for range l.ints.List {
		ts = append(ts, syntax.Int)
	}
	return syntax.NewTupleType(ts...)
}

// hidden is a type without the sizes that may not stand in records of c.
func (u *uses) hidden(c *class, t syntax.Type) syntax.Type {
	bad := func(n *syntax.Size) bool {
		hide := false
		n.Vars(func(v *syntax.SizeVar) { hide = hide || c.bare || !u.outside(c, v) })
		return hide
	}
	return hideSizes(t, bad)
}

// dataType is a data type of the program whose constructors hold no functions.
func (u *uses) dataType(d *syntax.Data) syntax.Type {
	if u.keptData[d] {
		return d
	}
	if e := u.datasNew[d]; e != nil {
		return e
	}
	e := syntax.NewData(d.Name, false)
	u.datasNew[d] = e
	ctors := make([]syntax.Ctor, len(d.Ctors()))
	for i, c := range d.Ctors() {
		ctors[i] = syntax.Ctor{Name: c.Name, Arg: u.converted(c.Arg, u.data[d][i])}
	}
	e.Define(ctors...)
	return e
}

// dataName is a name for a data type that none of the program has.
func (u *uses) dataName(base string) string {
	name := base
	for k := 2; u.taken[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	u.taken[name] = true
	return name
}
