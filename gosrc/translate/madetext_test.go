package translate_test

import (
	"strings"
	"testing"
)

// A string that is made of others is refused where it may come to where a string is looked at, by whatever way, and
// nowhere else.
func TestMadeText(t *testing.T) {
	const head = "package p\n\nimport \"fmt\"\n\nfunc is(s string) float64 {\n\tif s == \"a\" {\n\t\treturn 1\n\t}\n\treturn 2\n}\n\n" +
		"type P struct {\n\tname, kind string\n\tw float64\n\tinner *Q\n}\n\ntype Q struct{ tags []string }\n\ntype R P\n\nfunc label(k int) string { return fmt.Sprint(k) }\n\nfunc keep(s string) string { return s }\n\n"
	for name, c := range map[string]struct {
		text    string
		refused int
	}{
		"kept":                  {"l := label(n)\n\tp := P{name: l + \"b\", kind: \"a\"}\n\treturn x * is(p.kind)", 0},
		"compared":              {"l := label(n)\n\treturn x * is(l)", 1},
		"compared with its own": {"if label(n) == \"a\" {\n\t\treturn 1\n\t}\n\treturn x", 1},
		"switched":              {"switch l := label(n); l {\n\tcase \"a\":\n\t\treturn 1\n\t}\n\treturn x", 1},
		"in the field":          {"p := P{kind: label(n)}\n\tq := p\n\treturn x * is(q.kind)", 1},
		"in the field, set":     {"p := &P{}\n\tp.kind = label(n)\n\tq := []P{*p}\n\treturn x * is(q[0].kind)", 1},
		"in another type":       {"p := R{kind: label(n)}\n\tq := P(p)\n\treturn x * is(q.kind)", 1},
		"in another field":      {"p := R{name: label(n), kind: \"b\"}\n\tq := P(p)\n\treturn x * is(q.kind)", 0},
		"by a pointer":          {"s := \"b\"\n\tp := &s\n\t*p = label(n)\n\treturn x * is(s)", 1},
		"by a slice":            {"s := make([]string, 2)\n\tu := s\n\tu[0] = label(n)\n\treturn x * is(s[1])", 1},
		"by append":             {"var s []string\n\ts = append(s, \"b\", label(n))\n\treturn x * is(s[0])", 1},
		"by copy":               {"s := make([]string, 2)\n\tcopy(s[1:], []string{label(n)})\n\treturn x * is(s[0])", 1},
		"inside":                {"p := P{inner: &Q{}}\n\tp.inner.tags = append(p.inner.tags, label(n))\n\tfor _, s := range p.inner.tags {\n\t\tx *= is(s)\n\t}\n\treturn x", 1},
		"through a function":    {"return x * is(keep(label(n)))", 1},
		"through a literal":     {"f := func(s string) string { return s }\n\tif n > 2 {\n\t\tf = keep\n\t}\n\treturn x * is(f(label(n)))", 1},
		"in a literal":          {"s := \"b\"\n\tf := func() { s = label(n) }\n\tf()\n\treturn x * is(s)", 1},
		"by both":               {"s := label(n)\n\tif n > 2 {\n\t\ts = \"b\"\n\t}\n\treturn x * is(s)", 1},
		"compared structures":   {"type S struct{ s string }\n\tq := S{label(n)}\n\tif q == (S{\"c\"}) {\n\t\treturn 1\n\t}\n\treturn x", 1},
	} {
		t.Run(name, func(t *testing.T) {
			text := head + "func F(x float64, n int) float64 {\n\t" + c.text + "\n}\n"
			_, diags := translateText(t, text)
			if (len(diags) > 0) != (c.refused > 0) {
				t.Errorf("%d messages: %v", len(diags), diags.Err())
			}
			for _, d := range diags {
				if d.Code != "opaque-value" {
					t.Error(d)
				}
			}
		})
	}
	_, diags := translateText(t, head+"func F(x float64, n int) (float64, P) {\n\tp := P{name: label(n)}\n\treturn x * is(\"c\"), p\n}\n")
	if len(diags) == 0 {
		t.Error("a made string comes out")
	}
}

// What a function on the shelf cannot do with strings is said once, where it is called.
func TestShelfText(t *testing.T) {
	for _, c := range []struct{ line, function string }{
		{"if slices.Contains(names, k) {", "slices.Contains"},
		{"slices.Sort(names); if n > 1 {", "slices.Sort"},
		{"if slices.Index(names, k) > 1 {", "slices.Index"},
		{"if slices.Max(names) == k {", "the result depends on slices.Max"},
		{"if cmp.Compare(k, names[0]) > 0 {", "cmp.Compare"},
		{"slices.SortFunc(names, func(a, b string) int { return cmp.Compare(a, b) }); if n > 1 {", "cmp.Compare"},
	} {
		_, diags := translateText(t, "package p\n\nimport (\n\"cmp\"\n\"fmt\"\n\"slices\"\n\"sort\"\n)\n\nvar _ = cmp.Compare[int]\nvar _ = slices.Max[[]int]\nvar _ = sort.Ints\n\n"+
			"func F(x float64, n int) float64 {\nk := fmt.Sprint(n)\nnames := []string{\"a\", k}\n"+c.line+"\nreturn 2*x\n}\nif k == \"b\" {\nreturn x\n}\nreturn x * float64(len(names))\n}\n")
		found := 0
		for _, d := range diags {
			if d.Pos.File != "p.go" || d.Code != "opaque-value" {
				t.Errorf("%s: %v", c.line, d)
			}
			if d.Pos.Line == 17 && strings.HasPrefix(d.Message, c.function) {
				found++
			}
		}
		if found != 1 && c.function != "" || len(diags) == 0 {
			t.Errorf("%s: %v", c.line, diags)
		}
	}
}
