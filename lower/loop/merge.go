package loop

import "strconv"

// Merge makes one function of those that are equal up to their names and to which of the equal ones they call, and that
// were made of definitions of one name. It leaves those alone that are exported. The functions that remain, the first
// of each, keep their order. It takes as many times as long as to print the program as there are functions in the
// longest chain of calls from one that differs, and a little if all are exported. One exported function is treated as
// several are, so that what it calls does not depend on what else is exported.
func Merge(p *Program) {
	exported := 0
	for _, f := range p.Funcs {
		if f.Exported {
			exported++
		}
	}
	if exported == len(p.Funcs) {
		return
	}
	// Functions are in one class until their texts differ, in which functions have the names of their classes.
	w := newPrinter(p)
	class := map[*Func]int{}
	for _, f := range p.Funcs {
		w.funcOf[f] = "0"
	}
	for count := 1; ; {
		texts := map[string]int{}
		next := map[*Func]int{}
		for _, f := range p.Funcs {
			w.buf = w.buf[:0]
			w.function(f)
			if f.Outlined != nil {
				w.text(" of " + strconv.Itoa(class[f.Outlined]))
			}
			if f.Def != nil { // back ends look at it
				w.text(" is " + f.Def.Name)
			}
			if f.Exported {
				w.text(" " + strconv.Itoa(len(texts)))
			}
			k, ok := texts[string(w.buf)]
			if !ok {
				k = len(texts)
				texts[string(w.buf)] = k
			}
			next[f] = k
		}
		class = next
		if len(texts) == count {
			break
		}
		count = len(texts)
		for f, k := range class {
			w.funcOf[f] = strconv.Itoa(k)
		}
	}
	first := map[int]*Func{}
	var out []*Func
	for _, f := range p.Funcs {
		if first[class[f]] == nil {
			first[class[f]] = f
			out = append(out, f)
		}
	}
	p.Funcs = out
	for _, f := range p.Funcs {
		Walk(f.Body, func(s Stmt) {
			if c, ok := s.(*Call); ok {
				c.Func = first[class[c.Func]]
			}
		})
	}
}
