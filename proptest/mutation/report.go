package mutation

import (
	"fmt"
	"io"
)

const head = `# Mutants and what notices them

Written by ` + "`go test ./proptest/mutation -run Report -mutants -page FILE`" + `, which makes every mutant below
mechanically: from each row of the primitive table, each method of the two modes of the functor
and each rule of simplify. The last column is the law that noticed it, with the number of random programs that it took;
the laws are described by ` + "`proptest.Properties`" + `. "Sample of the rule" is the law that a rule's own sample
keeps its meaning. A way of breaking things that does not apply to a part (nothing to exchange
where there is one operand) makes no mutant and has no line.

`

// Markdown writes a page: a table of all mutants that were used, with what noticed them.
// The error is that of w.
func Markdown(w io.Writer, vs []Verdict) error {
	rows, caught := "", 0
	for _, v := range vs {
		if v.Caught() {
			caught++
		} else if !v.Reached {
			continue
		}
		rows += fmt.Sprintf("| %s | `%s` | %s | %s |\n", v.Mutant.Group, v.Mutant.Part, v.Mutant.How, v.by())
	}
	_, err := fmt.Fprintf(w,
		"%s%d mutants are noticed.\n\n| group | part | what is wrong | noticed by "+
			"|\n|---|---|---|---|\n%s", head, caught, rows)
	return err
}
