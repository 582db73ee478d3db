package wrap

import (
	"fmt"
	"go/types"
	"strings"
)

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
