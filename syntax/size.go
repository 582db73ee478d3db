package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/stop"
)

// SizeVar is a size variable. Its address is its identity; the name is a hint
// for printers. It is bound by a [Def] or by a size binding of a [Let].
type SizeVar struct {
	Name string
	id   uint64
}

// NewSizeVar makes a fresh size variable.
func NewSizeVar(name string) *SizeVar { return &SizeVar{Name: name, id: nextID()} }

// A Size is the length of an array: an integer polynomial in size variables,
// interned in normal form, so that equal sizes are one pointer.
type Size struct {
	terms []monomial // sorted by variables, no zero coefficient
	id    uint64
}

type monomial struct {
	coef int64
	vars []*SizeVar // sorted by id, with repeats for powers
}

// SizeLit is the constant size n.
func SizeLit(n int64) *Size {
	if n == 0 {
		return internSize(nil)
	}
	return internSize([]monomial{{coef: n}})
}

// SizeOfVar is the size that a variable stands for.
func SizeOfVar(v *SizeVar) *Size {
	return internSize([]monomial{{coef: 1, vars: []*SizeVar{v}}})
}

// SizesOf are the sizes that variables stand for.
func SizesOf(vs []*SizeVar) []*Size {
	out := make([]*Size, len(vs))
	for i, v := range vs {
		out[i] = SizeOfVar(v)
	}
	return out
}

// ID is unique to the size within the process; equal sizes have one.
func (s *Size) ID() uint64 { return s.id }

// MaxSizeLength bounds how many numbers and variables a size has when it is written out. What is added or multiplied
// counts before like terms are collected.
const MaxSizeLength = 1 << 11

// length is that number.
func (s *Size) length() (n int) {
	for _, m := range s.terms {
		n += 1 + len(m.vars)
	}
	return n
}

// bounded stops what makes a size of a length beyond the limit.
func bounded(length int) {
	if length > MaxSizeLength {
		stop.With(&LimitError{
			fmt.Sprintf("a size with more than %d numbers and variables, as it is written out", MaxSizeLength),
			"give a name to the length that an array has: let size n = length a; b = a :> [n]t in …",
		})
	}
}

// Add is s + t.
func (s *Size) Add(t *Size) *Size {
	bounded(s.length() + t.length())
	return internSize(normalise(append(slices.Clone(s.terms), t.terms...)))
}

// Sub is s - t.
func (s *Size) Sub(t *Size) *Size { return s.Add(t.Mul(SizeLit(-1))) }

// Mul is s * t.
func (s *Size) Mul(t *Size) *Size {
	bounded(s.length()*len(t.terms) + (t.length()-len(t.terms))*len(s.terms))
	var out []monomial
	for _, a := range s.terms {
		for _, b := range t.terms {
			vs := append(slices.Clone(a.vars), b.vars...)
			slices.SortFunc(vs, func(x, y *SizeVar) int { return cmpID(x.id, y.id) })
			out = append(out, monomial{a.coef * b.coef, vs})
		}
	}
	return internSize(normalise(out))
}

// Lit reports the value of a constant size.
func (s *Size) Lit() (int64, bool) {
	switch {
	case len(s.terms) == 0:
		return 0, true
	case len(s.terms) == 1 && len(s.terms[0].vars) == 0:
		return s.terms[0].coef, true
	}
	return 0, false
}

// IsVar reports the variable when s is a lone size variable.
func (s *Size) IsVar() (*SizeVar, bool) {
	if len(s.terms) == 1 && s.terms[0].coef == 1 && len(s.terms[0].vars) == 1 {
		return s.terms[0].vars[0], true
	}
	return nil, false
}

func (s *Size) hasVars() bool {
	return slices.ContainsFunc(s.terms, func(m monomial) bool { return len(m.vars) > 0 })
}

// Vars calls yield for each size variable in s, with repeats, in a fixed order.
func (s *Size) Vars(yield func(*SizeVar)) {
	for _, m := range s.terms {
		for _, v := range m.vars {
			yield(v)
		}
	}
}

// Terms calls yield for each monomial of s, constants first: its coefficient
// and its variables with repeats. The slice must not be changed.
func (s *Size) Terms(yield func(coef int64, vars []*SizeVar)) {
	for _, m := range s.terms {
		yield(m.coef, m.vars)
	}
}

// Eval computes s in an environment of size variables.
// The error names a variable that env does not bind.
func (s *Size) Eval(env func(*SizeVar) (int64, bool)) (int64, error) {
	var sum int64
	for _, m := range s.terms {
		p := m.coef
		for _, v := range m.vars {
			n, ok := env(v)
			if !ok {
				return 0, fmt.Errorf("size variable %s is not bound", v.Name)
			}
			p *= n
		}
		sum += p
	}
	return sum, nil
}

// Subst replaces size variables; a variable that env maps to nil stays.
func (s *Size) Subst(env func(*SizeVar) *Size) *Size {
	changed := false
	for _, m := range s.terms {
		for _, v := range m.vars {
			changed = changed || env(v) != nil
		}
	}
	if !changed {
		return s
	}
	if v, ok := s.IsVar(); ok {
		return env(v)
	}
	out := SizeLit(0)
	for _, m := range s.terms {
		p := SizeLit(m.coef)
		for _, v := range m.vars {
			if r := env(v); r != nil {
				p = p.Mul(r)
			} else {
				p = p.Mul(SizeOfVar(v))
			}
		}
		out = out.Add(p)
	}
	return out
}

// String prints s as the text front end reads it: n, 3, n+1, 2*n*m-1.
func (s *Size) String() string {
	if len(s.terms) == 0 {
		return "0"
	}
	var b strings.Builder
	// Variables first, the constant last, as people write it.
	ordered := slices.Clone(s.terms)
	slices.SortStableFunc(ordered, func(x, y monomial) int { return len(y.vars) - len(x.vars) })
	for i, m := range ordered {
		c := m.coef
		switch {
		case c < 0:
			b.WriteString("-")
			c = -c
		case i > 0:
			b.WriteString("+")
		}
		var fs []string
		if c != 1 || len(m.vars) == 0 {
			fs = append(fs, strconv.FormatInt(c, 10))
		}
		for _, v := range m.vars {
			fs = append(fs, v.Name)
		}
		b.WriteString(strings.Join(fs, "*"))
	}
	return b.String()
}

func cmpID(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func cmpVars(a, b []*SizeVar) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	for i := range a {
		if c := cmpID(a[i].id, b[i].id); c != 0 {
			return c
		}
	}
	return 0
}

func normalise(ms []monomial) []monomial {
	slices.SortStableFunc(ms, func(x, y monomial) int { return cmpVars(x.vars, y.vars) })
	var out []monomial
	for _, m := range ms {
		if k := len(out) - 1; k >= 0 && cmpVars(out[k].vars, m.vars) == 0 {
			out[k].coef += m.coef
			continue
		}
		out = append(out, m)
	}
	return slices.DeleteFunc(out, func(m monomial) bool { return m.coef == 0 })
}

func sizeKey(ms []monomial) string {
	var b strings.Builder
	for _, m := range ms {
		b.WriteString(strconv.FormatInt(m.coef, 36))
		for _, v := range m.vars {
			b.WriteByte('.')
			b.WriteString(strconv.FormatUint(v.id, 36))
		}
		b.WriteByte(';')
	}
	return b.String()
}
