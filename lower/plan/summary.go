package plan

import "github.com/seed-4b734f86/gochad/lower/loop"

// analysis is what is known of a program.
type analysis struct {
	funcs []*info
	calls map[*info][]*loop.Call
}

// summarize analyses all functions, callees first, and again those whose callees changed.
func summarize(p *loop.Program) *analysis {
	a := &analysis{calls: map[*info][]*loop.Call{}}
	byFunc := map[*loop.Func]*info{}
	for _, fn := range p.Funcs {
		f := &info{
			fn: fn, parent: map[*loop.Var]*loop.Var{}, stored: map[*loop.Var]bool{}, passed: map[*loop.Var]bool{},
			given: map[*loop.Var]bool{}, depth: map[loop.Stmt]int{}, outer: map[loop.Stmt]loop.Stmt{}, decl: map[*loop.Var]loop.Stmt{}, heap: map[int]bool{},
		}
		byFunc[fn] = f
		a.funcs = append(a.funcs, f)
	}
	for _, f := range a.funcs {
		f.scan(byFunc)
		loop.Walk(f.fn.Body, func(s loop.Stmt) {
			if c, ok := s.(*loop.Call); ok {
				a.calls[f] = append(a.calls[f], c)
			}
		})
	}
	queued := map[*info]bool{}
	work := calleesFirst(a.funcs)
	for _, f := range work {
		queued[f] = true
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		queued[f] = false
		for _, c := range a.calls[f] {
			f.join(c, &byFunc[c.Func].sum)
		}
		sum := f.summary(a, byFunc)
		if f.sum.params != nil && sum.equal(&f.sum) {
			continue
		}
		f.sum = sum
		for _, c := range f.callers {
			if !queued[c] {
				queued[c] = true
				work = append(work, c)
			}
		}
	}
	for _, f := range a.funcs {
		f.callSites(a, byFunc)
		f.findHomes()
	}
	return a
}

// calleesFirst is an order in which functions stand after those they call, circles apart.
func calleesFirst(funcs []*info) []*info {
	type visit struct {
		f    *info
		next int
	}
	seen := map[*info]bool{}
	var out []*info
	for _, f := range funcs {
		if seen[f] {
			continue
		}
		seen[f] = true
		stack := []visit{{f, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(top.f.callees) {
				out = append(out, top.f)
				stack = stack[:len(stack)-1]
				continue
			}
			g := top.f.callees[top.next]
			top.next++
			if !seen[g] {
				seen[g] = true
				stack = append(stack, visit{g, 0})
			}
		}
	}
	return out
}

// members are, by class of a callee, the variables of a call that it stands for; nil where there is none.
func members(c *loop.Call, sum *summary, yield func(class int, v *loop.Var)) []*loop.Var {
	rep := make([]*loop.Var, len(sum.stored))
	at := func(class int, v *loop.Var) {
		if yield != nil {
			yield(class, v)
		}
		rep[class] = v
	}
	for i, class := range sum.params {
		if class >= 0 {
			roots(c.Args[i], func(v *loop.Var) { at(class, v) })
		}
	}
	for i, class := range sum.results {
		if class >= 0 && c.Vars[i] != nil {
			at(class, c.Vars[i])
		}
	}
	return rep
}

// join joins the arguments and results of a call as its function does.
func (f *info) join(c *loop.Call, sum *summary) {
	first := make([]*loop.Var, len(sum.stored))
	members(c, sum, func(class int, v *loop.Var) {
		if first[class] == nil {
			first[class] = v
		}
		f.union(first[class], v)
	})
	for class, v := range first {
		if v != nil && sum.stored[class] {
			f.stored[f.class(v)] = true
		}
	}
}

// summary is what callers see of f now.
func (f *info) summary(a *analysis, byFunc map[*loop.Func]*info) summary {
	number := map[*loop.Var]int{}
	var sum summary
	var given, result []bool
	class := func(v *loop.Var) int {
		r := f.class(v)
		n, ok := number[r]
		if !ok {
			n = len(sum.stored)
			number[r] = n
			sum.stored = append(sum.stored, f.stored[r])
			given, result = append(given, false), append(result, false)
		}
		return n
	}
	sum.params = make([]int, len(f.fn.Params))
	for i, p := range f.fn.Params {
		sum.params[i] = -1
		if holds(p.Var.Type) {
			k := class(p.Var)
			sum.params[i], given[k] = k, true
		}
	}
	sum.results = make([]int, len(f.fn.Results))
	for i, r := range f.fn.Results {
		sum.results[i] = -1
		roots(r, func(v *loop.Var) {
			k := class(v)
			sum.results[i], result[k] = k, true
		})
	}
	f.out = map[*loop.Var]int{}
	for r, n := range number {
		if result[n] || given[n] && sum.stored[n] {
			f.out[r] = n
		}
	}
	sum.left = make([][]Key, len(sum.stored))
	note := func(v *loop.Var, keys []Key) {
		if n, ok := f.out[f.class(v)]; ok {
			for _, k := range keys {
				sum.left[n] = addKey(sum.left[n], k)
			}
		}
	}
	for _, s := range f.sites {
		note(s.v, s.keys)
	}
	for _, c := range a.calls[f] {
		callee := &byFunc[c.Func].sum
		for k, v := range members(c, callee, nil) {
			if v != nil {
				note(v, callee.left[k])
			}
		}
	}
	return sum
}

func addKey(keys []Key, k Key) []Key {
	for _, x := range keys {
		if x == k {
			return keys
		}
	}
	return append(keys, k)
}

// callSites adds the calls that leave memory.
func (f *info) callSites(a *analysis, byFunc map[*loop.Func]*info) {
	around := map[loop.Stmt]loop.Stmt{}
	var visit func(block []loop.Stmt, l loop.Stmt)
	visit = func(block []loop.Stmt, l loop.Stmt) {
		for _, s := range block {
			inside := l
			switch s.(type) {
			case *loop.For, *loop.While:
				inside = s
			case *loop.Call:
				around[s] = l
			}
			loop.Blocks(s, func(b *[]loop.Stmt) { visit(*b, inside) })
		}
	}
	visit(f.fn.Body, nil)
	for _, c := range a.calls[f] {
		g := byFunc[c.Func]
		for k, v := range members(c, &g.sum, nil) {
			keys := g.sum.left[k]
			if len(keys) == 0 {
				continue
			}
			if v == nil { // nobody keeps what it leaves
				v = loop.NewVar("", loop.RealType.Array())
				f.decl[v] = around[c]
			}
			f.sites = append(f.sites, &site{stmt: c, v: v, keys: keys, loop: around[c], call: g, class: k})
		}
	}
}

// findHomes finds for each class the innermost loop around all that may refer to its memory.
func (f *info) findHomes() {
	f.home = map[*loop.Var]loop.Stmt{}
	join := func(v *loop.Var, l loop.Stmt) {
		r := f.class(v)
		h, ok := f.home[r]
		if !ok {
			f.home[r] = l
			return
		}
		for f.depth[h] > f.depth[l] {
			h = f.outer[h]
		}
		for f.depth[l] > f.depth[h] {
			l = f.outer[l]
		}
		for h != l {
			h, l = f.outer[h], f.outer[l]
		}
		f.home[r] = h
	}
	for v, l := range f.decl {
		join(v, l)
	}
	for _, p := range f.fn.Params {
		join(p.Var, nil)
	}
	for v := range f.passed {
		f.given[f.class(v)] = true
	}
}

// within reports whether loop l is m or inside it; nil is the function.
func (f *info) within(l, m loop.Stmt) bool {
	for ; l != nil; l = f.outer[l] {
		if l == m {
			return true
		}
	}
	return m == nil
}

// findEscapes finds, callers first, the classes whose memory users get: those that leave
// an exported function, and those of callees that become part of them.
func (a *analysis) findEscapes() {
	work := append([]*info(nil), a.funcs...)
	queued := map[*info]bool{}
	for _, f := range work {
		queued[f] = true
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		queued[f] = false
		for _, s := range f.sites {
			if s.call == nil || s.call.heap[s.class] || !f.escapes(s.v) {
				continue
			}
			s.call.heap[s.class] = true
			if !queued[s.call] {
				queued[s.call] = true
				work = append(work, s.call)
			}
		}
	}
}

// escapes reports whether memory that v may refer to must be new every time.
func (f *info) escapes(v *loop.Var) bool {
	k, ok := f.out[f.class(v)]
	return ok && (f.fn.Exported || f.heap[k])
}

// leaves reports whether memory that v may refer to is seen after the end of the function.
func (f *info) leaves(v *loop.Var) bool {
	_, ok := f.out[f.class(v)]
	return ok
}
