package text

import "github.com/seed-4b734f86/gochad/internal/diag"

// The codes of the diagnostics that reading a file gives, each with an example.
const (
	// CodeBadChar marks bytes that begin no token: def f = 1 # 2.
	CodeBadChar diag.Code = "bad-character"
	// CodeBadNumber marks numbers that are malformed or out of range: def f = 2x.
	CodeBadNumber diag.Code = "bad-number"
	// CodeUnexpected marks a token that cannot stand where it does: def f = 1 +.
	CodeUnexpected diag.Code = "unexpected-token"
	// CodeUnclosed marks a bracket without its partner: def f = (1 + 2.
	CodeUnclosed diag.Code = "unclosed-bracket"
	// CodeLayout marks a let binding out of its column: let x = 1⏎ y = 2 in x.
	CodeLayout diag.Code = "layout"
	// CodeTooDeep marks nesting beyond [MaxNesting].
	CodeTooDeep diag.Code = "too-deep"
	// CodeTooLarge marks a file whose offsets do not fit 31 bits.
	CodeTooLarge diag.Code = "too-large"
)
