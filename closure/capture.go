package closure

import "github.com/seed-4b734f86/gochad/syntax"

// maxShared is the number of variables up to which a class shares those of a body. In a chain of functions that capture
// functions each would have all before it as arguments; with more, only parameters of the definition are shared.
const maxShared = 16

// capture finds for each λ that becomes code what of its free variables the record holds, and what is passed to it at
// every application, because it is bound outside the region of the class.
//
// A λ needs what its body mentions, what is shared by the classes that it applies, and what the records of
// the λs hold that it makes; all three are in scope where they are needed. What a record holds
// has a type that may mention other classes, whose representation must make sense in the whole region of
// the record's class: their regions grow to cover it, and the search begins again.
func (u *uses) capture() {
	for _, c := range u.classes {
		if c.first >= 0 {
			c.region = u.meet(c.first, c.last)
			if c.alone {
				c.region = 0
			}
		}
	}
	for {
		for _, l := range u.lams {
			l.free, l.env, l.class.shared, l.class.over = vars{}, vars{}, vars{}, false
		}
		for _, l := range u.lams {
			for _, x := range u.vars[&l.level] {
				u.need(&l.level, x)
			}
		}
		if over, grew := u.limit(), u.widen(); !over && !grew {
			return
		}
	}
}

// need adds a variable to what a level needs, and to what follows from that.
func (u *uses) need(l *level, x *syntax.Var) {
	type request struct {
		level *level
		x     *syntax.Var
	}
	work := []request{{l, x}}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		l, x := r.level, r.x
		if l == nil || u.covers(l.inner, u.point(x)) || !l.free.Add(x) {
			continue
		}
		c := l.of.class
		if !u.covers(u.point(x), c.region) {
			l.env.Add(x)
			work = append(work, request{l.outer, x})
			continue
		}
		if c.over || !c.shared.Add(x) {
			continue
		}
		for _, n := range c.nests {
			c.alone = c.alone || !u.has(n, x)
		}
		if len(c.shared.List) > maxShared && c.region != u.base(c) {
			c.over = true // what follows is found in the next round
		} else {
			for _, by := range c.used {
				work = append(work, request{by, x})
			}
		}
	}
}

// base is the point of the parameters of the definition that the region of c lies in, or the program.
func (u *uses) base(c *class) int {
	for _, l := range c.lams {
		if u.covers(l.base, c.region) {
			return l.base
		}
	}
	return 0
}

// limit grows the regions of classes that share too much, and reports whether there were such.
func (u *uses) limit() bool {
	found := false
	for _, c := range u.classes {
		switch {
		case c.alone && c.region != 0:
			c.region, found = 0, true
		case c.over:
			c.region, found = u.base(c), true
		}
	}
	return found
}

// widen grows the regions of what records hold, and reports whether any changed.
func (u *uses) widen() bool {
	grew := false
	for _, l := range u.lams {
		for _, x := range l.env.List {
			u.marks[x].each(func(d *class) {
				if r := u.meet(d.region, l.class.region); r != d.region {
					d.region = r
					grew = true
				}
			})
		}
	}
	return grew
}

// captureSizes does for size variables what capture does for variables.
func (u *uses) captureSizes() {
	for _, c := range u.classes {
		if !c.kept {
			u.typeSizes(c)
		}
	}
	for _, l := range u.lams {
		for _, n := range u.sizes[&l.level] {
			u.needSize(&l.level, n)
		}
		for _, x := range l.free.List {
			for _, n := range u.sizesIn(x.Type) {
				u.needSize(&l.level, n)
			}
		}
		for _, x := range l.free.List {
			u.needRecords(&l.level, u.marks[x])
		}
		for _, m := range u.inside[&l.level] {
			u.needRecords(&l.level, m)
		}
	}
}

// typeSizes are the sizes in the type of the apply definition of c.
func (u *uses) typeSizes(c *class) {
	for j, n := range sizesOf(c.types[0]) {
		if c.general.at[j] < 0 {
			n.Vars(func(v *syntax.SizeVar) { u.shareSize(c, v) })
		}
	}
	for _, m := range []*mark{c.param, c.result} {
		m.each(func(d *class) {
			for _, n := range d.inType.List {
				u.shareSize(c, n)
			}
		})
	}
}

// needRecords adds the sizes in the types of the records that a value with the mark holds.
func (u *uses) needRecords(l *level, m *mark) {
	m.each(func(c *class) {
		for _, n := range c.inType.List {
			u.needSize(l, n)
		}
	})
}

// shareSize makes n a size parameter of the apply definition of c, which those that apply c need.
func (u *uses) shareSize(c *class, n *syntax.SizeVar) {
	if c.sizes.Add(n) {
		for _, by := range c.used {
			u.needSize(by, n)
		}
	}
}

// needSize adds a size variable to what a level needs, and to what follows from that.
func (u *uses) needSize(l *level, n *syntax.SizeVar) {
	for l != nil && !u.covers(l.inner, u.sizeAt[n]) {
		if _, ok := l.solved[n]; ok || !l.sizes.Add(n) {
			return
		}
		if c := l.of.class; u.outside(c, n) {
			u.shareSize(c, n)
			return
		}
		l.ints.Add(n)
		l = l.outer
	}
}

// outside reports whether n is bound outside the region of c.
func (u *uses) outside(c *class, n *syntax.SizeVar) bool { return u.covers(u.sizeAt[n], c.region) }
