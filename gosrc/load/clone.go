package load

import (
	"go/ast"
	"reflect"
)

// A cloner copies pieces of syntax. Copies keep the places of what they are copies of, so that messages about them are
// about the user's text. Comments are left out.
type cloner struct {
	// replace gives another node for one that is not copied, or nil.
	replace func(ast.Node) ast.Node
	// copies are the loops that stand for loops of the original.
	copies map[ast.Node][]ast.Node
}

// cloned is a copy of a node, of the type of the node or of the interface that it is seen through.
func cloned[T ast.Node](c *cloner, n T) T {
	v := reflect.ValueOf(&n).Elem()
	out := reflect.New(v.Type()).Elem()
	c.copyInto(out, v)
	return out.Interface().(T)
}

func (c *cloner) copyInto(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Interface:
		if src.IsNil() {
			return
		}
		inner := reflect.New(src.Elem().Type()).Elem()
		c.copyPointer(inner, src.Elem(), dst)
	case reflect.Pointer:
		if !src.IsNil() {
			c.copyPointer(dst, src, dst)
		}
	case reflect.Slice:
		if src.IsNil() {
			return
		}
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			c.copyInto(dst.Index(i), src.Index(i))
		}
	case reflect.Struct:
		for i := range src.NumField() {
			c.copyInto(dst.Field(i), src.Field(i))
		}
	default:
		dst.Set(src)
	}
}

// copyPointer copies what a pointer leads to, through at, and puts the pointer, or what replaces it, into dst.
func (c *cloner) copyPointer(at, src, dst reflect.Value) {
	switch n := src.Interface().(type) {
	case *ast.CommentGroup, *ast.Object, *ast.Scope: // which nothing needs
		return
	case ast.Node:
		if other := c.replace(n); other != nil {
			dst.Set(reflect.ValueOf(other))
			return
		}
	}
	at.Set(reflect.New(src.Type().Elem()))
	c.copyInto(at.Elem(), src.Elem())
	dst.Set(at)
	if loop, ok := src.Interface().(ast.Stmt); ok {
		switch loop.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			c.copies[loop] = append(c.copies[loop], at.Interface().(ast.Node))
		}
	}
}
