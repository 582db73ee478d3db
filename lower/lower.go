package lower

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Result is a lowered program.
type Result struct {
	Program *syntax.Program
	// Kept lists the definitions that still hold linear functions, in program
	// order, each with the reason.
	Kept []Kept
	// Halves are the definitions that give a tape and those that are given one.
	Halves []*syntax.Def
}

// Kept is a definition that could not be lowered: it holds functions,
// copowers, or linear functions in a place for which there is no tape (the state of a loop).
type Kept struct {
	Def    *syntax.Def
	Reason string
}

// Tapes returns an equivalent program without linear functions. A definition
// f whose result holds linear functions now returns, in order, the plain parts of its
// result and a tape (if anything is taped), and f_rev_pullback (f_for_pushforward for f_for,
// f_linear for other names) is its linear function: its parameters are those of f and
// of the plain results that it reads, the tape, and the argument.
//
// Definitions that hold functions or copowers around linear functions are left as they
// are, with all that they call; [Run] reports them. The error is a failed invariant.
// It is that of the context, which may be nil, where that has ended.
func Tapes(ctx context.Context, p *syntax.Program) (*syntax.Program, error) {
	defer times.Begin("tapes")()
	r, err := Run(ctx, p)
	if err != nil {
		return nil, err
	}
	return r.Program, nil
}

// Run is [Tapes] with a report.
// The error is a failed invariant.
func Run(ctx context.Context, p *syntax.Program) (r *Result, err error) {
	defer func() {
		if e := recover(); e != nil {
			r = nil
			if s, ok := stop.Error(e); ok {
				err = s
				return
			}
			err = fmt.Errorf("lower: %v", e)
		}
	}()
	g := &program{
		ctx: ctx, lfuns: newLFunTypes(), done: map[*syntax.Def]*summary{},
		kept: map[*syntax.Def]string{}, owner: map[*syntax.Def]*syntax.Def{}, versions: versionParams(p.Defs),
	}
	for _, c := range components(p.Defs) {
		g.component(c.Nodes, c.Cyclic)
	}
	return g.finish(p), nil
}

// program is the state across components.
type program struct {
	ctx   context.Context
	lfuns *lfunTypes
	done  map[*syntax.Def]*summary // the definitions that were rewritten
	kept  map[*syntax.Def]string
	codes []*syntax.Def               // static code in order of creation, without the pullbacks
	owner map[*syntax.Def]*syntax.Def // of codes: the old definition
	// versions are the parameters that get versions of arrays that loops change.
	versions map[*syntax.Var]bool
}

// component rewrites definitions that call each other, if there is anything to rewrite.
func (g *program) component(scc []*syntax.Def, recursive bool) {
	inside := set.Of(scc)
	changed := func(d *syntax.Def) bool { return g.done[d] != nil }
	if !g.scan(scc, changed, nil) {
		return
	}
	touched := map[syntax.Term]bool{}
	g.scan(scc, func(d *syntax.Def) bool { return inside[d] || changed(d) }, touched)
	reads := map[*syntax.Var]bool{}
	for round := 0; ; round++ {
		before := len(reads)
		a, reason := g.attempt(scc, recursive, touched, reads)
		if reason != "" {
			for _, d := range scc {
				g.kept[d] = reason
			}
			return
		}
		if len(reads) == before || !recursive {
			g.commit(a)
			return
		}
		handOn(scc, reads)
		if round == mostRounds {
			for _, d := range scc {
				for _, x := range d.Params {
					reads[x] = true
				}
			}
		}
	}
}

// mostRounds bounds the attempts at one component. The last one has pullbacks that are given all parameters. That may
// cost: a caller keeps for them the version of an array that changes, whole, for each call.
const mostRounds = 8

// handOn adds to the parameters that pullbacks of a component read those that are arguments of its calls for them. Each
// is found by an attempt, too, but one call after the other.
func handOn(scc []*syntax.Def, reads map[*syntax.Var]bool) {
	params := map[*syntax.Var]bool{}
	for _, d := range scc {
		for _, x := range d.Params {
			params[x] = true
		}
	}
	from := map[*syntax.Var][]*syntax.Var{} // the parameters that a parameter is given
	var work []*syntax.Var
	for _, d := range scc {
		syntax.EachCall(d.Body, func(c *syntax.Call) {
			for i, a := range c.Args {
				if r, ok := a.(*syntax.VarRef); ok && params[r.Var] && params[c.Def.Params[i]] {
					from[c.Def.Params[i]] = append(from[c.Def.Params[i]], r.Var)
				}
			}
		})
		for _, x := range d.Params {
			if reads[x] {
				work = append(work, x)
			}
		}
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, y := range from[x] {
			if !reads[y] {
				reads[y] = true
				work = append(work, y)
			}
		}
	}
}

// attempt is a rewritten component.
type attempt struct {
	sums  map[*syntax.Def]*summary
	codes []*syntax.Def
	owner map[*syntax.Def]*syntax.Def
}

// commit makes an attempt the result.
func (g *program) commit(a *attempt) {
	for d, s := range a.sums {
		g.done[d] = s
	}
	for c, d := range a.owner {
		g.owner[c] = d
	}
	g.codes = append(g.codes, a.codes...)
}

// scan reports whether the definitions hold anything to rewrite, and what.
func (g *program) scan(scc []*syntax.Def, changed func(*syntax.Def) bool, touched map[syntax.Term]bool) bool {
	s := &scanner{g.lfuns, changed, touched}
	hit := false
	for _, d := range scc {
		for _, x := range d.Params {
			hit = hit || g.lfuns.in(x.Type)
		}
		if hit || !unlinear(d.Body) {
			hit = s.scan(d.Body) || hit
		}
	}
	return hit
}

// attempt rewrites a component under the assumption that its pullbacks read no
// more parameters than reads, to which it adds. It returns why it could not.
func (g *program) attempt(scc []*syntax.Def, recursive bool, touched map[syntax.Term]bool,
	reads map[*syntax.Var]bool) (a *attempt, reason string) {
	defer func() {
		if e := recover(); e != nil {
			b, ok := e.(bailout)
			if !ok {
				panic(e)
			}
			a, reason = nil, b.reason
		}
	}()
	sums := map[*syntax.Def]*summary{}
	l := &lowerer{
		ctx: g.ctx, lfuns: g.lfuns, touched: touched,
		env: map[*syntax.Var]shape{}, vars: map[*syntax.Var]origin{}, sizes: map[*syntax.SizeVar]origin{},
		made: map[*syntax.Var]bool{}, state: map[*syntax.Var]bool{}, branched: map[branchPart]bool{},
		counts: map[*syntax.Var]*counters{},
		before: map[*syntax.Var]syntax.Term{},
	}
	l.callee = func(d *syntax.Def) (*summary, bool) {
		if s := sums[d]; s != nil {
			return s, true
		}
		s := g.done[d]
		return s, s != nil
	}
	for _, d := range scc {
		for _, x := range d.Params {
			if g.lfuns.in(x.Type) {
				bail("a parameter of type %s", x.Type)
			}
			if g.versions[x] {
				l.state[x] = true
			}
		}
		if recursive {
			sums[d] = l.declare(d, reads)
		}
	}
	owner := map[*syntax.Def]*syntax.Def{}
	for _, d := range scc {
		if !recursive {
			sums[d] = &summary{params: d.Params, def: &syntax.Def{Name: d.Name, Sizes: d.Sizes, Params: d.Params,
				Result: d.Result, Doc: d.Doc, At: d.At}}
		}
		from := len(l.codes)
		l.define(d, sums[d], reads)
		for _, c := range l.codes[from:] {
			owner[c] = d
		}
	}
	return &attempt{sums, l.codes, owner}, ""
}

// components lists the strongly connected components of the call graph, callees first.
func components(defs []*syntax.Def) []scc.Component[*syntax.Def] {
	return scc.Components(defs, func(d *syntax.Def) []*syntax.Def { return syntax.Callees(d.Body) })
}
