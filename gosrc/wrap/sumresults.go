package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// totalsOf are the arguments of after from the number of examples on, taken from a sum.
func (m *summing) totalsOf(sum string) []string {
	args := []string{sum + ".n"}
	r, k := 0, 0
	for _, t := range m.Totals {
		if m.isReal(t) {
			args = append(args, fmt.Sprintf("%s.total(%d)", sum, r))
			r++
		} else {
			args = append(args, fmt.Sprintf("%s.ints[%d]", sum, k))
			k++
		}
	}
	return args
}

// results writes Value and Grad.
func (m *summing) results() {
	args := slices.Concat(m.arguments(false), m.totalsOf(m.s))
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.hashed(), ", "))
	m.write("// Value is %s of all examples that were added.\nfunc (%s *%s) Value() float64 {\n%s.same(%q, %s)\nreturn %s(%s)\n}\n\n", m.Func.Name(),
		m.s, m.Name, m.s, m.title()+".Value", hash, m.After.Decl.Name.Name, strings.Join(args, ", "))
	heads, names, views := m.targets()
	bars := m.cotangents()
	m.write("// Grad returns the value and overwrites %s with the gradient, for all examples that were added. A buffer that is\n"+
		"// nil is skipped.\nfunc (%s *%s) Grad(%s) float64 {\n%s.same(%q, %s)\n", enumeration(names), m.s, m.Name, heads, m.s,
		m.title()+".Grad", hash)
	m.skipped(names)
	m.write("%s, %s := %s.cotangents(%s)\n%s.back(%s(%s), %s)\nreturn %s\n}\n\n", m.total(SumVar{Name: "value"}),
		strings.Join(bars, ", "), m.s,
		strings.Join(names, ", "), m.s, m.view, views, strings.Join(bars, ", "), m.total(SumVar{Name: "value"}))

	var results, pointers []string
	for _, b := range bars {
		results, pointers = append(results, b+" float64"), append(pointers, "&"+b)
	}
	value := m.total(SumVar{Name: "value"})
	m.write("// cotangents are the value and the cotangents of the sums. Buffers get what does not come by way of the sums.\n"+
		"func (%s *%s) cotangents(%s) (%s float64, %s) {\n%s = %s.%s.%s(%s)\nreturn %s, %s\n}\n\n", m.s, m.Name, heads, value, strings.Join(results, ", "),
		value, m.s, m.works[m.after], m.after.name, strings.Join(slices.Concat(args, []string{"1"}, names, pointers),
			", "), value,
		strings.Join(bars, ", "))
	m.write("// back adds to parts what comes by way of the sums, for cotangents of those.\nfunc (%s *%s) back(parts [][]float64, bars ...float64) {\n"+
		"%s.pull(parts, bars...)\n", m.s, m.Name, m.s)
	if m.before != nil {
		locals := m.bars(m.items[m.outer:])
		for i, it := range m.items[m.outer:] {
			if !mutable(it.typ) {
				locals[i] = strings.TrimPrefix(locals[i], "&")
			}
		}
		var seeds []string
		k := 0
		for _, l := range m.Locals {
			if !varies(l.Type) {
				continue
			}
			if l.Active {
				seeds = append(seeds, locals[k])
				k++
				continue
			}
			seeds = append(seeds, "*new("+m.typeOf(l.Type)+")")
		}
		call := slices.Concat(m.arguments(false), seeds, m.bars(m.items[:m.outer]))
		m.write("%s.%s.%s(%s)\n%s.join(parts)\n", m.s, m.works[m.before], m.before.name, strings.Join(call, ", "), m.s)
	}
	m.write("}\n\n")
}

// targets are the heads, the names and the addresses of buffers for what the gradient is by.
func (m *summing) targets() (heads string, names []string, views string) {
	var decls, at []string
	ending, before := "bar", ""
	if m.Gradient != "" {
		ending, before = "", "h"
	}
	for _, it := range m.items[:m.outer] {
		name := before + barName(it.text, ending)
		for m.taken(name) || name == m.s {
			name += "_"
		}
		names = append(names, name)
		t := m.typeOf(it.typ)
		if !mutable(it.typ) {
			decls, at = append(decls, name+" *"+t), append(at, name)
		} else {
			decls, at = append(decls, name+" "+t), append(at, "&"+name)
		}
	}
	return strings.Join(decls, ", "), names, strings.Join(at, ", ")
}

// skipped gives buffers that are nil memory that nobody looks at.
func (m *summing) skipped(names []string) {
	scratch := m.bars(m.items[:m.outer])
	for i, n := range names {
		m.write("if %s == nil {\n%s = %s\n}\n", n, n, scratch[i])
	}
}

// cotangents are the variables of the cotangents of the sums.
func (m *summing) cotangents() (bars []string) {
	_, active := m.reals()
	for _, i := range active {
		bars = append(bars, m.total(SumVar{Name: m.Totals[i].Name + "Bar"}))
	}
	return bars
}

// directions names the directions of products with the Hessian.
func (m *summing) directions() {
	for _, it := range m.dirs() {
		name := "d" + barName(it.text, "")
		for m.taken(name) {
			name += "_"
		}
		m.names["dir "+it.text] = name
		m.names["d "+it.text] = m.fields.fresh(name)
	}
}

// dirs are the items that there is a direction for.
func (m *summing) dirs() []item {
	if m.Gradient == "" {
		return nil
	}
	return m.items[:m.outer]
}

// heads are the parameters of the constructor, and their names.
func (m *summing) heads() (decls, names string) {
	var ds, ns []string
	for _, p := range m.given() {
		ds, ns = append(ds, p.Name+" "+m.typeOf(p.Type)), append(ns, p.Name)
	}
	for _, it := range m.dirs() {
		n := m.names["dir "+it.text]
		ds, ns = append(ds, n+" "+m.typeOf(it.typ)), append(ns, n)
	}
	return strings.Join(ds, ", "), strings.Join(ns, ", ")
}

// hashed are the fields that tell sums at different places apart.
func (m *summing) hashed() []string {
	out := m.arguments(false)
	for _, it := range m.dirs() {
		out = append(out, m.s+"."+m.names["d "+it.text])
	}
	return out
}

// product writes Product. With gₖ the gradient of the k-th sum sₖ, v the direction and F(p) = A(p, s(p)), the product is
//
//	∇²F·v = ∂ₚ(Ȧ) + Σₖ (ṡ̄ₖ·gₖ + s̄ₖ·∇²sₖ·v)
//
// where Ȧ is the tangent of A for v and ṡₖ = gₖ·v, s̄ₖ = ∂A/∂sₖ, and ∂ₚ(Ȧ) and ṡ̄ₖ are the product of the Hessian of A with
// (v, ṡ). The gradients gₖ are in the sum of gradients, the products ∇²sₖ·v in this one.
func (m *summing) product() {
	sum := m.total(SumVar{Name: "sum"})
	g := m.file.sums[m.Gradient]
	heads, names, views := m.targets()
	m.write("// Product overwrites %s with the product of the %s and the direction, for all examples that were added. It needs\n"+
		"// the sum of gradients over the same examples. A buffer that is nil is skipped.\nfunc (%s *%s) Product(%s *%s, %s) {\n", enumeration(names), m.matrix(), m.s, m.Name,
		sum, m.Gradient, heads)
	where := m.title() + ".Product"
	var theirs []string
	for _, p := range m.given() {
		theirs = append(theirs, sum+"."+g.names[p.Name])
	}
	m.write("%s.same(%q, %s(%s))\n%s.same(%q, %s(%s))\n", m.s, where, m.hash, strings.Join(m.hashed(), ", "), sum,
		where, g.hash, strings.Join(theirs, ", "))
	m.write("if %s.at != %s(%s) || %s.n != %s.n {\npanic(%q)\n}\n", sum, g.hash, strings.Join(m.arguments(false),
		", "), sum, m.s,
		where+": the sum of gradients is at other parameters, or of other examples")
	m.skipped(names)
	bars := m.cotangents()
	scratch := m.bars(m.items)
	m.write("_, %s := %s.cotangents(%s)\n", strings.Join(bars, ", "), sum, strings.Join(scratch, ", "))
	var dirs, dirViews []string
	for _, it := range m.dirs() {
		d := m.s + "." + m.names["d "+it.text]
		dirs, dirViews = append(dirs, d), append(dirViews, "&"+d)
	}
	v := m.total(SumVar{Name: "v"})
	m.write("%s := %s(%s)\n", v, m.view, strings.Join(dirViews, ", "))
	var tangents, second, pointers []string
	for k := range bars {
		units := slices.Repeat([]string{"0"}, len(bars))
		units[k] = "1"
		t := m.total(SumVar{Name: strings.TrimSuffix(bars[k], "Bar") + "Dot"})
		tangents = append(tangents, t)
		second = append(second, bars[k]+"Dot")
		pointers = append(pointers, "&"+bars[k]+"Dot")
		m.write("%s.clear()\n%s.back(%s.parts, %s)\n%s := %s.dot(%s)\n", m.s, sum, m.s, strings.Join(units, ", "), t,
			m.s, v)
	}
	m.write("var %s float64\n%s.%s.%s(%s)\n", strings.Join(second, ", "), m.s, m.works[m.after], m.after.name,
		strings.Join(slices.Concat(m.arguments(false),
			m.totalsOf(sum), dirs, tangents, names, pointers), ", "))
	parts := m.total(SumVar{Name: "parts"})
	m.write("%s := %s(%s)\n%s.back(%s, %s)\n%s.pull(%s, %s)\n}\n\n", parts, m.view, views, sum, parts,
		strings.Join(second, ", "), m.s, parts,
		strings.Join(bars, ", "))
}

// matrix is what the products are with.
func (m *summing) matrix() string {
	if len(m.Outputs) > 0 {
		return "Gauss–Newton matrix"
	}
	return "Hessian"
}

// varies reports whether a type holds reals.
func varies(t types.Type) bool { return shapeOf(t, func(*types.Var) bool { return false }).varies() }

// monoid writes what merges sums and what keeps them.
func (m *summing) monoid() {
	hash := fmt.Sprintf("%s(%s)", m.hash, strings.Join(m.hashed(), ", "))
	theirs := strings.ReplaceAll(hash, m.s+".", "o.")
	m.write("// Merge adds the examples of another sum. The error says why the two are no sums of one function at one point; nothing\n"+
		"// is changed then. It panics where what the other one is at has changed.\n"+
		"func (%s *%s) Merge(o *%s) error {\nif o.ready && !o.busy {\no.same(%q, %s)\n}\nreturn %s.merge(&o.%s)\n}\n\n",
		m.s, m.Name, m.Name, m.title()+".Merge", theirs, m.s, m.helper("sum"))
	m.write("// MarshalBinary is the sum as bytes. The error is nil.\nfunc (%s *%s) MarshalBinary() ([]byte, error) { return %s.AppendBinary(nil) }\n\n",
		m.s, m.Name, m.s)
	m.write("// AppendBinary appends the sum as bytes. It panics where what the sum is at has changed. The error is nil.\n"+
		"func (%s *%s) AppendBinary(b []byte) ([]byte, error) {\nif %s.ready {\n%s.same(%q, %s)\n}\nreturn %s.append(b), nil\n}\n\n", m.s, m.Name,
		m.s, m.s, m.title()+".AppendBinary", hash, m.s)
	m.write("// UnmarshalBinary takes the examples of a sum that was kept as bytes in place of its own. A sum that was made with New\n"+
		"// takes those of one at the same point; the zero value takes those of any, to be merged. The error says what is wrong with\n"+
		"// the bytes, or why they are no sum of this function at this point; nothing is changed then.\n"+
		"func (%s *%s) UnmarshalBinary(data []byte) error { return %s.read(%q, %s, data) }\n\n", m.s, m.Name, m.s, m.title(), m.names["key"])
}
