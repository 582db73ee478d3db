package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Text is the module in the text format, [Wasm] chapter 6, an instruction on a line. Custom sections are left out.
func (m *Module) Text() string {
	p := &textPrinter{m: m}
	p.line(0, "(module")
	m.internTypes()
	for i, t := range m.types {
		p.line(1, "(type (;%d;) (func%s))", i, signature(t))
	}
	for i, f := range m.Imports {
		p.line(1, "(import %s %s (func (;%d;)%s))", quote(f.Module), quote(f.Name), i, signature(f.Type))
	}
	if m.HasMemory {
		most := ""
		if m.MaxPages > 0 {
			most = " " + strconv.Itoa(int(m.MaxPages))
		}
		p.line(1, "(memory %d%s)", m.MinPages, most)
	}
	for i, g := range m.Globals {
		t := g.Type.String()
		if g.Mutable {
			t = "(mut " + t + ")"
		}
		p.line(1, "(global (;%d %s;) %s (%s))", i, comment(g.Name), t, p.instr(g.Init))
	}
	for _, e := range m.Exports {
		kind := map[Kind]string{FuncKind: "func", MemoryKind: "memory", GlobalKind: "global"}[e.Kind]
		p.line(1, "(export %s (%s %d))", quote(e.Name), kind, e.Index)
	}
	for i, f := range m.Funcs {
		p.function(len(m.Imports)+i, f)
	}
	for _, d := range m.Data {
		p.line(1, "(data (i32.const %d) %s)", int32(d.Offset), quote(string(d.Bytes)))
	}
	p.b.WriteString(")\n")
	return p.b.String()
}

type textPrinter struct {
	m *Module
	f *Func
	b strings.Builder
}

func (p *textPrinter) line(indent int, format string, args ...any) {
	for range indent {
		p.b.WriteString("  ")
	}
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func signature(t FuncType) string {
	return types(" (param", t.Params) + types(" (result", t.Results)
}

func types(head string, ts []ValType) string {
	if len(ts) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(head)
	for _, t := range ts {
		b.WriteString(" " + t.String())
	}
	return b.String() + ")"
}

func (p *textPrinter) function(i int, f *Func) {
	p.f = f
	p.line(1, "(func (;%d %s;)%s%s", i, comment(f.Name), signature(f.Type), types(" (local", f.Locals))
	depth := 2
	for _, x := range f.Body {
		if x.Op == End || x.Op == Else {
			depth--
		}
		p.line(depth, "%s", p.instr(x))
		switch x.Op {
		case Block, Loop, If, Else:
			depth++
		}
	}
	p.line(1, ")")
}

func (p *textPrinter) instr(x Instr) string {
	o := x.Op.info()
	switch o.imm {
	case block:
		switch {
		case x.A == Empty:
			return o.name
		case x.A < 0:
			return o.name + " (result " + ValType(x.A&0x7f).String() + ")"
		}
		return fmt.Sprintf("%s%s", o.name, signature(p.m.types[x.A]))
	case index, call, global, c32, c64:
		note := ""
		if o.imm == call {
			note = p.callee(int(x.A))
		} else if o.imm == global && int(x.A) < len(p.m.Globals) {
			note = p.m.Globals[x.A].Name
		}
		return fmt.Sprintf("%s %d%s", o.name, x.A, note0(note))
	case local:
		note := ""
		if p.f != nil && int(x.A) < len(p.f.LocalNames) {
			note = p.f.LocalNames[x.A]
		}
		return fmt.Sprintf("%s %d%s", o.name, x.A, note0(note))
	case table:
		s := o.name
		for _, l := range p.f.Labels[x.A] {
			s += " " + strconv.Itoa(int(l))
		}
		return s
	case mem:
		return memory(o.name, x)
	case cf64:
		return o.name + " " + float(math.Float64frombits(uint64(x.A)))
	case c128:
		return fmt.Sprintf("%s i64x2 %#x %#x", o.name, uint64(x.A), uint64(x.B))
	case lane:
		return fmt.Sprintf("%s %d", o.name, x.A)
	case none, zero, zeros:
	}
	return o.name
}

func note0(s string) string {
	if s == "" {
		return ""
	}
	return " (;" + comment(s) + ";)"
}

func (p *textPrinter) callee(i int) string {
	if i < len(p.m.Imports) {
		return p.m.Imports[i].Name
	}
	if i -= len(p.m.Imports); i < len(p.m.Funcs) {
		return p.m.Funcs[i].Name
	}
	return ""
}

// natural is log2 of the size of an access, the alignment that the text format takes for granted.
func natural(name string) int64 {
	switch {
	case strings.HasPrefix(name, "v128.load64"):
		return 3
	case strings.HasPrefix(name, "v128"):
		return 4
	case strings.Contains(name, "8"):
		return 0
	case strings.Contains(name, "load32"), strings.HasPrefix(name, "i32"):
		return 2
	}
	return 3
}

func memory(name string, x Instr) string {
	s := name
	if x.B != 0 {
		s += " offset=" + strconv.FormatInt(x.B, 10)
	}
	if x.A != natural(name) {
		s += " align=" + strconv.Itoa(1<<x.A)
	}
	return s
}

// float writes a number with all its bits, in decimal where that reads back the same.
func float(x float64) string {
	switch {
	case math.IsNaN(x):
		b := math.Float64bits(x)
		s := fmt.Sprintf("nan:%#x", b&(1<<52-1))
		if b>>63 == 1 {
			s = "-" + s
		}
		return s
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// comment is text that stays within a block comment.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == ';' || r == '(' || r == ')' {
			return '_'
		}
		return r
	}, s)
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c == '"' || c == '\\' || c > '~' {
			fmt.Fprintf(&b, "\\%02x", c)
			continue
		}
		b.WriteByte(c)
	}
	b.WriteByte('"')
	return b.String()
}
