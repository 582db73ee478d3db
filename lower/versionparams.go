package lower

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A definition that is given a version of an array that a loop, or a recursive definition, changes must not want that
// array for its pullback: the caller would have to keep it for each call. So what it reads of such a parameter counts
// as read of a version (version.go), and is taped.

// versionParams finds the parameters that somewhere get a version of an array that changes in a loop. It looks at a
// definition once, and again for each of its own parameters that are found.
func versionParams(defs []*syntax.Def) map[*syntax.Var]bool {
	if !slices.ContainsFunc(defs, func(d *syntax.Def) bool { return syntax.NodesOf(d.Body)&syntax.Calls != 0 }) {
		return nil // calls give them
	}
	w := &versionWalk{
		versions: map[*syntax.Var]bool{}, params: map[*syntax.Var]bool{}, waits: map[*syntax.Def]bool{},
		recursive: map[*syntax.Def]bool{},
	}
	for _, c := range components(defs) {
		for _, d := range c.Nodes {
			w.recursive[d] = c.Cyclic
		}
	}
	seen := map[*syntax.Def]bool{}
	var add func(d *syntax.Def)
	add = func(d *syntax.Def) {
		if !seen[d] {
			seen[d] = true
			w.push(d)
			syntax.EachCall(d.Body, func(c *syntax.Call) { add(c.Def) })
		}
	}
	for _, d := range defs {
		add(d)
	}
	for len(w.work) > 0 {
		d := w.work[len(w.work)-1]
		w.work, w.waits[d] = w.work[:len(w.work)-1], false
		w.term(d.Body, w.recursive[d])
	}
	return w.params
}

type versionWalk struct {
	versions map[*syntax.Var]bool // variables that are, or hold, versions
	params   map[*syntax.Var]bool // those that are parameters
	work     []*syntax.Def
	waits    map[*syntax.Def]bool

	recursive map[*syntax.Def]bool
}

func (w *versionWalk) push(d *syntax.Def) {
	if !w.waits[d] {
		w.waits[d] = true
		w.work = append(w.work, d)
	}
}

// term looks for versions in t, which runs more than once if repeated holds.
func (w *versionWalk) term(t syntax.Term, repeated bool) {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Prim:
		return
	case *syntax.Let:
		for _, b := range t.Binds {
			w.term(b.Rhs, repeated)
			if b.Var != nil && w.is(b.Rhs, repeated) {
				w.versions[b.Var] = true
			}
		}
		w.term(t.Body, repeated)
		return
	case *syntax.Case:
		if w.is(t.Scrut, repeated) {
			for _, a := range t.Arms {
				w.versions[a.Var] = true
			}
		}
	case *syntax.Build, *syntax.FilterIdx:
		repeated = true
	case *syntax.Loop:
		w.term(t.Init, repeated)
		w.versions[t.State] = true
		w.term(t.Body, true)
		return
	case *syntax.While:
		w.term(t.Init, repeated)
		w.versions[t.State] = true
		w.term(t.Cond, true)
		w.term(t.Body, true)
		return
	case *syntax.Call:
		for i, a := range t.Args {
			if x := t.Def.Params[i]; !w.params[x] && !plainNumber(x.Type) && w.is(a, repeated) {
				w.params[x], w.versions[x] = true, true
				w.push(t.Def)
			}
		}
	}
	syntax.Children(t, func(c syntax.Term) { w.term(c, repeated) })
}

// is reports whether t is a version, or part of one, or holds one.
func (w *versionWalk) is(t syntax.Term, repeated bool) bool {
	switch t := t.(type) {
	case *syntax.Set, *syntax.Loop, *syntax.While:
		return repeated
	case *syntax.Call:
		return w.recursive[t.Def]
	case *syntax.Let:
		return w.is(t.Body, repeated)
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if w.is(el, repeated) {
				return true
			}
		}
	case *syntax.Pack:
		return w.is(t.Arg, repeated)
	case *syntax.Coerce:
		return w.is(t.Arg, repeated)
	case *syntax.If:
		return w.is(t.Then, repeated) || w.is(t.Else, repeated)
	case *syntax.Case:
		for _, a := range t.Arms {
			if w.is(a.Body, repeated) {
				return true
			}
		}
	}
	x := root(t)
	return x != nil && w.versions[x]
}

func plainNumber(t syntax.Type) bool {
	switch t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return true
	}
	return false
}
