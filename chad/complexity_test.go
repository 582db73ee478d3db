package chad_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

const (
	complexityDir  = "testdata/complexity"
	complexityPage = "../docs/complexity.md"
	inputWords     = 2  // c′: operations for each word of the inputs
	mostInside     = 10 // c, for every construct of the theorem
)

// A costProgram has one construct alone: its name, its text, and the two sizes at which it is measured.
type costProgram struct {
	name  string
	text  string
	sizes [2]int
	per   string // n, n*n, or k where a line of the text is repeated, and not the input longer
}

// costPrograms reads an archive. The first line of each program says at which sizes it is measured, and what a unit is.
func costPrograms(t *testing.T, file string) []costProgram {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join(complexityDir, file))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]costProgram, len(ar.Files))
	for i, f := range ar.Files {
		p := costProgram{name: f.Name, text: string(f.Data)}
		if _, err := fmt.Sscanf(p.text, "-- at %d and %d, per %s\n", &p.sizes[0], &p.sizes[1], &p.per); err != nil {
			t.Fatalf("%s: the first line: %v", p.name, err)
		}
		out[i] = p
	}
	return out
}

// numbered is a number that counts along the copies of a line, as in s.{i+1}.
var numbered = regexp.MustCompile(`\{i(?:\+(\d+))?\}`)

// at is the program of a size, the words of its input, and its units of work. A line that begins with a star stands k
// times.
func (p costProgram) at(size int) (text string, words, units int) {
	switch p.per {
	case "n":
		return p.text, size, size
	case "n*n":
		return p.text, size, size * size
	}
	var b strings.Builder
	for line := range strings.Lines(p.text) {
		copies := 1
		if strings.HasPrefix(line, "*") {
			copies, line = size, " "+line[1:] // the star is a space
		}
		for i := range copies {
			b.WriteString(numbered.ReplaceAllStringFunc(line, func(s string) string {
				more, _ := strconv.Atoi(numbered.FindStringSubmatch(s)[1]) // none is 0
				return strconv.Itoa(i + more)
			}))
		}
	}
	return b.String(), 4, size
}

// costs are the operations of a function, and of its value and gradient.
type costs struct{ function, gradient int64 }

// ratio is c: what the gradient takes beside c′ for each word, over what the function takes.
func (c costs) ratio(words int) float64 {
	return float64(c.gradient-inputWords*int64(words)) / float64(c.function)
}

// measured are the costs of a program as it is placed, and as it is emitted.
func (p costProgram) measured(t *testing.T, size int) (placed, emitted costs, words, units int) {
	t.Helper()
	text, words, units := p.at(size)
	m, err := chad.Parse("complexity.chad", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := f.Plain()
	if err != nil {
		t.Fatal(err)
	}
	grad, err := chad.ValueAndGrad(f)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, words)
	for i := range x {
		x[i] = 0.3 + float64(i%7)/10
	}
	count := func(f *chad.Func, passes *opt.Options) int64 {
		l, err := chad.NewLoops(f, passes)
		if err != nil {
			t.Fatal(err)
		}
		c, ok := l.Cost(1e8, x)
		if !ok {
			t.Fatal("it does not end")
		}
		return c
	}
	placed = costs{count(plain, nil), count(grad, nil)}
	emitted = costs{count(plain, &opt.Options{}), count(grad, &opt.Options{})}
	return placed, emitted, words, units
}

// constants are the numbers of a row of the page: operations for a unit of work at the large size, of the function and
// of what the gradient takes beside, as emitted; and c, as placed and as emitted, at both sizes.
type constants struct {
	function, beside float64
	placed, emitted  [2]float64
}

func (p costProgram) constants(t *testing.T) constants {
	t.Helper()
	var c constants
	for i, size := range p.sizes {
		placed, emitted, words, units := p.measured(t, size)
		c.placed[i], c.emitted[i] = placed.ratio(words), emitted.ratio(words)
		c.function = float64(emitted.function) / float64(units)
		c.beside = float64(emitted.gradient-emitted.function) / float64(units)
	}
	return c
}

// grows reports a ratio that is larger at the large size by more than what the ends of a loop make.
func grows(r [2]float64) bool { return r[1] > 1.15*r[0]+0.15 }

// costTable is a table of the page: the cells of its rows by the first one, between a mark and the next blank line.
type costTable struct {
	page       string
	start, end int
	rows       map[string][]string
	order      []string
}

func readCostTable(t *testing.T, mark string) costTable {
	t.Helper()
	raw, err := os.ReadFile(complexityPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	mark = "<!-- " + mark + " -->\n"
	start := strings.Index(page, mark)
	if start < 0 {
		t.Fatalf("the page has no %s", mark)
	}
	start += len(mark)
	end := start + strings.Index(page[start:]+"\n\n", "\n\n") + 1
	tab := costTable{page: page, start: start, end: min(end, len(page)), rows: map[string][]string{}}
	lines := strings.Split(strings.TrimSpace(page[start:tab.end]), "\n")
	for _, line := range lines[min(2, len(lines)):] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		tab.rows[cells[0]], tab.order = cells, append(tab.order, cells[0])
	}
	return tab
}

// write puts rows in the place of those of the page.
func (c costTable) write(t *testing.T, rows []string) {
	t.Helper()
	head := strings.SplitAfterN(c.page[c.start:c.end], "\n", 3)
	text := c.page[:c.start] + head[0] + head[1] + strings.Join(rows, "\n") + "\n" + c.page[c.end:]
	if err := os.WriteFile(complexityPage, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestComplexity measures each construct alone against the constants that docs/complexity.md states for it. A constant
// is exceeded nowhere, holds at both sizes, and is not much more than what is measured.
func TestComplexity(t *testing.T) {
	const tooMuch = 0.5 // of a constant over what is measured
	up := func(x float64) float64 { return math.Ceil(math.Max(x, 0)*10-1e-9) / 10 }
	tab := readCostTable(t, "constants")
	programs := costPrograms(t, "constructs.txtar")
	var rows []string
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			c := p.constants(t)
			t.Logf("placed %.2f, emitted %.2f, the function takes %.1f for each %s, the rest %.1f",
				c.placed, c.emitted, c.function, p.per, c.beside)
			rows = append(rows, fmt.Sprintf("| %s | %s | %.1f | %.1f | %.1f | %.1f |", p.name, p.per, c.function, c.beside,
				up(slices.Max(c.placed[:])), up(slices.Max(c.emitted[:]))))
			if most := max(slices.Max(c.placed[:]), slices.Max(c.emitted[:])); most > mostInside {
				t.Errorf("the ratio is %.2f, more than %d", most, mostInside)
			}
			if grows(c.emitted) {
				t.Errorf("the ratio grows from %.2f to %.2f", c.emitted[0], c.emitted[1])
			}
			if grows(c.placed) {
				t.Errorf("the ratio of what is placed grows from %.2f to %.2f", c.placed[0], c.placed[1])
			}
			if *update {
				return
			}
			row := tab.rows[p.name]
			if len(row) < 6 {
				t.Fatal("docs/complexity.md has no row: run go test ./chad -run Complexity -update")
			}
			for i, have := range [][2]float64{c.placed, c.emitted} {
				stated, err := strconv.ParseFloat(row[4+i], 64)
				if err != nil {
					t.Fatal(err)
				}
				switch most := slices.Max(have[:]); {
				case most > stated:
					t.Errorf("the page states %v, and %.3f is measured", stated, most)
				case stated > math.Max(most, 0)+tooMuch:
					t.Errorf("the page states %v, and only %.3f is measured", stated, most)
				}
			}
		})
	}
	if *update {
		tab.write(t, rows)
		return
	}
	if len(tab.order) != len(programs) {
		t.Errorf("the page has %d constructs, the programs are %d", len(tab.order), len(programs))
	}
}

// TestComplexityOutside measures what the page says is outside of the theorem: the ratio grows with the size, or is
// more than the largest constant. What does so no more belongs into the theorem.
func TestComplexityOutside(t *testing.T) {
	tab := readCostTable(t, "outside")
	var rows []string
	programs := costPrograms(t, "outside.txtar")
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			c := p.constants(t)
			t.Logf("placed %.2f, emitted %.2f", c.placed, c.emitted)
			rows = append(rows, fmt.Sprintf("| %s | %d and %d | %.1f | %.1f |", p.name, p.sizes[0], p.sizes[1],
				c.emitted[0], c.emitted[1]))
			if !grows(c.emitted) && c.emitted[1] < mostInside {
				t.Errorf("the ratio is %.2f at both sizes: it belongs into the theorem", c.emitted)
			}
			if !*update && len(tab.rows[p.name]) < 4 {
				t.Error("docs/complexity.md has no row: run go test ./chad -run Complexity -update")
			}
		})
	}
	if *update {
		tab.write(t, rows)
		return
	}
	if len(tab.order) != len(programs) {
		t.Errorf("the page has %d programs that are outside, the programs are %d", len(tab.order), len(programs))
	}
}

// TestComplexityForms keeps the programs with which docs/complexity.md shows a rule: the gradient as CHAD defines it,
// and the loops that are placed and emitted.
func TestComplexityForms(t *testing.T) {
	for _, name := range []string{
		"let", "index", "set", "loop", "branch", "call", "tuple", "case", "build", "sum", "while", "data", "function", "custom", "checkpoint",
		"vjpinside",
	} {
		path := filepath.Join(complexityDir, name+".txtar")
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chad.Parse(ar.Files[0].Name, ar.Files[0].Data)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		show := func(stage string) string {
			s, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: stage})
			if err != nil {
				t.Fatal(path, err)
			}
			return s
		}
		all := sections(t, show("lowered"))
		got := &txtar.Archive{Files: []txtar.File{
			ar.Files[0],
			{Name: "chad", Data: []byte(show("chad"))},
			{Name: "placed", Data: []byte(all[0].program)},
			{Name: "emitted", Data: []byte(all[len(all)-1].program)},
		}}
		if *update {
			if err := os.WriteFile(path, txtar.Format(got), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, want := string(txtar.Format(got)), string(txtar.Format(ar)); got != want {
			t.Errorf("%s is stale: run go test ./chad -run Complexity -update and read the difference\n%s", path,
				diffLine(got, want))
		}
	}
}
