package loops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/split"
)

// team is a loop whose iterations run at the same time: a type with the arguments and the memory of its parts, a field
// of that type in the workspace, and the function that is one part.
type team struct {
	parts  int64
	typ    string
	field  string
	part   *loop.Func
	fields []string // of the arguments, empty for the number of the part
	memory bool
}

// findTeams makes functions of the bodies of parallel loops. It is an error if parts were asked for and no loop has
// them.
func (g *Printer) findTeams(p *loop.Program, refused []string) error {
	g.teams = map[*loop.For]*team{}
	dropped := &loop.Program{Cells: p.Cells}
	eachParallel(p, func(f *loop.Func, l *loop.For) {
		err := opt.Apart(f, l) // passes may have moved memory: the loop means the same without the mark
		if err != nil {
			refused = append(refused, fmt.Sprintf("%s, loop over %s: %v", f.Name, l.Var.Name, err))
		}
		if err != nil || !f.Exported {
			l.Par = nil
			if !slices.Contains(dropped.Funcs, f) {
				dropped.Funcs = append(dropped.Funcs, f)
			}
		}
	})
	opt.PassByName("dead-code-elimination").Run(dropped, &opt.Options{}) // the work of a loop is a variable
	eachParallel(p, func(f *loop.Func, l *loop.For) {
		t := &team{parts: l.N.I, typ: g.PackageName(code.LocalName(f.Name) + "Team")}
		t.part = split.Outline(l, g.PackageName(code.LocalName(f.Name)+"Worker"))
		p.Funcs = append(p.Funcs, t.part)
		names := code.NewScopes(func(s string) bool {
			return s == "team" || s == "memory" || s == "work" || s == "parts"
		})
		args := l.Body[0].(*loop.Call).Args
		for i, q := range t.part.Params {
			name := ""
			if !args[i].IsVar(l.Var) {
				name = names.Fresh(q.Var.Name)
			}
			t.fields = append(t.fields, name)
		}
		g.teams[l] = t
	})
	if g.opt.Parallel > 1 && len(g.teams) == 0 {
		why := "there is no loop that takes long"
		if len(refused) > 0 {
			why = strings.Join(refused, "; ")
		}
		return fmt.Errorf("parallel=%d: no loop can run in parts: %s", g.opt.Parallel, why)
	}
	return nil
}

func (g *Printer) isWorker(f *loop.Func) bool {
	for _, t := range g.teams {
		if t.part == f {
			return true
		}
	}
	return false
}

// eachParallel calls yield for the parallel loops of a program.
func eachParallel(p *loop.Program, yield func(f *loop.Func, l *loop.For)) {
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			if l, ok := s.(*loop.For); ok && l.Par != nil {
				yield(f, l)
			}
		})
	}
}

// markTeams has the functions with teams keep memory.
func (g *Printer) markTeams() {
	for _, f := range g.result.Program.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) {
			if l, ok := s.(*loop.For); ok && g.teams[l] != nil {
				g.memory.plan.Uses[f] = true
			}
		})
	}
}

// together writes a loop whose parts run at the same time.
func (p *emitter) together(s *loop.For, t *team) {
	t.field, t.memory = p.fields.Fresh("team"), p.g.memory.plan.Uses[t.part]
	p.teams = append(p.teams, t)
	p.g.Helper("team", teamHelper)
	at := code.Node(code.FieldExpr, t.field, code.Node(code.LitExpr, p.receiver))
	args := &code.Stmt{Kind: code.AssignStmt, Op: "="}
	clean := &code.Stmt{Kind: code.AssignStmt, Op: "="}
	for i, a := range s.Body[0].(*loop.Call).Args {
		if t.fields[i] == "" {
			continue
		}
		field := code.Node(code.FieldExpr, t.fields[i], at)
		args.Lhs, args.Exprs = append(args.Lhs, field), append(args.Exprs, p.expr(a))
		if !a.Type.IsNumber() {
			clean.Lhs, clean.Exprs = append(clean.Lhs, field), append(clean.Exprs, code.NilLit())
		}
	}
	if len(args.Lhs) > 0 {
		p.out.Add(args)
	}
	work := code.Binary(">=", p.expr(s.Par.Work), code.IntLit(opt.ParallelWork))
	p.out.Add(&code.Stmt{Kind: code.ExprStmt,
		Exprs: []*code.Expr{code.Call("", p.receiver+"."+t.field+".team.run", code.Unary("&", at), work)}})
	if len(clean.Lhs) > 0 {
		p.out.Add(clean)
	}
}

// teamCode declares the type of a team.
func (g *Printer) teamCode(f *loop.Func, t *team) *jen.Statement {
	fields := []jen.Code{jen.Id("team").Id("team")}
	args := []jen.Code{}
	if t.memory {
		fields = append(fields, jen.Id("memory").Add(code.Source(fmt.Sprintf("[%d]%s", t.parts, g.memory.memory))))
		args = append(args, jen.Op("&").Id("t").Dot("memory").Index(jen.Id("k")))
	}
	for i, q := range t.part.Params {
		if t.fields[i] == "" {
			args = append(args, jen.Id("k"))
			continue
		}
		fields = append(fields, jen.Id(t.fields[i]).Add(code.Source(g.loopType(q.Var.Type))))
		args = append(args, jen.Id("t").Dot(t.fields[i]))
	}
	out := jen.Comment(fmt.Sprintf("// %s is a loop of %s in %d parts: their memory and what they are given.", t.typ,
		f.Name, t.parts)).Line()
	out.Type().Id(t.typ).Struct(fields...).Line().Line()
	out.Func().Params(jen.Id("t").Op("*").Id(t.typ)).Id("parts").Params().Int().
		Block(jen.Return(jen.Lit(int(t.parts)))).Line().Line()
	out.Func().Params(jen.Id("t").Op("*").Id(t.typ)).Id("work").Params(jen.Id("k").Int()).
		Block(jen.Id(t.part.Name).Call(args...)).Line().Line()
	return out
}

const teamHelper = `// team runs the parts of a loop at the same time, one of them in the goroutine of the caller.
type team struct {
	start  []func()
	failed []any
	done   sync.WaitGroup
}

// run runs all parts of l, one after the other unless it is worth while. Where parts panic, it panics as the first of them.
func (t *team) run(l interface {
	parts() int
	work(k int)
}, worthWhile bool) {
	if !worthWhile {
		for k := range l.parts() {
			l.work(k)
		}
		return
	}
	if t.start == nil {
		t.failed = make([]any, l.parts())
		for k := range l.parts() {
			t.start = append(t.start, func() {
				defer t.done.Done()
				defer func() { t.failed[k] = recover() }()
				l.work(k)
			})
		}
	}
	t.done.Add(len(t.start))
	for _, f := range t.start[1:] {
		go f()
	}
	t.start[0]()
	t.done.Wait()
	for _, r := range t.failed {
		if r != nil {
			clear(t.failed)
			panic(r)
		}
	}
}`
