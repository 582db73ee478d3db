package simplify

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
)

// A Report says which rules fired, where and how often.
type Report struct {
	// Rounds is the number of passes over the program.
	Rounds int
	counts map[firing]*int
	recent []recent // the counts that were asked for last, in where
	where  string
	// stirred says that a rule fired that does not settle, since it was last cleared.
	stirred bool
	// more says that another rule than letInline and mulOne fired since then.
	more bool
}

type recent struct {
	rule  string
	count *int
}

type firing struct{ rule, where string }

// Fired is one line of a report: a rule and the definition or binding in which it fired.
type Fired struct {
	Rule  string
	Where string
	Times int
}

// Lines returns the firings, by rule and then by place.
func (r *Report) Lines() []Fired {
	out := make([]Fired, 0, len(r.counts))
	for f, n := range r.counts {
		out = append(out, Fired{f.rule, f.where, *n})
	}
	slices.SortFunc(out, func(a, b Fired) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Where, b.Where))
	})
	return out
}

// Times returns how often a rule fired.
func (r *Report) Times(rule string) int {
	n := 0
	for f, k := range r.counts {
		if f.rule == rule {
			n += *k
		}
	}
	return n
}

// Total returns how many rewrites were made.
func (r *Report) Total() int {
	n := 0
	for _, k := range r.counts {
		n += *k
	}
	return n
}

// Print writes one line a rule and place: count, rule, place.
// The error is that of w.
func (r *Report) Print(w io.Writer) error {
	for _, l := range r.Lines() {
		if _, err := fmt.Fprintf(w, "%6d  %-16s %s\n", l.Times, l.Rule, l.Where); err != nil {
			return err
		}
	}
	return nil
}

// settles reports whether a rule brings all that it makes possible about in the same round, in a term that is not
// [counter.rich]: the rules at a node are tried when its operands stand in it, and no use comes or goes where the
// counts were of the live part.
//
// Of arithmetic, these leave each variable the uses that it has: they drop literals, zeros and negations only.
func settles(rule string) bool {
	switch rule {
	case "letInline", "letDead", "constFold", "addZero", "mulOne", "mulMinusOne", "negNeg":
		return true
	}
	return false
}

func (r *Report) add(rule, where string) {
	r.stirred = r.stirred || !settles(rule)
	r.count(rule, where)
}

// count notes that a rule fired, which settles here.
func (r *Report) count(rule, where string) {
	r.more = r.more || rule != "letInline" && rule != "mulOne"
	if r.where != where {
		r.where, r.recent = where, r.recent[:0]
	}
	for i := range r.recent {
		if c := &r.recent[i]; c.rule == rule {
			*c.count++
			return
		}
	}
	n := r.counts[firing{rule, where}]
	if n == nil {
		if r.counts == nil {
			r.counts = map[firing]*int{}
		}
		n = new(int)
		r.counts[firing{rule, where}] = n
		lab.Fired(rule)
	}
	*n++
	if len(r.recent) == 8 {
		copy(r.recent, r.recent[1:])
		r.recent = r.recent[:7]
	}
	r.recent = append(r.recent, recent{rule, n})
}
