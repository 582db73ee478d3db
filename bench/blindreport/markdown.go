package blindreport

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/report"
)

// WriteDocs writes blind.md into the folder, and its plot into the folder blind there.
func (r *Report) WriteDocs(folder string) error {
	var names []string
	for _, p := range r.measured() {
		names = append(names, p.Name)
	}
	over := report.Series{Name: "generated gradient", Values: r.overHand()}
	label := "Gradient time as a multiple of the hand-written gradient"
	plots := filepath.Join(folder, "blind")
	if err := report.Dots(plots, "cost", label, names, []report.Series{over}, []float64{1}); err != nil {
		return err
	}
	bench, _ := os.ReadFile(filepath.Join(folder, "performance.md")) // where it is missing, its figures are left out
	return os.WriteFile(filepath.Join(folder, "blind.md"), []byte(r.Markdown(string(bench))), 0o644)
}

// Markdown is docs/blind.md. The figures of chadbench are taken from its page.
func (r *Report) Markdown(chadbench string) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	w("# Problems that were written blind")
	w("")
	w("Written by `go run ./cmd/blindbench --growth --docs ../docs` in `bench/`; do not edit.")
	w("")
	w("%s", intro)
	w("**Machine.** %s, %d cores.", r.Machine.Describe(), r.Machine.Cores)
	w("")
	w("## Results")
	w("")
	w("%s", r.comparison(chadbench))
	w("![Gradient time as a multiple of the hand-written gradient](blind/cost.svg)")
	w("")
	w("%s", tableText)
	w("%s", report.MarkdownTable(r.rows()))
	r.markdownCut(w)
	r.markdownMistakes(w)
	bold := func(text string) string { return "**" + text + "**" }
	if rows := r.growthRows(bold); len(rows) > 1 {
		w("## Growth")
		w("")
		w(growthText, tooMuch)
		w("%s", strings.ToUpper(r.growthSummary()[:1])+strings.TrimSpace(r.growthSummary()[1:])+".")
		w("")
		w("%s", report.MarkdownTable(rows))
	}
	if r.Steps != nil {
		w("## Steps of the compiler")
		w("")
		w(stepsText, r.Steps.CountedKinds.Blind)
		w("%s", report.MarkdownTable(r.Steps.rows()))
	}
	r.markdownBooks(w)
	return b.String()
}

const intro = `The problems of [performance.md](performance.md) were at hand while the compiler was written. Those on
this page were not: other people took them from textbooks and papers, and wrote the primal and its gradient by hand without
having seen the compiler, its documentation or its examples. The primal is ordinary Go. Nobody has edited it since: the
directive stands in a file of its own, above a function that only calls it. Pick, swap and the three trees (forest…)
stand for what had been found slow before, and were asked for. All files ask for ` + "`jam fastmath`" + ` and nothing
else. They are in ` + "`bench/blind`" + `.

Where the authors differentiate by some fields of the elements of a slice only, which no directive can say, chad
differentiates by all of them. Nothing here is a bar, and a problem is not left out because it comes out badly.

**Method.** The primal, the gradient by hand and the generated one run side by side in one process on the same inputs.
The gradients are compared first, relative to 1e-8 of their size. Many short rounds run each in turn, in changing order;
a ratio is taken within each round, and the median over the rounds is reported. Time is the processor time of the
process. "Gradient" is value and gradient together.
`

const tableText = `*memory* is what the first call of a gradient allocates, and keeps for later calls; *allocs* is
how often each later call allocates.
`

const growthText = `One size grows, 30-fold where that is possible in reasonable time, and the others stay. *Time* is the
factor by which gradient time / primal time grows with each size. *Memory* is that of the gradient's memory / that of the
hand-written one, of each at least 64 bytes. Where all is well this is about 1, or less; above %d it is bold.
`

const stepsText = `Each pass on loops, rule of the simplifier and rewrite before loops is left out alone
(` + "`--steps`" + `). How many functions become others: gradients of these problems, other Go (the examples, the
algorithms that gosrc is tested with, and the programs of the [first users](first-attempts.md)), energies of diagrams
with their gradients. *2 %* is how many of the first two kinds then take 2 % more operations or memory, and *tuned* how
many of the benchmarks that the compiler was tuned for do. *Operations* is what is counted by the evaluator of loops at small sizes, without the step over
with it: the geometric mean over %d of these problems, and the worst. *fails* counts files that do not compile without
the step. Steps that do nothing anywhere are not in the table.
`

// comparison has the summaries of these problems and of chadbench's.
func (r *Report) comparison(chadbench string) string {
	rows := [][]string{{"gradient / hand-written gradient", "problems", "geometric mean", "median", "worst"}}
	add := func(name string, v []float64) {
		if len(v) > 0 {
			worst := 0.0
			for _, x := range v {
				worst = max(worst, x)
			}
			rows = append(rows, []string{
				name, fmt.Sprint(len(v)), report.Number(geometricMean(v)), report.Number(measure.Median(v)), report.Number(worst),
			})
		}
	}
	add("written blind", r.overHand())
	add("without pick, swap and the trees", r.overHand("pick", "swap", "foresteq", "forestflat", "forestrag"))
	add("those of performance.md, plain Go", column(chadbench, "Go / hand"))
	add("those of performance.md, chad's language", column(chadbench, "gradient / hand"))
	return report.MarkdownTable(rows)
}

// markdownCut says which problems were measured at smaller sizes than their own.
func (r *Report) markdownCut(w func(string, ...any)) {
	for _, p := range r.Problems {
		if p.Cut != "" {
			w("%s was measured at smaller sizes than its own: %s.", p.Name, p.Cut)
			w("")
		}
	}
}

func (r *Report) markdownMistakes(w func(string, ...any)) {
	var lines []string
	for _, p := range r.Problems {
		switch {
		case p.Refused != "":
			lines = append(lines, fmt.Sprintf("- **%s** (%s) is refused: `%s`", p.Name, p.Field, p.Refused))
		case p.Wrong != "":
			lines = append(lines, fmt.Sprintf("- **%s** (%s) is wrong: `%s`", p.Name, p.Field, p.Wrong))
		}
	}
	if lines != nil {
		w("## Refused or wrong")
		w("")
		w("%s", strings.Join(lines, "\n"))
		w("")
	}
}

func (r *Report) markdownBooks(w func(string, ...any)) {
	w("## Where they are from")
	w("")
	for _, p := range r.Problems {
		w("- **%s**: %s", p.Name, p.Book)
	}
}
