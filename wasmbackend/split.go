package wasmbackend

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Engines take long for giant functions, and refuse those with more than 50,000 variables or of more than 7,654,321 bytes. A
// function with more nodes than splitOver has its statements moved into functions of about a seventh of that; numbers that several parts use stand
// in arrays, the frame.
const (
	splitOver = 20_000
	partVars  = 100 // a part with more parameters stays where it is
)

// split takes the giant functions of a program apart. It takes time linear in the size of the program.
func split(p *loop.Program, over int) {
	if over <= 0 {
		over = splitOver
	}
	for _, f := range p.Funcs {
		nodes := 0
		sizes := make([]int, len(f.Body))
		for i, s := range f.Body {
			sizes[i] = stmtNodes(s)
			nodes += sizes[i]
		}
		if nodes > over {
			s := &splitter{f: f, sizes: sizes, region: map[*loop.Var]int{}, framed: map[*loop.Var]*loop.Expr{}, most: over / 7}
			p.Funcs = append(p.Funcs, s.split()...)
		}
	}
}

func stmtNodes(s loop.Stmt) (n int) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		n++
		loop.Operands(s, func(x **loop.Expr, _ bool) { n += (*x).Size })
	})
	return n
}

type splitter struct {
	f      *loop.Func
	sizes  []int
	part   []int             // by statement, the part that it goes to, or 0
	parts  [][2]int          // first statement, and the one behind the last
	region map[*loop.Var]int // where a variable is mentioned: a part or 0
	framed map[*loop.Var]*loop.Expr
	frames [3]*loop.Var // of reals, ints and bools
	sized  [3]int64
	most   int // nodes of a part; runs of a tenth of that stay where they are
}

// several is the region of variables that more than one mentions.
const several = -1

func (s *splitter) split() []*loop.Func {
	s.choose()
	if len(s.parts) == 0 {
		return nil
	}
	s.mentions()
	var out []*loop.Func
	var body []loop.Stmt
	next := 0
	for k, p := range s.parts {
		for ; next < p[0]; next++ {
			body = s.keep(body, s.f.Body[next])
		}
		var moved []loop.Stmt
		for ; next < p[1]; next++ {
			moved = append(moved, s.stmt(s.f.Body[next]))
		}
		free := freeVars(moved)
		if len(free) > partVars {
			body = append(body, moved...)
			continue
		}
		g := &loop.Func{Name: s.f.Name + ".part" + strconv.Itoa(k+1), Body: moved}
		c := &loop.Call{Func: g}
		for _, v := range free {
			g.Params = append(g.Params, loop.Param{Var: v})
			c.Args = append(c.Args, loop.Use(v))
		}
		out = append(out, g)
		body = append(body, c)
	}
	for ; next < len(s.f.Body); next++ {
		body = s.keep(body, s.f.Body[next])
	}
	var head []loop.Stmt
	for b, v := range s.frames {
		if v != nil {
			head = append(head, &loop.Alloc{Var: v, Dims: []*loop.Expr{loop.IntConst(s.sized[b])}, Dirty: true})
		}
	}
	for _, q := range s.f.Params {
		if x := s.framed[q.Var]; x != nil {
			head = append(head, &loop.Assign{Lhs: []*loop.Expr{x}, Rhs: []*loop.Expr{loop.Use(q.Var)}})
		}
	}
	s.f.Body = append(head, body...)
	for i, r := range s.f.Results {
		s.f.Results[i] = s.expr(r)
	}
	return out
}

// keep appends a statement that is not moved; results of calls are put into the frame.
func (s *splitter) keep(body []loop.Stmt, t loop.Stmt) []loop.Stmt {
	body = append(body, s.stmt(t))
	if c, ok := t.(*loop.Call); ok {
		for _, v := range c.Vars {
			if v != nil && s.framed[v] != nil {
				body = append(body, &loop.Assign{Lhs: []*loop.Expr{s.framed[v]}, Rhs: []*loop.Expr{loop.Use(v)}})
			}
		}
	}
	return body
}

// choose finds runs of statements that may be moved.
func (s *splitter) choose() {
	s.part = make([]int, len(s.f.Body))
	for lo := 0; lo < len(s.f.Body); {
		hi, size := lo, 0
		for hi < len(s.f.Body) && size < s.most && movable(s.f.Body[hi]) {
			size += s.sizes[hi]
			hi++
		}
		if size > s.most/10 {
			s.parts = append(s.parts, [2]int{lo, hi})
			for i := lo; i < hi; i++ {
				s.part[i] = len(s.parts)
			}
		}
		lo = max(hi, lo+1)
	}
}

// movable reports whether a statement takes no memory, and declares and assigns no variable for others that is no number.
func movable(s loop.Stmt) bool {
	if l, ok := s.(*loop.Let); ok && !l.Var.Type.IsNumber() {
		return false
	}
	ok := true
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc, *loop.NewCell, *loop.Append, *loop.Call:
			ok = false
		case *loop.Assign:
			for _, l := range s.Lhs {
				ok = ok && (l.Kind != loop.VarExpr || l.Type.IsNumber())
			}
		}
	})
	return ok
}

// mentions finds the numbers that have to stand in the frame: those that are declared or assigned in a part and mentioned outside of it.
func (s *splitter) mentions() {
	written := map[*loop.Var]bool{} // in a part, or declared there
	at := 0
	mention := func(v *loop.Var) {
		if r, ok := s.region[v]; !ok {
			s.region[v] = at
		} else if r != at {
			s.region[v] = several
		}
	}
	for i, t := range s.f.Body {
		at = s.part[i]
		loop.Walk([]loop.Stmt{t}, func(t loop.Stmt) {
			loop.Operands(t, func(x **loop.Expr, _ bool) { eachVar(*x, mention) })
			loop.Declared(t, mention)
			switch t := t.(type) {
			case *loop.Append:
				mention(t.Var)
			case *loop.Assign:
				for _, l := range t.Lhs {
					if l.Kind == loop.VarExpr && at > 0 {
						written[l.Var] = true
					}
				}
			case *loop.AddTo:
				if t.Lhs.Kind == loop.VarExpr && at > 0 {
					written[t.Lhs.Var] = true
				}
			}
		})
		if l, ok := t.(*loop.Let); ok && at > 0 {
			written[l.Var] = true
		}
	}
	at = 0
	for _, q := range s.f.Params {
		mention(q.Var)
	}
	for _, r := range s.f.Results {
		eachVar(r, mention)
	}
	place := func(v *loop.Var) {
		if !v.Type.IsNumber() || !written[v] || s.region[v] != several || s.framed[v] != nil {
			return
		}
		b := int(v.Type.Base)
		if s.frames[b] == nil {
			s.frames[b] = loop.NewVar("frame", v.Type.Array())
		}
		s.framed[v] = loop.Index(loop.Use(s.frames[b]), loop.IntConst(s.sized[b]))
		s.sized[b]++
	}
	for _, q := range s.f.Params {
		place(q.Var)
	}
	for _, t := range s.f.Body {
		loop.Declared(t, place)
	}
}

// eachVar is [loop.Expr.EachVar] with the lengths of flat arrays.
func eachVar(x *loop.Expr, yield func(*loop.Var)) {
	x.EachVar(func(v *loop.Var) {
		yield(v)
		for _, n := range v.Flat {
			n.EachVar(yield)
		}
	})
}

// freeVars are the variables of statements that they do not declare, in the order of their first use.
func freeVars(b []loop.Stmt) (out []*loop.Var) {
	known := map[*loop.Var]bool{}
	loop.Walk(b, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { known[v] = true }) })
	loop.Walk(b, func(s loop.Stmt) {
		loop.Operands(s, func(x **loop.Expr, _ bool) {
			eachVar(*x, func(v *loop.Var) {
				if !known[v] {
					known[v] = true
					out = append(out, v)
				}
			})
		})
	})
	return out
}

func (s *splitter) expr(x *loop.Expr) *loop.Expr {
	if x.Kind == loop.VarExpr {
		if y := s.framed[x.Var]; y != nil {
			return y
		}
		return x
	}
	return x.MapArgs(s.expr)
}

// stmt is a statement with the variables of the frame replaced.
func (s *splitter) stmt(t loop.Stmt) loop.Stmt {
	if l, ok := t.(*loop.Let); ok && s.framed[l.Var] != nil {
		return &loop.Assign{Lhs: []*loop.Expr{s.framed[l.Var]}, Rhs: []*loop.Expr{s.expr(l.Rhs)}}
	}
	loop.Operands(t, func(x **loop.Expr, _ bool) { *x = s.expr(*x) })
	loop.Blocks(t, func(b *[]loop.Stmt) {
		for i, t := range *b {
			(*b)[i] = s.stmt(t)
		}
	})
	return t
}
