package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

var (
	cellPrograms = flag.Int("cells", part.Pick(6, 12), "random programs of TestRandomCells")
	firstCell    = flag.Uint64("firstcell", 1, "the seed of the first of them")
)

// The laws of TestRandomStates, and the operation bound, for recursive definitions that read elements of arrays in
// lists and trees, for functions that such definitions compose, and for functions with arrays in arrays.
func TestRandomCells(t *testing.T) {
	var bound boundTally
	for seed := *firstCell; seed < *firstCell+uint64(*cellPrograms); seed++ {
		text := cellsProgram(rand.New(rand.NewPCG(seed, 21)))
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Errorf("seed %d: %v\n%s", seed, f, text)
			continue
		}
		if seed%4 == 0 {
			agreesAsModule(t, "cells.chad", strings.Replace(text, "def main", "--chad:grad\ndef main", 1), wasmbackend.Options{}, nil)
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

type cellMaker struct {
	*rand.Rand
	strings.Builder
	kinds []string // of the definitions: list or tree
}

func (m *cellMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

// cellsProgram is some definitions that go through lists and trees, a definition that composes functions, and a main
// that calls them often.
func cellsProgram(r *rand.Rand) string {
	m := &cellMaker{Rand: r}
	m.WriteString("data list = Nil | Cons ([?]real, real, list)\ndata tree = Leaf [?]real | Node (tree, tree) | Fork ([?]real, tree, tree)\n")
	for range 1 + r.IntN(3) {
		m.kinds = append(m.kinds, m.pick("list", "tree"))
	}
	for f, kind := range m.kinds {
		fmt.Fprintf(m, "def f%d [n] (c : %s, x : [n]real, i : idx n, w : real) : real =\n  case c of ", f, kind)
		if kind == "list" {
			fmt.Fprintf(m, "Nil -> %s\n  | Cons (a, r, l) -> %s\n", m.number(1, []string{"x"}, nil), m.number(2, []string{"x", "(a :> [n]real)"}, map[string]string{"l": "list"}))
		} else {
			fmt.Fprintf(m, "Leaf a -> %s\n", m.number(1, []string{"x", "(a :> [n]real)"}, nil))
			fmt.Fprintf(m, "  | Node (l, r) -> %s\n", m.number(2, []string{"x"}, map[string]string{"l": "tree", "r": "tree"}))
			fmt.Fprintf(m, "  | Fork (a, l, r) -> %s\n", m.number(2, []string{"x", "(a :> [n]real)"}, map[string]string{"l": "tree", "r": "tree"}))
		}
	}
	fmt.Fprintf(m, "def grow [n] (x : [n]real, d : int) : tree =\n  if d < 1 then Leaf (pack x) else\n  if d < 2 then Fork (pack [x[j] * real d | j < n], Leaf (pack x), grow (%s, d - 1)) else Node (grow (x, d - 1), grow (%s, d - 2))\n",
		m.vector("x"), m.vector("x"))
	m.compose()
	m.main()
	return m.String()
}

// vector is an array made of another.
func (m *cellMaker) vector(x string) string {
	return m.pick(x, "[sin "+x+"[j] | j < n]", "["+x+"[j] * "+x+"[0 :> idx n] | j < n]")
}

// number is a real; what calls may be given is there by name, with its type.
func (m *cellMaker) number(depth int, arrays []string, cells map[string]string) string {
	index := m.pick("i", "i", "0 :> idx n", "1 :> idx n")
	switch c := m.IntN(9); {
	case depth > 0 && c < 3:
		return fmt.Sprintf("(%s %s %s)", m.number(depth-1, arrays, cells), m.pick("*", "+"), m.number(depth-1, arrays, cells))
	case depth > 0 && c == 3:
		return fmt.Sprintf("(if %s[%s] > 0.6 then %s else %s)", m.pick(arrays...), index, m.number(depth-1, arrays, cells), m.number(depth-1, arrays, cells))
	case depth > 0 && c == 4:
		return fmt.Sprintf("sin (%s)", m.number(depth-1, arrays, cells))
	case c == 5:
		return "w"
	case c > 5 && len(cells) > 0:
		cell := "l"
		if cells["r"] != "" && m.IntN(2) == 0 {
			cell = "r"
		}
		if f := m.of(cells[cell]); f >= 0 {
			return fmt.Sprintf("sin (f%d (%s, x, %s, %s))", f, cell, index, m.pick("w", "w * x[i]", arrays[len(arrays)-1]+"["+index+"]"))
		}
	}
	return fmt.Sprintf("%s[%s]", m.pick(arrays...), index)
}

// of is some definition that goes through a type, or -1.
func (m *cellMaker) of(kind string) int {
	k := m.IntN(len(m.kinds))
	for i := range m.kinds {
		if f := (k + i) % len(m.kinds); m.kinds[f] == kind {
			return f
		}
	}
	return -1
}

// compose makes a definition that composes functions, of which some capture arrays.
func (m *cellMaker) compose() {
	at := m.pick("k - 1 :> idx n", "0 :> idx n")
	inside := ""
	if m.IntN(3) == 0 {
		inside = "\n        w = f 0.3 * w"
	}
	made := m.pick("\\y. sin (f (y * x[at]))", "\\y. f (y * x[at]) * x[1 :> idx n]", "if x[at] > 0.6 then (\\y. sin (f y)) else (\\y. f (y + x[at] * w))")
	fmt.Fprintf(m, "def compose [n] (k : int, x : [n]real, w : real) : real -> real =\n  if k < 1 then (%s) else\n    let f = compose (k - 1, x, w)\n        at = %s%s in\n    %s\n",
		m.pick("\\y. y", "\\y. sin y * x[0 :> idx n]"), at, inside, made)
}

func (m *cellMaker) main() {
	m.WriteString("def main [n] (x : [n]real) : real =\n  let y = [sin x[i] | i < n]\n      u = x[0 :> idx n] * y[1 :> idx n]\n")
	fmt.Fprintf(m, "      l = loop l = Nil for i < %d do Cons (pack [%s[j] * real (int i + 1) | j < n], x[0 :> idx n], l)\n", 2+m.IntN(4), m.pick("x", "y"))
	fmt.Fprintf(m, "      t = grow (%s, %d)\n", m.pick("x", "y"), 1+m.IntN(4))
	if m.IntN(2) == 0 {
		fmt.Fprintf(m, "      fs = [if x[i] > 0.6 then (let a = %s in \\j. a[j] * x[i]) else (\\j. y[j] * %s) | i < n]\n", m.vector("y"), m.pick("x[i]", "x[j]"))
	} else {
		m.WriteString("      fs = [\\j. y[j] * x[i] | i < n]\n")
	}
	var terms []string
	for range 1 + m.IntN(3) {
		switch m.IntN(4) {
		case 0:
			terms = append(terms, "sin (fs[i] i * fs["+m.pick("i", "0 :> idx n")+"] ("+m.pick("i", "1 :> idx n")+"))")
		case 1:
			fmt.Fprintf(m, "      g%d = compose (%s, %s, %s)\n", len(terms), m.pick("n", "3"), m.pick("x", "y"), m.pick("x[0 :> idx n]", "0.5"))
			g := fmt.Sprintf("g%d", len(terms))
			if m.IntN(3) == 0 {
				fmt.Fprintf(m, "      h%d = loop h = %s for i < 2 do (\\z. h (z * %s[1 :> idx n]) + u)\n", len(terms), g, m.pick("x", "y"))
				g = "h" + g[1:]
			}
			terms = append(terms, fmt.Sprintf("sin (%s x[i])", g))
		default:
			kind := m.pick("list", "tree")
			if f := m.of(kind); f >= 0 {
				terms = append(terms, fmt.Sprintf("sin (f%d (%s, %s, i, x[i]))", f, kind[:1], m.pick("x", "y")))
			}
		}
	}
	term := strings.Join(append(terms, "x[i]"), m.pick(" + ", " * "))
	if m.IntN(2) == 0 {
		fmt.Fprintf(m, "  in loop s = 0.5 for i < n do sin (s + %s)\n", term)
	} else {
		fmt.Fprintf(m, "  in sum [%s | i < n]\n", term)
	}
}
