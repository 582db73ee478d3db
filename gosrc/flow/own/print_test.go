package own_test

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// listing prints functions for messages of failing tests.
func listing(fs []*flow.Func) string {
	p := &listed{names: map[*flow.Var]string{}, taken: map[string]int{}}
	for _, f := range fs {
		p.function(f)
	}
	return p.b.String()
}

type listed struct {
	b     strings.Builder
	names map[*flow.Var]string
	taken map[string]int
	depth int
}

func (p *listed) name(v *flow.Var) string {
	if v == nil {
		return "_"
	}
	if n, ok := p.names[v]; ok {
		return n
	}
	n := v.Name
	if p.taken[v.Name]++; p.taken[v.Name] > 1 {
		n = fmt.Sprintf("%s#%d", n, p.taken[v.Name])
	}
	p.names[v] = n
	return n
}

func (p *listed) line(format string, args ...any) {
	fmt.Fprintf(&p.b, strings.Repeat("  ", p.depth)+format+"\n", args...)
}

func (p *listed) function(f *flow.Func) {
	var ps, rs []string
	for _, v := range f.Params {
		ps = append(ps, p.name(v)+" "+v.Type.String())
	}
	for _, v := range f.Results {
		rs = append(rs, p.name(v)+" "+v.Type.String())
	}
	p.line("func %s(%s) (%s) outs %v", f.Name, strings.Join(ps, ", "), strings.Join(rs, ", "), f.Outs)
	p.list(f.Body)
}

func (p *listed) list(ss []flow.Stmt) {
	p.depth++
	for _, s := range ss {
		p.stmt(s)
	}
	p.depth--
}

func (p *listed) place(q flow.Place) string {
	out := p.name(q.Var)
	for _, s := range q.Path {
		switch s.Kind {
		case flow.StepField:
			out += fmt.Sprintf(".%d", s.Field)
		case flow.StepIndex:
			out += "[" + p.expr(s.Index) + "]"
		case flow.StepDeref:
			out += "^"
		}
	}
	return out
}

func (p *listed) places(qs []flow.Place) string {
	var out []string
	for _, q := range qs {
		out = append(out, p.place(q))
	}
	return strings.Join(out, ", ")
}

func (p *listed) exprs(es []flow.Expr) string {
	var out []string
	for _, e := range es {
		out = append(out, p.expr(e))
	}
	return strings.Join(out, ", ")
}

func (p *listed) expr(e flow.Expr) string {
	switch e := e.(type) {
	case nil:
		return ""
	case *flow.Lit:
		if e.Typ.Kind == flow.KindReal {
			return fmt.Sprint(e.F)
		}
		return fmt.Sprint(e.I)
	case *flow.Load:
		return p.place(e.Place)
	case *flow.Op:
		return e.Op.Name + "(" + p.exprs(e.Args) + ")"
	case *flow.Retype:
		return p.expr(e.X)
	case *flow.Cond:
		return "(" + p.expr(e.C) + " ? " + p.expr(e.If) + " : " + p.expr(e.Else) + ")"
	case *flow.Len:
		return "len(" + p.expr(e.X) + ")"
	case *flow.Make:
		return "make(" + p.expr(e.Len) + ")"
	case *flow.Zero:
		return "zero " + e.Typ.String()
	case *flow.Lits:
		return "{" + p.exprs(e.Elems) + "}"
	case *flow.Closure:
		q := &listed{names: p.names, taken: p.taken, depth: p.depth + 1}
		q.function(e.Func)
		return "\n" + q.b.String()
	case *flow.FuncRef:
		return e.Func.Name
	case *flow.Window:
		return p.expr(e.X) + "[" + p.expr(e.Lo) + ":" + p.expr(e.Hi) + "]"
	case *flow.Addr:
		return "&" + p.place(e.Place)
	}
	return fmt.Sprintf("%T", e)
}

func (p *listed) stmt(s flow.Stmt) {
	switch s := s.(type) {
	case *flow.Assign:
		p.line("%s = %s", p.places(s.Dst), p.exprs(s.Src))
	case *flow.Call:
		name := ""
		if s.Func != nil {
			name = s.Func.Name
		}
		p.line("%s = %s%s(%s)", p.places(s.Dst), name, p.expr(s.Fun), p.exprs(s.Args))
	case *flow.Append:
		p.line("%s = append(%s, %s, %s...)", p.place(s.Dst), p.expr(s.Src), p.exprs(s.Elems), p.expr(s.Spread))
	case *flow.Copy:
		p.line("%s = copy(%s%s[%s:%s], %s)", p.place(s.N), p.expr(s.Dst), p.place(s.To), p.expr(s.Off), p.expr(s.Lim), p.expr(s.Src))
	case *flow.If:
		p.line("if %s", p.expr(s.Cond))
		p.list(s.Then)
		if len(s.Else) > 0 {
			p.line("else")
			p.list(s.Else)
		}
	case *flow.Count:
		p.line("count %s < %s  // %p", p.name(s.Idx), p.expr(s.N), s)
		p.list(s.Body)
	case *flow.While:
		p.line("while %s  // %p", p.expr(s.Cond), s)
		p.list(s.Pre)
		p.line("body")
		p.list(s.Body)
		p.line("post")
		p.list(s.Post)
	case *flow.Block:
		p.line("block // %p", s)
		p.list(s.Body)
	case *flow.Break:
		p.line("break %p", s.Target)
	case *flow.Continue:
		p.line("continue %p", s.Target)
	case *flow.Return:
		p.line("return")
	case *flow.Fail:
		p.line("fail %q", s.Msg)
	}
}
