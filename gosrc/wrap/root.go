package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A Directive asks for one function.
type Directive struct {
	// Verb is grad, vjp, jvp, jacobian, hessian, hvp or func.
	Verb string
	// Wrt are the paths to differentiate by: parameters, or fields of them (m.W). None means all
	// parameters that vary, the receiver included.
	Wrt []string
	// Of is the result to differentiate, by name, where there are several.
	Of string
	// Name is the name of the function; empty means that of F with the verb's suffix.
	Name string
	// Colors asks for a Jacobian or Hessian that is compressed by colours of its columns.
	Colors bool
	// Flat asks, beside a gradient, for an adapter whose points are the numbers in all that it is by.
	Flat bool
	// Hidden, if not empty, says that only the method of the workspace is wanted, and what messages call it.
	Hidden string
	// Own says that buffers are memory of generated code, which shares none with arguments.
	Own bool
	// Adds asks for a VJP that adds to its buffers, where all of them are written where they stand.
	Adds bool
}

// A Root is a Go function with directives, and its translation.
type Root struct {
	Func *types.Func
	// TypeArgs are the type arguments of an instance of a generic function.
	TypeArgs []types.Type
	// Signature is that of what is generated, without what it adds, where it is not the function's or the instance's:
	// no instance of a generic type can have a method of its own, so that the receiver is the first parameter.
	Signature  *types.Signature
	Directives []Directive
	// Constant says which parameters and fields do not vary (//chad:nodiff); nil means none.
	Constant func(*types.Var) bool
	// Def is the function as a definition: a parameter for each one of Func, the receiver first; the result is the
	// tuple of Func's results, of the new values of the parameters Outs, and of a status if Status is set. Only
	// [File.Stubs] does without.
	Def *syntax.Def
	// Outs are the parameters that the function writes.
	Outs []int
	// Ragged are the parameters whose rows may differ in length: the definition has them as tuples of all elements and
	// of the places where rows begin (package ragged).
	Ragged []int
	// Even are the parameters that the function writes and that could be Ragged.
	Even []int
	// Apart are parts of parameters of which one is written while the other is in use, so that they must not share
	// memory; or one part twice, of which the rows must not.
	Apart [][2]Part
	// Set are the parameters of which Def has, after all others, a bool that says that they are not nil.
	Set []int
	// SetFields are fields of which the structs in Def have, after all others, a bool that says that they are not nil.
	SetFields []Part
	// Choices are the parameters that are interfaces, whose values the definition has as structs.
	Choices []Choice
	// Strings are the constants that strings are compared with; Def has the number of that which a string is equal to,
	// counted from 1, 0 where it is empty, or -1.
	Strings []string
	// Nil are the results in which there may be nil pointers, which Def does not tell from others: they are taken from
	// a call of Func.
	Nil []int
	// Status says that the last part of the result is an int that holds what must be for the function not to panic: it
	// is 0.
	Status bool
}

// suffixes are the verbs and the endings of names.
var suffixes = map[string]string{"grad": "Grad", "vjp": "VJP", "jvp": "JVP", "jacobian": "Jacobian",
	"hessian": "Hessian", "hvp": "HVP", "func": "Func"}

// A parameter of a root.
type parameter struct {
	name     string // in emitted code
	source   string // in the user's
	typ      types.Type
	shape    *shape
	constant bool
	out      bool
	choice   *Choice // of an interface
	// flat, if not empty, is the expression of the layout of ragged rows.
	flat string
}

// value is the expression that the shape of the parameter is about.
func (p *parameter) value() string {
	if p.flat != "" {
		return p.flat
	}
	return p.name
}

// A result of a root.
type result struct {
	name   string // "" if it has none
	typ    types.Type
	shape  *shape
	of     bool // the one to differentiate
	varies bool
}

// An item is what a directive differentiates by: a parameter or a field.
type item struct {
	param int
	path  []string // fields
	text  string   // m.W
	typ   types.Type
	shape *shape
}

// base is the name of the root without its package: F, or TypeMethod.
func (r *Root) base() string {
	if r.Func.Signature().Recv() != nil {
		return r.receiverBase() + upper(r.Func.Name())
	}
	return r.Func.Name()
}

// receiverBase is the name of the type of the receiver; it is not exported where the method is not.
func (r *Root) receiverBase() string {
	n := receiverName(r.Func.Signature().Recv().Type())
	if !r.Func.Exported() {
		return lower(n)
	}
	return n
}

func receiverName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// name is the name of the function for a directive.
func (r *Root) name(d *Directive) string {
	if d.Name != "" {
		return d.Name
	}
	if d.Colors {
		return r.stem() + suffixes[d.Verb] + "Colors"
	}
	return r.stem() + suffixes[d.Verb]
}

// stem is what names of generated functions begin with: the name of the function, and of the type before it where they
// are no methods as the function is one.
func (r *Root) stem() string {
	if r.isMethod() {
		return r.Func.Name()
	}
	return r.base()
}

// workspace is the name of the workspace type, and of the function that makes one.
func (r *Root) workspace() (typ, make string) {
	typ = r.base() + "Workspace"
	return typ, newName(typ)
}

func (r *Root) isConstant(v *types.Var) bool { return r.Constant != nil && r.Constant(v) }

// signature is the signature of the function, or of the instance.
func (r *Root) signature() *types.Signature {
	if r.Signature != nil {
		return r.Signature
	}
	sig := r.Func.Signature()
	if len(r.TypeArgs) > 0 {
		if t, err := types.Instantiate(nil, sig, r.TypeArgs, false); err == nil {
			return t.(*types.Signature)
		}
	}
	return sig
}

// isMethod reports whether what is generated are methods of the user's type.
func (r *Root) isMethod() bool { return r.signature().Recv() != nil }

// parameters are the parameters, the receiver first.
func (r *Root) parameters() []parameter {
	sig := r.signature()
	var vars []*types.Var
	if sig.Recv() != nil {
		vars = append(vars, sig.Recv())
	}
	vars = slices.AppendSeq(vars, sig.Params().Variables())
	out := make([]parameter, len(vars))
	for i, v := range vars {
		out[i] = parameter{source: v.Name(), typ: v.Type(), shape: shapeOf(v.Type(), r.isConstant),
			constant: r.isConstant(v)}
	}
	for i := range r.Choices {
		c := &r.Choices[i]
		p := &out[c.Param]
		p.choice, p.shape, p.constant = c, c.shape(r.isConstant), true
	}
	for _, k := range r.Outs {
		out[k].out = true
	}
	r.setFields(out)
	for _, k := range r.Ragged {
		out[k].shape = raggedShape(out[k].shape)
	}
	return out
}

// results are the results; one of them is to be differentiated, where of names it or there is but one.
func (r *Root) results(of string) ([]result, error) {
	var out []result
	var vary []int
	for v := range r.signature().Results().Variables() {
		s := shapeOf(v.Type(), r.isConstant)
		out = append(out, result{name: v.Name(), typ: v.Type(), shape: s, varies: s.varies()})
		if s.varies() {
			vary = append(vary, len(out)-1)
		}
	}
	if of == "" {
		if len(vary) == 1 {
			out[vary[0]].of = true
		}
		return out, nil
	}
	for i := range out {
		if out[i].name == of {
			if !out[i].varies {
				return nil, fmt.Errorf("result %s of %s, of type %s, does not vary", of, r.Func.Name(), out[i].typ)
			}
			out[i].of = true
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s has no result named %s", r.Func.Name(), of)
}

// items finds what the directive differentiates by.
func (r *Root) items(params []parameter, wrt []string) ([]item, error) {
	var out []item
	if len(wrt) == 0 {
		for i, p := range params {
			if !p.constant && p.shape.varies() {
				if p.shape.hasPointers() {
					return nil, pointersError(p.source, p.typ)
				}
				out = append(out, item{param: i, text: p.source, typ: p.typ, shape: p.shape})
			}
		}
		if len(out) == 0 {
			return nil, &Instead{Hint: whatVaries, Err: fmt.Errorf("%s has no parameter that varies", r.Func.Name())}
		}
		return out, nil
	}
	for _, w := range wrt {
		it, err := r.item(params, w)
		if err != nil {
			return nil, err
		}
		for _, o := range out {
			if o.text == it.text || strings.HasPrefix(o.text, it.text+".") || strings.HasPrefix(it.text, o.text+".") {
				return nil, fmt.Errorf("wrt names %s twice", w)
			}
		}
		out = append(out, it)
	}
	return out, nil
}

func (r *Root) item(params []parameter, w string) (item, error) {
	names := strings.Split(w, ".")
	for i, p := range params {
		if p.source != names[0] || p.source == "_" {
			continue
		}
		it := item{param: i, path: names[1:], text: w, typ: p.typ, shape: p.shape}
		constant := p.constant
		for _, n := range names[1:] {
			f := it.shape.field(n)
			if f == nil || fieldType(it.typ, n) == nil { // the parts of a complex number are no fields
				return it, fmt.Errorf("%s of type %s has no field %s", strings.TrimSuffix(w, "."+n), it.typ, n)
			}
			it.shape, constant = f.shape, constant || f.constant
			it.typ = fieldType(it.typ, n)
		}
		switch {
		case p.choice != nil && !p.choice.Draws:
			return it, fmt.Errorf("%s holds values of several types, and its derivative would have no type: make its type a "+
				"type parameter, and say with inst= for which types", w)
		case constant:
			return it, fmt.Errorf("%s is marked //chad:nodiff", w)
		case !it.shape.varies():
			return it, fmt.Errorf("%s, of type %s, does not vary", w, it.typ)
		case it.shape.hasPointers():
			return it, pointersError(w, it.typ)
		}
		return it, nil
	}
	return item{}, fmt.Errorf("%s has no parameter %s", r.Func.Name(), names[0])
}

func pointersError(name string, t types.Type) error {
	return fmt.Errorf("%s, of type %s, has pointers in it, of which two may be the same; hold the values themselves, "+
		"or leave it out of wrt", name, t)
}

// hasPointers reports whether the elements of a slice or array are, or hold, pointers to what varies.
func (s *shape) hasPointers() bool {
	switch s.kind {
	case sliceKind, arrayKind:
		return s.elem.pointsTo()
	case structKind:
		return slices.ContainsFunc(s.fields, func(f field) bool { return !f.constant && f.shape.hasPointers() })
	case realKind, intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

// pointsTo reports whether a value is, or holds, a pointer to what varies.
func (s *shape) pointsTo() bool {
	switch s.kind {
	case sliceKind, arrayKind:
		return s.pointer && s.varies() || s.elem.pointsTo()
	case structKind:
		return s.pointer && s.varies() || slices.ContainsFunc(s.fields,
			func(f field) bool { return !f.constant && f.shape.pointsTo() })
	case realKind:
		return s.pointer
	case intKind, boolKind, errorKind, opaqueKind:
	}
	return false
}

func (s *shape) field(name string) *field {
	for i := range s.fields {
		if s.fields[i].name == name {
			return &s.fields[i]
		}
	}
	return nil
}

func fieldType(t types.Type, name string) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for v := range st.Fields() {
		if v.Name() == name {
			return v.Type()
		}
	}
	return nil
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
