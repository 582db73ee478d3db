package syntax

import (
	"strconv"
	"strings"
	"unicode"
)

// reserved are the names that a variable cannot print as: the keywords and
// the built-in functions of the surface language.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(`def data type derivative adjoint let in case of if then else loop for while do checkpoint _
		size true false unit real int bool idx fst snd inl inr map zipWith zip fold scan reduce sum build replicate
		iota index set gather scatter scatterAdd histogram concat slice reverse transpose matmul argmax filter length
		pack grad jvp vjp not inf nan pi neg product maximum minimum zero oneHot`) {
		m[s] = true
	}
	return m
}()

// names gives every binder a display name that differs from those of all
// variables visible there, in one walk before anything is printed.
type names struct {
	sizes   map[*SizeVar]string
	taken   map[string]bool
	counter map[string]int
	trail   []named
	// What the sugar needs to know; see printsugar.go.
	sugared bool
	uses    map[*Var]*use
	slab    []use
	plans   map[*Var]*plan // by the index variable of the build
	skip    map[*Let]int
}

// named is an undo record: a name taken, and the counter of its base before.
type named struct {
	name, base string
	counter    int
}

func (n *names) init(sugared bool, hint int) {
	*n = names{
		sizes: map[*SizeVar]string{}, taken: make(map[string]bool, hint),
		counter: map[string]int{},
		sugared: sugared, uses: make(map[*Var]*use, hint), plans: map[*Var]*plan{}, skip: map[*Let]int{},
	}
}

func (n *names) name(x *Var) string {
	if u, ok := n.uses[x]; ok {
		return u.name
	}
	return x.Name // not bound in the term: a term that the verifier refuses
}

func (n *names) sizeName(v *SizeVar) string {
	if s, ok := n.sizes[v]; ok {
		return s
	}
	return v.Name
}

// sanitize makes a hint an identifier of the surface language.
func sanitize(hint string) string {
	ok := hint != "" && hint != "_"
	for i, r := range hint {
		digit := unicode.IsDigit(r) || unicode.Is(unicode.No, r) || r == '\'' || unicode.Is(unicode.Mn, r)
		if r == 'λ' || (!digit && r != '_' && !unicode.IsLetter(r)) || (i == 0 && digit) {
			ok = false
		}
	}
	if ok {
		return hint
	}
	var b strings.Builder
	for _, r := range hint {
		if r != 'λ' && (unicode.IsLetter(r) || (b.Len() > 0 && (unicode.IsDigit(r) || r == '\''))) {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "x"
	}
	return b.String()
}

// take finds the first free name for a hint: y, y2, y3, …; x1, x1_2, …; y', y2', ….
func (n *names) take(hint string) string {
	base := sanitize(hint)
	old := n.counter[base]
	k, name := max(old, 1), base
	if old > 0 || n.taken[name] || reserved[name] || opIndex[name] != nil {
		stem := strings.TrimRight(base, "'")
		primes := base[len(stem):]
		if c := stem[len(stem)-1]; '0' <= c && c <= '9' {
			stem += "_"
		}
		for {
			k++
			if name = stem + strconv.Itoa(k) + primes; !n.taken[name] {
				break
			}
		}
	}
	n.counter[base] = k
	n.taken[name] = true
	n.trail = append(n.trail, named{name, base, old})
	return name
}

func (n *names) undo(mark int) {
	for i := len(n.trail) - 1; i >= mark; i-- {
		e := n.trail[i]
		delete(n.taken, e.name)
		if e.counter == 0 {
			delete(n.counter, e.base)
		} else {
			n.counter[e.base] = e.counter
		}
	}
	n.trail = n.trail[:mark]
}

// free names what a term leaves free: variables, sizes, definitions, constructors.
func (n *names) free(t Term, display func(*Var) string) {
	g := globals{names: n, sizeBound: map[*SizeVar]bool{}}
	g.visit(t)
	for _, x := range g.vars {
		u := n.uses[x]
		if u.name != "" || u.bound {
			continue
		}
		if display != nil {
			u.name = display(x)
			n.taken[u.name] = true
		} else {
			n.bind(x)
		}
	}
	for _, v := range g.sizeVars {
		if n.sizes[v] == "" {
			n.sizes[v] = n.take(v.Name)
		}
	}
}

// globals collects the names that a term takes from outside, in order of
// occurrence, and what it does with each variable.
type globals struct {
	*names
	sizeBound map[*SizeVar]bool
	vars      []*Var
	sizeVars  []*SizeVar
	seq       int
}

func (g *globals) visit(t Term) {
	switch t := t.(type) {
	case *VarRef:
		g.use(t.Var).total++
		return
	case *Call:
		g.taken[t.Def.Name] = true
	case *Inj:
		g.constructor(t.typ)
	case *Case:
		g.constructor(t.Scrut.Type())
	case *Index:
		g.indexed(t)
	}
	m := Mapper{
		Term: func(s Term) Term { g.visit(s); return s },
		Binder: func(x *Var) *Var {
			g.seq++
			u := g.uses[x]
			if u == nil {
				u = g.newUse(x)
			}
			u.bound, u.seq = true, g.seq
			return x
		},
		SizeBinder: func(v *SizeVar) *SizeVar { g.sizeBound[v] = true; return v },
		Size:       func(s *Size) *Size { s.Vars(g.sizeVar); return s },
		Type:       func(ty Type) Type { EachSizeVar(ty, g.sizeVar); return ty },
	}
	m.Map(t)
}

func (g *globals) constructor(t Type) {
	if d, ok := t.(*Data); ok {
		for _, c := range d.ctors {
			g.taken[c.Name] = true
		}
	}
}

func (g *globals) sizeVar(v *SizeVar) {
	if !g.sizeBound[v] {
		g.sizeBound[v] = true
		g.sizeVars = append(g.sizeVars, v)
	}
}

func (g *globals) use(x *Var) *use {
	u := g.uses[x]
	if u == nil {
		u = g.newUse(x)
		g.vars = append(g.vars, x)
	}
	return u
}

// newUse makes an entry; they come from slabs, since there may be millions.
func (n *names) newUse(x *Var) *use {
	if len(n.slab) == 0 {
		n.slab = make([]use, 64+min(2*len(n.uses), 4096))
	}
	u := &n.slab[0]
	n.slab = n.slab[1:]
	n.uses[x] = u
	return u
}

// visit names the binders of t in scope order.
func (n *names) visit(t Term) {
	switch t := t.(type) {
	case *VarRef, *Const:
		return
	case *Case:
		n.visit(t.Scrut)
		for _, a := range t.Arms {
			mark := len(n.trail)
			n.bind(a.Var)
			n.visit(a.Body)
			n.undo(mark)
		}
		return
	case *Build:
		if n.sugared && n.plan(t) {
			return
		}
	}
	mark := len(n.trail)
	m := Mapper{
		Term:       func(s Term) Term { n.visit(s); return s },
		Binder:     n.bind,
		SizeBinder: func(v *SizeVar) *SizeVar { n.sizes[v] = n.take(v.Name); return v },
	}
	m.Map(t)
	n.undo(mark)
}

// bind names x, unless the sugar has done so.
func (n *names) bind(x *Var) *Var {
	u := n.uses[x]
	if u == nil {
		u = n.newUse(x)
	}
	if u.name == "" {
		u.name = n.take(x.Name)
	}
	return x
}
