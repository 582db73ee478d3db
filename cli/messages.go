package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// The kinds of messages, as --json names them.
const (
	kindError   = "error"
	kindWarning = "warning"
	kindWrong   = "wrong"  // a derivative is
	kindStale   = "stale"  // a generated file is
	kindNote    = "note"   // what was not done, and why
	kindResult  = "result" // what a check says of one function
)

// messages writes what a command has to say beside its output: for people to standard error, or with --json to
// standard output, an object a line.
type messages struct {
	out, err io.Writer
	json     bool
	color    bool
}

func messagesOf(cmd *cobra.Command) *messages {
	f := cmd.Flags().Lookup("json")
	return &messages{
		out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), color: colored(cmd.ErrOrStderr()),
		json: f != nil && f.Value.String() == "true",
	}
}

// jsonFlag gives a command --json, which does not go with what else is written to standard output.
func jsonFlag(c *cobra.Command, others ...string) {
	c.Flags().Bool("json", false, "write errors, warnings and findings as JSON to standard output, an object a line")
	for _, o := range others {
		c.MarkFlagsMutuallyExclusive("json", o)
	}
}

// colored says that a stream shows colours: it is a terminal, and nobody has said that none are wanted
// (https://no-color.org). Terminals of Windows that are not known to read escape sequences get none.
func colored(w io.Writer) bool {
	return terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" &&
		(runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "")
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// list writes diagnostics.
func (m *messages) list(kind string, l diag.List) {
	if !m.json {
		style := diag.Style{}
		if m.color {
			style = diag.Terminal(kind == kindWarning)
		}
		_, _ = fmt.Fprint(m.err, l.Render(style))
		return
	}
	for _, d := range append(diag.List{}, l...).Sort() {
		m.object(finding{
			Kind: kind, File: d.Pos.File, lineColumn: placeOf(d.Pos), Code: string(d.Code),
			Message: strings.TrimPrefix(d.Message, kind+": "), Hint: d.Hint,
			EndLine: d.End.Line, EndColumn: d.End.Col, Related: related(d.Related), Fixes: fixes(d),
		})
	}
}

// text writes a message that has no line: about a file, or none.
func (m *messages) text(kind, file, text string) {
	if m.json {
		m.object(finding{Kind: kind, File: file, Message: text})
		return
	}
	_, _ = fmt.Fprintln(m.err, text)
}

// result writes what a check says of a function, in a column as wide as that.
func (m *messages) result(function string, width int, text string) error {
	if m.json {
		m.object(finding{Kind: kindResult, Function: function, Message: text})
		return nil
	}
	_, err := fmt.Fprintf(m.out, "%-*s %s\n", width, function, text)
	return err
}

// failure writes the error that a command ends with, and, where it is several, how many.
func (m *messages) failure(err error) {
	n := 0
	for _, err := range parts(err) {
		if list, ok := err.(*diag.Error); ok { //nolint:errorlint // one that wraps another has words of its own
			m.list(kindError, list.List)
			n += len(list.List)
			continue
		}
		n++
		switch text := err.Error(); {
		case m.json:
			m.text(kindError, "", text)
		case isPositioned(err):
			m.text(kindError, "", text)
		default:
			m.text(kindError, "", "chad: "+text)
		}
	}
	if n > 1 && !m.json {
		_, _ = fmt.Fprintf(m.err, "%d errors\n", n)
	}
}

// parts are the errors that were joined, and not those that an error with words of its own wraps.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	var texts []string
	for _, e := range joined.Unwrap() {
		out, texts = append(out, parts(e)...), append(texts, e.Error())
	}
	if err.Error() != strings.Join(texts, "\n") {
		return []error{err}
	}
	return out
}

// A finding is a message as JSON. Lines and columns count from 1, columns in runes.
type finding struct {
	Kind     string `json:"kind"`
	Function string `json:"function,omitempty"`
	File     string `json:"file,omitempty"`
	lineColumn
	EndLine   int       `json:"endLine,omitempty"`
	EndColumn int       `json:"endColumn,omitempty"`
	Code      string    `json:"code,omitempty"`
	Message   string    `json:"message"`
	Hint      string    `json:"hint,omitempty"`
	Related   []another `json:"related,omitempty"`
	Fixes     []change  `json:"fixes,omitempty"`
}

type lineColumn struct {
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

func placeOf(p diag.Pos) lineColumn { return lineColumn{p.Line, p.Col} }

// another is another place that a message is about.
type another struct {
	File string `json:"file"`
	lineColumn
	Message string `json:"message"`
}

func related(l []diag.Related) (out []another) {
	for _, r := range l {
		out = append(out, another{r.Pos.File, placeOf(r.Pos), r.Message})
	}
	return out
}

// A change mends what a message is about. Start and End are offsets in bytes.
type change struct {
	Title string `json:"title"`
	Edits []edit `json:"edits"`
}

type edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func fixes(d diag.Diagnostic) (out []change) {
	for _, f := range d.Fixes {
		c := change{Title: f.Title}
		for _, e := range f.Edits {
			file := e.File
			if file == "" {
				file = d.Pos.File
			}
			c.Edits = append(c.Edits, edit{file, e.Start, e.End, e.New})
		}
		out = append(out, c)
	}
	return out
}

// object writes one line.
func (m *messages) object(f finding) {
	e := json.NewEncoder(m.out)
	e.SetEscapeHTML(false)
	_ = e.Encode(f) // as with other messages, nobody is left to tell
}
