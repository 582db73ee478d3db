package trace

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Mend is a change of one operation that was tried.
type Mend struct {
	*change
	// Value is the first real of the results with it.
	Value float64
}

// A change puts an operation around an operand of another.
type change struct {
	op   string // the primitive whose operand it is
	arg  int
	by   string // the primitive around the operand, of it and with
	with float64
	how  string // the operand in the source
}

// changes are what is tried, in this order.
var changes = []change{
	{"sqrt", 0, "+", 1e-12, "%s + 1e-12"},
	{"cbrt", 0, "+", 1e-12, "%s + 1e-12"},
	{"pow", 0, "+", 1e-12, "%s + 1e-12"},
	{"log", 0, "+", 1e-12, "%s + 1e-12"},
	{"log2", 0, "+", 1e-12, "%s + 1e-12"},
	{"log10", 0, "+", 1e-12, "%s + 1e-12"},
	{"log1p", 0, "+", 1e-12, "%s + 1e-12"},
	{"/", 1, "+", 1e-12, "(%s + 1e-12)"},
	{"asin", 0, "*", 1 - 1e-12, "(1 - 1e-12)*(%s)"},
	{"acos", 0, "*", 1 - 1e-12, "(1 - 1e-12)*(%s)"},
	{"atanh", 0, "*", 1 - 1e-12, "(1 - 1e-12)*(%s)"},
	{"exp", 0, "min", 700, "min(%s, 700)"},
}

// mend tries changes of the operation of a finding, and notes the first with which the value and the gradient are
// finite.
func (q *Question) mend(f *Finding) {
	op := f.Step.Op
	if op == nil || f.Kind == Cut || f.Kind == Unread {
		return
	}
	for i := range changes {
		c := &changes[i]
		if c.op != op.Op.Name {
			continue
		}
		if v, ok := q.try(op, c); ok {
			f.Mend = &Mend{c, v}
			return
		}
	}
}

// absurd is a value of which nobody would call what led to it a mend: 1 divided by 1e-12, for instance.
const absurd = 1e9

// try runs the program with a change, and reports the value, and whether that and the gradient are finite.
func (q *Question) try(op *flow.Op, c *change) (float64, bool) {
	old := op.Args
	defer func() { op.Args = old }()
	op.Args = append([]flow.Expr{}, old...)
	with := &flow.Lit{Typ: flow.Real, F: c.with}
	op.Args[c.arg] = &flow.Op{
		Op: syntax.MustOp(c.by), Args: []flow.Expr{old[c.arg], with}, Typ: flow.Real, At: op.At,
	}
	rep, err := q.run()
	if err != nil || len(rep.Value) == 0 || math.Abs(rep.Value[0]) > absurd {
		return 0, false
	}
	for _, f := range rep.Findings {
		if f.Kind == Value || f.Kind == Slope || f.Kind == Idle {
			return 0, false
		}
	}
	return rep.Value[0], true
}

// text is the operation with the change, as source.
func (c *change) text(text string, operands []string) string {
	x := operands[c.arg]
	at := strings.LastIndex(text, x)
	if i := strings.IndexByte(text, '('); c.op != "/" && i >= 0 {
		at = strings.Index(text[i:], x) + i
	}
	if x == "" || at < 0 {
		return fmt.Sprintf(c.how, "the operand")
	}
	if end := at + len(x); at > 0 && end < len(text) && text[at-1] == '(' && text[end] == ')' && c.op == "/" {
		return text[:at] + strings.Trim(fmt.Sprintf(c.how, x), "()") + text[end:]
	}
	return text[:at] + fmt.Sprintf(c.how, x) + text[at+len(x):]
}
