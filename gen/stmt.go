package gen

// The statements of the emitted code: as much of Go as the emitter needs, so
// that variables nobody reads can be removed before printing.

type stmtKind uint8

const (
	declStmt     stmtKind = iota // ids := exprs
	varStmt                      // var ids[0] typ
	assignStmt                   // lhs op exprs
	rangeStmt                    // for ids[0] := range exprs[0] { body }; ids[0] may be nil
	eachStmt                     // for _, ids[0] := range exprs[0] { body }
	downStmt                     // for ids[0] := exprs[0] - 1; ids[0] >= 0; ids[0]-- { body }
	fromStmt                     // for ids[0] := exprs[0]; ids[0] op exprs[1]; ids[0]++ { body }
	downFromStmt                 // for ids[0] := exprs[1]; ids[0] >= exprs[0]; ids[0]-- { body }
	whileStmt                    // for exprs[0] { body }; no condition loops for ever
	ifStmt                       // if exprs[0] { body } else { alt }
	switchStmt                   // switch exprs[0] { case i: cases[i] … default: last }
	returnStmt                   // return exprs
	exprStmt                     // exprs[0]
	breakStmt
)

type stmt struct {
	kind  stmtKind
	ids   []*ident
	lhs   []*expr
	exprs []*expr
	op    string
	typ   string
	body  []*stmt
	alt   []*stmt
	cases [][]*stmt
	not   *expr // of a branch: what holds where exprs[0] does not; nil is its negation
	keep  bool  // a call that also fills buffers
}

// A block collects statements.
type block struct{ stmts []*stmt }

func (b *block) add(s *stmt) {
	b.stmts = append(b.stmts, s)
}
