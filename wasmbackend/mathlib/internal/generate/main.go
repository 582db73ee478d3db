// Command generate makes the files of package mathlib that are not written by hand, from the
// folder wasmbackend/mathlib: the functions of gen/elementary and of the primitive table among the Go functions, their
// index, the loop program, and its tables.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/internal/fromgo"
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	text, err := fromgo.Shared()
	if err != nil {
		return err
	}
	if err := os.WriteFile("functions/elementary.go", text, 0o644); err != nil {
		return err
	}
	text, refused, err := fromgo.Helpers("functions", wasmbackend.Functions())
	if err != nil {
		return err
	}
	for op, why := range refused {
		log.Printf("%s has no text, so that chad wasm refuses it: %v", op, why)
	}
	helpers := filepath.Join("functions", fromgo.HelpersFile)
	if text != nil {
		err = os.WriteFile(helpers, text, 0o644)
	} else if err = os.Remove(helpers); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return err
	}
	if text, err = fromgo.Index("functions"); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join("functions", fromgo.IndexFile), text, 0o644); err != nil {
		return err
	}
	lib, err := fromgo.Dir("functions")
	if err != nil {
		return fmt.Errorf("translate: %w", err)
	}
	if err := lib.Optimize(); err != nil {
		return fmt.Errorf("optimize: %w", err)
	}
	if err := os.WriteFile("mathlib.loop", []byte(lib.Prog.String()), 0o644); err != nil {
		return err
	}
	return tables(lib)
}

// tables writes the constant data, and which function takes what.
func tables(lib *fromgo.Library) error {
	var b bytes.Buffer
	b.WriteString(fromgo.Header + "package mathlib\n\n")
	names := slices.Sorted(maps.Keys(lib.Funcs))
	b.WriteString("// tablesOf are the tables of each function, after its parameters proper.\nvar tablesOf = map[string][]*Table{\n")
	var all set.Ordered[*fromgo.Table]
	for _, name := range names {
		ts := lib.Funcs[name].Tables
		if len(ts) == 0 {
			continue
		}
		var vars []string
		for _, t := range ts {
			vars = append(vars, "&"+t.Name)
			all.Add(t)
		}
		fmt.Fprintf(&b, "%q: {%s},\n", name, strings.Join(vars, ", "))
	}
	b.WriteString("}\n\n")
	slices.SortFunc(all.List, func(s, t *fromgo.Table) int { return strings.Compare(s.Name, t.Name) })
	for _, t := range all.List {
		var xs []string
		kind := "Ints: []int64"
		for _, n := range t.Ints {
			xs = append(xs, strconv.FormatInt(n, 10))
		}
		if t.Reals != nil {
			kind = "Reals: []float64"
			for _, x := range t.Reals {
				xs = append(xs, strconv.FormatFloat(x, 'g', -1, 64))
			}
		}
		fmt.Fprintf(&b, "var %s = Table{Name: %q, %s{\n%s}}\n\n", t.Name, t.Name, kind, wrap(xs))
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("tables.go: %w", err)
	}
	return os.WriteFile("tables.go", src, 0o644)
}

// wrap sets a list in lines.
func wrap(xs []string) string {
	var b strings.Builder
	width := 0
	for _, x := range xs {
		if width += len(x) + 2; width > 120 {
			b.WriteString("\n")
			width = len(x) + 2
		}
		b.WriteString(x + ", ")
	}
	b.WriteString("\n")
	return b.String()
}
