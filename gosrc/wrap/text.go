package wrap

import (
	"fmt"
	"strconv"
	"strings"
)

const textNumber = "textNumber"

// textNumber is the function that finds the number of a string.
func (f *file) textNumber() string { return f.helper(textNumber) }

// textNumberSource is its text: the roots of a file have one list of strings.
func (f *file) textNumberSource() string {
	var b strings.Builder
	b.WriteString("// textNumber is the number of the constant that a string is equal to, or -1.\nfunc textNumber(s " +
		"string) int {\nswitch s {\ncase \"\":\nreturn 0\n")
	for i, s := range f.Roots[0].Strings {
		fmt.Fprintf(&b, "case %s:\nreturn %d\n", strconv.Quote(s), i+1)
	}
	b.WriteString("}\nreturn -1\n}")
	return b.String()
}
