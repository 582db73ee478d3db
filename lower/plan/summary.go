package plan

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

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
			fn: fn, classes: map[*loop.Var]*class{}, depth: map[loop.Stmt]int{}, outer: map[loop.Stmt]loop.Stmt{},
			decl: map[*loop.Var]loop.Stmt{}, empty: map[*loop.Var]bool{}, edges: map[*loop.Var][]node{},
			shared: map[*loop.Var]bool{}, heap: map[int]bool{},
		}
		byFunc[fn] = f
		a.funcs = append(a.funcs, f)
	}
	for _, f := range a.funcs {
		f.scan(byFunc)
		a.calls[f] = f.calls
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
		f.findUntil()
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

// members are, by class of a callee, the class of the caller that it stands for; nil where there is none.
func (f *info) members(c *loop.Call, sum *summary) []*class {
	of := make([]*class, len(sum.stored))
	join := func(number int, m *class) {
		if of[number] == nil {
			of[number] = m
		}
		unite(of[number], m)
	}
	for i, number := range sum.params {
		if number >= 0 {
			f.refers(c.Args[i], func(m *class) { join(number, m) })
		}
	}
	for i, number := range sum.results {
		if number >= 0 && c.Vars[i] != nil {
			join(number, f.classOf(c.Vars[i]))
		}
	}
	for again := true; again; {
		again = false
		for number, inner := range sum.content {
			if m := of[number]; m != nil && inner >= 0 {
				again = again || inner < number && of[inner] == nil // whose content has been passed over
				join(inner, m.inside())
			}
		}
	}
	return of
}

// join joins the arguments and results of a call as its function does.
func (f *info) join(c *loop.Call, sum *summary) {
	for number, m := range f.members(c, sum) {
		if m != nil && sum.stored[number] {
			m.find().stored = true
		}
	}
}

// summary is what callers see of f now.
func (f *info) summary(a *analysis, byFunc map[*loop.Func]*info) summary {
	number := map[*class]int{}
	var sum summary
	f.out, f.kept = map[*class]int{}, map[*class]bool{}
	// seen numbers c and what it reaches; all of it leaves the function if c does, or what is stored in what callers
	// know.
	seen := func(c *class, leaves, lent bool) int {
		last := -1
		c.reach(func(c *class) bool {
			n, ok := number[c]
			if !ok {
				n = len(sum.stored)
				number[c] = n
				sum.stored = append(sum.stored, c.stored)
				sum.content = append(sum.content, -1)
			}
			if last >= 0 {
				sum.content[last] = n
			}
			if c.content != nil && c.content.find() == c {
				sum.content[n] = n
				leaves = leaves || c.stored
			}
			if leaves {
				f.out[c] = n
				f.kept[c] = f.kept[c] || !lent
			}
			last, leaves = n, leaves || c.stored
			return true
		})
		return number[c.find()]
	}
	sum.params = make([]int, len(f.fn.Params))
	for i, p := range f.fn.Params {
		sum.params[i] = -1
		if holds(p.Var.Type) {
			sum.params[i] = seen(f.classOf(p.Var), false, false)
		}
	}
	sum.results = make([]int, len(f.fn.Results))
	for i, r := range f.fn.Results {
		sum.results[i] = -1
		f.refers(r, func(c *class) { sum.results[i] = seen(c, true, f.fn.Exported && f.fn.IsLent(i)) })
	}
	sum.left = make([][]Key, len(sum.stored))
	note := func(c *class, k Key) {
		if n, ok := f.out[c.find()]; ok {
			sum.left[n] = addKey(sum.left[n], k)
		}
	}
	for _, s := range f.sites {
		for _, p := range s.parts {
			note(p.class, p.key)
		}
	}
	for _, c := range a.calls[f] {
		callee := &byFunc[c.Func].sum
		for number, m := range f.members(c, callee) {
			if m == nil {
				continue
			}
			for _, k := range callee.left[number] {
				note(m, k)
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
	if len(f.calls) == 0 {
		return
	}
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
		for number, m := range f.members(c, &g.sum) {
			keys := g.sum.left[number]
			if len(keys) == 0 {
				continue
			}
			if m == nil { // nobody keeps what it leaves
				m = &class{homed: true, home: around[c]}
			}
			s := &site{stmt: c, loop: around[c], call: g, number: number}
			for _, k := range keys {
				s.parts = append(s.parts, part{key: k, class: m})
			}
			f.sites = append(f.sites, s)
		}
	}
}

// findHomes finds for each class the innermost loop around all that may refer to its memory.
func (f *info) findHomes() {
	join := func(v *loop.Var, l loop.Stmt) {
		f.classOf(v).reach(func(c *class) bool {
			if !c.homed {
				c.homed, c.home = true, l
				return true
			}
			c.home = f.common(c.home, l)
			return true
		})
	}
	for v, l := range f.decl {
		join(v, l)
	}
	for _, p := range f.fn.Params {
		if holds(p.Var.Type) {
			join(p.Var, nil)
		}
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
	queued := set.Of(work)
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		queued[f] = false
		for _, s := range f.sites {
			if s.call == nil || s.call.heap[s.number] || !f.escapes(s.parts[0].class) {
				continue
			}
			s.call.heap[s.number] = true
			if !queued[s.call] {
				queued[s.call] = true
				work = append(work, s.call)
			}
		}
	}
}

// escapes reports whether memory of class c must be new every time.
func (f *info) escapes(c *class) bool {
	k, ok := f.out[c.find()]
	return ok && (f.fn.Exported && f.kept[c.find()] || f.heap[k])
}

// lends reports whether memory of class c is only seen after the end of an exported function in results that are lent,
// until the next call.
func (f *info) lends(c *class) bool { return f.fn.Exported && f.leaves(c) && !f.kept[c.find()] }

// leaves reports whether memory of class c is seen after the end of the function.
func (f *info) leaves(c *class) bool {
	_, ok := f.out[c.find()]
	return ok
}
