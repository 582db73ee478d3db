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

// draw makes the variables of all parameters that are generators, where p is the first of them. It calls the user's
// function with generators that give what those of the caller do, and note it.
func (w *fn) draw(p *parameter) string {
	var before, after strings.Builder
	first := true
	for i := range w.params {
		memory := w.drawn[w.params[i].name]
		if memory == "" {
			continue
		}
		if first && p != &w.params[i] {
			return ""
		}
		first = false
		name := w.params[i].name
		fmt.Fprintf(&before, "if %s == nil {\npanic(%q)\n}\n%s = %s[:0]\n", w.given(name), w.at+": "+name+
			" is nil, and the derivative is made for a generator", memory, memory)
		if w.mentions(name) {
			fmt.Fprintf(&after, "%s := %s\n", name, memory)
		}
	}
	call := w.callWith(func(q *parameter) string {
		if w.drawn[q.name] == "" {
			return w.given(q.name)
		}
		return w.listener(q)
	})
	return before.String() + call + "\n" + after.String()
}

// listener is a generator that gives what that of the caller does, and notes it.
func (w *fn) listener(p *parameter) string {
	helper := "listener"
	if n := generatorOf(p.typ); n != nil && n.Obj().Pkg().Path() == "math/rand" {
		helper = "listener63"
	}
	return w.generator(p, fmt.Sprintf("&%s{%s, &%s}", w.file.helper(helper), w.given(p.name), w.drawn[p.name]))
}

// generator is a generator as a parameter takes it, of a source.
func (w *fn) generator(p *parameter, source string) string {
	if n := generatorOf(p.typ); n != nil {
		return fmt.Sprintf("%s.New(%s)", w.file.qualifier(n.Obj().Pkg()), source)
	}
	return source
}

// generatorOf is the type that a parameter points to, a Rand; nil for a source.
func generatorOf(T types.Type) *types.Named {
	if p, ok := types.Unalias(T).(*types.Pointer); ok {
		n, _ := types.Unalias(p.Elem()).(*types.Named)
		return n
	}
	return nil
}

// drawsFault says what a function must not do that draws numbers: it is called once to hear them, and computed once more.
func (r *Root) drawsFault(params []parameter) error {
	for _, p := range params {
		if p.choice != nil && p.choice.Draws && len(r.Outs) > 0 {
			return fmt.Errorf("%s draws from %s and writes %s: it is called once for the numbers that it draws, and computed once "+
				"more; write to a copy, as slices.Clone makes one", r.Func.Name(), p.source, params[r.Outs[0]].source)
		}
	}
	return nil
}

// alternatives is a, b or c.
func alternatives(names []string) string {
	return strings.Replace(enumeration(names), " and ", " or ", 1)
}
