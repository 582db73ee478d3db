package code

// The statements of the emitted code: as much of Go as the emitter needs, so
// that variables nobody reads can be removed before printing.

// A StmtKind says what a statement is.
type StmtKind uint8

// The kinds of statements.
const (
	DeclStmt     StmtKind = iota // Idents := Exprs
	VarStmt                      // var Idents[0] Type
	AssignStmt                   // Lhs Op Exprs
	RangeStmt                    // for Idents[0] := range Exprs[0] { Body }; Idents[0] may be nil
	EachStmt                     // for _, Idents[0] := range Exprs[0] { Body }
	DownStmt                     // for Idents[0] := Exprs[0] - 1; Idents[0] >= 0; Idents[0]-- { Body }
	FromStmt                     // for Idents[0] := Exprs[0]; Idents[0] Op Exprs[1]; Idents[0]++ { Body }
	DownFromStmt                 // for Idents[0] := Exprs[1]; Idents[0] >= Exprs[0]; Idents[0]-- { Body }
	WhileStmt                    // for Exprs[0] { Body }; no condition loops for ever
	IfStmt                       // if Exprs[0] { Body } else { Alt }
	SwitchStmt                   // switch Exprs[0] { case i: Cases[i] … default: last }
	ReturnStmt                   // return Exprs
	ExprStmt                     // Exprs[0]
	BreakStmt
)

// A Stmt is a statement of Go; its kind says which of the fields it has.
type Stmt struct {
	Kind   StmtKind
	Idents []*Ident
	Lhs    []*Expr
	Exprs  []*Expr
	Op     string
	Type   string
	Body   []*Stmt
	Alt    []*Stmt
	Cases  [][]*Stmt
	Not    *Expr // of a branch: what holds where Exprs[0] does not; nil is its negation
	Keep   bool  // a call that also fills buffers
}

// A Block collects statements.
type Block struct{ Stmts []*Stmt }

// Add puts a statement at the end.
func (b *Block) Add(s *Stmt) {
	b.Stmts = append(b.Stmts, s)
}
