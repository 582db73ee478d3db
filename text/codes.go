package text

import "github.com/seed-4b734f86/gochad/internal/diag"

// The codes of the diagnostics that reading a file gives. Each example gives its code; a ⏎ in it
// is a new line.
const (
	// CodeBadChar marks bytes that begin no token.
	// Example: def f = 1 # 2
	CodeBadChar diag.Code = "bad-character"
	// CodeBadNumber marks numbers that are malformed or out of range.
	// Example: def f = 2x
	CodeBadNumber diag.Code = "bad-number"
	// CodeUnexpected marks a token that cannot stand where it does.
	// Example: def f = 1 +
	CodeUnexpected diag.Code = "unexpected-token"
	// CodeUnclosed marks a bracket without its partner.
	// Example: def f = (1 + 2
	CodeUnclosed diag.Code = "unclosed-bracket"
	// CodeLayout marks a let binding out of its column.
	// Example: def f = let x = 1⏎ y = 2 in x
	CodeLayout diag.Code = "layout"
	// CodeTooDeep marks nesting beyond [MaxNesting].
	CodeTooDeep diag.Code = "too-deep"
	// CodeTooLarge marks a file of 2 GiB or more, and what has a type or a size beyond [syntax.MaxParts] or
	// [syntax.MaxSizeLength].
	CodeTooLarge diag.Code = "too-large"
)

// The codes of the diagnostics that elaboration gives, with examples as above.
const (
	// CodeUnknown marks a name that stands for nothing.
	// Example: def f = y
	CodeUnknown diag.Code = "unknown-name"
	// CodeDuplicate marks a second declaration of a name.
	// Example: def f = 1 def f = 2
	CodeDuplicate diag.Code = "duplicate"
	// CodeMismatch marks a type or a size other than the one wanted.
	// Example: def f : real = true
	CodeMismatch diag.Code = "mismatch"
	// CodeAmbiguous marks a type or a size that nothing decides.
	// Example: def f = \x. x
	CodeAmbiguous diag.Code = "ambiguous"
	// CodeArity marks a wrong number of arguments, components or fields.
	// Example: def f (x : real, y : real) = f (1, 2, 3)
	CodeArity diag.Code = "arity"
	// CodeCases marks alternatives that are missing, repeated or foreign.
	// Example: data t = A | B def f (x : t) = case x of A -> 1
	CodeCases diag.Code = "cases"
	// CodeEscape marks a size that leaves its scope in a type.
	// Example: def f (k : int) = let size n = k in [1.0 | i < n]
	CodeEscape diag.Code = "size-escapes"
	// CodeDerivative marks a derivative that does not fit its definition.
	// Example: def f (x : real) = x derivative f (x, dx) = dx * dx
	CodeDerivative diag.Code = "derivative"
	// CodeHost marks a definition without a body that cannot be a function of the host.
	// Example: def f (x : [3]real) : real
	CodeHost diag.Code = "host"
	// CodeSchedule marks a checkpoint schedule that there is none of.
	// Example: def f (x : real) = checkpoint binomial 0 do loop s = x for i < 9 do s * s
	CodeSchedule diag.Code = "schedule"
)
