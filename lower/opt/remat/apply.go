package remat

import (
	"sort"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// apply makes the planned changes; it reports whether there were any.
func (ed *editor) apply(f *loop.Func) bool {
	if len(ed.gone) == 0 {
		return false
	}
	drop := map[loop.Stmt]map[int]bool{} // parts of assignments
	readers := map[loop.Stmt]bool{}
	for t := range ed.gone {
		s := ed.sv.arrays[t]
		w := (*s.write.n.block)[s.write.at]
		if drop[w] == nil {
			drop[w] = map[int]bool{}
		}
		drop[w][s.part] = true
		for _, r := range s.rows {
			if drop[r.Stmt] == nil {
				drop[r.Stmt] = map[int]bool{}
			}
			drop[r.Stmt][r.Part] = true
		}
		for _, r := range s.reads {
			readers[(*r.at.n.block)[r.at.at]] = true
		}
	}
	for s := range readers {
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = ed.reread(*e) })
	}
	inserts := map[*[]loop.Stmt][]insert{}
	for n, list := range ed.inserts {
		inserts[n.block] = list
	}
	var rebuild func(b *[]loop.Stmt)
	rebuild = func(b *[]loop.Stmt) {
		ed.rebuild(b, inserts[b], drop)
		for _, s := range *b {
			loop.Blocks(s, rebuild)
		}
	}
	rebuild(&f.Body)
	return true
}

// reread replaces elements of tapes that are gone.
func (ed *editor) reread(e *loop.Expr) *loop.Expr {
	if t := ed.sv.root(e); t != nil && ed.gone[t] && e.Type.IsNumber() {
		rb := ed.from[t]
		return rb.read(rb.stored[t], ed.sv.counted(e))
	}
	return e.MapArgs(ed.reread)
}

// rebuild puts the new statements of a block in their places, and takes out the stores to tapes that are gone.
func (ed *editor) rebuild(b *[]loop.Stmt, list []insert, drop map[loop.Stmt]map[int]bool) {
	sort.Slice(list, func(i, j int) bool {
		x, y := list[i], list[j]
		if x.at != y.at {
			return x.at < y.at
		}
		if x.order != y.order {
			return x.order < y.order
		}
		return x.seq < y.seq
	})
	out := make([]loop.Stmt, 0, len(*b)+len(list))
	for i, s := range *b {
		for len(list) > 0 && list[0].at <= i {
			out, list = append(out, list[0].s), list[1:]
		}
		if s = ed.without(s, drop[s]); s != nil {
			out = append(out, s)
		}
	}
	for _, x := range list {
		out = append(out, x.s)
	}
	*b = out
}

// without is a statement without the parts of it that store to tapes that are gone.
func (ed *editor) without(s loop.Stmt, parts map[int]bool) loop.Stmt {
	switch s := s.(type) {
	case *loop.Alloc:
		if ed.gone[s.Var] || ed.gone[ed.sv.Views[s.Var].Root] {
			return nil
		}
	case *loop.Let:
		if ed.gone[ed.sv.Views[s.Var].Root] {
			return nil
		}
	case *loop.Assign:
		if len(parts) == len(s.Lhs) {
			return nil
		}
		if len(parts) == 0 {
			return s
		}
		out := &loop.Assign{}
		for k := range s.Lhs {
			if !parts[k] {
				out.Lhs, out.Rhs = append(out.Lhs, s.Lhs[k]), append(out.Rhs, s.Rhs[k])
			}
		}
		return out
	}
	return s
}
