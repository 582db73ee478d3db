package text

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
)

// schedules are the names of schedules.
var schedules = map[string]syntax.ScheduleKind{"whole": syntax.Whole, "sqrt": syntax.Sqrt, "binomial": syntax.Binomial}

// checkpoint = "checkpoint" [ schedule "do" ] expr.
func (p *parser) checkpoint(start int32) Expr {
	p.advance()
	c := &Checkpoint{By: p.schedule()}
	c.Body = p.expr()
	c.Span = p.span(start)
	return c
}

// kindAt is the kind of the token k places on.
func (p *parser) kindAt(k int) kind {
	if p.i+k >= len(p.tokens) {
		return tEOF
	}
	return p.tokens[p.i+k].kind
}

// schedule reads a schedule and its do, if one is there: these words are names elsewhere, and
// checkpoint sqrt x is the checkpoint of sqrt x.
func (p *parser) schedule() *Schedule {
	kind, ok := schedules[p.word()]
	n := 1
	if kind == syntax.Binomial && p.kindAt(1) == tInt {
		n = 2
	}
	if p.kindAt(n) != tDo || !ok && p.inHead { // in the head of a loop it is the do of the loop
		return nil
	}
	if !ok && p.kind() == tIdent {
		t := p.advance()
		p.note(Span{t.start, t.end}, CodeSchedule, "there is no schedule "+p.text(t),
			"write whole, sqrt, or binomial and a number of snapshots before the do")
		p.advance()
		return nil
	}
	if !ok {
		return nil
	}
	start := p.here().start
	s := &Schedule{Name: p.text(p.advance())}
	if n == 2 {
		k := p.advance()
		if n, ok := p.number(Span{k.start, k.end}, tInt, p.text(k)).(*Int); ok {
			s.Snapshots = n.Value
		}
	}
	s.Span = p.span(start)
	p.expect(tDo, "do")
	return s
}

// checkpoint elaborates a checkpoint; without a name it gets the schedule for the form of its body.
func (e *elab) checkpoint(x *Checkpoint, want *ty) gen {
	body := e.expr(x.Body, want)
	by := syntax.Schedule{}
	if x.By != nil {
		by.Kind = schedules[x.By.Name]
		if by.Kind == syntax.Binomial {
			by.Snapshots = e.snapshots(x.By)
		}
	}
	return func() syntax.Term {
		t := body()
		if x.By == nil {
			by = syntax.DefaultSchedule(t)
		}
		return syntax.NewCheckpoint(by, t)
	}
}

// snapshots is the number of snapshots of a binomial schedule, checked.
func (e *elab) snapshots(s *Schedule) int {
	if s.Snapshots < 1 || s.Snapshots > syntax.MaxSnapshots {
		e.errorf(s.Span, CodeSchedule, fmt.Sprintf("write checkpoint binomial k do …, with k from 1 to %d",
			syntax.MaxSnapshots),
			"a binomial schedule with %d snapshots", s.Snapshots)
		return 1
	}
	return int(s.Snapshots)
}

func (p *printer) checkpoint(c *Checkpoint, bar bool) {
	col := p.col
	p.word("checkpoint")
	if c.By != nil {
		p.word(" " + c.By.Name)
		if c.By.Name == "binomial" {
			p.word(fmt.Sprintf(" %d", c.By.Snapshots))
		}
		p.word(" do")
	}
	p.breakOr(col + 2)
	p.expr(c.Body, 0, bar)
}
