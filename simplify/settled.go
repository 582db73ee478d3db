package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// A term is settled under some rules if none of them changes anything in it, and so it is under fewer. A derivative is
// simplified to be read, differentiated or compiled, and then once more with the rules for what is only compiled: where
// none of these has anything to do, no round has.

// settledKnown is in all [Options.sets] that say anything.
const settledKnown = 1 << Always

// sets numbers the sets of rules that the options choose; 0 stands for others than all the rules of some sets, or for
// more than rules.
func (o *Options) sets() uint8 {
	if len(o.Disable) > 0 || len(o.Only) > 0 || o.KeepNames || o.Tamper != nil {
		return 0
	}
	n := uint8(settledKnown)
	for _, s := range []struct {
		on  bool
		set Set
	}{{o.Reading, Reading}, {o.Compiled, Compiled}, {o.Deriving, Deriving}} {
		if s.on {
			n |= 1 << s.set
		}
	}
	return n
}

// stays reports whether a round changes nothing of t, which is settled under the rules of by, what [Options.sets]
// gives, 0 if under none. It may err on the side of no. Whether calls are inlined depends on more than rules.
func (e *engine) stays(t syntax.Term, by uint8) bool {
	if by == 0 || e.opts.sets() == 0 || syntax.NodesOf(t)&syntax.Calls != 0 {
		return false
	}
	var more []*Rule
	for _, r := range e.some {
		if by&(1<<r.Set) != 0 || r.after {
			continue
		}
		if r.seems == nil {
			return false
		}
		more = append(more, r)
	}
	oneHots := e.opts.Compiled && by&(1<<Compiled) == 0 // which letInline does more with then
	if len(more) == 0 && !oneHots {
		return true
	}
	found := false
	syntax.EachNode(t, func(t syntax.Term) {
		if l, ok := t.(*syntax.Let); ok && oneHots {
			for i := range l.Binds {
				found = found || plainOneHot(l.Binds[i].Rhs)
			}
			return
		}
		for _, r := range more {
			found = found || r.seems(t)
		}
	})
	return !found
}
