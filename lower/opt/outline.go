package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// outline makes functions of the innermost pairs of loops of large functions, if Options.Outline asks for it. Go's
// compiler keeps what is used in a loop in registers only while little else is alive: in a function of a hundred
// variables the counter of the innermost loop may be in memory, and each iteration waits for it.
//
//	for i < n {                         for i < n {
//	  … many variables …                  … many variables …
//	  for j < m {                         var s_2 real = call f_part(a, x, s, m)
//	    for k < j {               →       s = s_2
//	      s +~= a[j][k] * x[k]            … many variables …
//	    }                               }
//	  }
//	  … many variables …                func f_part(a [][]real, x []real, s_1 real, m int) {
//	}                                     var s real = s_1; for j < m { for k < j { … } }
//	                                      return s
//	                                    }
var outline = outlineFrom(outlineAlive) //nolint:gochecknoglobals // a constant

// outlineAlive is how many words of variables are alive around a pair of loops that becomes a function, at least. There
// are 14 registers for them; a few more variables do no harm.
const outlineAlive = 32

// outlineFrom is the pass for pairs of loops with so many words alive around them.
func outlineFrom(alive int) Pass {
	return Pass{
		Name: "outlining",
		Law: "A loop is a call of a function with the body of the loop, of the variables that it uses, whose results " +
			"are the variables that it " +
			"changes, when no array that it writes shares memory with another of them.",
		Run: func(p *loop.Program, o *Options) {
			if !o.Outline {
				for range p.Funcs {
					o.unchanged()
				}
				return
			}
			for _, f := range slices.Clone(p.Funcs) {
				u := &outliner{prog: p, fn: f, alive: alive}
				u.prepare()
				u.block(&f.Body)
			}
		},
	}
}

// An outliner treats one function.
type outliner struct {
	prog  *loop.Program
	fn    *loop.Func
	in    *facts.Info
	alive int
	// inside counts the loops around.
	inside int
	at     map[loop.Stmt]int // the numbers of the statements, in order
	end    []int             // by the number of a statement: that of the last one inside
	// Where a variable is declared, and where it is used last. What a loop uses and does not declare is used until the
	// loop ends.
	first, last map[*loop.Var]int
	until       map[*loop.Var]int // by variable: the loop that uses it last and does not declare it
	// born and died are how many words of variables were declared at most so many statements from the start, and used
	// last before.
	born, died []int
}

func (u *outliner) prepare() {
	u.in = facts.Analyse(u.fn)
	u.at, u.end = map[loop.Stmt]int{}, []int{0}
	u.first, u.last, u.until = map[*loop.Var]int{}, map[*loop.Var]int{}, map[*loop.Var]int{}
	for _, p := range u.fn.Params {
		u.first[p.Var], u.last[p.Var] = 0, 0
	}
	u.number(u.fn.Body, nil)
	n := len(u.end)
	for _, r := range u.fn.Results {
		facts.EachRead(r, func(v *loop.Var) { u.last[v] = n })
	}
	u.born, u.died = make([]int, n+2), make([]int, n+2)
	for v, from := range u.first {
		words := 1
		if v.Type.IsArray() {
			words = 2 // where it is, and its length
		}
		u.born[from] += words
		u.died[max(u.last[v], u.end[u.until[v]])+1] += words
	}
	for i := 1; i < len(u.born); i++ {
		u.born[i] += u.born[i-1]
		u.died[i] += u.died[i-1]
	}
}

// number numbers the statements of a block; loops are the numbers of those around.
func (u *outliner) number(b []loop.Stmt, loops []int) {
	for _, s := range b {
		n := len(u.end)
		u.at[s] = n
		u.end = append(u.end, n)
		use := func(v *loop.Var) {
			u.last[v] = n
			if k, _ := slices.BinarySearch(loops, u.first[v]+1); k < len(loops) {
				u.until[v] = loops[k]
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, use) })
		if a, ok := s.(*loop.Append); ok {
			use(a.Var)
		}
		loop.Declared(s, func(v *loop.Var) { u.first[v], u.last[v] = n, n })
		inner := loops
		if isLoop(s) {
			inner = append(loops[:len(loops):len(loops)], n)
		}
		loop.Blocks(s, func(c *[]loop.Stmt) { u.number(*c, inner) })
		u.end[n] = len(u.end) - 1
	}
}

// outlineCarried is how many variables a loop without loops inside hands from one iteration to the next, at least, to
// become a function.
const outlineCarried = 8

// outlineLive is how many reals a loop without loops inside has in use at once, at least, to become a function where no
// loop is around it. There are 15 registers for them, and which of them are in memory should not depend on what else
// the function does.
const outlineLive = 20

// worth reports whether a loop is a pair of loops among many variables, or keeps so many itself, among half as many, or
// has so many reals in use that they do not fit into registers.
func (u *outliner) worth(s loop.Stmt) bool {
	depth := loopDepth(s, 3)
	if depth != 1 {
		return depth == 2 && u.crowded(s, u.alive)
	}
	if l, ok := s.(*loop.For); ok && u.inside == 0 {
		if _, live := facts.Pressure(l.Body); live >= outlineLive {
			return true
		}
	}
	n := 0
	for _, v := range u.in.Effects(s).VarList {
		if u.first[v] < u.at[s] {
			n++
		}
	}
	return n >= outlineCarried && u.crowded(s, u.alive/2)
}

// crowded reports whether more than so many words of variables are alive around a loop, or in it.
func (u *outliner) crowded(s loop.Stmt, words int) bool {
	n := u.at[s]
	return u.born[u.end[n]]-u.died[n] > words
}

// block looks for pairs of loops in a block.
func (u *outliner) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		if isParallel(s) { // its body becomes a function as a whole
			out = append(out, s)
			continue
		}
		if isLoop(s) && u.worth(s) {
			if call := u.cut(s); call != nil {
				out = append(out, call...)
				continue
			}
		}
		if isLoop(s) {
			u.inside++
		}
		loop.Blocks(s, u.block)
		if isLoop(s) {
			u.inside--
		}
		out = append(out, s)
	}
	*b = out
}

func isParallel(s loop.Stmt) bool {
	l, ok := s.(*loop.For)
	return ok && l.Par != nil
}

func isLoop(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.For:
		return !s.Vector
	case *loop.While:
		return true
	}
	return false
}

// loopDepth is how many loops are around one another in s, up to a limit.
func loopDepth(s loop.Stmt, limit int) int {
	own := 0
	if isLoop(s) {
		own = 1
	}
	d := 0
	loop.Blocks(s, func(b *[]loop.Stmt) {
		for _, c := range *b {
			if d < limit-own {
				d = max(d, loopDepth(c, limit-own))
			}
		}
	})
	return d + own
}

// cut makes a function of a loop and returns the call of it, or nil where that cannot be.
func (u *outliner) cut(s loop.Stmt) []loop.Stmt {
	body := []loop.Stmt{s}
	inside := map[*loop.Var]bool{}
	ok := true
	loop.Walk(body, func(c loop.Stmt) {
		loop.Declared(c, func(v *loop.Var) { inside[v] = true })
		switch c.(type) {
		case *loop.Alloc, *loop.NewCell, *loop.Append, *loop.Call:
			ok = false // memory belongs to the function around
		}
	})
	var used []*loop.Var // from outside, in order
	seen := map[*loop.Var]bool{}
	changed := map[*loop.Var]bool{}
	read := func(v *loop.Var) {
		ok = ok && v.Type.Base != loop.Ref && (v.Flat == nil || !facts.Holds(v.Type))
		if !inside[v] && !seen[v] {
			seen[v] = true
			used = append(used, v)
		}
	}
	loop.Walk(body, func(c loop.Stmt) {
		loop.Operands(c, func(e **loop.Expr, _ bool) { facts.EachRead(*e, read) })
	})
	ef := u.in.Effects(body...)
	for _, v := range used {
		if ef.Vars[v] {
			changed[v] = true
			ok = ok && !facts.Holds(v.Type)
		}
	}
	written := map[*loop.Var]int{} // by class: arrays that come from outside
	for _, r := range ef.RegionList {
		written[r.Class] = 0
	}
	for _, v := range used {
		if c := u.in.Class(v); facts.Holds(v.Type) {
			if n, is := written[c]; is {
				written[c] = n + 1
				ok = ok && n == 0
			}
		}
	}
	if !ok {
		return nil
	}
	g := &loop.Func{Name: u.fn.Name + "_part", Outlined: u.fn}
	call := &loop.Call{Func: g}
	back := &loop.Assign{}
	var start []loop.Stmt
	as := map[*loop.Var]*loop.Expr{}
	for _, v := range used {
		p := loop.NewVar(v.Name, v.Type)
		_, out := written[u.in.Class(v)]
		array := out && facts.Holds(v.Type)
		g.Params = append(g.Params, loop.Param{Var: p, Out: array, Adds: array})
		call.Args = append(call.Args, loop.Use(v))
		as[v] = loop.Use(p)
		if changed[v] {
			w, r := loop.NewVar(v.Name, v.Type), loop.NewVar(v.Name, v.Type)
			start = append(start, &loop.Let{Var: w, Rhs: loop.Use(p)})
			as[v] = loop.Use(w)
			g.Results = append(g.Results, loop.Use(w))
			call.Vars = append(call.Vars, r)
			back.Lhs, back.Rhs = append(back.Lhs, loop.Use(v)), append(back.Rhs, loop.Use(r))
		}
	}
	c := &edit.Cloner{As: as, In: u.in}
	g.Body = append(start, c.Block(body)...)
	removeDead(g) // what only branches asked that the copy decides
	u.prog.Funcs = append(u.prog.Funcs, g)
	if len(back.Lhs) == 0 {
		return []loop.Stmt{call}
	}
	return []loop.Stmt{call, back}
}
