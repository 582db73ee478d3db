package text

// kind is the kind of a token.
type kind uint8

const (
	tEOF kind = iota
	tBad      // what cur gives while the parser unwinds from an error
	tIdent
	tInt
	tReal
	tOp // an operator or a punctuation mark; its text tells which
	tDef
	tData
	tType
	tDerivative
	tAdjoint
	tLet
	tIn
	tCase
	tOf
	tIf
	tThen
	tElse
	tLoop
	tFor
	tWhile
	tDo
	tCheckpoint
	tLambda
	tLParen
	tRParen
	tLAngle
	tRAngle
	tLBracket
	tRBracket
	tLBrace
	tRBrace
	tComma
	tSemi
	tColon
	tCoerce // :>
	tEqual  // =
	tArrow  // ->
	tBar    // |
	tDot
	tQuestion
	tUnderscore
)

var keywords = map[string]kind{
	"def": tDef, "data": tData, "type": tType, "derivative": tDerivative, "adjoint": tAdjoint,
	"let": tLet, "in": tIn, "case": tCase, "of": tOf, "if": tIf, "then": tThen, "else": tElse,
	"loop": tLoop, "for": tFor, "while": tWhile, "do": tDo, "checkpoint": tCheckpoint, "_": tUnderscore,
}

type mark struct {
	text string
	kind kind
}

// marks are the punctuation marks and operators, Unicode spellings included, longest first.
var marks = []mark{
	{":>", tCoerce}, {"->", tArrow}, {"→", tArrow},
	{"==", tOp}, {"!=", tOp}, {"≠", tOp}, {"<=", tOp}, {"≤", tOp}, {">=", tOp}, {"≥", tOp},
	{"&&", tOp}, {"||", tOp},
	{"(", tLParen}, {")", tRParen}, {"⟨", tLAngle}, {"⟩", tRAngle},
	{"[", tLBracket}, {"]", tRBracket}, {"{", tLBrace}, {"}", tRBrace},
	{",", tComma}, {";", tSemi}, {":", tColon}, {"=", tEqual}, {"|", tBar}, {".", tDot}, {"?", tQuestion},
	{"\\", tLambda}, {"λ", tLambda},
	{"<", tOp}, {">", tOp}, {"+", tOp}, {"-", tOp}, {"*", tOp}, {"/", tOp}, {"%", tOp}, {"^", tOp},
}

// marksByFirst finds the candidates by their first byte, in the order of marks.
var marksByFirst = func() (index [256][]mark) {
	for _, m := range marks {
		index[m.text[0]] = append(index[m.text[0]], m)
	}
	return index
}()

// token is kept small, since a file may hold millions.
type token struct {
	start, end int32 // byte offsets
	col        int32 // in runes, from 1
	kind       kind
	bol        bool // first on its line
	tight      bool // nothing stands between it and the token before
}

// comment is one line comment, from its dashes to the end of the line.
type comment struct {
	start, end int32
	next       int32 // start of the token after it
	prev       int32 // end of the token before it, or -1
	trailing   bool  // it stands on the same line as the token before
	blank      bool  // an empty line stands before it
}

// isOpen and isClose tell brackets.
func isOpen(k kind) bool {
	return k == tLParen || k == tLAngle || k == tLBracket || k == tLBrace
}

func isClose(k kind) bool {
	return k == tRParen || k == tRAngle || k == tRBracket || k == tRBrace
}

func isDecl(k kind) bool {
	return k == tDef || k == tData || k == tType || k == tDerivative || k == tAdjoint
}
