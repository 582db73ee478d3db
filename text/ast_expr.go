package text

// Expr is a surface expression.
//
//sumtype:decl
type Expr interface {
	// Range is the text of the expression.
	Range() Span
	expr()
}

func (*Name) expr()       {}
func (*Int) expr()        {}
func (*Real) expr()       {}
func (*Tuple) expr()      {}
func (*Record) expr()     {}
func (*Array) expr()      {}
func (*Comp) expr()       {}
func (*Lambda) expr()     {}
func (*Apply) expr()      {}
func (*Index) expr()      {}
func (*Field) expr()      {}
func (*Proj) expr()       {}
func (*Chain) expr()      {}
func (*Unary) expr()      {}
func (*If) expr()         {}
func (*Case) expr()       {}
func (*Let) expr()        {}
func (*Loop) expr()       {}
func (*Checkpoint) expr() {}
func (*Coerce) expr()     {}
func (*Typed) expr()      {}
func (*Bad) expr()        {}

type (
	// Name is a use of a variable, a definition, a constructor or a builtin.
	Name struct{ Ident }
	// Int is an integer literal; Text is as written, perhaps hexadecimal.
	Int struct {
		Span
		Text  string
		Value int64
	}
	// Real is a literal with a fraction or an exponent.
	Real struct {
		Span
		Text  string
		Value float64
	}
	// Tuple = "(" expr "," expr … ")"; with no component it is the unit value.
	Tuple struct {
		Span
		Angle bool // written with ⟨ ⟩
		Elems []Expr
	}
	// Record = "{" name "=" expr … "}".
	Record struct {
		Span
		Fields []FieldExpr
	}
	// Array = "[" expr "," … "]".
	Array struct {
		Span
		Elems []Expr
	}
	// Comp = "[" expr "|" name "<" size "," … "]", the first index outermost.
	Comp struct {
		Span
		Body   Expr
		Ranges []Range
	}
	// Lambda = "\" pattern … "." expr.
	Lambda struct {
		Span
		Greek  bool // written with λ
		Params []Pattern
		Body   Expr
	}
	// Apply is a function and one or more arguments, juxtaposed.
	Apply struct {
		Span
		Fun  Expr
		Args []Expr
	}
	// Index = expr "[" expr "," … "]", with no space before the bracket.
	Index struct {
		Span
		Array   Expr
		Indices []Expr
	}
	// Field = expr "." name.
	Field struct {
		Span
		X    Expr
		Name Ident
	}
	// Proj = expr "." number, counted from 1.
	Proj struct {
		Span
		X Expr
		N int
	}
	// Chain is a run of operators of one precedence: left associative for || && + - * / %, right
	// associative for ^, and a single comparison. It is flat however long it is.
	Chain struct {
		Span
		First Expr
		Rest  []Operand
	}
	// Unary is "-" expr; negation of truth values is the function not.
	Unary struct {
		Span
		X Expr
	}
	// If = "if" expr "then" expr "else" expr; Else may be another If.
	If struct {
		Span
		Cond, Then, Else Expr
	}
	// Case = "case" expr "of" arm { "|" arm }.
	Case struct {
		Span
		X    Expr
		Arms []Arm
	}
	// Let = "let" bindings "in" expr. Nested lets are one list; Body is never a Let.
	Let struct {
		Span
		Binds []Bind
		Body  Expr
	}
	// Loop = "loop" pattern "=" expr ("for" name "<" expr ["down"] | "while" expr)
	// ("do" | "collect" | "sum") expr.
	Loop struct {
		Span
		Down  bool   // the index runs downwards
		Out   string // "", "collect" or "sum": what becomes of the second component of the body
		State Pattern
		Init  Expr
		For   *Range // nil for a while loop
		While Expr   // nil for a counted loop
		Body  Expr
	}
	// Checkpoint = "checkpoint" [ schedule "do" ] expr.
	Checkpoint struct {
		Span
		By   *Schedule // nil when none is named
		Body Expr
	}
	// Coerce = expr ":>" type, checked at run time.
	Coerce struct {
		Span
		X    Expr
		Type Type
	}
	// Typed = "(" expr ":" type ")", checked statically.
	Typed struct {
		Span
		X    Expr
		Type Type
	}
	// Bad stands where an expression was malformed.
	Bad struct{ Span }
)

// Schedule = "whole" | "sqrt" | "binomial" integer.
type Schedule struct {
	Span
	Name      string
	Snapshots int64 // of binomial
}

// FieldExpr is one field of a record.
type FieldExpr struct {
	Name  Ident
	Value Expr
}

// Range is an index variable with the bound that it stays below.
type Range struct {
	Var   Ident
	Bound Expr
}

// Operand is an operator and what stands to its right. Op is the ASCII spelling.
type Operand struct {
	Op string
	At Span // of the operator
	X  Expr
}

// Arm is one alternative of a case: a constructor, inl or inr, with the pattern of its argument.
type Arm struct {
	Span
	Ctor Ident
	Arg  Pattern // nil when there is none
	Body Expr
}

// Bind is one binding of a let. Exactly one of Pattern and Size is set: "size n = e" names a
// run-time size.
type Bind struct {
	Span
	Pattern Pattern
	Size    *Ident
	Value   Expr
}
