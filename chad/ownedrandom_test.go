package chad_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

// Arrays of run-time length that a loop owns are changed where they are, exchanged and replaced by longer ones; what
// keeps one, under another name, in a tape or in what the loop gives, has it as it was.
func TestOwnedRandom(t *testing.T) {
	for seed := range uint64(part.N(600, part.Pick(20, 60))) {
		text := ownedArrays(rand.New(rand.NewPCG(seed, 41)))
		if f := stateFault(text, false); f != nil {
			t.Fatalf("seed %d: %v\n%s", seed, f, text)
		}
	}
}

// A lister makes the steps of a loop with the state u, v : [?]real and a : real, of which k : [?]real is kept.
type lister struct {
	r     *rand.Rand
	pairs bool // elements of u and v are pairs, of which k has the first numbers
	lines []string
	names int
}

func (g *lister) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *lister) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// elem is the type of elements.
func (g *lister) elem() string {
	if g.pairs {
		return "(real, real)"
	}
	return "real"
}

// open gives an array the name b and the length q, and a place in it the name j.
func (g *lister) open(of string) (b, q, j string) {
	g.names++
	b, q, j = fmt.Sprintf("b%d", g.names), fmt.Sprintf("q%d", g.names), fmt.Sprintf("j%d", g.names)
	g.line("size %s = length %s", q, of)
	g.line("%s = %s :> [%s]%s", b, of, q, g.elem())
	g.line("%s = int i %% %s :> idx %s", j, q, q)
	return b, q, j
}

// at is a number of an array.
func (g *lister) at(b, j string) string {
	if g.pairs {
		return g.pick("fst ", "fst ", "snd ") + "(" + b + "[" + j + "])"
	}
	return b + "[" + j + "]"
}

// element is one that has a number.
func (g *lister) element(x, b, j string) string {
	if g.pairs {
		return g.pick(fmt.Sprintf("(%s, snd (%s[%s]))", x, b, j), fmt.Sprintf("(fst (%s[%s]), %s)", b, j, x), fmt.Sprintf("(%s, a)", x))
	}
	return x
}

func (g *lister) step(depth int) {
	u, v := "u", "v"
	if g.r.IntN(3) == 0 {
		u, v = v, u
	}
	of := g.pick(u, u, u, "y")
	b, q, j := g.open(of)
	first := "(0 :> idx " + q + ")"
	cond := g.pick("x[i] < 0.4", g.at(b, j)+" < a")
	other := "0.3"
	if g.pairs {
		other = "(0.3, a)"
	}
	switch c := g.r.IntN(12); {
	case c < 3:
		g.line("%s = pack (set %s %s (%s))", u, b, j, g.element("sin ("+g.at(b, first)+") * x[i] + 0.1 * a", b, j))
	case c == 3:
		g.line("%s = if %s then pack (set %s %s (%s)) else %s", u, cond, b, first,
			g.element("cos ("+g.at(b, j)+")", b, first), g.pick(of, u, v))
	case c == 4:
		g.line("%s = if %s then %s else pack [let t = int l in if t < %s then %s[t %% %s :> idx %s] else %s | l < %s+1]",
			u, cond, of, q, b, q, q, other, q)
	case c == 5:
		g.line("w = if %s then (v, u) else (u, v)", cond)
		g.line("u = fst w")
		g.line("v = snd w")
	case c == 6:
		g.line("w = (v, u)")
		g.line("u = fst w")
		g.line("v = snd w")
	case c == 7:
		to, array := g.pick("k", "y", "k", v), g.pick(of, u, v, "pack "+b)
		if g.pairs && to == "k" {
			array = fmt.Sprintf("pack [%s | l < %s]", g.at(b, "l"), q)
		}
		g.line("%s = %s", to, array)
	case c == 8:
		g.line("a = a + %s * 0.2 + sum [%s | l < %s] * 0.05", g.at(b, j), g.at(b, "l"), q)
	case c == 9 && depth > 0:
		outer := g.lines
		g.lines = nil
		for range 1 + g.r.IntN(3) {
			g.step(depth - 1)
		}
		inner := strings.Join(g.lines, "; ")
		g.lines = outer
		g.line("w = loop w = (u, v, a) for m < 2 do (let u = w.1; v = w.2; a = w.3; %s in (u, v, a))", inner)
		g.line("u = w.1")
		g.line("v = w.2")
		g.line("a = w.3")
	default:
		g.line("%s = pack [%s | l < %s]", u, g.element("sin ("+g.at(b, "l")+" + 0.2 * a)", b, "l"), q)
	}
}

func ownedArrays(r *rand.Rand) string {
	g := &lister{r: r, pairs: r.IntN(3) == 0}
	u, v, b := g.pick("pack x", "pack [x[l] * 0.7 | l < n]"), "pack [x[0 :> idx n], 0.4]", "b[i]"
	if g.pairs {
		u, v, b = "pack [(x[l] * 0.7, x[l]) | l < n]", "pack [(x[0 :> idx n], 0.4), (0.3, 0.2)]", "(fst b[i] + 0.3 * snd b[i])"
		g.line("y = %s", g.pick("u", "v"))
		g.line("k = %s", g.pick("pack x", "pack [a]"))
	} else {
		g.line("y = %s", g.pick("u", "v", "pack x"))
		g.line("k = %s", g.pick("u", "pack [a]"))
	}
	if r.IntN(4) > 0 { // so that no length is always one size
		g.line("w = if x[i] < %s then (v, u) else (u, v)", g.pick("0.4", "-9.0"))
		g.line("u = fst w")
		g.line("v = snd w")
	}
	for range 2 + r.IntN(6) {
		g.step(1)
	}
	if r.IntN(4) == 0 {
		g.line("%s", g.pick("v = u", "u = v"))
	}
	return fmt.Sprintf(`def main [n] (x : [n]real) : real =
  let z = loop s = (%[1]s, %[2]s, 0.3) for i < n collect (
            let u = s.1
                v = s.2
                a = s.3
                %[3]s
            in ((u, v, a), k))
      last = fst z
      kept = snd z
      size p = length last.1
      size q = length last.2
      b = last.1 :> [p]%[4]s
      c = last.2 :> [q]%[4]s
  in sum [%[5]s * sin %[5]s | i < p] + sum [%[6]s * real (int i + 1) | i < q] + last.3 +
     sum [let size m = length kept[i]; d = kept[i] :> [m]real in sum [sin d[l] * x[i] | l < m] | i < n]
`, u, v, strings.Join(g.lines, "\n                "), g.elem(), b, strings.ReplaceAll(b, "b", "c"))
}
