package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// keep leaves out assignments that change nothing. The two branches of a term each give a value to what they are for; as statements one
// of them often is what the variable was declared with.
//
//	var t bool = false                       var t bool = false
//	if c { t = x[i] < y } else { t = false }   →   if c { t = x[i] < y }
var keep = Pass{ //nolint:gochecknoglobals // a constant
	Name: "keep",
	Law:  "A variable that is assigned the constant that it is keeps it. A branch of which only the second block does something is one on the opposite.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		k := &keeper{in: Analyse(f), known: map[*loop.Var]*loop.Expr{}, assigned: map[loop.Stmt][]*loop.Var{}}
		k.collect(f.Body, nil)
		f.Body = k.block(f.Body)
	}),
}

type keeper struct {
	in       *Info
	known    map[*loop.Var]*loop.Expr  // constants that variables are
	undo     []wasKnown                // what known was, latest last
	assigned map[loop.Stmt][]*loop.Var // by loop
}

type wasKnown struct {
	v *loop.Var
	c *loop.Expr // nil if nothing was known
}

// collect notes the variables that loops assign; around are the loops that the block stands in.
func (k *keeper) collect(block []loop.Stmt, around []loop.Stmt) {
	for _, s := range block {
		k.targets(s, func(v *loop.Var) {
			for _, l := range around {
				k.assigned[l] = append(k.assigned[l], v)
			}
		})
		in := around
		switch s.(type) {
		case *loop.For, *loop.While:
			in = append(around[:len(around):len(around)], s)
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { k.collect(*b, in) })
	}
}

// targets are the variables that a statement gives another value, without the statements inside.
func (k *keeper) targets(s loop.Stmt, visit func(*loop.Var)) {
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				visit(l.Var)
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			visit(s.Lhs.Var)
		}
	case *loop.Append:
		visit(s.Var)
	}
}

// constant reports whether e is a number, or the empty array or reference.
func constant(e *loop.Expr) bool { return e.IsConst() || e.IsNilConst() }

// set notes that v is a constant, or no longer a known one.
func (k *keeper) set(v *loop.Var, c *loop.Expr) {
	was := k.known[v]
	if was == nil && c == nil {
		return
	}
	k.undo = append(k.undo, wasKnown{v, was})
	if c == nil {
		delete(k.known, v)
	} else {
		k.known[v] = c
	}
}

func (k *keeper) block(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		switch s := s.(type) {
		case *loop.Let:
			if k.in.Mutable(s.Var) && constant(s.Rhs) {
				k.set(s.Var, s.Rhs)
			}
		case *loop.Assign:
			if !k.assign(s) {
				continue
			}
		case *loop.AddTo, *loop.Append:
			k.targets(s, func(v *loop.Var) { k.set(v, nil) })
		case *loop.For, *loop.While:
			for _, v := range k.assigned[s] {
				k.set(v, nil)
			}
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = k.block(*b) })
			for _, v := range k.assigned[s] {
				k.set(v, nil)
			}
		case *loop.If:
			k.branches(s)
			if len(s.Then) == 0 && len(s.Else) == 0 {
				continue
			}
			if len(s.Then) == 0 {
				not := inverse(s.Cond)
				if not == nil {
					not = loop.Not(s.Cond)
				}
				s.Cond, s.Then, s.Else = not, s.Else, nil
			}
		case *loop.Switch:
			k.branches(s)
		}
		out = append(out, s)
	}
	return out
}

// assign leaves out what changes nothing, and reports whether something is left.
func (k *keeper) assign(s *loop.Assign) bool {
	var lhs, rhs []*loop.Expr
	for i, l := range s.Lhs {
		if l.Kind == loop.VarExpr && constant(s.Rhs[i]) && k.known[l.Var] != nil && loop.Equal(k.known[l.Var], s.Rhs[i]) {
			continue
		}
		lhs, rhs = append(lhs, l), append(rhs, s.Rhs[i])
	}
	s.Lhs, s.Rhs = lhs, rhs
	for i, l := range lhs {
		if l.Kind == loop.VarExpr {
			c := rhs[i]
			if !constant(c) {
				c = nil
			}
			k.set(l.Var, c)
		}
	}
	return len(lhs) > 0
}

// branches goes through blocks of which one runs. What one of them changes is not known behind them.
func (k *keeper) branches(s loop.Stmt) {
	changed := map[*loop.Var]bool{}
	var order []*loop.Var
	loop.Blocks(s, func(b *[]loop.Stmt) {
		from := len(k.undo)
		*b = k.block(*b)
		for i := len(k.undo) - 1; i >= from; i-- {
			u := k.undo[i]
			if u.c == nil {
				delete(k.known, u.v)
			} else {
				k.known[u.v] = u.c
			}
			if !changed[u.v] {
				changed[u.v] = true
				order = append(order, u.v)
			}
		}
		k.undo = k.undo[:from]
	})
	for _, v := range order {
		k.set(v, nil)
	}
}
