package wasmreport

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/report"
)

const method = `**Method.** Modules run in V8 (Node) beside modules written by hand (` + "`bench/versus/hand`" + `) and beside Rose, npm ` + "`rose`" + ` 0.4.10, in the styles that its
language offers; the fastest counts. Exports are called as they are, without the wrappers that encode arguments. What is compared runs in one process, in many short rounds
that run every function in turn; a ratio is taken within each round, and the median over the rounds is reported. Time is the processor time of the process. Answers are
compared first. The heap of the process grows to five times what it keeps before it is collected, as that of the command ` + "`chad`" + ` does; with Go's own setting compilation takes
about a fifth longer. "Gradient" is value and gradient together; programs in Rose give the gradient alone.
`

// behind says what keeps modules from the bars.
const behind = `What is slower, and why:

- **circle packing** beside the module by hand: a counter beside the addresses that move, and a product that asks whether a factor is 0.
- **gmm**, **kmeans**, **detminors** in wazero: loops of a few elements, whose beginning costs as much as they do, and checks of bounds: seven instructions for an address, which
  wazero saves only where the same address was checked as far before. gmm has eight points on vectors (wasmbackend/vectors/lanes.go), in rows of one to ten elements: almost half of their instructions begin and end loops.
- **compilation**: 2.7 kB are allocated for each operation of a straight line that is emitted, in some fifty passes over terms and loops; longer lines take more time for each, with the same memory for each.
- **modules of diagrams**: functions of the math library and branches written out where straight-line C selects; the smallest diagrams are a library and little else.

Processor time depends on what else the machine does. Functions are called until they get no faster before they are measured: V8 takes seconds to optimise the largest diagrams.
`

// Markdown is docs/wasm-performance.md. Plots lie in the folder performance beside it.
func (r *Report) Markdown() string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	w("# Performance of WebAssembly modules")
	w("")
	w("Written by `go run ./cmd/wasmbench` in `bench/`; do not edit. The command fails while a bar is missed.")
	w("")
	w("%s", method)
	w("**Machine.** %s, Node %s. Where numbers of another machine are used, for want of the program, they are multiplied by %s: how much slower this one is, in the median of the baselines that are measured on both.",
		r.Machine.Describe(), r.Node, report.Number(r.factor()))
	w("")
	w("## Bars")
	w("")
	w("%s", report.MarkdownTable(r.barRows()))
	w("%s", behind)
	r.problems(w)
	r.engines(w)
	r.simulations(w)
	r.diagrams(w)
	r.programs(w)
	return b.String()
}

func (r *Report) barRows() [][]string {
	rows := [][]string{{"bar", "wanted", "measured", "", "missed by"}}
	for _, b := range r.Bars() {
		state, sign := "missed", "≤ "
		if b.Holds() {
			state = "holds"
		}
		if b.AtLeast {
			sign = "≥ "
		}
		where := b.Where
		if len(where) > 4 {
			where = append(where[:3:3], fmt.Sprintf("and %d more", len(b.Where)-3))
		}
		rows = append(rows, []string{b.What, sign + report.Number(b.Limit), report.Number(b.Got), state, strings.Join(where, ", ")})
	}
	return rows
}

// Table is the bars for a terminal.
func (r *Report) Table() string { return report.AlignedTable(r.barRows()) }

func (r *Report) problems(w func(string, ...any)) {
	if len(r.Problems) == 0 {
		return
	}
	w("## Beside modules by hand, and Rose")
	w("")
	w("![Gradient times in V8](performance/wasm-v8.svg)")
	w("")
	rows := [][]string{{"problem", "size", "", "time", "chad / it", "module", "memory", "build", "first call"}}
	for _, p := range r.Problems {
		rows = append(rows, []string{p.Name, p.Size, "**chad**", report.Duration(p.Ns), "1", report.Bytes(p.Bytes), report.Bytes(p.Memory), "", ""})
		for _, o := range p.Others {
			if o.Failed != "" {
				rows = append(rows, []string{"", "", o.Name, "–", "", "", "", "", o.Failed})
				continue
			}
			name := o.Name
			if o.Wrong != "" {
				name += " **wrong**: " + o.Wrong
			}
			rows = append(rows, []string{"", "", name, report.Duration(o.Ns), report.Number(o.Over), report.Bytes(o.Bytes), report.Bytes(o.Memory), report.Duration(o.Build * 1e6), report.Duration(o.First * 1e6)})
		}
	}
	w("%s", report.MarkdownTable(rows))
	if r.Hessian > 0 {
		w("The product of the Hessian of Rosenbrock's function (n = 100) with a direction takes %s times its gradient.", report.Number(r.Hessian))
		w("")
	}
	rows = [][]string{{"baseline", "measured", "known", "ratio"}}
	for _, b := range r.baselines() {
		rows = append(rows, []string{b.Name, report.Duration(b.Got), report.Duration(b.Known), report.Number(b.Got / b.Known)})
	}
	w("The baselines beside what is known of them from another machine (packing, springs and the network of that measurement were of the same size but other programs):")
	w("")
	w("%s", report.MarkdownTable(rows))
}

func (r *Report) engines(w func(string, ...any)) {
	if len(r.Engine) == 0 {
		return
	}
	w("## In wazero, beside generated Go")
	w("")
	w("![Gradient in wazero as a multiple of generated Go](performance/wasm-wazero.svg)")
	w("")
	w("The problems of [performance.md](performance.md), with calls of the host for cancellation in loops.")
	w("")
	rows := [][]string{{"problem", "Go", "wazero", "wazero / Go", ""}}
	var apart, with []float64
	for _, e := range r.Engine {
		note := ""
		if e.Gonum {
			note = "Go calls gonum"
			with = append(with, e.Over)
		} else {
			apart = append(apart, e.Over)
		}
		rows = append(rows, []string{e.Name, report.Duration(e.Go), report.Duration(e.Wasm), report.Number(e.Over), note})
	}
	w("%s", report.MarkdownTable(rows))
	if len(with) > 0 && len(apart) > 0 {
		w("The bar counts all. The median is %s where Go calls gonum, whose loops are in assembly, and %s elsewhere.", report.Number(measure.Median(with)), report.Number(measure.Median(apart)))
		w("")
	}
}

func (r *Report) simulations(w func(string, ...any)) {
	if len(r.Simulations) == 0 {
		return
	}
	w("## The simulations of the paper on Rose")
	w("")
	w("Written again from their description (`bench/versus/models`), with branches and loops, and run in V8. Rose needs 257 MiB for the billiards and 481 MiB for the robot.")
	w("")
	rows := [][]string{{"simulation", "size", "primal", "gradient", "gradient / primal", "memory"}}
	for _, s := range r.Simulations {
		rows = append(rows, []string{s.Name, s.Size, report.Duration(s.Primal), report.Duration(s.Grad), report.Number(s.Over), report.Bytes(s.Memory)})
	}
	w("%s", report.MarkdownTable(rows))
}

func (r *Report) diagrams(w func(string, ...any)) {
	if len(r.Diagrams) == 0 {
		return
	}
	w("## Diagrams of Penrose")
	w("")
	w("![Gradients of diagrams](performance/wasm-penrose.svg)")
	w("")
	w("The energies of real diagrams, built through the Go API, held against the gradients of Penrose's own engine in wazero and in V8. Rose is measured in this run where it")
	w("takes the diagram (its time is then in bold) and taken from the index of the folder where not. Straight-line C is always from there. *Build* is from the graph to the bytes of the module,")
	w("the first time, as Rose's. *Again* is the fastest of several, as for straight lines: a compiler waits for memory, and how long that takes is up to what else the machine does.")
	w("")
	rows := [][]string{{"diagram", "nodes", "V8", "wazero", "C", "V8 / C", "Rose", "Rose / V8", "build", "again", "first call", "Rose's build and first call", "module", "C's"}}
	f := r.factor()
	for i := range r.Diagrams {
		d := &r.Diagrams[i]
		rose := report.Duration(d.RoseIndex * f)
		if d.Rose > 0 {
			rose = "**" + report.Duration(d.Rose) + "**"
		}
		id := d.ID
		if d.Wrong != "" {
			id += " **wrong**: " + d.Wrong
		}
		over := math.NaN()
		if d.C > 0 {
			over = d.Ns / d.C / f
		}
		rows = append(rows, []string{id, fmt.Sprint(d.Nodes), report.Duration(d.Ns), report.Duration(d.Wazero), report.Duration(d.C * f), report.Number(over), rose, report.Number(d.OverRose(f)),
			report.Duration(d.Build * 1e6), report.Duration(d.Compile * 1e6), report.Duration(d.First * 1e6), report.Duration(d.roseReady(f) * 1e6), report.Bytes(d.Bytes), report.Bytes(d.CBytes)})
	}
	w("%s", report.MarkdownTable(rows))
}

func (r *Report) programs(w func(string, ...any)) {
	if len(r.Programs) > 0 {
		w("## From a term to a function")
		w("")
		w("Straight lines of operations: the gradient is derived, optimised and printed (*compile*), and compiled and instantiated by wazero (*engine*).")
		w("")
		rows := [][]string{{"operations", "compile", "engine", "for each operation", "module"}}
		for _, p := range r.Programs {
			rows = append(rows, []string{fmt.Sprint(p.Ops), report.Duration(p.Compile * 1e6), report.Duration(p.Engine * 1e6), report.Duration((p.Compile + p.Engine) * 1e6 / float64(p.Ops)), report.Bytes(p.Bytes)})
		}
		w("%s", report.MarkdownTable(rows))
	}
	if s := r.Sizes; s != nil {
		w("A call of the gradient of Rosenbrock's function in two variables takes %s through wazero, one of an empty function %s.", report.Duration(s.Call), report.Duration(s.Empty))
		w("")
	}
}

// WriteDocs writes wasm-performance.md into the folder, and its plots into the folder performance there.
// The error is that of writing.
func (r *Report) WriteDocs(folder string) error {
	if err := r.plots(filepath.Join(folder, "performance")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "wasm-performance.md"), []byte(r.Markdown()), 0o644)
}

func (r *Report) plots(folder string) error {
	if n := len(r.Problems); n > 0 {
		var names []string
		hand, rose := make([]float64, n), make([]float64, n)
		for i := range r.Problems {
			p := &r.Problems[i]
			names = append(names, p.Name)
			hand[i], rose[i] = 1/p.Hand(), p.Rose()
		}
		if err := report.Dots(folder, "wasm-v8", "Time as a multiple of chad's", names, []report.Series{{Name: "by hand", Values: hand}, {Name: "Rose", Values: rose}}, []float64{1, 5}); err != nil {
			return err
		}
	}
	if n := len(r.Engine); n > 0 {
		var names []string
		over := make([]float64, n)
		for i, e := range r.Engine {
			names, over[i] = append(names, e.Name), e.Over
		}
		if err := report.Dots(folder, "wasm-wazero", "Time in wazero as a multiple of generated Go", names, []report.Series{{Name: "gradient", Values: over}}, []float64{1, 1.6}); err != nil {
			return err
		}
	}
	if n := len(r.Diagrams); n > 0 {
		var names []string
		c, rose, f := make([]float64, n), make([]float64, n), r.factor()
		for i := range r.Diagrams {
			d := &r.Diagrams[i]
			names = append(names, d.ID)
			c[i], rose[i] = d.C*f/d.Ns, d.OverRose(f)
		}
		return report.Dots(folder, "wasm-penrose", "Time as a multiple of chad's", names, []report.Series{{Name: "straight-line C", Values: c}, {Name: "Rose", Values: rose}}, []float64{1, 4})
	}
	return nil
}
