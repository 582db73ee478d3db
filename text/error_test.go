package text_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/text"
)

// TestErrors reads programs in which the expected diagnostics are written: a comment
//
//	-- ERROR code "regexp"
//
// at the end of a line wants a diagnostic on that line. All of them are wanted, and no other.
// Programs are separated by lines of three dashes or more that begin with "-----".
func TestErrors(t *testing.T) {
	files, _ := filepath.Glob("testdata/errors/*.chad")
	if len(files) == 0 {
		t.Fatal("no corpus")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, chunk := range strings.Split(string(src), "\n-----\n") {
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(file), i), func(t *testing.T) { checkErrors(t, chunk) })
		}
	}
}

var wanted = regexp.MustCompile(`-- ERROR (\S+) "([^"]*)"`)

func checkErrors(t *testing.T, src string) {
	p, errs := text.Load("e.chad", []byte(src))
	if p != nil && len(errs) > 0 {
		t.Error("a program and errors")
	}
	for n, line := range strings.Split(src, "\n") {
		for _, w := range wanted.FindAllStringSubmatch(line, -1) {
			found := false
			for i, d := range errs {
				if d.Pos.Line == n+1 && string(d.Code) == w[1] && regexp.MustCompile(w[2]).MatchString(said(d)) {
					errs = append(errs[:i:i], errs[i+1:]...)
					found = true
					break
				}
			}
			if !found {
				t.Errorf("line %d: no diagnostic %s %q in\n%s", n+1, w[1], w[2], src)
			}
		}
	}
	for _, d := range errs {
		t.Errorf("unexpected (code %s):\n%sin\n%s", d.Code, d, src)
	}
}

// Each code is told of, and given by its example.
func TestErrorCodeExamples(t *testing.T) {
	without := 0
	for _, e := range text.Codes() {
		if e.Example == "" {
			without++
			continue
		}
		_, errs := text.Load("e.chad", []byte(e.Example))
		if len(errs) == 0 || errs[0].Code != e.Code {
			t.Errorf("%s: want code %s, got %v", e.Example, e.Code, errs)
		}
	}
	if without > 2 { // what is too deep and too large
		t.Errorf("%d codes have no example", without)
	}
}

// said is all that a diagnostic says, in a line.
func said(d diag.Diagnostic) string {
	out := d.Message + " | " + d.Hint
	for _, r := range d.Related {
		out += " | " + r.Pos.String() + ": " + r.Message
	}
	return out
}
