package wild

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed modules.tsv
var modulesText string

//go:embed list.tsv
var listText string

// An Entry is a line of modules.tsv: some packages of a module, of which functions are drawn.
type Entry struct {
	Name     string
	Module   string // path@version
	Packages []string
	Field    string // what the functions are about
	Dir      string // a folder in the place of the version, for tests
}

// A Function is a line of list.tsv.
type Function struct {
	Held    bool
	Entry   string // name of an Entry
	Package string
	Name    string // Func, or Type.Method
}

// ID names the function among all.
func (f Function) ID() string { return f.Package + "." + f.Name }

// Entries are those of modules.tsv.
func Entries() ([]Entry, error) { return parseEntries(modulesText) }

func parseEntries(text string) ([]Entry, error) {
	var out []Entry
	for i, fields := range lines(text) {
		if len(fields) != 4 {
			return nil, fmt.Errorf("modules.tsv: entry %d has %d fields, want 4", i+1, len(fields))
		}
		out = append(out, Entry{Name: fields[0], Module: fields[1], Packages: strings.Fields(fields[2]), Field: fields[3]})
	}
	return out, nil
}

// List are the functions of list.tsv.
func List() ([]Function, error) {
	var out []Function
	for i, fields := range lines(listText) {
		if len(fields) != 4 || fields[0] != "open" && fields[0] != "held" {
			return nil, fmt.Errorf("list.tsv: function %d is not four fields that begin with open or held", i+1)
		}
		out = append(out, Function{Held: fields[0] == "held", Entry: fields[1], Package: fields[2], Name: fields[3]})
	}
	return out, nil
}

// FormatList is the text of list.tsv.
func FormatList(fs []Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Written by `go run ./cmd/wildbench draw`; do not edit. The columns: held until the end or open, entry, package, function.\n")
	for _, f := range fs {
		state := "open"
		if f.Held {
			state = "held"
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", state, f.Entry, f.Package, f.Name)
	}
	return b.String()
}

// lines are the fields of all lines that are not empty and no comments.
func lines(text string) [][]string {
	var out [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}
