package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// unify makes two types equal, and reports whether it can. Types found equal are joined, so that
// the work is near-linear in the number of type nodes, shared parts counted once.
func (e *elab) unify(a, b *ty) bool {
	a, b = a.repr(), b.repr()
	if a == b {
		return true
	}
	if a.kind == kBad || b.kind == kBad {
		if a.kind == kMeta {
			a.ref = b
		} else if b.kind == kMeta {
			b.ref = a
		}
		return true
	}
	if a.done != nil && a.done == b.done {
		return true
	}
	switch {
	case a.kind == kMeta:
		return e.bind(a, b)
	case b.kind == kMeta:
		return e.bind(b, a)
	case a.kind != b.kind || len(a.args) != len(b.args):
		return false
	}
	switch a.kind {
	case kScalar, kData, kOther:
		return false // equal ones have equal done
	case kTuple:
		if !slices.Equal(a.names, b.names) {
			return false
		}
	case kArray, kIdx:
		if !e.unifySize(a.size, b.size) {
			return false
		}
		// b may be part of a finished signature, which outlives the unknowns of this group.
		if a.size = e.norm(a.size); e.hasSizeMeta(a.size) {
			a.size = e.norm(b.size)
		}
	case kSum, kFunc, kDyn, kMeta, kBad:
	}
	for i := range a.args {
		if !e.unify(a.args[i], b.args[i]) {
			return false
		}
	}
	b.ref = a
	return true
}

// bind solves an unknown.
func (e *elab) bind(m, t *ty) bool {
	if m.num {
		switch {
		case t.kind == kMeta:
			t.num = true
		case t.done != syntax.Real && t.done != syntax.Int:
			return false
		}
	}
	if !t.ground() && t.kind != kMeta && occurs(m, t) {
		return false
	}
	m.ref = t
	return true
}

// occurs reports whether an unknown is a part of a type. Parts that are found to hold no unknowns
// are marked, so that growing types are not walked again and again.
func occurs(m, t *ty) bool {
	seen := map[*ty]bool{}
	var in func(t *ty) bool
	in = func(t *ty) bool {
		t = t.repr()
		if t == m {
			return true
		}
		if t.ground() || t.kind == kMeta || seen[t] {
			return false
		}
		seen[t] = true
		ground := true
		for _, a := range t.args {
			if in(a) {
				return true
			}
			ground = ground && a.repr().ground()
		}
		t.closed = ground
		return false
	}
	return in(t)
}

// ground reports whether a type is known to hold no unknown types.
func (t *ty) ground() bool { return t.done != nil || t.closed }

// sizeMeta makes an unknown size.
func (e *elab) sizeMeta(name string) *syntax.Size {
	v := syntax.NewSizeVar(name)
	e.sizeMetas[v] = nil
	return syntax.SizeOfVar(v)
}

// norm replaces solved unknown sizes.
func (e *elab) norm(s *syntax.Size) *syntax.Size {
	for len(e.sizeMetas) > 0 && e.hasSizeMeta(s) {
		t := s.Subst(func(v *syntax.SizeVar) *syntax.Size { return e.sizeMetas[v] })
		if t == s {
			break
		}
		s = t
	}
	return s
}

// hasSizeMeta reports whether unknown sizes are left in a normalised size.
func (e *elab) hasSizeMeta(s *syntax.Size) bool {
	found := false
	s.Vars(func(v *syntax.SizeVar) {
		if _, ok := e.sizeMetas[v]; ok {
			found = true
		}
	})
	return found
}

// unifySize makes two sizes equal. An equation in which an unknown stands alone is solved for it;
// others with unknowns are kept for later.
func (e *elab) unifySize(a, b *syntax.Size) bool {
	if a == b {
		return true
	}
	a, b = e.norm(a), e.norm(b)
	if a == b {
		return true
	}
	diff := a.Sub(b)
	if !e.hasSizeMeta(diff) {
		return false
	}
	if v, value, ok := e.isolate(diff); ok {
		e.sizeMetas[v] = value
		return true
	}
	e.sizeEqs = append(e.sizeEqs, sizeEq{a, b, e.at})
	return true
}

// isolate solves diff = 0, divided by what divides all coefficients, for an unknown that occurs once, with
// coefficient 1 or -1.
func (e *elab) isolate(diff *syntax.Size) (v *syntax.SizeVar, value *syntax.Size, ok bool) {
	diff = lowest(diff)
	count := map[*syntax.SizeVar]int{}
	diff.Vars(func(v *syntax.SizeVar) { count[v]++ })
	diff.Terms(func(coef int64, vars []*syntax.SizeVar) {
		if ok || len(vars) != 1 || (coef != 1 && coef != -1) || count[vars[0]] != 1 {
			return
		}
		if _, meta := e.sizeMetas[vars[0]]; meta {
			rest := diff.Sub(syntax.SizeLit(coef).Mul(syntax.SizeOfVar(vars[0])))
			v, value, ok = vars[0], rest.Mul(syntax.SizeLit(-coef)), true
		}
	})
	return v, value, ok
}

// lowest is diff divided by the greatest number that divides all its coefficients.
func lowest(diff *syntax.Size) *syntax.Size {
	divisor := int64(0)
	diff.Terms(func(coef int64, _ []*syntax.SizeVar) {
		for coef != 0 {
			divisor, coef = coef, divisor%coef
		}
	})
	if divisor >= -1 && divisor <= 1 {
		return diff
	}
	out := syntax.SizeLit(0)
	diff.Terms(func(coef int64, vars []*syntax.SizeVar) {
		term := syntax.SizeLit(coef / divisor)
		for _, v := range vars {
			term = term.Mul(syntax.SizeOfVar(v))
		}
		out = out.Add(term)
	})
	return out
}

// sizeEq is an equation between sizes that waits for more to be known.
type sizeEq struct {
	a, b *syntax.Size
	at   Span
}

// unknownSize is what a size is that is known at run time only.
type unknownSize struct {
	what string
	at   Span
}

// showSize prints a size as the user writes it; one that is known at run time only by where it comes from.
func (e *elab) showSize(s *syntax.Size) string {
	s = e.norm(s)
	if e.hasSizeMeta(s) {
		if _, lone := s.IsVar(); lone {
			return "_"
		}
	}
	return s.Subst(func(v *syntax.SizeVar) *syntax.Size {
		u, ok := e.openings[v]
		if !ok {
			return nil
		}
		return syntax.SizeOfVar(syntax.NewSizeVar(strings.TrimSpace(u.what + " " + e.excerpt(u.at))))
	}).String()
}

// maxExcerpt bounds the length of an expression that stands for a size in messages.
const maxExcerpt = 24

// excerpt is an expression as it is written, or where that is, if it is long.
func (e *elab) excerpt(s Span) string {
	text := string(e.src.Text[s.Start:s.End])
	if len(text) > maxExcerpt || strings.ContainsAny(text, "\n\r") {
		at := e.src.Pos(int(s.Start))
		return fmt.Sprintf("what is at %d:%d", at.Line, at.Col)
	}
	if strings.ContainsAny(text, " +-*/") && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}
