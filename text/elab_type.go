package text

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// typeName is a declared type: an alias, or a data type.
type typeName struct {
	alias *Alias
	busy  bool // its alias is being expanded
	ty    *ty
}

// ctorInfo is a constructor of a data type.
type ctorInfo struct {
	data *syntax.Data
	tag  int
	arg  *ty
	bare bool // declared without an argument
}

var baseTypes = map[string]*ty{"real": realTy, "int": intTy, "bool": boolTy, "unit": unitTy}

// surface turns a written type into one of inference; the sizes in scope may be mentioned.
func (e *elab) surface(t Type) *ty {
	switch t := t.(type) {
	case *TypeName:
		return e.namedType(t.Ident)
	case *TupleType:
		return tupleTy(e.surfaceAll(t.Elems)...)
	case *RecordType:
		return e.recordType(t)
	case *SumType:
		return &ty{kind: kSum, args: e.surfaceAll(t.Elems)}
	case *FuncType:
		return funcTy(e.surface(t.Arg), e.surface(t.Result))
	case *ArrayType:
		if t.Size == nil {
			return dynTy(e.surface(t.Elem))
		}
		if s := e.size(t.Size); s != nil {
			if n, ok := s.Lit(); ok && n < 0 {
				e.errorf(t.Size.Range(), CodeMismatch, "a length is 0 or more", "an array cannot have length %d", n)
				return badTy
			}
			return arrayTy(s, e.surface(t.Elem))
		}
	case *IdxType:
		if s := e.size(t.Size); s != nil {
			return idxTy(s)
		}
	case *BadType:
	}
	return badTy
}

func (e *elab) surfaceAll(ts []Type) []*ty {
	out := make([]*ty, len(ts))
	for i, t := range ts {
		out[i] = e.surface(t)
	}
	return out
}

func (e *elab) recordType(t *RecordType) *ty {
	if len(t.Fields) < 2 {
		e.errorf(t.Span, CodeArity, "use the type of the field itself", "a record has two fields at least")
		return badTy
	}
	r := &ty{kind: kTuple}
	seen := map[string]bool{}
	for _, f := range t.Fields {
		if seen[f.Name.Name] {
			e.errorf(f.Name.Span, CodeDuplicate, "", "the field %s is declared twice", f.Name.Name)
			return badTy
		}
		seen[f.Name.Name] = true
		r.names = append(r.names, f.Name.Name)
		r.args = append(r.args, e.surface(f.Type))
	}
	return r
}

func (e *elab) namedType(n Ident) *ty {
	if t, ok := baseTypes[n.Name]; ok {
		return t
	}
	d, ok := e.types[n.Name]
	if !ok {
		names := slices.AppendSeq([]string{"real", "int", "bool", "unit"}, maps.Keys(e.types))
		e.errorf(n.Span, CodeUnknown, didYouMean(n.Name, names), "unknown type %s", n.Name)
		return badTy
	}
	if d.ty != nil {
		return d.ty
	}
	if d.busy {
		e.errorf(n.Span, CodeDuplicate, "a recursive type is declared with data", "the type %s is defined by itself",
			n.Name)
		d.ty = badTy
		return d.ty
	}
	d.busy = true
	t := e.surface(d.alias.Type)
	d.busy = false
	if d.ty == nil {
		d.ty = t
	}
	return d.ty
}

// size turns a written size into a polynomial, or reports why it is none and returns nil.
func (e *elab) size(x Expr) *syntax.Size {
	e.at = x.Range()
	if s, ok := e.trySize(x); ok {
		return s
	}
	if n, ok := x.(*Name); ok && e.env[n.Name] == nil {
		e.errorf(n.Span, CodeUnknown, "declare it as a size parameter: def f ["+n.Name+"] (…)", "unknown size %s",
			n.Name)
	} else {
		e.errorf(x.Range(), CodeMismatch, "let size n = e in … names a computed size", "this is not a size")
	}
	return nil
}

// trySize reads an expression over size variables and integers as a size.
func (e *elab) trySize(x Expr) (*syntax.Size, bool) {
	switch x := x.(type) {
	case *Name:
		if v := e.env[x.Name]; v != nil && v.size != nil {
			return syntax.SizeOfVar(v.size), true
		}
	case *Int:
		return syntax.SizeLit(x.Value), true
	case *Unary:
		if s, ok := e.trySize(x.X); ok {
			return syntax.SizeLit(0).Sub(s), true
		}
	case *Chain:
		return e.trySizeChain(x)
	}
	return nil, false
}

func (e *elab) trySizeChain(x *Chain) (*syntax.Size, bool) {
	s, ok := e.trySize(x.First)
	for _, r := range x.Rest {
		if !ok {
			return nil, false
		}
		var t *syntax.Size
		if t, ok = e.trySize(r.X); !ok {
			return nil, false
		}
		switch r.Op {
		case "+":
			s = s.Add(t)
		case "-":
			s = s.Sub(t)
		case "*":
			s = s.Mul(t)
		default:
			return nil, false
		}
	}
	return s, ok
}

// declareTypes enters the data types and aliases of a file.
func (e *elab) declareTypes(f *File, prog *syntax.Program) {
	data := map[*Data]*syntax.Data{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *Alias:
			if e.newType(d.Name) {
				e.types[d.Name.Name] = &typeName{alias: d}
			}
		case *Data:
			if e.newType(d.Name) {
				data[d] = syntax.NewData(d.Name.Name, false)
				prog.Data = append(prog.Data, data[d])
				e.types[d.Name.Name] = &typeName{ty: &ty{kind: kData, done: data[d]}}
			}
		case *Def, *Derivative, *Adjoint:
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *Alias:
			e.namedType(d.Name)
		case *Data:
			if core := data[d]; core != nil {
				e.declareCtors(d, core)
			}
		case *Def, *Derivative, *Adjoint:
		}
	}
}

func (e *elab) newType(n Ident) bool {
	if baseTypes[n.Name] != nil || e.types[n.Name] != nil || n.Name == "idx" {
		e.errorf(n.Span, CodeDuplicate, "", "the type %s is declared twice", n.Name)
		return false
	}
	return true
}

func (e *elab) declareCtors(d *Data, core *syntax.Data) {
	var ctors []syntax.Ctor
	for i, c := range d.Ctors {
		arg := unitTy
		if c.Arg != nil {
			arg = e.surface(c.Arg)
		}
		if e.ctors[c.Name.Name] != nil || sumTag(c.Name.Name) >= 0 {
			e.errorf(c.Name.Span, CodeDuplicate, "", "the constructor %s is declared twice", c.Name.Name)
			continue
		}
		e.ctors[c.Name.Name] = &ctorInfo{core, i, arg, c.Arg == nil}
		ctors = append(ctors, syntax.Ctor{Name: c.Name.Name, Arg: e.resolve(arg)})
	}
	core.Define(ctors...)
}

// sumTag is the variant that inl, inr, in1, in2, … name, from 0, or -1.
func sumTag(name string) int {
	switch {
	case name == "inl":
		return 0
	case name == "inr":
		return 1
	case len(name) == 3 && name[:2] == "in" && '1' <= name[2] && name[2] <= '9':
		return int(name[2] - '1')
	case len(name) == 4 && name[:3] == "inj" && '1' <= name[3] && name[3] <= '9':
		return int(name[3] - '1')
	}
	return -1
}
