package wrap

import (
	"fmt"
	"go/types"
	"strings"
)

// Why there is no adapter: a reason, and what mends it. Where nobody has asked for one, there is none, and nothing is
// said.

// unfit says why a function can have no adapter, or is nil.
func (r *Root) unfit(params []parameter) *Instead {
	results := r.signature().Results()
	if results.Len() != 1 && !r.fails() || !isBasic(results.At(0).Type(), types.Float64) {
		of := make([]string, results.Len())
		for i := range of {
			of[i] = r.typeString(results.At(i).Type())
		}
		return unadapted("put it above a function that calls "+r.Func.Name()+" and returns a float64",
			"problem=flat is for functions that return one float64, or that and an error, and %s returns %s", r.Func.Name(),
			resultsText(of))
	}
	if len(r.Outs) > 0 {
		p := params[r.Outs[0]].source
		return unadapted("write to a copy of "+p+", as slices.Clone makes one",
			"problem=flat is for functions that leave their parameters as they are, and %s writes %s", r.Func.Name(), p)
	}
	return nil
}

func resultsText(types []string) string {
	switch len(types) {
	case 0:
		return "nothing"
	case 1:
		return types[0]
	}
	return "(" + strings.Join(types, ", ") + ")"
}

// typeString is a type as the package writes it, but for the names of imports.
func (r *Root) typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == r.Func.Pkg() {
			return ""
		}
		return p.Name()
	})
}

// unadapted is about a directive that asks for an adapter that cannot be made.
func unadapted(hint, format string, args ...any) *Instead {
	return &Instead{Without: []string{"problem"}, Hint: hint, Err: fmt.Errorf(format, args...)}
}

// unlaid says why the numbers of an item cannot be parts of a point, or is nil: they must be float64s, in memory that
// the package can name and copy.
func (r *Root) unlaid(it *item, params []parameter) *Instead {
	u := unlaid{Root: r}
	s := params[it.param].shape
	for _, n := range it.path { // the owners are copied
		u.locked(s)
		s = s.field(n).shape
	}
	u.look(it.goShape())
	if u.reason == "" {
		return nil
	}
	name := it.text
	if name == "" {
		name = "a parameter without a name"
	}
	return unadapted(u.hint, "problem=flat cannot lay out %s, of type %s: %s", name, r.typeString(it.typ), u.reason)
}

// unlaid looks for what cannot be laid out: the first thing that it finds.
type unlaid struct {
	*Root

	reason, hint string
}

func (u *unlaid) say(hint, format string, args ...any) {
	if u.reason == "" {
		u.hint, u.reason = hint, fmt.Sprintf(format, args...)
	}
}

func (u *unlaid) locked(s *shape) {
	if s.pointer && holdsLock(s.typ) {
		u.say("pass the numbers as a parameter of their own, or in a struct that has no lock",
			"%s has a lock, and must not be copied", u.typeString(s.typ))
	}
}

func (u *unlaid) look(s *shape) {
	u.locked(s)
	if s.dense() {
		return
	}
	if s.model != nil {
		u.say("take the numbers in a slice, and make the matrix in the function: mat.NewDense(rows, columns, numbers)",
			"it is a matrix, whose memory is its own")
		return
	}
	switch s.kind {
	case sliceKind, arrayKind:
		u.look(s.elem)
	case structKind:
		for _, f := range s.fields {
			if f.constant || !f.shape.varies() {
				continue
			}
			switch {
			case f.name == "_":
				u.say("give the field a name", "it has a field _")
			case !f.of.Exported() && f.of.Pkg() != nil && f.of.Pkg().Path() != u.Func.Pkg().Path():
				u.say("name the others in wrt=", "only package %s can name its field %s", f.of.Pkg().Name(), f.name)
			}
			u.look(f.shape)
		}
	case realKind:
		u.say("make them float64 or complex128, or name the others in wrt=",
			"a point has float64s, and some of its numbers have 32 bits")
	case intKind, boolKind, errorKind, opaqueKind:
	}
}
