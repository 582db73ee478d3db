package chad_test

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// The code of branches in branches grows with their depth, and not with its square: what each of them leaves for the
// way back is not handed on through all that are around it (the pass arrive).
func TestNestSize(t *testing.T) {
	for name, shape := range map[string]struct{ open, end string }{
		"in the first branch":  {"(if s * x[i] > %d.5 then sin (s * %d.5) * ", " else s)"},
		"in the second branch": {"(if s > %d.5 then s * %d.5 + x[i] else ", ")"},
	} {
		tokens := func(depth int) (n int) {
			var b strings.Builder
			b.WriteString("--chad:grad\ndef f [n] (x : [n]real) : real = loop s = 1.0 for i < n do ")
			for k := range depth {
				fmt.Fprintf(&b, shape.open, k, k)
			}
			b.WriteString("s" + strings.Repeat(shape.end, depth) + "\n")
			src, err := chad.Generate("nest.chad", []byte(b.String()), "nest")
			if err != nil {
				t.Fatal(err)
			}
			var s scanner.Scanner
			s.Init(token.NewFileSet().AddFile("nest.go", -1, len(src)), src, nil, 0)
			for {
				if _, tok, _ := s.Scan(); tok == token.EOF {
					return n
				}
				n++
			}
		}
		few, some, many := tokens(10), tokens(20), tokens(40)
		if t.Logf("%s: %d, %d, %d tokens", name, few, some, many); 2*(many-some) > 5*(some-few) { // of twice as many branches more
			t.Errorf("%s: 10, 20, 40 branches are %d, %d, %d tokens", name, few, some, many)
		}
	}
}
