package program_test

import (
	"strings"
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

func loaded(t *testing.T, src string) *sx.Program {
	t.Helper()
	p, ds := text.Load("t.chad", []byte(src))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
