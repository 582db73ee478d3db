package place

import "github.com/seed-4b734f86/gochad/syntax"

// aim notes which variables are wanted in state arrays.
func (a *linearity) aim(t syntax.Term, want []int, goal map[*syntax.Var][]int) {
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := a.g.part(t.Type(), i)
			a.aim(el, want[min(lo, len(want)):min(hi, len(want))], goal)
		}
		return
	case *syntax.Coproj:
		lo, hi := a.g.part(t.Type(), t.Index)
		a.aim(t.Arg, want[min(lo, len(want)):min(hi, len(want))], goal)
		return
	case *syntax.Let:
		a.aim(t.Body, want, goal)
		for i := len(t.Binds) - 1; i >= 0; i-- {
			if g, ok := goal[t.Binds[i].Var]; ok && t.Binds[i].Var != nil {
				a.aim(t.Binds[i].Rhs, g, goal)
			}
		}
		return
	case *syntax.Case:
		for _, arm := range t.Arms {
			a.aim(arm.Body, want, goal)
		}
		return
	case *syntax.Set:
		a.aim(t.Arr, want, goal)
		return
	case *syntax.Call:
		a.aimCall(t, want, goal)
		return
	case *syntax.Loop:
		a.aim(t.Init, want[:min(len(want), len(a.g.leaves(t.Init.Type())))], goal)
		return
	case *syntax.While:
		a.aim(t.Init, want[:min(len(want), len(a.g.leaves(t.Init.Type())))], goal)
		return
	case *syntax.Plus:
		for _, s := range t.Terms { // what begins as the array first: what is added to it need not be in it
			if a.begins(s, want) {
				a.aim(s, want, goal)
				return
			}
		}
		for _, s := range t.Terms {
			if x, _ := path(a.g, s); x != nil {
				a.aim(s, want, goal)
				return
			}
		}
		return
	case *syntax.If:
		a.aim(t.Then, want, goal)
		a.aim(t.Else, want, goal)
		return
	}
	x, lo := path(a.g, t)
	if x == nil {
		return
	}
	for i, k := range want {
		if k < 0 && k != asItIs {
			continue
		}
		if goal[x] == nil {
			goal[x] = make([]int, len(a.g.leaves(x.Type)))
			for j := range goal[x] {
				goal[x][j] = -1
			}
		}
		if goal[x][lo+i] != asItIs { // other places get copies of it
			goal[x][lo+i] = k
		}
	}
}

// aimCopies notes the bindings that the output of a body, the tuple t, consists of: unless they are
// wanted in the state, they are made in the row of the iteration (emitter.step).
func (a *linearity) aimCopies(t *syntax.Tuple, want []int, goal map[*syntax.Var][]int) {
	for i, el := range t.Elems {
		lo, hi := a.g.part(t.Type(), i)
		w := want[min(lo, len(want)):min(hi, len(want))]
		if sub, ok := el.(*syntax.Tuple); ok {
			a.aimCopies(sub, w, goal)
			continue
		}
		x, at := path(a.g, el)
		if x == nil {
			continue
		}
		for j, k := range w {
			if k != copied {
				continue
			}
			if goal[x] == nil {
				goal[x] = make([]int, len(a.g.leaves(x.Type)))
				for n := range goal[x] {
					goal[x][n] = -1
				}
			}
			if goal[x][at+j] == -1 {
				goal[x][at+j] = copied
			}
		}
	}
}

// fork walks alternatives and joins their versions.
func (a *linearity) fork(n int, walk func(int) []ref) []ref {
	before := append([]int(nil), a.ver...)
	vers, outs := make([][]int, n), make([][]ref, n)
	for i := range n {
		a.ver = append([]int(nil), before...)
		outs[i] = walk(i)
		vers[i] = a.ver
	}
	a.ver = append([]int(nil), vers[0]...)
	for k := range a.ver {
		for _, v := range vers[1:] {
			if v[k] != vers[0][k] {
				a.last++
				a.ver[k] = a.last
				break
			}
		}
	}
	out := append([]ref(nil), outs[0]...)
	exchanged := a.exchanged(outs, vers)
	for i := range out {
		if r, ok := exchanged[i]; ok {
			out[i] = r
		} else if r, ok := a.joinOwned(i, outs, vers); ok {
			out[i] = r
		} else {
			out[i] = a.join(i, outs, vers)
		}
	}
	return out
}

// mostRows bounds the rows of one name.
const mostRows = 16

// join is leaf i of alternatives: one state array in all of them, or a row of it, or none. A row that is something that
// is made elsewhere in other alternatives is copied, so that the array that it is of may change in its place.
func (a *linearity) join(i int, outs [][]ref, vers [][]int) ref {
	k, alias := outs[0][i].leaf, false
	row := outs[0][i].row
	var rows []*syntax.Index
	named := true
	for j, o := range outs {
		r := o[i]
		if r.leaf != k {
			for _, p := range outs {
				if p[i].leaf >= 0 {
					a.late(p[i])
				}
			}
			return noRef
		}
		if k >= 0 && r.ver != vers[j][k] {
			a.late(r)
		}
		alias = alias || r.alias
		if r.row != row {
			row = nil
		}
		some := r.named()
		rows, named = append(rows, some...), named && some != nil && len(rows) < mostRows
	}
	if k < 0 {
		return noRef
	}
	out := ref{leaf: k, ver: a.ver[k], alias: alias, row: row}
	if row == nil && named {
		out.rows = &rows
	}
	return out
}
