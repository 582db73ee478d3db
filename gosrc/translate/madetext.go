package translate

import (
	"go/ast"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/unionfind"
)

// Strings that are made of others, by fmt.Sprintf or +, have numbers of their own below -1. They may be stored, passed
// and kept, as long as none may come to where a string is compared, or out of a function with a directive: that is
// refused where the string is made. Which strings may come where is found without regard to order: variables, and
// fields of types, that one is assigned to the other have the same ones.

// madeText is a string that is made of others.
type madeText struct {
	fn   *fn
	node ast.Expr
}

// makeText is the value of an expression that makes a string of others.
func (f *fn) makeText(e ast.Expr) flow.Expr {
	f.discard(e)
	f.texts = append(f.texts, madeText{f, e})
	return &flow.Lit{Typ: flow.StringT, I: -1 - int64(len(f.texts))}
}

// A textPlace is where strings are: a variable, with all its elements; a field of a type, in all its values; a made
// string; or where strings are looked at.
type textPlace struct {
	v     *flow.Var
	typ   *flow.Struct
	field int
	made  int64
	seen  bool
}

var seen = textPlace{seen: true} //nolint:gochecknoglobals // a constant

// textFlow joins the places between which strings go.
type textFlow struct {
	unionfind.Sets[textPlace]
	joined map[[2]*flow.Struct]bool
	values []*flow.Func // functions that are values
}

// refuseSeenText reports the made strings that may come to where a string is looked at.
func (t *translator) refuseSeenText(roots []RootFunc) {
	if len(t.texts) == 0 {
		return
	}
	x := &textFlow{joined: map[[2]*flow.Struct]bool{}}
	var all []*flow.Func
	visited := map[*flow.Func]bool{nil: true}
	var visit func(f *flow.Func)
	visit = func(f *flow.Func) {
		if visited[f] {
			return
		}
		visited[f] = true
		all = append(all, f)
		for _, g := range f.Attached() {
			visit(g)
		}
		flow.Walk(f.Body, func(s flow.Stmt) {
			if c, ok := s.(*flow.Call); ok {
				visit(c.Func)
			}
		}, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Closure:
				x.values = append(x.values, e.Func)
				visit(e.Func)
			case *flow.FuncRef:
				x.values = append(x.values, e.Func)
				visit(e.Func)
			}
		})
	}
	for _, f := range t.prog.Funcs {
		visit(f)
	}
	for _, f := range all {
		flow.Walk(f.Body, x.statement, x.expr)
	}
	for _, r := range roots {
		for _, v := range r.Flow.Params {
			x.look(v.Type, textPlace{v: v})
		}
		for _, v := range r.Flow.Results {
			x.look(v.Type, textPlace{v: v})
		}
	}
	for i, m := range t.texts {
		if x.Find(textPlace{made: int64(-2 - i)}) == x.Find(seen) {
			m.fn.refuseText(m.node)
		}
	}
}

// core is the type behind slices, arrays and pointers.
func core(t flow.Type) flow.Type {
	for {
		switch u := t.(type) {
		case *flow.Slice:
			t = u.Elem
		case *flow.Array:
			t = u.Elem
		case *flow.Pointer:
			t = u.Elem
		default:
			return t
		}
	}
}

// at is where the strings of a place are, whose type behind slices, arrays and pointers is that of strings.
func (t *textFlow) at(p flow.Place) textPlace {
	out := textPlace{v: p.Var}
	typ := p.Var.Type
	for _, s := range p.Path {
		switch u := typ.(type) {
		case *flow.Slice:
			typ = u.Elem
		case *flow.Array:
			typ = u.Elem
		case *flow.Pointer:
			typ = u.Elem
		case *flow.Struct:
			out, typ = textPlace{typ: u, field: s.Field}, u.Fields[s.Field].Type
		}
	}
	return out
}

// into joins the strings of a value with those of where it is put, a place of a type.
func (t *textFlow) into(to textPlace, typ flow.Type, e flow.Expr) {
	if e == nil {
		return
	}
	typ = core(typ)
	switch e := e.(type) {
	case *flow.Cond:
		t.into(to, typ, e.If)
		t.into(to, typ, e.Else)
		return
	case *flow.Retype:
		t.into(to, typ, e.X)
		return
	case *flow.Window:
		t.into(to, typ, e.X)
		return
	case *flow.Lits:
		s, ok := core(e.Typ).(*flow.Struct)
		for i, x := range e.Elems {
			if u, isStruct := e.Typ.(*flow.Struct); isStruct {
				t.into(textPlace{typ: u, field: i}, u.Fields[i].Type, x)
			} else {
				t.into(to, typ, x)
			}
		}
		if ok {
			t.types(typ, s)
		}
		return
	}
	if core(e.Type()) != flow.Type(flow.StringT) {
		t.types(typ, core(e.Type()))
		return
	}
	switch e := e.(type) {
	case *flow.Lit:
		if e.I < -1 {
			t.Union(to, textPlace{made: e.I})
		}
	case *flow.Load:
		t.Union(to, t.at(e.Place))
	case *flow.Addr:
		t.Union(to, t.at(e.Place))
	}
}

// types joins the fields of two structures of which one is assigned to the other.
func (t *textFlow) types(a, b flow.Type) {
	s, ok := core(a).(*flow.Struct)
	u, ok2 := core(b).(*flow.Struct)
	if !ok || !ok2 || s == u || t.joined[[2]*flow.Struct{s, u}] || len(s.Fields) != len(u.Fields) {
		return
	}
	t.joined[[2]*flow.Struct{s, u}] = true
	for i, f := range s.Fields {
		t.Union(textPlace{typ: s, field: i}, textPlace{typ: u, field: i})
		t.types(f.Type, u.Fields[i].Type)
	}
}

// assign joins what a place has with what is put there.
func (t *textFlow) assign(to flow.Place, e flow.Expr) {
	if to.Var != nil {
		t.into(t.at(to), to.Type(), e)
	}
}

func (t *textFlow) statement(s flow.Stmt) {
	switch s := s.(type) {
	case *flow.Assign:
		for i, p := range s.Dst {
			t.assign(p, s.Src[i])
		}
	case *flow.Append:
		t.assign(s.Dst, s.Src)
		t.assign(s.Dst, s.Spread)
		for _, e := range s.Elems {
			t.assign(s.Dst, e)
		}
	case *flow.Copy:
		t.assign(s.To, s.Dst)
		t.assign(s.To, s.Src)
		if l, ok := s.Dst.(*flow.Load); ok {
			t.assign(l.Place, s.Src)
		} else {
			t.both(s.Dst, s.Src)
		}
	case *flow.Call:
		if s.Func != nil {
			t.call(s, s.Func)
		} else {
			for _, f := range t.values {
				t.call(s, f)
			}
		}
	}
}

// both joins the strings of two values: one is copied to memory of the other.
func (t *textFlow) both(a, b flow.Expr) {
	v := &flow.Var{Type: a.Type()}
	t.into(textPlace{v: v}, v.Type, a)
	t.into(textPlace{v: v}, v.Type, b)
}

// call joins arguments with parameters and results. What a function gets that Go runs is looked at.
func (t *textFlow) call(c *flow.Call, f *flow.Func) {
	for i, e := range c.Args {
		if i >= len(f.Params) {
			break
		}
		v := f.Params[i]
		t.into(textPlace{v: v}, v.Type, e)
		if f.Extern != nil || f.ByHand() {
			t.look(v.Type, textPlace{v: v})
		}
	}
	for i, p := range c.Dst {
		if i < len(f.Results) {
			t.assign(p, load(f.Results[i]))
		}
	}
}

// look says that the strings in a value of a type, in a place, are looked at.
func (t *textFlow) look(typ flow.Type, p textPlace) {
	t.lookAt(typ, p, map[*flow.Struct]bool{})
}

func (t *textFlow) lookAt(typ flow.Type, p textPlace, done map[*flow.Struct]bool) {
	switch u := core(typ).(type) {
	case *flow.Basic:
		if u == flow.StringT {
			t.Union(p, seen)
		}
	case *flow.Struct:
		if done[u] {
			return
		}
		done[u] = true
		for i, f := range u.Fields {
			t.lookAt(f.Type, textPlace{typ: u, field: i}, done)
		}
	}
}

// expr finds comparisons.
func (t *textFlow) expr(e flow.Expr) {
	o, ok := e.(*flow.Op)
	if !ok {
		return
	}
	for _, a := range o.Args {
		if a.Type() == flow.Type(flow.StringT) {
			t.into(seen, flow.StringT, a)
		}
	}
}
