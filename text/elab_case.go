package text

import (
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// alternatives are the variants of a scrutinee: their names in order, and the types they hold.
type alternatives struct {
	names []string
	bare  []bool
	args  []*ty
}

func (a alternatives) index(name string) int {
	for i, n := range a.names {
		if n == name {
			return i
		}
	}
	if tag := sumTag(name); tag >= 0 && len(a.names) > 0 && sumTag(a.names[0]) == 0 && tag < len(a.names) {
		return tag
	}
	return -1
}

func (e *elab) caseOf(x *Case, want *ty) gen {
	t := newMeta()
	if a, ok := x.X.(*Apply); ok && sumTag(x.Arms[0].Ctor.Name) >= 0 {
		if n, ok := a.Fun.(*Name); ok && sumTag(n.Name) >= 0 { // the alternatives tell the length of the sum
			t = sumOf(len(x.Arms))
		}
	}
	scrut := e.expr(x.X, t)
	t = t.repr()
	alts, ok := e.alternatives(x, t)
	type arm struct {
		pat  *pat
		body gen
	}
	arms := make([]*arm, len(alts.names))
	for _, a := range x.Arms {
		i := alts.index(a.Ctor.Name)
		if !ok || i < 0 {
			if ok {
				e.errorf(a.Ctor.Span, CodeCases, didYouMean(a.Ctor.Name, append([]string(nil), alts.names...)),
					"%s is no alternative of %s", a.Ctor.Name, e.show(t))
			}
			e.badArm(a, want)
			continue
		}
		if arms[i] != nil {
			e.errorf(a.Ctor.Span, CodeCases, "", "the alternative %s stands twice", a.Ctor.Name)
		}
		arms[i] = &arm{}
		var vars []*entity
		switch {
		case a.Arg != nil:
			if alts.bare[i] {
				e.errorf(a.Arg.Range(), CodeArity, "", "%s has no argument", a.Ctor.Name)
			}
			p := e.pattern(a.Arg, alts.args[i])
			arms[i].pat, vars = &p, p.vars
		case !alts.bare[i]:
			e.errorf(a.Ctor.Span, CodeArity, "write "+a.Ctor.Name+" _ to ignore it", "%s has an argument", a.Ctor.Name)
		}
		restore := e.scope(vars...)
		arms[i].body = e.expr(a.Body, want)
		restore()
	}
	if ok {
		e.missing(x, alts, func(i int) bool { return arms[i] != nil })
	}
	return func() syntax.Term {
		s := scrut()
		out := make([]syntax.Arm, len(arms))
		for i, a := range arms {
			if a.pat == nil {
				v := syntax.NewVar("_", e.resolve(alts.args[i]))
				out[i] = syntax.Arm{Var: v, Body: a.body()}
				continue
			}
			v, binds := e.param(*a.pat)
			out[i] = syntax.Arm{Var: v, Body: syntax.NewLet(binds, a.body())}
		}
		return syntax.NewCase(s, out...)
	}
}

// badArm elaborates an arm that does not fit, for the other mistakes in it.
func (e *elab) badArm(a Arm, want *ty) {
	var vars []*entity
	if a.Arg != nil {
		vars = e.pattern(a.Arg, badTy).vars
	}
	restore := e.scope(vars...)
	e.expr(a.Body, want)
	restore()
}

func (e *elab) missing(x *Case, alts alternatives, has func(int) bool) {
	var names []string
	for i, n := range alts.names {
		if !has(i) {
			names = append(names, n)
		}
	}
	if len(names) > 0 {
		e.errorf(Span{x.Start, x.X.Range().End}, CodeCases, "", "no alternative for %s", strings.Join(names, ", "))
	}
}

// alternatives finds the variants of the type of a scrutinee. When the type is not known yet, the
// first alternative decides it.
func (e *elab) alternatives(x *Case, t *ty) (alternatives, bool) {
	if t.kind == kMeta {
		first := x.Arms[0].Ctor
		switch {
		case e.ctors[first.Name] != nil:
			e.want(x.X.Range(), t, e.dataTy(e.ctors[first.Name]))
		case sumTag(first.Name) >= 0 && len(x.Arms) >= 2:
			e.want(x.X.Range(), t, sumOf(len(x.Arms)))
		default:
			e.unknown(first)
			return alternatives{}, false
		}
		t = t.repr()
	}
	var alts alternatives
	switch t.kind {
	case kData:
		for _, c := range t.done.(*syntax.Data).Ctors() {
			alts.names = append(alts.names, c.Name)
			alts.bare = append(alts.bare, e.ctors[c.Name].bare)
			alts.args = append(alts.args, e.ctors[c.Name].arg)
		}
	case kSum:
		for i, a := range t.args {
			name := "in" + strconv.Itoa(i+1)
			if len(t.args) == 2 {
				name = []string{"inl", "inr"}[i]
			}
			alts.names = append(alts.names, name)
			alts.bare = append(alts.bare, false)
			alts.args = append(alts.args, a)
		}
	case kBad:
		return alts, false
	default:
		e.errorf(x.X.Range(), CodeMismatch, "", "found %s, wanted a sum or a data type", e.show(t))
		return alts, false
	}
	return alts, true
}

func sumOf(n int) *ty {
	sum := &ty{kind: kSum}
	for range n {
		sum.args = append(sum.args, newMeta())
	}
	return sum
}
