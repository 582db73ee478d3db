package build

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Use1 makes a definition with one parameter that exists already, such as one of chad.Library(), callable in p.
// Types are checked where it is called. The program gets a copy of it and of what it calls.
func Use1[A, B Ty](p *Program, d *syntax.Def) Fn1[A, B] { return Fn1[A, B]{p.use(d, 1)} }

// Use2 is [Use1] for two parameters.
func Use2[A, B, C Ty](p *Program, d *syntax.Def) Fn2[A, B, C] { return Fn2[A, B, C]{p.use(d, 2)} }

// Use3 is [Use1] for three parameters.
func Use3[A, B, C, D Ty](p *Program, d *syntax.Def) Fn3[A, B, C, D] {
	return Fn3[A, B, C, D]{p.use(d, 3)}
}

func (p *Program) use(d *syntax.Def, params int) *definition {
	if len(d.Params) != params {
		_ = p.s.mistake("%s has %d parameters, not %d", d.Name, len(d.Params), params)
	}
	p.used = append(p.used, d)
	return &definition{s: p.s, def: d}
}

// adopt puts copies of the definitions that are used from outside into the program; one whose name is
// taken gets a number.
func (p *Program) adopt() {
	if len(p.used) == 0 {
		return
	}
	_, copies := (&syntax.Program{Defs: syntax.Reachable(p.used...)}).Copy()
	redirect := syntax.Mapper{}
	redirect.Term = func(t syntax.Term) syntax.Term {
		if syntax.NodesOf(t)&syntax.Calls == 0 {
			return t
		}
		return redirect.Map(t)
	}
	redirect.Def = func(d *syntax.Def) *syntax.Def {
		if c := copies[d]; c != nil {
			return c
		}
		return d
	}
	taken := map[string]bool{}
	for _, d := range p.prog.Defs {
		d.Body = redirect.Term(d.Body)
		taken[d.Name] = true
	}
	for _, d := range syntax.Reachable(p.used...) {
		c := copies[d]
		for k := 2; taken[c.Name]; k++ {
			c.Name = d.Name + strconv.Itoa(k)
		}
		taken[c.Name] = true
		p.prog.Defs = append(p.prog.Defs, c)
	}
	p.used = nil
}
