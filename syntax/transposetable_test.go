package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/seed-4b734f86/gochad/syntax"
)

// additions is another target of the table of transposes: what TransposeLinear and reverse mode make values of, it
// writes as additions to places. An argument is the name of its cotangent.
type additions struct{ lines []string }

func (a *additions) Wants(x string) bool { return x != "" }

func (a *additions) Receive(x string, at Place, w Term) {
	if x == "" {
		return
	}
	switch at := at.(type) {
	case All, Resized:
	case Component:
		x = fmt.Sprintf("%s.%d", x, at.I)
	case Variant:
		x = fmt.Sprintf("%s|%d", x, at.Tag)
	case Element:
		x = fmt.Sprintf("%s[%s]", x, String(at.I))
	case Key:
		x = fmt.Sprintf("%s(%s)", x, String(at.K))
	}
	a.lines = append(a.lines, x+" += "+String(w))
}

func TestTransposesAsAdditions(t *testing.T) {
	n := SizeLit(2)
	real1, pair := Ref(v("w", Real)), Ref(v("w", NewTupleType(Real, Real)))
	vec, power := Ref(v("w", NewArrayType(n, Real))), Ref(v("w", NewFuncType(Real, Real)))
	sum := Ref(v("w", NewLinearSumType(Real, Real)))
	i, s := Ref(v("i", NewIdxType(n))), Ref(v("s", Real))
	for name, row := range map[string]struct {
		transpose func(r Transposes[string])
		want      string
	}{
		"tuple":            {func(r Transposes[string]) { r.Tuple([]string{"x", "y"}, pair) }, "x += fst w; y += snd w"},
		"tuple, one wants": {func(r Transposes[string]) { r.Tuple([]string{"", "y"}, pair) }, "y += snd w"},
		"projection":       {func(r Transposes[string]) { r.Proj("x", 1, real1) }, "x.1 += w"},
		"coprojection":     {func(r Transposes[string]) { r.Coproj("x", 1, pair) }, "x += snd w"},
		"plus":             {func(r Transposes[string]) { r.Plus([]string{"x", "x", "y"}, real1) }, "x += w; x += w; y += w"},
		"power":            {func(r Transposes[string]) { r.App("f", s, real1) }, "f(s) += w"},
		"copower":          {func(r Transposes[string]) { r.Singleton(s, "x", power) }, "x += w s"},
		"injection":        {func(r Transposes[string]) { r.Inj("x", 1, sum) }, "x += uninr w"},
		"uninjection":      {func(r Transposes[string]) { r.Uninj("x", 1, real1) }, "x|1 += w"},
		"sum":              {func(r Transposes[string]) { r.Sum("x", n, real1) }, "x += [w | i < 2]"},
		"literal":          {func(r Transposes[string]) { r.ArrayLit([]string{"x", "y"}, vec) }, "x += w[0]; y += w[1]"},
		"index":            {func(r Transposes[string]) { r.Index("a", i, real1) }, "a[i] += w"},
		"one-hot":          {func(r Transposes[string]) { r.OneHot("x", i, vec) }, "x += w[i]"},
		"set":              {func(r Transposes[string]) { r.Set("a", i, "x", vec) }, "x += w[i]; a += set w i 0̲"},
		"set of a number":  {func(r Transposes[string]) { r.Set("a", i, "", vec) }, "a += set w i 0̲"},
		"cast":             {func(r Transposes[string]) { r.Cast("a", nil, vec) }, "a += w"},
	} {
		var a additions
		row.transpose(Transposes[string]{Receiver: &a})
		if got := strings.Join(a.lines, "; "); got != row.want {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
}
