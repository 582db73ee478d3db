package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/text"
)

// explainWidth is how many runes a line of an explanation has at most.
const explainWidth = 90

// A codeTable is the codes of the messages about one kind of file.
type codeTable struct {
	about   string
	entries []diag.Entry
}

func codeTables() []codeTable {
	return []codeTable{
		{"Go packages", gosrc.Codes()},
		{".chad files", slices.Concat(text.Codes(), chad.Codes())},
	}
}

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE…]",
		Short: "say at length what a message means, and what to write instead",
		Long: `explain says what the code at the end of a message stands for: what is refused, or warned of,
and why, an example, and what to write instead. Without a code it lists all of them.`,
		Example: `  chad explain own-stale
  chad explain                 all codes, with a line for each`,
		ValidArgsFunction: func(_ *cobra.Command, done []string, _ string) ([]string, cobra.ShellCompDirective) {
			return slices.DeleteFunc(codeNames(), func(c string) bool { return slices.Contains(done, c) }),
				cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				listCodes(cmd.OutOrStdout())
				return nil
			}
			var errs []error
			for i, name := range args {
				e, about, ok := findCode(strings.Trim(name, "[]"))
				if !ok {
					hint := suggest.DidYouMean(name, codeNames())
					if hint == "" {
						hint = "chad explain lists all codes"
					}
					errs = append(errs, fmt.Errorf("no message has the code %s\n  hint: %s", name, hint))
					continue
				}
				if i > 0 {
					_, _ = fmt.Fprintln(cmd.OutOrStdout())
				}
				explain(cmd.OutOrStdout(), e, about)
			}
			return errors.Join(errs...)
		},
	}
}

func codeNames() (names []string) {
	for _, t := range codeTables() {
		for _, e := range t.entries {
			names = append(names, string(e.Code))
		}
	}
	return names
}

func findCode(name string) (e diag.Entry, about string, ok bool) {
	for _, t := range codeTables() {
		for _, e := range t.entries {
			if string(e.Code) == name {
				return e, t.about, true
			}
		}
	}
	return diag.Entry{}, "", false
}

// listCodes prints each code with the first sentence about it.
func listCodes(out io.Writer) {
	for i, t := range codeTables() {
		if i > 0 {
			_, _ = fmt.Fprintln(out)
		}
		_, _ = fmt.Fprintf(out, "Messages about %s\n\n", t.about)
		for _, e := range t.entries {
			first := strings.TrimPrefix(e.Explanation, "A warning. ")
			if i := strings.Index(first, ". "); i >= 0 {
				first = first[:i+1]
			}
			for i, line := range wrapped(first, explainWidth-24) {
				code := string(e.Code)
				if i > 0 {
					code = ""
				}
				_, _ = fmt.Fprintf(out, "  %-22s%s\n", code, line)
			}
		}
	}
}

// explain prints an entry.
func explain(out io.Writer, e diag.Entry, about string) {
	_, _ = fmt.Fprintf(out, "%s, a message about %s\n\n", e.Code, about)
	for _, line := range wrapped(e.Explanation, explainWidth) {
		_, _ = fmt.Fprintln(out, line)
	}
	if e.Example != "" {
		_, _ = fmt.Fprint(out, "\nFor example, at the place between « and »:\n\n")
		for line := range strings.Lines(strings.TrimSuffix(e.Example, "\n") + "\n") {
			_, _ = fmt.Fprint(out, strings.TrimRight("    "+line, " \t\n")+"\n")
		}
		if e.Message != "" {
			_, _ = fmt.Fprintf(out, "\nThe message: %s\n", e.Message)
		}
	}
	if e.Hint != "" {
		_, _ = fmt.Fprintln(out)
		for _, line := range wrapped("What to do: "+e.Hint+".", explainWidth) {
			_, _ = fmt.Fprintln(out, line)
		}
	}
}

// wrapped breaks a text between words, into lines of at most so many runes where the words allow.
func wrapped(text string, width int) (lines []string) {
	line, n := "", 0
	for _, w := range strings.Fields(text) {
		k := len([]rune(w))
		if n > 0 && n+1+k > width {
			lines, line, n = append(lines, line), "", 0
		}
		if n > 0 {
			line, n = line+" ", n+1
		}
		line, n = line+w, n+k
	}
	return append(lines, line)
}
