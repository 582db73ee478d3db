package own

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// What a root does not read, its caller need not have: fields of structs that no function it reaches names become opaque,
// and so do parameters that it does not mention.
//
//	type Body struct { M, V float64; Space *Space }
//
//	func Energy(b *Body) float64 { return b.M * b.V * b.V / 2 }    // b.Space may be nil, or as large as it likes
//
// Types are told apart by their structure, as Go's conversions do. Each pruning has its own copies of the functions,
// so that what one root reads makes no other read it.

// A pruning is what some roots do not read.
type pruning struct {
	fields map[string][]bool // by the structure of a struct: the fields that become opaque
	params []bool            // of the root
	types  map[flow.Type]flow.Type
	names  *structures
}

// prunings finds what the roots of a program do not read; nil for those that read all, and for programs that do not say
// what else is needed.
func prunings(p *flow.Program) map[*flow.Func]*pruning {
	if p.Needs == nil {
		return nil
	}
	u := &unread{names: &structures{}, own: map[*flow.Func]reads{}, called: map[*flow.Func]bool{}, known: map[*flow.Func][]flow.Type{}}
	for _, f := range reachable(p.Funcs) {
		for _, g := range append(mentioned(f), f.Attached()...) {
			u.called[g] = true
		}
	}
	out, known := map[*flow.Func]*pruning{}, map[string]*pruning{}
	for _, f := range p.Funcs {
		c := u.root(f, p.Needs[f])
		key := fmt.Sprint(c.fields, c.params)
		if len(c.fields) == 0 && !slices.Contains(c.params, true) {
			continue
		}
		if slices.Contains(c.params, true) { // which are those of one function
			key = fmt.Sprintf("%p %s", f, key)
		}
		if known[key] == nil {
			known[key] = c
		}
		out[f] = known[key]
	}
	return out
}

// reads are the fields that are named, by the structure of the struct.
type reads map[string]map[int]bool

type unread struct {
	names  *structures
	own    map[*flow.Func]reads
	called map[*flow.Func]bool // functions that others call
	known  map[*flow.Func][]flow.Type
}

// root is what a root does not read.
func (u *unread) root(f *flow.Func, needs []flow.Need) *pruning {
	all := reads{}
	within := reachable([]*flow.Func{f})
	for _, g := range within {
		if u.own[g] == nil {
			u.own[g] = u.function(g)
		}
		for s, fields := range u.own[g] {
			for k := range fields {
				all.add(s, k)
			}
		}
	}
	for _, r := range f.Results {
		u.whole(all, r.Type)
	}
	needed := map[int]bool{}
	for _, n := range needs {
		needed[n.Param] = true
		u.need(all, f.Params[n.Param].Type, n.Fields)
	}
	shown := map[flow.Type]bool{}
	for _, g := range within {
		for _, t := range u.types(g) {
			u.interfaces(all, t, shown)
		}
	}
	c := &pruning{fields: map[string][]bool{}, types: map[flow.Type]flow.Type{}, names: u.names}
	seen := map[flow.Type]bool{}
	for _, g := range within {
		for _, t := range u.types(g) {
			c.find(all, t, seen)
		}
	}
	if !u.called[f] {
		mentioned := mentions(f.Body)
		for i, v := range f.Params {
			c.params = append(c.params, mentioned[v] == 0 && !needed[i] && v.Type != flow.OpaqueT)
		}
	}
	return c
}

// types are those of the variables of a function, each once.
func (u *unread) types(f *flow.Func) []flow.Type {
	if ts, ok := u.known[f]; ok {
		return ts
	}
	seen := map[flow.Type]bool{}
	u.known[f] = []flow.Type{}
	for v := range renamed(f) {
		if !seen[v.Type] {
			seen[v.Type] = true
			u.known[f] = append(u.known[f], v.Type)
		}
	}
	return u.known[f]
}

func (r reads) add(s string, field int) {
	if r[s] == nil {
		r[s] = map[int]bool{}
	}
	r[s][field] = true
}

// function is what the body of a function names, and what it stores whole to memory that others may see.
func (u *unread) function(f *flow.Func) reads {
	out := reads{}
	path := func(p flow.Place) (t flow.Type, memory bool) {
		t = p.Var.Type
		for _, s := range p.Path {
			if s.Kind == flow.StepField {
				out.add(u.names.of(t), s.Field)
			} else {
				memory = true
			}
			t = s.Part(t)
		}
		return t, memory
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				if p.Var == nil {
					continue
				}
				if t, memory := path(p); memory {
					u.whole(out, t)
				}
			}
			switch s := s.(type) {
			case *flow.Copy:
				if s.Dst != nil {
					u.whole(out, s.Dst.Type())
				}
			case *flow.Append:
				u.whole(out, s.Src.Type())
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				path(e.Place)
			case *flow.Addr:
				path(e.Place)
			}
		})
	})
	return out
}

// interfaces notes that all of what methods of interfaces take and give is read. Only through those do types contain
// themselves, and they stay as they are.
func (u *unread) interfaces(out reads, t flow.Type, seen map[flow.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *flow.Slice:
		u.interfaces(out, t.Elem, seen)
	case *flow.Array:
		u.interfaces(out, t.Elem, seen)
	case *flow.Pointer:
		u.interfaces(out, t.Elem, seen)
	case *flow.Struct:
		for _, f := range t.Fields {
			u.interfaces(out, f.Type, seen)
		}
	case *flow.FuncType:
		for _, p := range slices.Concat(t.Params, t.Results) {
			if t.Interface != "" {
				u.parts(out, p, false)
			}
			u.interfaces(out, p, seen)
		}
	case *flow.Basic:
	}
}

// whole notes that all of a value is read.
func (u *unread) whole(out reads, t flow.Type) { u.parts(out, t, false) }

// parts notes that a value is read, or what varies in it.
func (u *unread) parts(out reads, t flow.Type, varying bool) {
	switch t := t.(type) {
	case *flow.Slice:
		u.parts(out, t.Elem, varying)
	case *flow.Array:
		u.parts(out, t.Elem, varying)
	case *flow.Pointer:
		u.parts(out, t.Elem, varying)
	case *flow.Struct:
		s := u.names.of(t)
		for k, f := range t.Fields {
			if !varying && known(f.Type) || varying && !f.Constant && varies(f.Type) {
				out.add(s, k)
				u.parts(out, f.Type, varying)
			}
		}
	case *flow.Basic, *flow.FuncType:
	}
}

// need notes what varies of a part of a parameter.
func (u *unread) need(out reads, t flow.Type, fields []int) {
	for _, k := range fields {
		for {
			p, ok := t.(*flow.Pointer)
			if !ok {
				break
			}
			t = p.Elem
		}
		out.add(u.names.of(t), k)
		t = t.(*flow.Struct).Fields[k].Type
	}
	u.parts(out, t, true)
}

// varies reports whether a type has reals that are not constant.
func varies(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Basic:
		return t.Kind == flow.KindReal
	case *flow.Slice:
		return varies(t.Elem)
	case *flow.Array:
		return varies(t.Elem)
	case *flow.Pointer:
		return varies(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return !f.Constant && varies(f.Type) })
	}
	return false
}

// known reports whether a value has parts that are not opaque, besides lengths.
func known(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return known(t.Elem)
	case *flow.Array:
		return known(t.Elem)
	case *flow.Pointer:
		return known(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return known(f.Type) })
	}
	return t != flow.OpaqueT
}

// find looks for the structs in a type, and notes the fields of them that are not read.
func (c *pruning) find(all reads, t flow.Type, seen map[flow.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *flow.Slice:
		c.find(all, t.Elem, seen)
	case *flow.Array:
		c.find(all, t.Elem, seen)
	case *flow.Pointer:
		c.find(all, t.Elem, seen)
	case *flow.Struct:
		s := c.names.of(t)
		for k, f := range t.Fields {
			if t.Whole || t.Map || all[s][k] {
				c.find(all, f.Type, seen)
				continue
			}
			if f.Type != flow.OpaqueT {
				if c.fields[s] == nil {
					c.fields[s] = make([]bool, len(t.Fields))
				}
				c.fields[s][k] = true
			}
		}
	case *flow.FuncType:
		for _, p := range slices.Concat(t.Params, t.Results) {
			c.find(all, p, seen)
		}
	case *flow.Basic:
	}
}

// typ is a type without what is pruned.
func (c *pruning) typ(t flow.Type) flow.Type {
	if c == nil || len(c.fields) == 0 {
		return t
	}
	if known, ok := c.types[t]; ok {
		return known
	}
	out := t
	switch t := t.(type) {
	case *flow.Slice:
		if e := c.typ(t.Elem); e != t.Elem {
			out = &flow.Slice{Elem: e}
		}
	case *flow.Array:
		if e := c.typ(t.Elem); e != t.Elem {
			out = &flow.Array{Len: t.Len, Elem: e}
		}
	case *flow.Pointer:
		if e := c.typ(t.Elem); e != t.Elem {
			out = &flow.Pointer{Elem: e}
		}
	case *flow.Struct:
		gone := c.fields[c.names.of(t)]
		if t.Whole || t.Map {
			gone = nil
		}
		fields := slices.Clone(t.Fields)
		for k := range fields {
			fields[k].Type = c.typ(fields[k].Type)
			if gone != nil && gone[k] {
				fields[k].Type = flow.OpaqueT
			}
		}
		if !slices.Equal(fields, t.Fields) {
			s := *t
			s.Fields = fields
			out = &s
		}
	case *flow.FuncType:
		if t.Interface != "" {
			break
		}
		f := &flow.FuncType{}
		for _, p := range t.Params {
			f.Params = append(f.Params, c.typ(p))
		}
		for _, r := range t.Results {
			f.Results = append(f.Results, c.typ(r))
		}
		if !slices.Equal(f.Params, t.Params) || !slices.Equal(f.Results, t.Results) {
			out = f
		}
	case *flow.Basic:
	}
	c.types[t] = out
	return out
}

// expr gives an expression that was copied its type.
func (c *pruning) expr(e flow.Expr) flow.Expr {
	switch e := e.(type) {
	case *flow.Zero:
		e.Typ = c.typ(e.Typ)
	case *flow.Make:
		e.Typ = c.typ(e.Typ).(*flow.Slice)
	case *flow.Lits:
		if s, ok := e.Typ.(*flow.Struct); ok && !s.Whole && !s.Map {
			for k, gone := range c.fields[c.names.of(s)] {
				if gone {
					e.Elems[k] = &flow.Zero{Typ: flow.OpaqueT}
				}
			}
		}
		e.Typ = c.typ(e.Typ)
	}
	return e
}

// structures are texts of types that are equal for types of one structure.
type structures struct{ known map[flow.Type]string }

func (n *structures) of(t flow.Type) string {
	if s, ok := n.known[t]; ok {
		return s
	}
	var s string
	list := func(ts []flow.Type) string {
		parts := make([]string, len(ts))
		for i, t := range ts {
			parts[i] = n.of(t)
		}
		return strings.Join(parts, ",")
	}
	switch t := t.(type) {
	case *flow.Slice:
		s = "[]" + n.of(t.Elem)
	case *flow.Array:
		s = fmt.Sprintf("[%d]%s", t.Len, n.of(t.Elem))
	case *flow.Pointer:
		s = "*" + n.of(t.Elem)
	case *flow.Struct:
		ts := make([]flow.Type, len(t.Fields))
		for i, f := range t.Fields {
			ts[i] = f.Type
		}
		s = "{" + list(ts) + "}"
	case *flow.FuncType:
		s = t.Interface
		if s == "" {
			s = "func(" + list(t.Params) + ")(" + list(t.Results) + ")"
		}
	default:
		s = t.String()
	}
	if n.known == nil {
		n.known = map[flow.Type]string{}
	}
	n.known[t] = s
	return s
}
