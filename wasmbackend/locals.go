package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// A storage is where a variable is: a local for each of its parts. A real, a bool and a reference are one part, an int is one part of 32
// bits where its values allow it (narrow), an array its address and its length, and one that is appended to also the
// address of the header of its memory.
type storage struct {
	parts  []int
	narrow bool
	// Constant data has no locals: table is its address.
	isTable  bool
	table    int
	tableLen int
}

// localPool gives out the locals of a function; those given back are used again.
type localPool struct {
	types []encode.ValType
	names []string
	free  map[encode.ValType][]int
}

func (p *localPool) take(t encode.ValType, hint string) int {
	if list := p.free[t]; len(list) > 0 {
		i := list[len(list)-1]
		p.free[t] = list[:len(list)-1]
		return i
	}
	return p.fresh(t, hint)
}

// fresh is a local that was not used before, and is 0 when the function begins.
func (p *localPool) fresh(t encode.ValType, hint string) int {
	p.types = append(p.types, t)
	p.names = append(p.names, hint)
	return len(p.types) - 1
}

func (p *localPool) give(i int) { p.free[p.types[i]] = append(p.free[p.types[i]], i) }

// lastUses finds for each statement the variables, declared in its own block, that nothing mentions after it.
type lastUses struct {
	depth map[*loop.Var]int // how many blocks are around the declaration
	at    []int             // by depth, the statement in work
	block []map[int][]*loop.Var
	last  map[*loop.Var]int
	dead  map[loop.Stmt][]*loop.Var
}

// findLastUses is linear in the size of the function.
func findLastUses(f *loop.Func) map[loop.Stmt][]*loop.Var {
	l := &lastUses{depth: map[*loop.Var]int{}, last: map[*loop.Var]int{}, dead: map[loop.Stmt][]*loop.Var{}}
	for _, r := range f.Results {
		r.EachVar(func(v *loop.Var) { l.depth[v] = -1 }) // never dead
		l.keepFlat(r)
	}
	for _, p := range f.Params {
		l.depth[p.Var] = -1
	}
	l.stmts([][]loop.Stmt{f.Body}, nil)
	return l.dead
}

func (l *lastUses) keepFlat(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		for _, n := range v.Flat {
			n.EachVar(func(w *loop.Var) { l.depth[w] = -1 })
		}
	})
}

// stmts looks at blocks that share one scope, such as head and body of a While; cond stands between them. last is then that of the
// concatenation.
func (l *lastUses) stmts(blocks [][]loop.Stmt, cond *loop.Expr) {
	d := len(l.at)
	l.at = append(l.at, 0)
	var declared []*loop.Var
	var all []loop.Stmt
	for k, b := range blocks {
		for _, s := range b {
			all = append(all, s)
			l.at[d] = len(all) - 1
			loop.Operands(s, func(e **loop.Expr, _ bool) { l.expr(*e) })
			if a, ok := s.(*loop.Append); ok {
				l.mention(a.Var)
			}
			own := func(v *loop.Var) {
				if _, ok := l.depth[v]; !ok {
					l.depth[v] = d
					declared = append(declared, v)
				}
				l.last[v] = len(all) - 1
				for _, n := range v.Flat {
					n.EachVar(l.mention)
				}
			}
			if f, ok := s.(*loop.For); ok { // the variable of a loop lives in it
				if _, ok := l.depth[f.Var]; !ok {
					l.depth[f.Var] = -1
				}
			} else {
				loop.Declared(s, own)
			}
			switch s := s.(type) {
			case *loop.While:
				l.stmts([][]loop.Stmt{s.Head, s.Body}, s.Cond)
			default:
				loop.Blocks(s, func(b *[]loop.Stmt) { l.stmts([][]loop.Stmt{*b}, nil) })
			}
		}
		if k == 0 && cond != nil {
			l.expr(cond)
			cond.EachVar(func(v *loop.Var) { // live until the body begins
				if l.depth[v] == d {
					l.last[v] = len(all)
				}
			})
		}
	}
	for _, v := range declared {
		if l.depth[v] == d && l.last[v] < len(all) {
			s := all[l.last[v]]
			l.dead[s] = append(l.dead[s], v)
		}
	}
	l.at = l.at[:d]
}

func (l *lastUses) expr(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		l.mention(v)
		for _, n := range v.Flat {
			n.EachVar(l.mention)
		}
	})
}

// mention notes a use in the statement that is in work in the block of the declaration.
func (l *lastUses) mention(v *loop.Var) {
	if d, ok := l.depth[v]; ok && d >= 0 && d < len(l.at) {
		l.last[v] = l.at[d]
	}
}
