package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// A storage is where a variable is: a local for each of its parts. A real, a bool and a reference are one part, an int
// is one part of 32 bits where its values allow it (narrow), an array its address and its length, and one that is
// appended to also the address of the header of its memory.
type storage struct {
	parts  []int
	narrow bool
	here   bool // the variable is declared
	lane   int  // 1 or 2 where the part is a vector of which this is the first or second real
	// Constant data has no locals: table is its address.
	isTable  bool
	table    int
	tableLen int
}

// localPool gives out the locals of a function; those given back are used again.
type localPool struct {
	types []encode.ValType
	names []string
	free  [8][]int // by the last bits of the type
	// made is, by the same, how many of the first locals there are: as many as were counted.
	made    [8]int
	counted int
}

func (p *localPool) take(t encode.ValType, hint string) int {
	if list := &p.free[t&7]; len(*list) > 0 {
		i := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
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

func (p *localPool) give(i int) {
	list := &p.free[p.types[i]&7]
	*list = append(*list, i)
}

// taken is how many locals of integers and of reals and vectors are in use. It looks at each local once: loops ask, and
// functions have many of both.
func (p *localPool) taken() (ints, reals int) {
	for _, t := range p.types[p.counted:] {
		p.made[t&7]++
	}
	p.counted = len(p.types)
	for t, n := range p.made {
		used := n - len(p.free[t])
		if t == int(encode.I32&7) || t == int(encode.I64&7) {
			ints += used
		} else {
			reals += used
		}
	}
	return ints, reals
}

// deaths are, for each statement, the variables declared in its own block that nothing mentions after it.
type deaths struct {
	lets   paged.Table[int32]  // by variable of a Let: 1 + the place of the first in vars
	others map[loop.Stmt]int32 // the same of other statements
	vars   []death
}

// death is a variable, and the place of the one after it, counted from 1.
type death struct {
	v    *loop.Var
	next int32
}

// after calls yield for the variables that end behind s.
func (d *deaths) after(s loop.Stmt, yield func(*loop.Var)) {
	var at int32
	if l, ok := s.(*loop.Let); ok {
		at = d.lets.Get(l.Var.ID())
	} else {
		at = d.others[s]
	}
	for ; at != 0; at = d.vars[at-1].next {
		yield(d.vars[at-1].v)
	}
}

// add puts v before the others that end behind s.
func (d *deaths) add(s loop.Stmt, v *loop.Var) {
	n := int32(len(d.vars)) + 1
	if l, ok := s.(*loop.Let); ok {
		at := d.lets.At(l.Var.ID())
		d.vars, *at = append(d.vars, death{v, *at}), n
		return
	}
	d.vars, d.others[s] = append(d.vars, death{v, d.others[s]}), n
}

// lastUses finds the deaths.
type lastUses struct {
	vars paged.Table[life]
	at   []int32     // by depth, the statement in work
	own  []*loop.Var // what the blocks in work have declared, the innermost last
	dead *deaths
}

// life is where a variable lives.
type life struct {
	// how many blocks are around the declaration, counted from 1; forever if it never dies; 0 before it is known
	depth int32
	last  int32 // the last statement of that block that mentions it
}

const forever = -1

// findLastUses is linear in the size of the function, which has about that many Lets.
func findLastUses(f *loop.Func, lets int) *deaths {
	l := &lastUses{dead: &deaths{others: map[loop.Stmt]int32{}, vars: make([]death, 0, lets)}}
	for _, r := range f.Results {
		r.EachVar(func(v *loop.Var) { l.vars.At(v.ID()).depth = forever })
		l.keepFlat(r)
	}
	for _, p := range f.Params {
		l.vars.At(p.Var.ID()).depth = forever
	}
	l.stmts(nil, f.Body, nil)
	return l.dead
}

func (l *lastUses) keepFlat(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		for _, n := range v.Flat {
			n.EachVar(func(w *loop.Var) { l.vars.At(w.ID()).depth = forever })
		}
	})
}

// stmts looks at a block, or at head and body of a While, which share one scope; cond stands between them. last is then
// that of the concatenation.
func (l *lastUses) stmts(head, body []loop.Stmt, cond *loop.Expr) {
	l.at = append(l.at, 0)
	d := int32(len(l.at))
	begin := len(l.own)
	own := func(v *loop.Var) {
		x := l.vars.At(v.ID())
		if x.depth == 0 {
			x.depth = d
			l.own = append(l.own, v)
		}
		x.last = l.at[d-1]
		for _, n := range v.Flat {
			n.EachVar(l.mention)
		}
	}
	l.list(head, 0, own)
	if cond != nil {
		l.expr(cond)
		cond.EachVar(func(v *loop.Var) { // live until the body begins
			if x := l.vars.At(v.ID()); x.depth == d {
				x.last = int32(len(head))
			}
		})
	}
	l.list(body, len(head), own)
	for i := len(l.own) - 1; i >= begin; i-- { // the first ends up first
		v := l.own[i]
		x := l.vars.At(v.ID())
		if x.depth != d {
			continue
		}
		switch k := int(x.last); {
		case k < len(head):
			l.dead.add(head[k], v)
		case k < len(head)+len(body):
			l.dead.add(body[k-len(head)], v)
		}
	}
	l.own = l.own[:begin]
	l.at = l.at[:d-1]
}

// list looks at statements whose numbers begin at first; own is called for what they declare.
func (l *lastUses) list(b []loop.Stmt, first int, own func(*loop.Var)) {
	here := len(l.at) - 1
	operand := func(e **loop.Expr, _ bool) { l.expr(*e) }
	for i, s := range b {
		l.at[here] = int32(first + i)
		if t, ok := s.(*loop.Let); ok {
			l.expr(t.Rhs)
			own(t.Var)
			continue
		}
		loop.Operands(s, operand)
		if a, ok := s.(*loop.Append); ok {
			l.mention(a.Var)
		}
		if f, ok := s.(*loop.For); ok { // the variable of a loop lives in it
			if x := l.vars.At(f.Var.ID()); x.depth == 0 {
				x.depth = forever
			}
		} else {
			loop.Declared(s, own)
		}
		switch s := s.(type) {
		case *loop.While:
			l.stmts(s.Head, s.Body, s.Cond)
		default:
			loop.Blocks(s, func(b *[]loop.Stmt) { l.stmts(nil, *b, nil) })
		}
	}
}

func (l *lastUses) expr(e *loop.Expr) {
	if e.Kind != loop.VarExpr {
		for _, a := range e.Args {
			l.expr(a)
		}
		return
	}
	l.mention(e.Var)
	for _, n := range e.Var.Flat {
		n.EachVar(l.mention)
	}
}

// mention notes a use in the statement that is in work in the block of the declaration.
func (l *lastUses) mention(v *loop.Var) {
	if x := l.vars.At(v.ID()); x.depth > 0 && int(x.depth) <= len(l.at) {
		x.last = l.at[x.depth-1]
	}
}
