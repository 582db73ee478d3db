package gen_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// writable reports whether the test can write values of type t as Go.
func writable(t sx.Type) bool {
	switch t := t.(type) {
	case *sx.Scalar, *sx.IdxType:
		return true
	case *sx.TupleType:
		for _, e := range t.Elems {
			if !writable(e) {
				return false
			}
		}
		return true
	case *sx.SumType:
		for _, e := range t.Variants {
			if !writable(e) {
				return false
			}
		}
		return true
	case *sx.ArrayType:
		return writable(t.Elem) && len(leaves(t.Elem)) > 0
	case *sx.DynType:
		return writable(t.Elem) && len(leaves(t.Elem)) > 0
	}
	return false
}

// firstOrder reports whether no function is left anywhere in p.
func firstOrder(p *sx.Program) bool {
	for _, d := range p.Defs {
		higher := sx.HoldsFunc(d.Result)
		for _, x := range d.Params {
			higher = higher || sx.HoldsFunc(x.Type)
		}
		var visit func(t sx.Term)
		visit = func(t sx.Term) {
			switch t.(type) {
			case *sx.Lam, *sx.App, *sx.LinLam, *sx.Deriv:
				higher = true
			}
			sx.Children(t, visit)
		}
		visit(d.Body)
		if higher {
			return false
		}
	}
	return true
}

// TestRandomPrograms compares emitted Go with the evaluator on random
// first-order programs, as they are, in A-normal form and simplified. GEN_RANDOM sets how many.
func TestRandomPrograms(t *testing.T) {
	n, first := part.Pick(25, 60), int64(1)
	if s := os.Getenv("GEN_RANDOM"); s != "" {
		n, _ = strconv.Atoi(s)
		first = 1000
	}
	all := &sx.Program{}
	var runs []run
	for seed := first; len(runs) < n; seed++ {
		s := proptest.Generate(proptest.Config{Seed: seed, Features: proptest.AllFeatures &^ proptest.HigherOrder})
		p, entry := s.Program, s.Entry
		switch seed % 3 {
		case 1:
			sx.ANFProgram(p)
		case 2:
			q, _, err := simplify.Program(p, simplify.Options{KeepNames: seed%2 == 0, Inline: 30})
			if err != nil {
				t.Fatal(err)
			}
			p, entry = q, q.Lookup(entry.Name)
		}
		usable := firstOrder(p) && writable(entry.Result)
		for _, x := range entry.Params {
			usable = usable && writable(x.Type)
		}
		if !usable {
			continue
		}
		args := arguments(entry, int(seed), 3, 2)
		ev := semantics.Evaluator{Fuel: 1_000_000}
		if _, err := ev.Call(entry, args...); err != nil && !strings.Contains(err.Error(), "range") {
			continue
		}
		all.Data = append(all.Data, p.Data...)
		all.Defs = append(all.Defs, p.Defs...)
		runs = append(runs, run{def: entry, args: args})
	}
	c := newCompare(t)
	c.split, c.plain = 80, true
	c.add(t, "random", all, runs)
	c.finish(t)
}
