package matrix

import (
	"fmt"
	"slices"
	"strings"
)

// nameResults decides on the types of the results, and on their names if they have any.
func (g *gen) nameResults() {
	num := &typ{kind: realKind, name: g.num}
	slice := sliceOf(num)
	var ts []*typ
	named := g.IntN(4) == 0
	switch g.row.Level("result") {
	case "real", "constant":
		ts = []*typ{num}
	case "single":
		ts = []*typ{float32Type}
	case "named":
		ts = []*typ{num}
		if !g.generic { // no type parameter can be what a type is made of
			ts[0] = g.named("Y", num)
		}
	case "several":
		ts, named = []*typ{num, num}, true
	case "slice", "constant slice", "grown":
		ts = []*typ{slice}
	case "array":
		ts = []*typ{arrayOf(2, num)}
	case "rows":
		ts = []*typ{sliceOf(slice)}
	case "struct", "pointer to struct":
		t := g.named("Y", structOf(field{name: "Y", typ: num}, field{name: "Z", typ: slice},
			field{name: "N", typ: intType}))
		if g.is("result", "pointer to struct") {
			t = pointerTo(t)
		}
		ts = []*typ{t}
	case "pointer":
		ts = []*typ{pointerTo(num)}
	case "mixed":
		ts, named = []*typ{intType, num, boolType}, true
	case "both":
		ts, named = []*typ{slice, num}, true
	case "parameter":
		ts = []*typ{g.params[0].typ}
	case "part":
		_, t := g.partOf(g.params[0].name, g.params[0].typ)
		ts = []*typ{t}
	case "parameter beside":
		ts, named = []*typ{g.params[0].typ, num}, true
	case "twice":
		ts, named = []*typ{slice, slice}, true
	case "nothing":
	case "late":
		ts, named = []*typ{num}, true
	case "integer":
		ts = []*typ{intType}
	}
	if !g.usable(g.params[0]) && g.passes() {
		ts[0] = num
	}
	if g.is("fails", "error") {
		ts = append(ts, &typ{kind: otherKind, name: "error"})
	}
	g.results = ts
	if !named {
		return
	}
	for i, t := range ts {
		hint := []string{"y", "e", "ok"}[min(i, 2)]
		if t.name == "error" {
			hint = "err"
		}
		g.names = append(g.names, g.local(hint))
	}
}

// passes reports whether a result is a parameter, or a part of one.
func (g *gen) passes() bool {
	return slices.Contains([]string{"parameter", "part", "parameter beside"}, g.row.Level("result"))
}

// partOf is the first part of a value that has reals, and its type.
func (g *gen) partOf(e string, t *typ) (string, *typ) {
	switch {
	case t.kind == structKind:
		for _, f := range t.fields {
			if f.typ.varies() {
				return e + "." + f.name, f.typ
			}
		}
	case t.kind == pointerKind && t.elem.kind == structKind:
		if x, part := g.partOf(e, t.elem); x != e {
			return x, part
		}
	case t.kind == pointerKind:
		return "*" + e, t.elem
	case t.kind == arrayKind:
		return e + "[0]", t.elem
	}
	return e, t
}

// fail returns an error or panics, where numbers are large.
func (g *gen) fail() {
	g.printf("if %s > 1e6 {\n", g.s)
	switch {
	case g.is("fails", "error"):
		g.imports["errors"] = true
		e := "errors.New(\"far\")"
		if g.shadows {
			e = g.helper("far", "() error { return errors.New(\"far\") }", "") + "()"
		}
		g.leave(e)
	case g.shadows:
		g.printf("%s()\n", g.helper("stop", "() { panic(\"far\") }", ""))
	default:
		g.printf("panic(\"far\")\n")
	}
	g.printf("}\n")
}

// returns ends the function.
func (g *gen) returns() {
	none := none
	if g.is("fails", "error") && g.shadows {
		none = g.helper("fine", "() error { return nil }", "") + "()"
	}
	g.leave(none)
}

// none is the error that is none.
const none = "nil"

// leave returns the results, and an error where there is one.
func (g *gen) leave(err string) {
	s, t := g.s, g.t
	var vals []string
	failed := err != none
	made := func(body string) string { // by a function of the file
		types := g.results[0].String()
		if g.generic {
			return g.helper("res", "[T ~float32 | ~float64](s, t T) "+types+" {\n"+body+"}", "") + "(" + s + ", " + t +
				")"
		}
		return g.helper("res", "(s, t "+g.num+") "+types+" {\n"+body+"}", "") + "(" + s + ", " + t + ")"
	}
	switch g.row.Level("result") {
	case "real", "late":
		vals = []string{s}
	case "single":
		vals = []string{g.back(s, float32Type)}
	case "named":
		vals = []string{g.back(s, g.results[0])}
	case "several":
		vals = []string{s, g.times(s, t)}
	case "slice":
		if failed && !g.shadows && g.IntN(2) == 0 {
			vals = []string{"nil"}
			break
		}
		vals = []string{made("r := make([]" + g.num + ", 3)\nfor i := range r {\nr[i] = " + g.times("s", "t") +
			"\nif i > 1 {\nr[i] = t\n}\n}\nreturn r\n")}
	case "array":
		vals = []string{made("return [2]" + g.num + "{s, " + g.times("s", "t") + "}\n")}
	case "rows":
		vals = []string{made("return [][]" + g.num + "{{s, t, 1}, {" + g.times("t", "t") + ", " + g.times("s", "t") +
			", s}}\n")}
	case "struct":
		vals = []string{made("return " + g.results[0].String() + "{Y: s, Z: []" + g.num + "{t, " + g.times("s", "t") +
			"}, N: 3}\n")}
	case "pointer to struct":
		vals = []string{made("return &" + g.results[0].elem.String() + "{Y: s, Z: []" + g.num + "{t, " +
			g.times("s", "t") + "}, N: 3}\n")}
	case "pointer":
		vals = []string{made("r := " + g.times("s", "t") + "\nreturn &r\n")}
	case "mixed":
		vals = []string{"3", s, s + " > " + t}
	case "both":
		vals = []string{made("return []" + g.num + "{" + g.times("s", "t") + ", t}\n"), s}
	case "constant":
		vals = []string{"3"}
	case "constant slice":
		vals = []string{made("return []" + g.num + "{1, 2, 3, 4, 5}\n")}
	case "grown": // as long as values say
		vals = []string{made("var r []" + g.num + "\nif s > 0.5 {\nr = append(r, 1)\n}\nif t > 0.75 {\nr = append(r, " +
			[]string{"2", "s", g.times("s", "t")}[g.IntN(3)] + ")\n}\nreturn r\n")}
	case "parameter":
		vals = []string{g.params[0].name}
	case "part":
		e, _ := g.partOf(g.params[0].name, g.params[0].typ)
		vals = []string{e}
	case "parameter beside":
		vals = []string{g.params[0].name, s}
	case "twice":
		r := g.local("r")
		body := "return []" + g.num + "{s, t, " + g.times("s", "t") + "}\n"
		g.printf("%s := %s\n", r, made(body))
		vals = []string{r, r}
	case "integer":
		vals = []string{"3"}
	}
	if !g.usable(g.params[0]) && g.passes() {
		vals[0] = s
	}
	if g.is("fails", "error") {
		vals = append(vals, err)
	}
	g.printf("_, _ = %s, %s\n", s, t)
	switch {
	case len(vals) == 0:
		g.printf("return\n")
	case g.is("result", "late"):
		g.printf("%s = %s\nreturn\n", strings.Join(g.names, ", "), strings.Join(vals, ", "))
	default:
		g.printf("return %s\n", strings.Join(vals, ", "))
	}
}

// directives are those above the function.
func (g *gen) directives(name string) []Directive {
	var out []Directive
	flat := g.layable() && g.IntN(2) == 0 // of all, so that the harness knows whose adapter the first one is
	for _, factor := range []string{"verb", "also"} {
		level := g.row.Level(factor)
		if level == "none" {
			continue
		}
		d := Directive{}
		d.Verb, _, d.Colors = strings.Cut(level, " ")
		if d.Verb == "func" || g.IntN(8) == 0 ||
			slices.ContainsFunc(out, func(o Directive) bool { return o.Verb == d.Verb && o.Colors == d.Colors }) {
			d.Name = fmt.Sprintf("%s%d%sAgain", name[:1], g.k, []string{"", "x"}[len(out)])
			// free in each type
			if method := strings.Contains(g.row.Level("kind"), "method"); g.IntN(4) == 0 && method && !g.generic {
				other := []string{"Forward", "Pullback", "run" + upper(name) + "Grad", "lock", "X", "Memory"}[g.IntN(6)]
				if !slices.ContainsFunc(out, func(o Directive) bool { return o.Name == other }) {
					d.Name = other
				}
			}
		}
		if d.Verb == "func" {
			out = append(out, d)
			continue
		}
		if wrt := g.row.Level("wrt"); wrt != "all" {
			d.Wrt = g.wrt(wrt)
		}
		if g.names != nil && len(g.results) > 1 {
			d.Of = g.of(d.Verb)
		}
		d.Flat = d.Verb == "grad" && flat
		out = append(out, d)
	}
	return out
}

// layable reports whether an adapter can have all numbers that the function is by as points.
func (g *gen) layable() bool {
	if g.single || slices.ContainsFunc(g.params, func(p *parameter) bool { return p.written }) ||
		len(g.results) == 0 || g.results[0].String() != g.num {
		return false
	}
	return len(g.results) == 1 || len(g.results) == 2 && g.results[1].String() == "error"
}

// wrt are the paths of a directive; none where the parameters have none.
func (g *gen) wrt(level string) (out []string) {
	for i, p := range g.params {
		if !g.usable(p) || !p.typ.varies() || level == "first" && i > 0 || level == "second" && i == 0 {
			continue
		}
		if level != "field" {
			out = append(out, p.name)
			continue
		}
		at, t := p.name, p.typ
		for range 1 + g.IntN(2) {
			if t.kind == pointerKind {
				t = t.elem
			}
			if t.kind != structKind {
				break
			}
			f := t.fields[g.IntN(len(t.fields))]
			for n := 0; (!f.typ.varies() || f.constant) && n < 20; n++ {
				f = t.fields[g.IntN(len(t.fields))]
			}
			at, t = at+"."+f.name, f.typ
		}
		if t.varies() {
			out = append(out, at)
		}
	}
	return out
}

// of is the name of a result to differentiate.
func (g *gen) of(verb string) string {
	if verb == "vjp" || verb == "jvp" {
		if g.IntN(2) == 0 {
			return ""
		}
	}
	one := verb == "grad" || verb == "hvp" || verb == "hessian"
	for range 20 {
		k := g.IntN(len(g.results))
		if g.results[k].varies() && one == (g.results[k].kind == realKind) {
			return g.names[k]
		}
	}
	for k, t := range g.results {
		if t.varies() {
			return g.names[k]
		}
	}
	return ""
}
