package lower

import "github.com/seed-4b734f86/gochad/syntax"

// shape is what the pass knows of a value whose type mentions linear functions.
//
//sumtype:decl
type shape interface{ shape() }

type (
	// plain is a value without linear functions: a term, an atom once it is bound.
	plain struct{ term syntax.Term }

	// tuple is a tuple of shapes.
	tuple struct{ elems []shape }

	// closure is a linear function: code and the atoms (and sizes) for its
	// parameters, all but the last, which is the argument.
	closure struct {
		code  *syntax.Def
		sizes []*syntax.Size
		args  []syntax.Term
	}

	// array is an array of shapes: a template, the array of its tapes (nil when
	// nothing is taped) or an array for each component of them, and the atoms for the free variables of the template.
	array struct {
		tmpl    *template
		carrier syntax.Term
		columns []syntax.Term
		sizes   []*syntax.Size
		args    []syntax.Term
	}
)

func (plain) shape()    {}
func (tuple) shape()    {}
func (*closure) shape() {}
func (*array) shape()   {}

// template is the element of an array of shapes: at index idx, with the tape
// unpacked by packet, it is elem, over the free variables and sizes.
type template struct {
	idx    *syntax.Var
	packet *packet
	elem   shape
	free   []*syntax.Var
	sizes  []*syntax.SizeVar
}

// atoms calls yield for the atoms and sizes of s that must be in scope for s to be used.
func atoms(s shape, term func(syntax.Term), size func(*syntax.Size)) {
	switch s := s.(type) {
	case plain:
		term(s.term)
	case tuple:
		for _, e := range s.elems {
			atoms(e, term, size)
		}
	case *closure:
		for _, n := range s.sizes {
			size(n)
		}
		for _, a := range s.args {
			term(a)
		}
	case *array:
		for _, n := range s.sizes {
			size(n)
		}
		if s.carrier != nil {
			term(s.carrier)
		}
		for _, c := range s.columns {
			term(c)
		}
		for _, a := range s.args {
			term(a)
		}
	}
}

// renaming maps the variables and size variables of one scope to what stands for them in another.
type renaming struct{ syntax.Substitution }

func newRenaming() *renaming {
	return &renaming{syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{},
		Sizes: map[*syntax.SizeVar]*syntax.Size{}}}
}

func (r *renaming) size(n *syntax.Size) *syntax.Size {
	if len(r.Sizes) == 0 {
		return n
	}
	return n.Subst(func(v *syntax.SizeVar) *syntax.Size { return r.Sizes[v] })
}

func (r *renaming) typ(t syntax.Type) syntax.Type {
	if len(r.Sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, func(v *syntax.SizeVar) *syntax.Size { return r.Sizes[v] })
}

func (r *renaming) allSizes(ns []*syntax.Size) []*syntax.Size {
	out := make([]*syntax.Size, len(ns))
	for i, n := range ns {
		out[i] = r.size(n)
	}
	return out
}

func (r *renaming) all(ts []syntax.Term) []syntax.Term {
	out := make([]syntax.Term, len(ts))
	for i, t := range ts {
		out[i] = r.Apply(t)
	}
	return out
}

// shape renames the atoms of s.
func (r *renaming) shape(s shape) shape {
	switch s := s.(type) {
	case plain:
		return plain{r.Apply(s.term)}
	case tuple:
		out := make([]shape, len(s.elems))
		for i, e := range s.elems {
			out[i] = r.shape(e)
		}
		return tuple{out}
	case *closure:
		return &closure{s.code, r.allSizes(s.sizes), r.all(s.args)}
	case *array:
		out := &array{tmpl: s.tmpl, sizes: r.allSizes(s.sizes), args: r.all(s.args)}
		if s.carrier != nil {
			out.carrier = r.Apply(s.carrier)
		}
		if s.columns != nil {
			out.columns = r.all(s.columns)
		}
		return out
	}
	panic("lower: unexpected shape")
}

// leaves lists the shapes in s that are not tuples, in order.
func leaves(s shape) []shape {
	t, ok := s.(tuple)
	if !ok {
		return []shape{s}
	}
	var out []shape
	for _, e := range t.elems {
		out = append(out, leaves(e)...)
	}
	return out
}

// withLeaves is s with its leaves replaced in order.
func withLeaves(s shape, ls []shape) shape {
	s, _ = replaceLeaves(s, ls)
	return s
}

func replaceLeaves(s shape, ls []shape) (shape, []shape) {
	t, ok := s.(tuple)
	if !ok {
		return ls[0], ls[1:]
	}
	out := make([]shape, len(t.elems))
	for i, e := range t.elems {
		out[i], ls = replaceLeaves(e, ls)
	}
	return tuple{out}, ls
}
