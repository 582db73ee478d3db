package closure

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A value is what is known of a variable: an atom, or a known function.
type value struct {
	atom syntax.Term
	fn   *partial
}

// A partial is a code with its size parameters, what it captures and some of its arguments.
type partial struct {
	code  *code
	sizes []*syntax.Size
	vals  []value
	depth int // of functions that it captures
}

func newPartial(c *code, sizes []*syntax.Size, vals []value) *partial {
	return &partial{c, sizes, vals, depthOf(vals)}
}

// depthOf is how deeply functions that capture functions are nested in values.
func depthOf(vals []value) int {
	depth := 0
	for _, v := range vals {
		if v.fn != nil {
			depth = max(depth, 1+v.fn.depth)
		}
	}
	return depth
}

// with is f with one more argument.
func (f *partial) with(v value) *partial {
	return newPartial(f.code, f.sizes, append(f.vals[:len(f.vals):len(f.vals)], v))
}

// A pattern is a value with numbers of parameters for its atoms and numbers of size parameters.
type pattern struct {
	leaf  int
	code  *code // nil for an atom
	sizes []int
	vals  []*pattern
}

// value is the value of a pattern inside the definition with these parameters.
func (s *pattern) value(params []*syntax.Var, sizes []*syntax.Size) value {
	if s.code == nil {
		return value{atom: syntax.Ref(params[s.leaf])}
	}
	ns := make([]*syntax.Size, len(s.sizes))
	for i, n := range s.sizes {
		ns[i] = sizes[n]
	}
	vals := make([]value, len(s.vals))
	for i, v := range s.vals {
		vals[i] = v.value(params, sizes)
	}
	return value{fn: newPartial(s.code, ns, vals)}
}

// A flat is a call: arguments that are functions are replaced by what they
// capture. A variable that several functions capture is passed once.
type flat struct {
	*lifter
	key       []byte
	sizes     []*syntax.Size // arguments
	args      []syntax.Term
	sizeNames []string // parameters
	names     []string
	types     []syntax.Type // with the canonical size variables
	seen      map[*syntax.Var]int
	seenSize  map[*syntax.Size]int
}

// request flattens a call of c with all of its arguments.
func (f *flat) request(c *code, sizes []*syntax.Size, vals []value) *pattern {
	f.seen, f.seenSize = map[*syntax.Var]int{}, map[*syntax.Size]int{}
	return f.code(c, sizes, vals, func(i int) bool { return c.def == nil && i < c.caps }, c.def == nil)
}

// code flattens a code; merge says which of its atoms may be the same as others.
func (f *flat) code(c *code, sizes []*syntax.Size, vals []value, merge func(i int) bool, mergeSizes bool) *pattern {
	s := &pattern{code: c}
	f.note('(', c.id)
	env := map[*syntax.SizeVar]*syntax.Size{}
	for i, n := range sizes {
		k := f.size(n, c.sizes[i].Name, mergeSizes)
		env[c.sizes[i]] = syntax.SizeOfVar(f.canon[k])
		s.sizes = append(s.sizes, k)
	}
	for i, v := range vals {
		if v.fn != nil {
			s.vals = append(s.vals, f.code(v.fn.code, v.fn.sizes, v.fn.vals, func(int) bool { return true }, true))
			continue
		}
		x := c.params[i]
		t := x.Type
		if len(env) > 0 {
			t = syntax.SubstSizes(t, func(n *syntax.SizeVar) *syntax.Size { return env[n] })
		}
		s.vals = append(s.vals, &pattern{leaf: f.leaf(v.atom, x.Name, t, merge(i))})
	}
	f.key = append(f.key, ')')
	return s
}

func (f *flat) note(kind byte, n int) {
	f.key = strconv.AppendInt(append(f.key, kind), int64(n), 10)
}

func (f *flat) size(n *syntax.Size, name string, merge bool) int {
	k, ok := f.seenSize[n]
	if !ok || !merge {
		k = len(f.sizes)
		f.sizes, f.sizeNames = append(f.sizes, n), append(f.sizeNames, name)
		if merge {
			f.seenSize[n] = k
		}
	}
	for len(f.canon) <= k {
		f.canon = append(f.canon, syntax.NewSizeVar("n"))
	}
	f.note('n', k)
	return k
}

func (f *flat) leaf(t syntax.Term, name string, ty syntax.Type, merge bool) int {
	r, isVar := t.(*syntax.VarRef)
	if isVar && merge {
		if k, ok := f.seen[r.Var]; ok && f.types[k] == ty {
			f.note('x', k)
			return k
		}
		f.seen[r.Var] = len(f.args)
	}
	k := len(f.args)
	f.args, f.names, f.types = append(f.args, t), append(f.names, name), append(f.types, ty)
	f.note('x', k)
	return k
}

// call is the definition to call for c with these arguments, made if need be, and
// its arguments. With must unset it is nil if that would exceed the budget.
func (l *lifter) call(c *code, sizes []*syntax.Size, vals []value, at *syntax.Pos, must bool) syntax.Term {
	f := flat{lifter: l}
	s := f.request(c, sizes, vals)
	d := l.memo[string(f.key)]
	if d == nil {
		if depth := depthOf(vals); depth > 0 {
			if !must && (depth > liftDepth || l.budget < c.nodes) {
				return nil
			}
			l.budget -= c.nodes
		}
		d = l.define(c, s, &f)
	}
	return syntax.NewCall(at, d, f.sizes, f.args...)
}
