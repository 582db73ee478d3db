package text

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// The codes of the diagnostics that reading a file gives.
const (
	// CodeBadChar marks bytes that begin no token.
	CodeBadChar diag.Code = "bad-character"
	// CodeBadNumber marks numbers that are malformed or out of range.
	CodeBadNumber diag.Code = "bad-number"
	// CodeUnexpected marks a token that cannot stand where it does.
	CodeUnexpected diag.Code = "unexpected-token"
	// CodeUnclosed marks a bracket without its partner.
	CodeUnclosed diag.Code = "unclosed-bracket"
	// CodeLayout marks a let binding out of its column.
	CodeLayout diag.Code = "layout"
	// CodeTooDeep marks nesting beyond [MaxNesting].
	CodeTooDeep diag.Code = "too-deep"
	// CodeTooLarge marks a file of 2 GiB or more, and what has a type or a size beyond [syntax.MaxParts] or
	// [syntax.MaxSizeLength].
	CodeTooLarge diag.Code = "too-large"
)

// The codes of the diagnostics that elaboration gives.
const (
	// CodeUnknown marks a name that stands for nothing.
	CodeUnknown diag.Code = "unknown-name"
	// CodeDuplicate marks a second declaration of a name.
	CodeDuplicate diag.Code = "duplicate"
	// CodeMismatch marks a type or a size other than the one wanted.
	CodeMismatch diag.Code = "mismatch"
	// CodeAmbiguous marks a type or a size that nothing decides.
	CodeAmbiguous diag.Code = "ambiguous"
	// CodeArity marks a wrong number of arguments, components or fields.
	CodeArity diag.Code = "arity"
	// CodeCases marks alternatives that are missing, repeated or foreign.
	CodeCases diag.Code = "cases"
	// CodeEscape marks a size that leaves its scope in a type.
	CodeEscape diag.Code = "size-escapes"
	// CodeDerivative marks a derivative that does not fit its definition.
	CodeDerivative diag.Code = "derivative"
	// CodeHost marks a definition without a body that cannot be a function of the host.
	CodeHost diag.Code = "host"
	// CodeSchedule marks a checkpoint schedule that there is none of.
	CodeSchedule diag.Code = "schedule"
)

// Codes is the table of the codes of this package.
func Codes() []diag.Entry { return slices.Clone(codes) }

var codes = []diag.Entry{
	{
		Code:        CodeBadChar,
		Explanation: "Bytes that begin no word, number or sign of the language.",
		Hint:        "comments begin with --",
		Example:     "def f = 1 # 2",
	},
	{
		Code:        CodeBadNumber,
		Explanation: "A number that is malformed or out of range.",
		Hint:        "write 2.0, 1e-3 or 7",
		Example:     "def f = 2x",
	},
	{
		Code:        CodeUnexpected,
		Explanation: "A word or sign stands where it cannot.",
		Hint:        "docs/grammar.md has the grammar",
		Example:     "def f = 1 +",
	},
	{
		Code:        CodeUnclosed,
		Explanation: "A bracket has no partner.",
		Hint:        "close it",
		Example:     "def f = (1 + 2",
	},
	{
		Code:        CodeLayout,
		Explanation: "A binding of a let does not begin in the column of the first one.",
		Hint:        "write the bindings one below the other",
		Example:     "def f = let x = 1\n y = 2 in x",
	},
	{
		Code:        CodeTooDeep,
		Explanation: "Brackets and operators are nested too deeply.",
		Hint:        "name parts of it with let",
	},
	{
		Code:        CodeTooLarge,
		Explanation: "The file has 2 GiB or more, or a type or a size in it has too many parts.",
		Hint:        "take arrays in place of tuples, or split it",
	},
	{
		Code:        CodeUnknown,
		Explanation: "A name stands for nothing.",
		Hint:        "declare it, or mend its spelling",
		Example:     "def f = y",
	},
	{
		Code:        CodeDuplicate,
		Explanation: "A name is declared a second time.",
		Hint:        "give one of the two another name",
		Example:     "def f = 1 def f = 2",
	},
	{
		Code:        CodeMismatch,
		Explanation: "A term has another type or size than the one that is wanted there.",
		Hint:        "change one of the two",
		Example:     "def f : real = true",
	},
	{
		Code:        CodeAmbiguous,
		Explanation: "Nothing decides a type or a size.",
		Hint:        "write the type: (x : real)",
		Example:     "def f = \\x. x",
	},
	{
		Code:        CodeArity,
		Explanation: "The number of arguments, components or fields is not the one that is wanted.",
		Hint:        "count them",
		Example:     "def f (x : real, y : real) = f (1, 2, 3)",
	},
	{
		Code:        CodeCases,
		Explanation: "Alternatives of a case are missing, repeated, or of another type.",
		Hint:        "write one for each constructor",
		Example:     "data t = A | B def f (x : t) = case x of A -> 1",
	},
	{
		Code:        CodeEscape,
		Explanation: "The type of a result mentions a size that is declared inside.",
		Hint:        "return the array with [?], or take the size as a parameter",
		Example:     "def f (k : int) = let size n = k in [1.0 | i < n]",
	},
	{
		Code:        CodeDerivative,
		Explanation: "A derivative does not fit its definition: its parameters are others, or it is not linear in the tangents.",
		Hint:        "for each parameter (x : real) it takes (x, dx), and every term of its result has one tangent as a factor",
		Example:     "def f (x : real) = x derivative f (x, dx) = dx * dx",
	},
	{
		Code:        CodeHost,
		Explanation: "A definition without a body stands for a function of the host, and those take and give numbers only.",
		Hint:        "let it take and give reals, ints and bools",
		Example:     "def f (x : [3]real) : real",
	},
	{
		Code:        CodeSchedule,
		Explanation: "There is no such checkpoint schedule.",
		Hint:        "docs/checkpointing.md lists them",
		Example:     "def f (x : real) = checkpoint binomial 0 do loop s = x for i < 9 do s * s",
	},
}
