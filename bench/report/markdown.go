package report

import (
	"fmt"
	"strings"
)

// Markdown is docs/performance.md. Plots lie in the folder performance beside it. why says, by the
// problem's name, what keeps it from the bars.
func (r *Report) Markdown(why map[string]string) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	w("# Performance")
	w("")
	w("Written by `go run ./cmd/chadbench` in `bench/`; do not edit. The command fails while a bar is missed.")
	w("")
	w("%s", method)
	w("**Machine.** %s, %d cores, %s/%s%s, %s; a call of `math.Exp` takes %s.",
		r.Machine.CPU, r.Machine.Cores, r.Machine.OS, r.Machine.Arch, r.Machine.level(), r.Machine.Go, duration(r.Machine.ExpNs))
	w("")
	w("WebAssembly modules, in V8 and in wazero: [wasm-performance.md](wasm-performance.md).")
	w("")
	w("## Bars")
	w("")
	r.markdownBars(w)
	w("## Results")
	w("")
	w("![Costs relative to the hand-written primal](performance/cost.svg)")
	w("")
	w("Dashed: the bars for the gradient, 2.2 in the median and 10 in the worst case.")
	w("")
	w("Medians. *Cost* is the generated gradient, value included, over the hand-written primal; *hand cost* is the hand-written")
	w("gradient over it. *Go / hand* is the gradient generated from plain Go over the hand-written one. *Tape* is what a first gradient call allocates, and *hand tape* what the first call of the hand-written one does. *Allocs* is what each later call allocates.")
	w("")
	rows := [][]string{{"problem", "sizes", "hand primal", "hand gradient", "gradient", "gradient / hand", "Go / hand", "cost", "hand cost", "JVP / primal", "primal / hand", "allocs", "tape", "hand tape"}}
	for i := range r.Problems {
		p := &r.Problems[i]
		rows = append(rows, []string{
			p.Name, p.Size, duration(got(p.HandValue)), duration(got(p.HandGrad)), duration(got(p.Grad)),
			mark(got(p.GradOverHand), 1.3), mark(p.plain(), 1.3), mark(got(p.GradOverPrimal), 4), number(got(p.HandOverPrimal)), mark(got(p.JVPOverPrimal), 3.2),
			number(got(p.ValueOverHand)), number(p.Steady["grad"].Allocs), size(p.TapeBytes), size(p.HandTape),
		})
	}
	w("%s", markdownTable(rows))
	for _, p := range r.Problems {
		if p.HVP != nil {
			w("The product of the Hessian with a direction, for %s: %s generated, %s written by hand (%s times), %s allocations.",
				p.Name, duration(p.HVP.Median), duration(p.HandHVP.Median), number(p.HVPOverHand.Median), number(p.Steady["hvp"].Allocs))
			w("")
		}
	}
	r.markdownPeers(w)
	r.markdownBehind(w, why)
	return b.String()
}

const method = `**Method.** Each problem has a primal and a gradient written by hand (` + "`bench/hand`" + `), which define the problem. It has a
program in the language as a user would write it (` + "`bench/models`" + `), from which primal, gradient and JVP are generated.
And it has a function as a Go programmer would write it (` + "`bench/plain`" + `), from which another gradient is generated.
Where time goes into exp, log, tanh or sin, the program asks for the generator's own (` + "`--chad:emit elementary`" + `).
Where it goes into rows of matrices, the program asks for calls of gonum (` + "`blas`" + `) or four iterations at a time (` + "`jam`" + `), whichever was faster.
The mixture, the logistic regression, the determinant by LU, the polynomial, the bodies, the recurrence and Rosenbrock's function ask for ` + "`fastmath`" + `.
Plain Go keeps the order of the additions that were written, which the hand-written code does not. Where that matters, its files ask
for ` + "`fastmath`" + ` as well (detminors does not). All of them run side by side in one process on the same inputs, and the answers are compared first, relative to 1e-9. Many short rounds run every function in turn, in changing
order; a ratio is taken within each round, and the median over the rounds is reported. Time is the processor time of the process, the garbage collector's
threads included, so that other work on the machine hardly shows. "Gradient" is value and gradient together.
`

func (m Machine) level() string {
	if m.Level == "" {
		return ""
	}
	return " (" + m.Level + ")"
}

func (r *Report) markdownBars(w func(string, ...any)) {
	rows := [][]string{{"bar", "wanted", "measured", "", "problems over it"}}
	for _, b := range r.Bars() {
		state := "missed"
		if b.Holds() {
			state = "holds"
		}
		rows = append(rows, []string{b.What, "≤ " + number(b.Limit), number(b.Got), state, strings.Join(b.Where, ", ")})
	}
	w("%s", markdownTable(rows))
}

func (r *Report) markdownPeers(w func(string, ...any)) {
	rows := r.peerRows()
	if len(rows[0]) <= 2 {
		return
	}
	w("## Other libraries")
	w("")
	w("![Gradients relative to the hand-written gradient](performance/peers.svg)")
	w("")
	w("Gradient time over that of the hand-written gradient. ≈: the method runs the primal many times, and one run was multiplied. The answers are compared")
	w("in the tests of `bench/problem`.")
	w("")
	w("%s", markdownTable(rows))
	for _, p := range r.Problems {
		for _, q := range p.Peers {
			if q.Failed != "" {
				w("%s on %s failed: %s", q.Name, p.Name, q.Failed)
				w("")
			}
		}
	}
	w("%s", peersText)
}

const peersText = `Finite differences are ` + "`gonum/diff/fd`" + ` (central), dual and hyperdual numbers ` + "`gonum/num`" + ` v0.17.0 (BSD 3-clause). Gorgonia is v0.9.18 (Apache 2.0) on its tape
machine, built once, in its own vocabulary of array operations, where it has one for the problem. infergo is missing: it could not be fetched through the module proxy.
`

// markdownBehind explains the problems that are over a bar.
func (r *Report) markdownBehind(w func(string, ...any), why map[string]string) {
	over := map[string][]string{}
	for _, b := range r.Bars() {
		for _, name := range b.Where {
			if !strings.HasSuffix(b.What, "median") { // those of one problem
				over[name] = append(over[name], b.What)
			}
		}
	}
	if len(over) == 0 {
		return
	}
	w("## What is slower, and why")
	w("")
	var names []string // of problems that the same can be said of
	last := ""
	flush := func() {
		if names != nil {
			w("- %s: %s", strings.Join(names, ", "), last)
		}
		names = nil
	}
	for _, p := range r.Problems {
		if over[p.Name] == nil {
			continue
		}
		text := why[p.Name]
		if text == "" {
			text = "over the bars for " + strings.Join(over[p.Name], "; ") + "."
		}
		if p.Wrong != "" {
			text = "**wrong**: " + p.Wrong + ". " + text
		}
		if text != last {
			flush()
		}
		names, last = append(names, "**"+p.Name+"**"), text
	}
	flush()
}

// mark sets a ratio that is over its bar in bold.
func mark(v, limit float64) string {
	if v <= limit {
		return number(v)
	}
	return "**" + number(v) + "**"
}

// markdownTable has the first row as its head; columns after the first are numbers.
func markdownTable(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---|" + strings.Repeat("---|", len(row)-1) + "\n")
		}
	}
	return b.String()
}
