package vet_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc/vet"
)

// codesWithFixes is how many codes have a fix, at the least.
const codesWithFixes = 26

// found are the diagnostics of the packages of a module, by the last part of their paths.
func found(t *testing.T, dir string) map[string][]analysis.Diagnostic {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("%s does not compile: %v", p.PkgPath, e)
		}
	}
	g, err := checker.Analyze([]*analysis.Analyzer{vet.New()}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]analysis.Diagnostic{}
	for _, a := range g.Roots {
		if a.Err != nil {
			t.Errorf("%s: %v", a.Package.PkgPath, a.Err)
		}
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			for j := range d.SuggestedFixes { // to offsets, which need no file set
				for k := range d.SuggestedFixes[j].TextEdits {
					e := &d.SuggestedFixes[j].TextEdits[k]
					f := a.Package.Fset.File(e.Pos)
					if filepath.Base(f.Name()) != "p.go" {
						t.Errorf("%s: an edit of %s", a.Package.PkgPath, f.Name())
					}
					base := f.Pos(0)
					e.Pos, e.End = e.Pos-base, e.End-base
				}
			}
		}
		out[filepath.Base(a.Package.PkgPath)] = a.Diagnostics
	}
	return out
}

// apply makes the edits of a fix; they may not overlap.
func apply(t *testing.T, text string, f analysis.SuggestedFix) string {
	t.Helper()
	edits := slices.Clone(f.TextEdits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if int(e.Pos) < at || int(e.End) > len(text) {
			t.Fatalf("%s: the edits overlap: %v", f.Message, edits)
		}
		b.WriteString(text[at:e.Pos])
		b.Write(e.NewText)
		at = int(e.End)
	}
	return b.String() + text[at:]
}

// archive is the text of a module with a package for each case.
func archive(text func(c fixCase) string) string {
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.26\n")
	for _, c := range fixCases {
		if text := text(c); text != "" {
			fmt.Fprintf(&b, "-- %s/p.go --\n%s", c.name, text)
		}
	}
	return b.String()
}

// Each fix makes a file that compiles, that no longer draws the code, and that means the same; where it is accepted,
// the gradient compiles, too. Files with other line ends are mended alike.
func TestFixes(t *testing.T) {
	codes := map[string]bool{}
	for _, c := range fixCases {
		codes[c.code] = true
	}
	if len(codes) < codesWithFixes {
		t.Errorf("%d codes have fixes, want %d", len(codes), codesWithFixes)
	}
	before := module(t, archive(func(c fixCase) string { return "package p\n" + c.text }))
	ds := found(t, before)
	mended := map[string]string{}
	for _, c := range fixCases {
		mended[c.name] = mend(t, c, "package p\n"+c.text, ds[c.name])
		if !strings.Contains(mended[c.name], c.want) {
			t.Errorf("%s: got\n%s\nwant in it\n%s", c.name, mended[c.name], c.want)
		}
	}
	after := module(t, archive(func(c fixCase) string { return mended[c.name] }))
	ds = found(t, after)
	var accepted []string
	for _, c := range fixCases {
		left := ""
		for _, d := range ds[c.name] {
			if d.Category != "go-stale" {
				left = d.Category
				if c.left != left {
					t.Errorf("%s: afterwards: %s\n%s", c.name, d.Message, mended[c.name])
				}
			}
		}
		if left != c.left {
			t.Errorf("%s: got the code %q afterwards, want %q", c.name, left, c.left)
		}
		if left == "" {
			accepted = append(accepted, "./"+c.name)
		}
	}
	if t.Failed() {
		return
	}
	generate(t, after, accepted...)
	run(t, after, "go", "vet", "./...")
	if b, a := values(t, before), values(t, after); b != a {
		t.Errorf("the values change: before\n%s\nafter\n%s", b, a)
	}

	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	ds = found(t, module(t, archive(func(c fixCase) string { return crlf("package p\n" + c.text) })))
	for _, c := range fixCases {
		if got := mend(t, c, crlf("package p\n"+c.text), ds[c.name]); got != crlf(mended[c.name]) {
			t.Errorf("%s: with CRLF, got\n%q\nwant\n%q", c.name, got, crlf(mended[c.name]))
		}
	}
}

// mend applies the fix of a case to its text.
func mend(t *testing.T, c fixCase, text string, ds []analysis.Diagnostic) string {
	t.Helper()
	for _, d := range ds {
		if d.Category != c.code {
			continue
		}
		for _, f := range d.SuggestedFixes {
			if c.title == "" || f.Message == c.title {
				return apply(t, text, f)
			}
		}
		t.Errorf("%s: no fix %q of %s: %v", c.name, c.title, d.Message, d.SuggestedFixes)
		return text
	}
	t.Errorf("%s: no message with the code %s: %v", c.name, c.code, ds)
	return text
}

// values are those of the calls of the cases, in bits.
func values(t *testing.T, dir string) string {
	t.Helper()
	var imports, prints strings.Builder
	for _, c := range fixCases {
		if c.call != "" {
			fmt.Fprintf(&imports, "\t%s %q\n", "p"+c.name, "example.com/m/"+c.name)
			fmt.Fprintf(&prints, "\tfmt.Println(%q, math.Float64bits(%s))\n", c.name,
				strings.ReplaceAll(c.call, "p.", "p"+c.name+"."))
		}
	}
	name := filepath.Join(dir, "values", "main.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\n" + imports.String() + ")\n\nfunc main() {\n" + prints.String() + "}\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return run(t, dir, "go", "run", "./values")
}

func run(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out.String(), errs.String())
	}
	return out.String()
}
