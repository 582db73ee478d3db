package closure

import "github.com/seed-4b734f86/gochad/syntax"

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
		}
	}
	for {
		for _, l := range u.lams {
			l.free, l.env, l.class.shared = vars{}, vars{}, vars{}
		}
		for _, l := range u.lams {
			for _, x := range u.vars[&l.level] {
				u.need(&l.level, x)
			}
		}
		if !u.widen() {
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
		if l == nil || u.covers(l.inner, u.point(x)) || !l.free.add(x) {
			continue
		}
		c := l.of.class
		if !u.covers(u.point(x), c.region) {
			l.env.add(x)
			work = append(work, request{l.outer, x})
			continue
		}
		if c.shared.add(x) {
			for _, by := range c.used {
				work = append(work, request{by, x})
			}
		}
	}
}

// widen grows the regions of what records hold, and reports whether any changed.
func (u *uses) widen() bool {
	grew := false
	for _, l := range u.lams {
		for _, x := range l.env.list {
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
	for _, l := range u.lams {
		for _, n := range u.sizes[&l.level] {
			u.needSize(&l.level, n)
		}
		for _, x := range l.free.list {
			for _, n := range u.sizesIn(x.Type) {
				u.needSize(&l.level, n)
			}
			u.marks[x].each(func(c *class) { u.needSizes(&l.level, c.inType) })
		}
		for _, m := range u.inside[&l.level] {
			m.each(func(c *class) { u.needSizes(&l.level, c.inType) })
		}
	}
}

func (u *uses) needSizes(l *level, ns sizeVars) {
	for _, n := range ns.list {
		u.needSize(l, n)
	}
}

func (u *uses) needSize(l *level, n *syntax.SizeVar) {
	type request struct {
		level *level
		n     *syntax.SizeVar
	}
	work := []request{{l, n}}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		l, n := r.level, r.n
		if l == nil || u.covers(l.inner, u.sizeAt[n]) || !l.sizes.add(n) {
			continue
		}
		if _, ok := l.solved[n]; ok {
			continue
		}
		c := l.of.class
		if !u.outside(c, n) {
			l.ints.add(n)
			work = append(work, request{l.outer, n})
			continue
		}
		if c.sizes.add(n) {
			for _, by := range c.used {
				work = append(work, request{by, n})
			}
		}
	}
}

// outside reports whether n is bound outside the region of c.
func (u *uses) outside(c *class, n *syntax.SizeVar) bool { return u.covers(u.sizeAt[n], c.region) }
