package wild

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/report"
)

// A Report is what came of all functions. Of those that are held it has counts.
type Report struct {
	Entries []*Tally
	Results []Result // of open functions
	Failed  []string // entries that could not be tried
}

// A Tally counts what came of the functions of an entry.
type Tally struct {
	Name, Module, Field string
	Open, Held          map[string]int // by status
}

// Build makes the command from the repository that the folder bench is in.
func Build(ctx context.Context, file string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	_, err = output(ctx, "..", "go", "build", "-mod=readonly", "-o", file, "./cmd/chad")
	return err
}

// Add adds the results of an entry.
func (r *Report) Add(e Entry, results []Result) {
	t := &Tally{Name: e.Name, Module: e.Module, Field: e.Field, Open: map[string]int{}, Held: map[string]int{}}
	for _, res := range results {
		if res.Held {
			t.Held[res.Status]++
			continue
		}
		t.Open[res.Status]++
		r.Results = append(r.Results, res)
	}
	r.Entries = append(r.Entries, t)
}

// Table writes the tables for a terminal.
func (r *Report) Table(w io.Writer) error {
	tables := []string{report.AlignedTable(r.rows())}
	if rows := r.reasons(); len(rows) > 1 {
		tables = append(tables, report.AlignedTable(rows))
	}
	if rows := r.problems(); len(rows) > 1 {
		tables = append(tables, report.AlignedTable(rows))
	}
	_, err := io.WriteString(w, strings.Join(append(tables, r.summary()), "\n"))
	return err
}

// Markdown is a page with the tables.
func (r *Report) Markdown() string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	w("# Functions in the wild\n")
	w("Written by `go run ./cmd/wildbench --markdown FILE` in `bench/`; do not edit.\n")
	w("Functions of public modules, drawn before any was tried. Each is called by a function of a package of the user's own, which chad derives;")
	w("the derivatives are judged at several points, forward and reverse mode against each other and against differences.\n")
	w("%s", r.summary())
	w("%s", report.MarkdownTable(escape(r.rows())))
	if rows := r.reasons(); len(rows) > 1 {
		w("## Refusals\n\nThe first message for each, without names.\n")
		w("%s", report.MarkdownTable(escape(rows)))
	}
	if rows := r.problems(); len(rows) > 1 {
		w("## Neither right nor refused\n")
		w("%s", report.MarkdownTable(escape(rows)))
	}
	return b.String()
}

func escape(rows [][]string) [][]string {
	for _, row := range rows {
		for i := range row {
			row[i] = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(row[i])
		}
	}
	return rows
}

// rows are by entry, with a sum. Those of what is held come below.
func (r *Report) rows() [][]string {
	rows := [][]string{append([]string{"entry", "module", "tried"}, Statuses...)}
	add := func(name, module string, counts map[string]int) {
		row := []string{name, module, fmt.Sprint(tried(counts))}
		for _, s := range Statuses {
			row = append(row, number(counts[s]))
		}
		rows = append(rows, row)
	}
	open, held := map[string]int{}, map[string]int{}
	for _, t := range r.Entries {
		if len(t.Open) > 0 {
			add(t.Name, t.Module, t.Open)
		}
		for s, n := range t.Open {
			open[s] += n
		}
		for s, n := range t.Held {
			held[s] += n
		}
	}
	add("all", "", open)
	if len(held) > 0 {
		for _, t := range r.Entries {
			if len(t.Held) > 0 {
				add(t.Name+", held", t.Module, t.Held)
			}
		}
		add("all, held", "", held)
	}
	return rows
}

// tried counts functions but for those that could not be judged.
func tried(counts map[string]int) int {
	n := 0
	for s, k := range counts {
		if s != NoPoint {
			n += k
		}
	}
	return n
}

// number leaves zeros out.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// reasons are the refusals, most frequent first.
func (r *Report) reasons() [][]string {
	type reason struct {
		text    string
		count   int
		entries map[string]bool
		example Result
	}
	byText := map[string]*reason{}
	for _, res := range r.Results {
		if res.Status != Refused {
			continue
		}
		text := Normalize(res.Message)
		if byText[text] == nil {
			byText[text] = &reason{text: text, entries: map[string]bool{}, example: res}
		}
		byText[text].count++
		byText[text].entries[res.Entry] = true
	}
	all := make([]*reason, 0, len(byText))
	for _, c := range byText {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *reason) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text))
	})
	rows := [][]string{{"refusals", "entries", "reason", "for example", "which says"}}
	for _, c := range all {
		rows = append(rows, []string{fmt.Sprint(c.count), fmt.Sprint(len(c.entries)), c.text, c.example.ID(), c.example.Message})
	}
	return rows
}

// problems are the functions that are neither right nor refused.
func (r *Report) problems() [][]string {
	rows := [][]string{{"function", "what", "message"}}
	for _, s := range Statuses {
		for _, res := range r.Results {
			if res.Status == s && s != Right && s != Refused {
				message := strings.TrimSpace(res.Place + " " + res.Message)
				if res.Warning != "" {
					message += "; chad warns: " + res.Warning
				}
				rows = append(rows, []string{res.ID(), s, message})
			}
		}
	}
	return rows
}

// summary is a few lines.
func (r *Report) summary() string {
	all, modules := map[string]int{}, map[string]bool{}
	flat, inexact, warned := 0, 0, 0
	for _, res := range r.Results {
		all[res.Status]++
		if res.Status == Right && res.Flat {
			flat++
		}
		if res.Status == Right && !res.Bits {
			inexact++
		}
		if res.Warning != "" {
			warned++
		}
	}
	for _, t := range r.Entries {
		modules[t.Module] = true
	}
	n := tried(all)
	text := fmt.Sprintf("%d functions of %d modules were tried: %d right, %d wrong, %d refused, %d else.\n",
		n, len(modules), all[Right], all[Wrong], all[Refused], n-all[Right]-all[Wrong]-all[Refused])
	text += fmt.Sprintf("Of those that are right, %d change near no point that was drawn, and %d have values that differ by rounding. For %d functions chad warns of what it derives.\n", flat, inexact, warned)
	if all[NoPoint] > 0 {
		text += fmt.Sprintf("For %d more no point was found at which they could be judged.\n", all[NoPoint])
	}
	if r.Failed != nil {
		text += fmt.Sprintf("Could not be tried: %s.\n", strings.Join(r.Failed, ", "))
	}
	return text
}
