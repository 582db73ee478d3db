// Command count says how large the house is: for each room the lines, files and types of hand-written Go, its numeric
// limits and its lines over 120 columns, and how many passes on loops, rewrites of placement and rules of the
// simplifier there are. It judges nothing. Run it as script/count; docs/architecture.md says what the rooms are.
//
// Tests, test data, generated files, benchmarks and examples do not count.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/simplify"
)

// columns is how long a line may be.
const columns = 120

// rooms are the folders that are counted apart; a file is in the one with the longest name.
var rooms = []string{ //nolint:gochecknoglobals // a constant
	"chad", "chad/functor", "chad/forward", "chad/reverse", "chad/dual", "closure", "cmd", "gosrc", "gosrc/flow",
	"gosrc/translate", "gosrc/wrap", "text", "cli", "gen", "internal", "linear", "lower", "lower/loop", "lower/opt",
	"lower/place", "proptest", "semantics", "simplify", "sparse", "stream", "syntax", "wasmbackend",
}

var skipped = regexp.MustCompile(`(^|/)(testdata|node_modules)/|_test\.go$|_chad\.go$|^bench/|^examples/|^docs/`)

// A size is what there is in a room.
type size struct{ files, lines, types, limits, long int }

func (s *size) add(o size) {
	s.files += o.files
	s.lines += o.lines
	s.types += o.types
	s.limits += o.limits
	s.long += o.long
}

func main() {
	if err := count(); err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
}

func count() error {
	names, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	sizes, all := map[string]*size{}, size{}
	for _, name := range strings.Fields(string(names)) {
		if skipped.MatchString(name) {
			continue
		}
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // deleted, and not committed yet
			continue
		}
		if err != nil {
			return err
		}
		if bytes.HasPrefix(text, []byte("// Code generated")) {
			continue
		}
		s, err := measure(name, text)
		if err != nil {
			return err
		}
		room := roomOf(name)
		if sizes[room] == nil {
			sizes[room] = &size{}
		}
		sizes[room].add(s)
		all.add(s)
	}
	show(sizes, all)
	return nil
}

func roomOf(name string) string {
	room := "others"
	for _, r := range rooms {
		if strings.HasPrefix(name, r+"/") && (room == "others" || len(r) > len(room)) {
			room = r
		}
	}
	return room
}

func measure(name string, text []byte) (size, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return size{}, err
	}
	s := size{files: 1, lines: bytes.Count(text, []byte("\n"))}
	for line := range strings.Lines(string(text)) {
		if utf8.RuneCountInString(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")) > columns {
			s.long++
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			s.types++
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				s.limits += limits(n)
			}
		}
		return true
	})
	return s, nil
}

// limits counts the constants that are given as numbers: a bound, a weight, a size of a table. One that iota counts is
// none.
func limits(d *ast.GenDecl) (n int) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if ok && v.Type == nil {
			for _, e := range v.Values {
				if isNumber(e) {
					n++
				}
			}
		}
	}
	return n
}

func isNumber(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.BinaryExpr: // 1 << 20
		return isNumber(e.X) && isNumber(e.Y)
	}
	return false
}

func show(sizes map[string]*size, all size) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "room\tfiles\tlines\ttypes\tnumeric limits\tlines over %d columns\t\n", columns)
	row := func(name string, s size) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, s.files, s.lines, s.types, s.limits, s.long)
	}
	for _, r := range append(slices.Clone(rooms), "others") {
		if s := sizes[r]; s != nil {
			row(r, *s)
		}
	}
	row("all", all)
	w.Flush() //nolint:errcheck // to standard output
	passes := set.By(opt.Passes(), func(p opt.Pass) string { return p.Name })
	rewrites := set.Of(place.Rewrites())
	reading := 0
	for _, r := range simplify.Rules() {
		if r.Set == simplify.Reading {
			reading++
		}
	}
	fmt.Printf("\n%d passes on loops, in %d places\n%d rewrites before placement, in %d places\n"+
		"%d rules of the simplifier, %d of them for display only\n",
		len(passes), len(opt.Passes()), len(rewrites), len(place.Rewrites()), len(simplify.Rules()), reading)
}
