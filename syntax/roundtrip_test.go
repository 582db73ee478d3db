package syntax_test

import (
	"os"
	"testing"

	. "github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// Source programs read back as they were printed, in every notation:
//
//	text ── Load ──▶ program ── print ──▶ text ── Load ──▶ program
//	                    └──────────── equal ───────────────────┘
//
// Equality is α-equality of the bodies with the same parameters; definitions that call
// or hold data compare as text, since data types and definitions are their addresses.
func TestRoundTrip(t *testing.T) {
	src, err := os.ReadFile("testdata/all.chad")
	if err != nil {
		t.Fatal(err)
	}
	p, errs := text.Load("all.chad", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if err := VerifyProgram(p); err != nil {
		t.Fatal(err)
	}
	for _, o := range []PrintOptions{{}, {ASCII: true}, {Width: 40}, {Width: 20}} {
		s := o.ProgramString(p)
		q, errs := text.Load("printed.chad", []byte(s))
		if len(errs) > 0 {
			t.Errorf("%+v: %v\n%s", o, errs[0], s)
			continue
		}
		for i, d := range p.Defs {
			if o.DefString(d) == o.DefString(q.Defs[i]) && usesData(d) {
				continue
			}
			if got := closedBody(q.Defs[i], p); !Equal(got, closedBody(d, p)) {
				t.Errorf("%+v: %s reads back as\n%s\nfrom\n%s", o, d.Name, PrintOptions{}.DefString(q.Defs[i]), PrintOptions{}.DefString(d))
			}
		}
	}
}

// closedBody is the body of d in terms of the sizes and parameters that the definition of that name has in p.
func closedBody(d *Def, p *Program) Term {
	first := p.Lookup(d.Name)
	s := Substitution{Vars: map[*Var]Term{}, Sizes: map[*SizeVar]*Size{}}
	for i, n := range first.Sizes {
		s.Sizes[d.Sizes[i]] = SizeOfVar(n)
	}
	for i, x := range first.Params {
		s.Vars[d.Params[i]] = Ref(x)
	}
	return s.Apply(d.Body)
}

func usesData(d *Def) bool {
	found := false
	var visit func(Term)
	visit = func(t Term) {
		_, isData := t.Type().(*Data)
		_, isCall := t.(*Call)
		found = found || isData || isCall
		Children(t, visit)
	}
	visit(d.Body)
	return found
}
