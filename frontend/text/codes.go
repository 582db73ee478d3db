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

// The codes of the diagnostics that elaboration gives, each with an example.
const (
	// CodeUnknown marks a name that stands for nothing: def f = y.
	CodeUnknown diag.Code = "unknown-name"
	// CodeDuplicate marks a second declaration of a name: def f = 1 def f = 2.
	CodeDuplicate diag.Code = "duplicate"
	// CodeMismatch marks a type or size other than the one wanted: def f : real = true.
	CodeMismatch diag.Code = "mismatch"
	// CodeAmbiguous marks a type or a size that nothing decides: def f = \x. x.
	CodeAmbiguous diag.Code = "ambiguous"
	// CodeArity marks a wrong number of arguments: def f (x : real) = exp (x, x).
	CodeArity diag.Code = "arity"
	// CodeCases marks alternatives that are missing, repeated or foreign.
	CodeCases diag.Code = "cases"
	// CodeEscape marks a size that leaves its scope.
	CodeEscape diag.Code = "size-escapes"
	// CodeDerivative marks a derivative that does not fit its definition.
	CodeDerivative diag.Code = "derivative"
)
