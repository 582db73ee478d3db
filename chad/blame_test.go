package chad

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
	parse "github.com/seed-4b734f86/gochad/text"
)

// What the back end refuses is reported at the directive that asked for it, here for a name that
// is none in Go: a user's would have been refused before.
func TestBlame(t *testing.T) {
	text := "--chad:func\ndef f (x : real) : real = x\n--chad:func\ndef g (x : real) : real = x"
	m, err := Parse("f.chad", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	src := diag.NewSource("f.chad", []byte(text))
	file, _ := parse.Parse("f.chad", []byte(text))
	dirs, _, _ := directives(src, file)
	var exports []Export
	for i, name := range []string{"Fine", "9"} {
		f, err := m.Func(dirs[i].def)
		if err != nil {
			t.Fatal(err)
		}
		exports = append(exports, Export{Func: f, Name: name})
	}
	_, err = Emit("p", "f.chad", exports...)
	if err == nil {
		t.Fatal("9 was emitted as a name")
	}
	r := &request{ctx: t.Context(), source: src, dirs: dirs, exports: exports}
	alone := func(e Export) error {
		_, err := Emit("p", "f.chad", e)
		return err
	}
	got := r.blame(err, alone, r.noGo)
	if !strings.HasPrefix(got.Error(), "f.chad:3:1: no Go can be emitted for this: ") {
		t.Errorf("got %v", got)
	}
	r.dirs, r.exports = dirs[:1], exports[:1]
	got = r.blame(errors.New("gen: together"), alone, r.noGo)
	if !strings.HasPrefix(got.Error(), "f.chad:1:1: no Go can be emitted for this: together") {
		t.Errorf("got %v", got)
	}
}
