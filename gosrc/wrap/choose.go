package wrap

import (
	"fmt"
	"go/types"
	"strings"
)

// A Choice is a parameter that is an interface, and the types that its values may have; or a generator of random
// numbers.
type Choice struct {
	Param int
	Types []types.Type
	// Struct is what the definition has in its place: which type a value has, counted from 1, or 0 for nil; then a value
	// of each type.
	Struct *types.Struct
	// Draws says that it is a generator. The definition has in its place the numbers that it gives, as a []int.
	Draws bool
}

// shape is the shape of what the definition has.
func (c *Choice) shape(constant func(*types.Var) bool) *shape {
	if c.Draws {
		return shapeOf(types.NewSlice(types.Typ[types.Int]), constant)
	}
	return shapeOf(c.Struct, constant)
}

// chosen makes the variable of a choice, of its struct, from an interface value. A value of another type than those
// panics. Those that are pointers point to zeros where the value is of another type.
func (w *fn) chosen(p *parameter, from string) string {
	var b strings.Builder
	c := p.choice
	fmt.Fprintf(&b, "var %s %s\n", p.name, w.typeString(c.Struct))
	field := func(k int) string { return p.name + "." + c.Struct.Field(k+1).Name() }
	kind := p.name + "." + c.Struct.Field(0).Name()
	for k, T := range c.Types {
		if t, ok := types.Unalias(T).(*types.Pointer); ok {
			fmt.Fprintf(&b, "%s = new(%s)\n", field(k), w.typeString(t.Elem()))
		}
	}
	v := w.names.fresh("v")
	fmt.Fprintf(&b, "switch %s := %s.(type) {\ncase nil:\n", v, from)
	var want []string
	for k, T := range c.Types {
		fmt.Fprintf(&b, "case %s:\n%s, %s = %d, %s\n", w.typeString(T), kind, field(k), k+1, v)
		want = append(want, w.typeString(T))
		if _, ok := types.Unalias(T).(*types.Pointer); !ok {
			fmt.Fprintf(&b, "case *%s:\n%s, %s = %d, *%s\n", w.typeString(T), kind, field(k), k+1, v)
		}
	}
	w.names.free1(v)
	fmt.Fprintf(&b, "default:\npanic(%s.Sprintf(\"%s: %s is a %%T, and the derivative is made for %s\", %s))\n}\n",
		w.file.use("fmt"), w.at, p.name, alternatives(want), from)
	return b.String()
}

// choose notes that a parameter is taken apart by its type, or that the numbers of a generator are taken from it.
func (w *fn) choose(p *parameter) {
	if p.choice == nil {
		return
	}
	l := lookedAt{name: p.name, given: w.names.fresh(p.name + "Given")}
	l.text = func() string { return w.chosen(p, l.given) }
	if p.choice.Draws {
		hint := "draws" + upper(p.name)
		if _, ok := w.verb.(*forward); ok { // until Pullback has come
			hint += "Forward"
		}
		w.drawn[p.name], w.memory = w.receiver+"."+w.field(hint, "[]int"), true
		l.always, l.text = true, func() string { return w.draw(p) }
	}
	w.looked = append(w.looked, l)
}

// alternatives is a, b or c.
func alternatives(names []string) string {
	return strings.Replace(enumeration(names), " and ", " or ", 1)
}
