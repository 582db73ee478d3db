package own

import (
	"math"
	"reflect"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A correspondence of the variables of two pieces of code makes one the other.
type correspondence struct {
	to, back map[*flow.Var]*flow.Var
	stmts    map[flow.Stmt]flow.Stmt // of those that others may leave
}

func newCorrespondence() *correspondence {
	return &correspondence{to: map[*flow.Var]*flow.Var{}, back: map[*flow.Var]*flow.Var{},
		stmts: map[flow.Stmt]flow.Stmt{}}
}

// variables reports whether a variable may correspond to another, and notes it.
func (c *correspondence) variables(a, b *flow.Var) bool {
	if a == nil || b == nil {
		return a == b
	}
	if c.to[a] != nil || c.back[b] != nil {
		return c.to[a] == b && c.back[b] == a
	}
	if !flow.Same(a.Type, b.Type) || a.Constant != b.Constant {
		return false
	}
	c.to[a], c.back[b] = b, a
	return true
}

func (c *correspondence) lists(as, bs []*flow.Var) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		if !c.variables(a, bs[i]) {
			return false
		}
	}
	return true
}

// literals reports whether two function literals are the same but for their variables, and for where they stand. It
// takes time proportional to their size.
func (c *correspondence) literals(a, b *flow.Func) bool {
	return a.Interface == b.Interface && c.lists(a.Params, b.Params) && c.lists(a.Results, b.Results) &&
		c.same(reflect.ValueOf(a.Body), reflect.ValueOf(b.Body))
}

// same compares statements, expressions and what they are made of.
func (c *correspondence) same(a, b reflect.Value) bool {
	if a.Kind() != b.Kind() || a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		if equal, leaf := c.leaf(a.Interface(), b.Interface()); leaf {
			return equal
		}
		return c.same(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !c.same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	}
	return a.Equal(b)
}

// leaf compares what is not compared part by part.
func (c *correspondence) leaf(a, b any) (equal, leaf bool) {
	switch x := a.(type) {
	case *flow.Var:
		return c.variables(x, b.(*flow.Var)), true
	case *flow.Func: // that is called
		return x == b, true
	case *flow.Closure:
		y, ok := b.(*flow.Closure)
		return ok && c.literals(x.Func, y.Func), true
	case flow.Type:
		y, ok := b.(flow.Type)
		return ok && flow.Same(x, y) && x.String() == y.String(), true
	case *syntax.Pos:
		return true, true
	case *syntax.Op:
		return x == b, true
	case *flow.Break:
		y, ok := b.(*flow.Break)
		return ok && c.target(x.Target) == c.target(y.Target), true
	case *flow.Continue:
		y, ok := b.(*flow.Continue)
		return ok && c.target(x.Target) == c.target(y.Target), true
	case flow.Stmt:
		if y, ok := b.(flow.Stmt); ok {
			c.stmts[x] = y
		}
	}
	return false, false
}

func (c *correspondence) target(s flow.Stmt) flow.Stmt {
	if t, ok := c.stmts[s]; ok {
		return t
	}
	return s
}
