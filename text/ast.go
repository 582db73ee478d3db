package text

import "github.com/seed-4b734f86/gochad/internal/diag"

// Span is a stretch of the source, in byte offsets.
type Span struct{ Start, End int32 }

// Range returns the span itself; every node embeds a Span and so has its range.
func (s Span) Range() Span { return s }

// File is a parsed source file: its declarations in order, and its comments aside.
type File struct {
	Decls    []Decl
	source   *diag.Source
	comments []comment
	anchors  []Span // the places to which a comment can belong, outer before inner
}

// Comments are the comments of the file in order, each with the place of the word or mark that comes after it.
func (f *File) Comments(yield func(c Span, next int32) bool) {
	for _, c := range f.comments {
		if !yield(Span{c.start, c.end}, c.next) {
			return
		}
	}
}

// Decl is a top-level declaration.
//
//sumtype:decl
type Decl interface {
	// Range is the text of the declaration.
	Range() Span
	decl()
}

func (*Def) decl()        {}
func (*Data) decl()       {}
func (*Alias) decl()      {}
func (*Derivative) decl() {}
func (*Adjoint) decl()    {}

type (
	// Def = "def" name [ "[" sizes "]" ] [ "(" params ")" ] [ ":" type ] "=" expr.
	Def struct {
		Span
		Name   Ident
		Sizes  []Ident
		Params []Param
		HasArg bool // there is a parameter list, perhaps an empty one
		Result Type // nil when it is left to inference
		Body   Expr // nil for a function of the host
	}
	// Data = "data" name "=" ctor { "|" ctor }.
	Data struct {
		Span
		Name  Ident
		Ctors []Ctor
	}
	// Alias = "type" name "=" type.
	Alias struct {
		Span
		Name Ident
		Type Type
	}
	// Derivative = "derivative" name pattern "=" expr, the JVP of a definition.
	Derivative struct {
		Span
		Name   Ident
		Params Pattern
		Body   Expr
	}
	// Adjoint = "adjoint" name names pattern "=" expr, the transpose of a definition in the
	// parameters named, in which it is linear: the pattern has the others and then the cotangent of the result.
	Adjoint struct {
		Span
		Name   Ident
		Wrt    []Ident
		Params Pattern
		Body   Expr
	}
)

// Ident is a name where it stands.
type Ident struct {
	Span
	Name string
}

// Param is a parameter of a definition, or a field of a record type.
type Param struct {
	Name Ident
	Type Type // nil when it is left to inference
}

// Ctor is a constructor of a data type with its argument, nil when it has none.
type Ctor struct {
	Name Ident
	Arg  Type
}

// Type is a surface type.
//
//sumtype:decl
type Type interface {
	// Range is the text of the type.
	Range() Span
	typ()
}

func (*TypeName) typ()   {}
func (*TupleType) typ()  {}
func (*RecordType) typ() {}
func (*SumType) typ()    {}
func (*FuncType) typ()   {}
func (*ArrayType) typ()  {}
func (*IdxType) typ()    {}
func (*BadType) typ()    {}

type (
	// TypeName is real, int, bool, unit, or a declared name.
	TypeName struct{ Ident }
	// TupleType = "(" type "," type … ")"; with no component it is unit.
	TupleType struct {
		Span
		Elems []Type
	}
	// RecordType = "{" name ":" type … "}".
	RecordType struct {
		Span
		Fields []Param
	}
	// SumType = type "+" type ….
	SumType struct {
		Span
		Elems []Type
	}
	// FuncType = type "->" type.
	FuncType struct {
		Span
		Arg, Result Type
	}
	// ArrayType = "[" size "]" type; a nil size is "?", known only at run time.
	ArrayType struct {
		Span
		Size Expr
		Elem Type
	}
	// IdxType = "idx" size.
	IdxType struct {
		Span
		Size Expr
	}
	// BadType stands where a type was malformed.
	BadType struct{ Span }
)

// Pattern binds names to the parts of a value.
//
//sumtype:decl
type Pattern interface {
	// Range is the text of the pattern.
	Range() Span
	pattern()
}

func (*NamePattern) pattern()   {}
func (*WildPattern) pattern()   {}
func (*TuplePattern) pattern()  {}
func (*RecordPattern) pattern() {}
func (*TypedPattern) pattern()  {}
func (*BadPattern) pattern()    {}

type (
	// NamePattern binds a name.
	NamePattern struct{ Ident }
	// WildPattern = "_" binds nothing.
	WildPattern struct{ Span }
	// TuplePattern = "(" pattern "," … ")"; with no component it matches unit.
	TuplePattern struct {
		Span
		Angle bool // written with ⟨ ⟩
		Elems []Pattern
	}
	// RecordPattern = "{" name "=" pattern … "}"; a bare name binds itself.
	RecordPattern struct {
		Span
		Fields []FieldPattern
	}
	// TypedPattern = pattern ":" type.
	TypedPattern struct {
		Span
		Pattern Pattern
		Type    Type
	}
	// BadPattern stands where a pattern was malformed.
	BadPattern struct{ Span }
)

// FieldPattern is one field of a record pattern.
type FieldPattern struct {
	Name    Ident
	Pattern Pattern
}
