package own_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An interpreter of value form that shares no code with package eval: values are trees, every load copies the whole
// tree, and nothing can be shared.

type tree struct {
	num  syntax.Value
	subs []*tree // of a slice, array or struct
	fun  *flow.Func
	env  map[*flow.Var]*tree
}

func (t *tree) copy() *tree {
	u := *t
	u.subs = nil
	for _, s := range t.subs {
		u.subs = append(u.subs, s.copy())
	}
	return &u
}

func zeroTree(t flow.Type) *tree {
	switch t := t.(type) {
	case *flow.Array:
		u := &tree{}
		for range t.Len {
			u.subs = append(u.subs, zeroTree(t.Elem))
		}
		return u
	case *flow.Struct:
		u := &tree{}
		for _, f := range t.Fields {
			u.subs = append(u.subs, zeroTree(f.Type))
		}
		return u
	case *flow.Pointer:
		panic("a pointer in value form")
	}
	return &tree{}
}

// flat lists a tree as eval.Value.Flat does.
func (t *tree) flat(typ flow.Type) []syntax.Value {
	switch typ := typ.(type) {
	case *flow.Basic:
		if typ.Kind == flow.KindOpaque {
			return nil
		}
		if typ.Kind == flow.KindError && t.num.I != 0 { // which one it is does not count
			return []syntax.Value{{I: 1}}
		}
		return []syntax.Value{t.num}
	case *flow.Slice:
		out := []syntax.Value{{I: int64(len(t.subs))}}
		for _, s := range t.subs {
			out = append(out, s.flat(typ.Elem)...)
		}
		return out
	case *flow.Array:
		var out []syntax.Value
		for _, s := range t.subs {
			out = append(out, s.flat(typ.Elem)...)
		}
		return out
	case *flow.Struct:
		var out []syntax.Value
		for i, s := range t.subs {
			out = append(out, s.flat(typ.Fields[i].Type)...)
		}
		return out
	}
	panic(fmt.Sprintf("no flat %v", typ))
}

type stopped string // a run-time error

type run struct{ steps int }

type scope struct{ vars map[*flow.Var]*tree }

func runValue(f *flow.Func, args []*tree) (out []*tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", string(s))
		}
	}()
	return (&run{}).call(f, nil, args), nil
}

func (m *run) call(f *flow.Func, env map[*flow.Var]*tree, args []*tree) []*tree {
	sc := &scope{map[*flow.Var]*tree{}}
	for v, t := range env {
		sc.vars[v] = t.copy()
	}
	for i, p := range f.Params {
		sc.vars[p] = args[i].copy()
	}
	for _, r := range f.Results {
		sc.vars[r] = zeroTree(r.Type)
	}
	m.list(sc, f.Body)
	var out []*tree
	for _, r := range f.Results {
		out = append(out, sc.vars[r].copy())
	}
	return out
}

func (m *run) at(sc *scope, p flow.Place) *tree {
	t := sc.vars[p.Var]
	if t == nil {
		t = zeroTree(p.Var.Type)
		sc.vars[p.Var] = t
	}
	for _, s := range p.Path {
		i := s.Field
		switch s.Kind {
		case flow.StepIndex:
			i = int(m.expr(sc, s.Index).num.I)
		case flow.StepDeref:
			panic("a pointer in value form")
		}
		if i < 0 || i >= len(t.subs) {
			panic(stopped("index"))
		}
		t = t.subs[i]
	}
	return t
}

func (m *run) exprs(sc *scope, es []flow.Expr) []*tree {
	var out []*tree
	for _, e := range es {
		out = append(out, m.expr(sc, e))
	}
	return out
}

func (m *run) int(sc *scope, e flow.Expr, absent int) int {
	if e == nil {
		return absent
	}
	return int(m.expr(sc, e).num.I)
}

func (m *run) expr(sc *scope, e flow.Expr) *tree {
	switch e := e.(type) {
	case *flow.Lit:
		return &tree{num: syntax.Value{F: e.F, I: e.I}}
	case *flow.Load:
		return m.at(sc, e.Place).copy()
	case *flow.Op:
		var args []syntax.Value
		for _, a := range m.exprs(sc, e.Args) {
			args = append(args, a.num)
		}
		v, err := e.Op.Eval(args)
		if err != nil {
			panic(stopped(err.Error()))
		}
		return &tree{num: v}
	case *flow.Retype:
		return m.expr(sc, e.X)
	case *flow.Cond:
		if m.expr(sc, e.C).num.I != 0 {
			return m.expr(sc, e.If)
		}
		return m.expr(sc, e.Else)
	case *flow.Len:
		return &tree{num: syntax.Value{I: int64(len(m.expr(sc, e.X).subs))}}
	case *flow.Make:
		n := m.int(sc, e.Len, 0)
		if n < 0 || m.int(sc, e.Cap, n) < n {
			panic(stopped("make"))
		}
		t := &tree{}
		for range n {
			t.subs = append(t.subs, zeroTree(e.Typ.Elem))
		}
		return t
	case *flow.Zero:
		return zeroTree(e.Typ)
	case *flow.Lits:
		return &tree{subs: m.exprs(sc, e.Elems)}
	case *flow.Closure:
		env := map[*flow.Var]*tree{}
		for v, t := range sc.vars {
			env[v] = t.copy()
		}
		return &tree{fun: e.Func, env: env}
	case *flow.FuncRef:
		return &tree{fun: e.Func}
	case *flow.Window:
		x := m.expr(sc, e.X)
		lo := m.int(sc, e.Lo, 0)
		hi := m.int(sc, e.Hi, len(x.subs))
		if lo < 0 || hi < lo || m.int(sc, e.Max, hi) < hi || hi > len(x.subs) {
			panic(stopped("slice bounds"))
		}
		return &tree{subs: x.subs[lo:hi:hi]}
	}
	panic(fmt.Sprintf("%T in value form", e))
}

func (m *run) list(sc *scope, ss []flow.Stmt) flow.Stmt {
	for _, s := range ss {
		if x := m.stmt(sc, s); x != nil {
			return x
		}
	}
	return nil
}

func (m *run) store(sc *scope, ps []flow.Place, values func() []*tree) {
	at := make([]*tree, len(ps))
	for i, p := range ps {
		if p.Var != nil {
			at[i] = m.at(sc, p)
		}
	}
	for i, v := range values() {
		if i < len(at) && at[i] != nil {
			*at[i] = *v.copy()
		}
	}
}

func (m *run) stmt(sc *scope, s flow.Stmt) flow.Stmt {
	if m.steps++; m.steps > 1_000_000 {
		panic(stopped("too long"))
	}
	switch s := s.(type) {
	case *flow.Assign:
		m.store(sc, s.Dst, func() []*tree { return m.exprs(sc, s.Src) })
	case *flow.Call:
		f, env := s.Func, map[*flow.Var]*tree(nil)
		if f == nil {
			v := m.expr(sc, s.Fun)
			if v.fun == nil {
				panic(stopped("nil function"))
			}
			f, env = v.fun, v.env
		}
		if len(s.Dst) > len(f.Results) {
			panic("too many results wanted")
		}
		m.store(sc, s.Dst, func() []*tree { return m.call(f, env, m.exprs(sc, s.Args)) })
	case *flow.Append:
		m.store(sc, []flow.Place{s.Dst}, func() []*tree {
			t := m.expr(sc, s.Src)
			t.subs = append(t.subs[:len(t.subs):len(t.subs)], m.exprs(sc, s.Elems)...)
			if s.Spread != nil {
				t.subs = append(t.subs, m.expr(sc, s.Spread).subs...)
			}
			return []*tree{t}
		})
	case *flow.Copy:
		m.copy(sc, s)
	case *flow.If:
		if m.expr(sc, s.Cond).num.I != 0 {
			return m.list(sc, s.Then)
		}
		return m.list(sc, s.Else)
	case *flow.Block:
		x := m.list(sc, s.Body)
		if b, ok := x.(*flow.Break); ok && b.Target == flow.Stmt(s) {
			return nil
		}
		return x
	case *flow.Count:
		n := m.expr(sc, s.N).num.I
		for i := int64(0); i < n; i++ {
			sc.vars[s.Idx] = &tree{num: syntax.Value{I: i}}
			if done, x := m.iteration(sc, s, s.Body); done {
				return x
			}
		}
	case *flow.While:
		for {
			if x := m.list(sc, s.Pre); x != nil {
				return x
			}
			if m.expr(sc, s.Cond).num.I == 0 {
				return nil
			}
			if done, x := m.iteration(sc, s, s.Body); done {
				return x
			}
			if x := m.list(sc, s.Post); x != nil {
				return x
			}
		}
	case *flow.Break, *flow.Continue, *flow.Return:
		return s
	case *flow.Fail:
		panic(stopped(s.Msg))
	default:
		panic(fmt.Sprintf("%T in value form", s))
	}
	return nil
}

// iteration runs a body once; the loop is done when it was left.
func (m *run) iteration(sc *scope, loop flow.Stmt, body []flow.Stmt) (bool, flow.Stmt) {
	if m.steps++; m.steps > 1_000_000 {
		panic(stopped("too long"))
	}
	switch x := m.list(sc, body).(type) {
	case nil:
		return false, nil
	case *flow.Break:
		if x.Target == loop {
			return true, nil
		}
		return true, x
	case *flow.Continue:
		if x.Target == loop {
			return false, nil
		}
		return true, x
	default:
		return true, x
	}
}

func (m *run) copy(sc *scope, s *flow.Copy) {
	to, src := m.at(sc, s.To), m.expr(sc, s.Src)
	lo := m.int(sc, s.Off, 0)
	hi := m.int(sc, s.Lim, len(to.subs))
	if lo < 0 || hi < lo || hi > len(to.subs) {
		panic(stopped("copy bounds"))
	}
	n := min(hi-lo, len(src.subs))
	for i := range n {
		*to.subs[lo+i] = *src.subs[i]
	}
	if s.N.Var != nil {
		*m.at(sc, s.N) = tree{num: syntax.Value{I: int64(n)}}
	}
}
