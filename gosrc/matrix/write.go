package matrix

import (
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Package is the name of the package of the files.
const Package = "m"

// write makes the text of the file and what the harness has to know.
func (g *gen) write(c *Case, method bool) {
	var b strings.Builder
	var settings []string
	for _, s := range []string{"elementary", "fastmath", "blas", "jam"} {
		if g.is(s, "yes") {
			settings = append(settings, s)
		}
	}
	if g.is("parallel", "yes") {
		settings = append(settings, "parallel=3")
	}
	b.WriteString("package " + Package + "\n\n")
	if len(g.imports) > 0 {
		b.WriteString("import (\n")
		for _, p := range slices.Sorted(maps.Keys(g.imports)) {
			fmt.Fprintf(&b, "%q\n", p)
		}
		b.WriteString(")\n\n")
	}
	if len(settings) > 0 {
		b.WriteString("//chad:emit " + strings.Join(settings, " ") + "\n\n")
	}
	b.WriteString(g.decls.String())
	fmt.Fprintf(&b, "// %s is a function.\n//\n", c.Name)
	for _, d := range c.Directives {
		b.WriteString("//chad:" + d.Verb)
		if d.Colors {
			b.WriteString(" by=colors")
		}
		if d.Name != "" {
			b.WriteString(" name=" + d.Name)
		}
		if len(d.Wrt) > 0 {
			b.WriteString(" wrt=" + strings.Join(d.Wrt, ","))
		}
		if d.Of != "" {
			b.WriteString(" of=" + d.Of)
		}
		if d.Flat {
			b.WriteString(" problem=flat")
		}
		if g.generic {
			b.WriteString(" inst=" + g.inst)
		}
		if r := g.ragged(); len(r) > 0 {
			b.WriteString(" ragged=" + strings.Join(r, ","))
		}
		b.WriteString("\n")
	}
	b.WriteString("func ")
	params := g.params
	if method {
		fmt.Fprintf(&b, "(%s %s) ", params[0].name, params[0].typ)
		params = params[1:]
	}
	b.WriteString(c.Name)
	if g.generic && !method {
		b.WriteString("[T ~float32 | ~float64]")
	}
	var list []string
	for _, p := range params {
		text := p.typ.String()
		if p.form == "variadic" && p == g.params[len(g.params)-1] {
			text = "..." + p.typ.elem.String()
		}
		list = append(list, strings.TrimSpace(p.name+" "+text))
	}
	b.WriteString("(" + strings.Join(list, ", ") + ") ")
	list = nil
	for i, t := range g.results {
		name := ""
		if g.names != nil {
			name = g.names[i] + " "
		}
		list = append(list, name+t.String())
	}
	if len(list) > 0 {
		b.WriteString("(" + strings.Join(list, ", ") + ") ")
	}
	b.WriteString("{\n" + g.body.String() + "}\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		panic(fmt.Sprintf("%v\n%s", err, b.String()))
	}
	c.Text = string(text)
	g.target(c, method)
}

// ragged are the parameters whose rows may differ in length.
func (g *gen) ragged() (out []string) {
	for _, p := range g.params {
		if (p.form == "ragged" || p.form == "loose") && g.usable(p) {
			out = append(out, p.name+g.inside(p))
		}
	}
	return out
}

// inside is the way from a parameter to the type of its form, where that is a field of a receiver's type.
func (g *gen) inside(p *parameter) string {
	if t := p.typ; t.kind == structKind || t.kind == pointerKind {
		return ".P9"
	}
	return ""
}

// target is what the harness has to know.
func (g *gen) target(c *Case, method bool) {
	inst := ""
	if g.generic {
		inst = "[" + g.inst + "]"
	}
	base, recv := "", ""
	plain := func(name string) string { return name + inst }
	stem := c.Name
	typ := c.Name // what the names of types begin with
	if method {
		recv = g.params[0].typ.String()
		base = strings.TrimPrefix(recv, "*")
		base, _, _ = strings.Cut(base, "[")
		typ = base + upper(c.Name)
		recv = strings.ReplaceAll(recv, "[T]", inst)
		plain = func(name string) string { return "(" + recv + ")." + name }
		if g.generic {
			stem = typ
		}
	}
	derived := plain
	if g.generic {
		derived = func(name string) string { return name }
	}
	export := func(names ...string) {
		for _, n := range names {
			last := n[strings.LastIndex(n, ".")+1:]
			if r, _ := utf8.DecodeRuneInString(last); unicode.IsUpper(r) {
				c.Exports = append(c.Exports, n)
			}
		}
	}
	makes := func(t string) string {
		if r, _ := utf8.DecodeRuneInString(t); unicode.IsUpper(r) {
			return "New" + t
		}
		return "new" + upper(t)
	}
	var t strings.Builder
	fmt.Fprintf(&t,
		"{name: %q, f: %s, work: %s, least: %d, sized: %t, exact: %t, writes: []int{%s}, ragged: []int{%s}, nils: "+
			"[]int{%s}, single: %t, long: %t, ops: []op{\n", c.Name, plain(c.Name), makes(typ+"Workspace"),
		g.lengths(), !g.passes() && !g.is("result", "grown"), !g.is("fastmath", "yes") && !g.is("elementary", "yes") &&
			!g.is("blas", "yes"), g.indices(func(p *parameter) bool { return p.written }),
		g.indices(func(p *parameter) bool {
			return (p.form == "ragged" || p.form == "loose") && g.usable(p)
		}), g.indices(func(p *parameter) bool {
			return p.form == "optional" && !g.shadows && !g.fixed && p.typ.kind == sliceKind
		}), g.single || g.is("result", "single"), g.long)
	export(typ+"Workspace", makes(typ+"Workspace"))
	for _, d := range c.Directives {
		name := stem + suffixes[d.Verb]
		if d.Colors {
			name += "Colors"
		}
		if d.Name != "" {
			name = d.Name
		}
		fmt.Fprintf(&t, "{verb: %q, colors: %t, name: %q, f: %s, method: (*%sWorkspace).%s, of: %d, wrt: []path{",
			d.Verb, d.Colors, name, derived(name), typ, name, slices.Index(g.names, d.Of))
		for _, w := range d.Wrt {
			fields := strings.Split(w, ".")
			k := slices.IndexFunc(g.params, func(p *parameter) bool { return p.name == fields[0] })
			fmt.Fprintf(&t, "{%d, []string{", k)
			for _, f := range fields[1:] {
				fmt.Fprintf(&t, "%q, ", f)
			}
			t.WriteString("}}, ")
		}
		t.WriteString("}},\n")
		at := ""
		if method && !g.generic {
			at = base + "."
		}
		export(at+name, typ+"Workspace."+name)
	}
	export(typ+"Workspace.Forward", typ+"Workspace.Pullback")
	for _, d := range c.Directives {
		for _, suffix := range []string{"Forward", "Pullback"} {
			export(typ + "Workspace." + d.Name + suffix)
		}
		own := typ
		if d.Name != "" {
			if own = d.Name; method && !g.generic {
				own = base + upper(d.Name)
			}
		}
		if d.Verb == "grad" {
			export(own+"Problem", makes(own+"Problem"), own+"ProblemHess", own+"Problem.Func", own+"Problem.Grad",
				own+"Problem.Start", own+"Problem.Params", own+"Problem.Err")
		}
	}
	t.WriteString("}},\n")
	c.Target = t.String()
}

// lengths is the least length of slices.
func (g *gen) lengths() int {
	if g.fixed {
		return 1
	}
	return g.least
}

func (g *gen) indices(of func(*parameter) bool) string {
	var out []string
	for i, p := range g.params {
		if of(p) {
			out = append(out, fmt.Sprint(i))
		}
	}
	return strings.Join(out, ", ")
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
