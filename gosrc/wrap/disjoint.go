package wrap

import (
	"slices"
	"strconv"
	"strings"
)

// mostPairs is how many pairs of memory are compared by a statement for each pair. The code for more would be as long
// as the square of the number of parameters; of those the memory is a table for each type, which a helper goes through.
const mostPairs = 400

// allApart emits the checks that buffers share no memory of their type with others, nor with each other.
func (w *fn) allApart(buffers, others []memory) {
	if n := len(buffers); n*len(others)+n*(n-1)/2 > mostPairs {
		w.apartByType(buffers, others)
		return
	}
	for i, b := range buffers {
		for _, o := range slices.Concat(others, buffers[:i]) {
			if b.elem == o.elem {
				w.apart(b, o)
			}
		}
	}
}

func (w *fn) apartByType(buffers, others []memory) {
	of := func(ms []memory, elem string) (out []memory) {
		for _, m := range ms {
			if m.elem == elem {
				out = append(out, m)
			}
		}
		return out
	}
	done := map[string]bool{}
	for _, b := range buffers {
		if done[b.elem] {
			continue
		}
		done[b.elem] = true
		if bs, os := of(buffers, b.elem), of(others, b.elem); len(bs)+len(os) > 1 {
			w.apartInTable(bs, os)
		}
	}
}

// apartInTable is allApart for memory of one type, by one call. Slices and pointers are sorted by their addresses;
// where some are slices of slices, each is compared with each.
func (w *fn) apartInTable(buffers, others []memory) {
	all := append(buffers[:len(buffers):len(buffers)], others...)
	names := make([]string, len(all))
	deep := false
	for i, m := range all {
		names[i] = m.name
		deep = deep || m.rank == 2
	}
	for _, h := range []string{"overlapError", "overlapOf", "nameOf", "span"} { // what the others need
		w.file.helper(h)
	}
	f, typ := "disjoint", w.file.helper("span")
	if deep {
		w.file.helper("overlap")
		f, typ = "rowsAllApart", w.file.helper("rowsOrOne")+"["+all[0].elem+"]"
	}
	w.printf("%s(%q, %s, %d, []%s{\n", w.file.helper(f), w.at, strconv.Quote(strings.Join(names, " ")), len(buffers),
		typ)
	for _, m := range all {
		switch {
		case m.rank == 2:
			w.printf("{rows: %s(%s)},\n", w.file.helper("rowsOf"), m.x)
		case deep:
			w.printf("{one: %s},\n", m.x)
		case m.rank == 1:
			w.printf("%s(%s),\n", w.file.helper("sliceSpan"), m.x)
		default:
			w.printf("%s(%s),\n", w.file.helper("pointerSpan"), m.x)
		}
	}
	w.printf("})\n")
}
