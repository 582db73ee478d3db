package plan

import "github.com/seed-4b734f86/gochad/lower/loop"

// A class is a set of pieces of memory that the analysis does not tell apart, with what may refer to them: variables,
// and the memory of the classes whose content it is. The cells of a type and all that they hold are one class, its own
// content; so types have as many classes, one the content of the other, as they have levels.
type class struct {
	up      *class // towards the representative, which has none and the other fields
	content *class // what is referred to from this memory; nil where nothing has asked yet
	stored  bool   // references are stored into this memory after it was made
	held    bool   // it is the content of another class
	passed  bool   // a variable of it is an argument of a call
	homed   bool
	home    loop.Stmt // the innermost loop around all declarations of what may refer to this memory
}

// find is the representative.
func (c *class) find() *class {
	for c.up != nil {
		if c.up.up != nil {
			c.up = c.up.up
		}
		c = c.up
	}
	return c
}

// inside is the class of what c's memory refers to.
func (c *class) inside() *class {
	c = c.find()
	if c.content == nil {
		c.content = &class{held: true}
	}
	return c.content.find()
}

// self makes c its own content.
func (c *class) self() {
	c = c.find()
	if c.held = true; c.content == nil {
		c.content = c
		return
	}
	unite(c, c.content)
}

// unite makes two classes one, and their contents.
func unite(a, b *class) {
	for {
		if a, b = a.find(), b.find(); a == b {
			return
		}
		x, y := a.content, b.content
		a.up = b
		b.stored, b.held, b.passed = b.stored || a.stored, b.held || a.held, b.passed || a.passed
		if x == nil {
			return
		}
		if y == nil {
			b.content = x
			return
		}
		a, b = x, y
	}
}

// reach calls yield with c and with what can be reached from it, each once, until yield returns false.
func (c *class) reach(yield func(*class) bool) {
	c = c.find()
	for seen := (map[*class]bool)(nil); ; {
		if !yield(c) || c.content == nil {
			return
		}
		d := c.content.find()
		if d == c || seen[d] {
			return
		}
		if seen == nil {
			seen = map[*class]bool{}
		}
		seen[c] = true
		c = d
	}
}

// classOf is the class of the memory that v refers to.
func (f *info) classOf(v *loop.Var) *class {
	c := f.classes[v]
	if c == nil {
		c = &class{}
		f.classes[v] = c
		if v.Type.Base == loop.Ref {
			cells := c
			for range v.Type.Rank {
				cells = cells.inside()
			}
			cells.self()
		}
	}
	return c.find()
}

// refers calls yield with the classes of the memory that e may refer to.
func (f *info) refers(e *loop.Expr, yield func(*class)) {
	if !holds(e.Type) {
		return
	}
	switch e.Kind {
	case loop.VarExpr:
		if !f.empty[e.Var] {
			yield(f.classOf(e.Var))
		}
	case loop.IndexExpr:
		f.refers(e.Args[0], func(c *class) {
			if root := e.Root(); root != nil && root.Flat != nil {
				yield(c)
				return
			}
			yield(c.inside())
		})
	case loop.SliceExpr:
		f.refers(e.Args[0], yield)
	case loop.FieldExpr:
		f.refers(e.Args[0], func(c *class) { yield(c.inside()) })
	case loop.SelectExpr:
		f.refers(e.Args[1], yield)
		f.refers(e.Args[2], yield)
	}
}
