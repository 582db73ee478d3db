package facts

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Deaths are, for each statement, the variables declared in its own block that nothing mentions after it.
type Deaths struct {
	lets   paged.Table[int32]  // by variable of a Let: 1 + the place of the first in vars
	others map[loop.Stmt]int32 // the same of other statements
	vars   []death
}

// death is a variable, and the place of the one after it, counted from 1.
type death struct {
	v    *loop.Var
	next int32
}

// After calls yield for the variables that end after s.
func (d *Deaths) After(s loop.Stmt, yield func(*loop.Var)) {
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
func (d *Deaths) add(s loop.Stmt, v *loop.Var) {
	n := int32(len(d.vars)) + 1
	if l, ok := s.(*loop.Let); ok {
		at := d.lets.At(l.Var.ID())
		d.vars, *at = append(d.vars, death{v, *at}), n
		return
	}
	d.vars, d.others[s] = append(d.vars, death{v, d.others[s]}), n
}

// lifetimes finds the deaths.
type lifetimes struct {
	vars paged.Table[life]
	at   []int32     // by depth, the statement in work
	own  []*loop.Var // what the blocks in work have declared, the innermost last
	dead *Deaths
}

// life is where a variable lives.
type life struct {
	// how many blocks are around the declaration, counted from 1; forever if it never dies; 0 before it is known
	depth int32
	last  int32 // the last statement of that block that mentions it
}

const forever = -1

// LastUses is linear in the size of the function, which has about that many Lets.
func LastUses(f *loop.Func, lets int) *Deaths {
	l := &lifetimes{dead: &Deaths{others: map[loop.Stmt]int32{}, vars: make([]death, 0, lets)}}
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

func (l *lifetimes) keepFlat(e *loop.Expr) {
	e.EachVar(func(v *loop.Var) {
		for _, n := range v.Flat {
			n.EachVar(func(w *loop.Var) { l.vars.At(w.ID()).depth = forever })
		}
	})
}

// stmts looks at a block, or at head and body of a While, which share one scope; cond stands between them. last is then
// that of the concatenation.
func (l *lifetimes) stmts(head, body []loop.Stmt, cond *loop.Expr) {
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
func (l *lifetimes) list(b []loop.Stmt, first int, own func(*loop.Var)) {
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

func (l *lifetimes) expr(e *loop.Expr) {
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
func (l *lifetimes) mention(v *loop.Var) {
	if x := l.vars.At(v.ID()); x.depth > 0 && int(x.depth) <= len(l.at) {
		x.last = l.at[x.depth-1]
	}
}
