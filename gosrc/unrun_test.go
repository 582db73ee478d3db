package gosrc_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

var unrun = flag.Bool("derivatives.unrun", false, "with -v, log the generated statements that no test runs")

// kinds are those of the generated statements that no test runs; the first that fits counts.
var kinds = []struct {
	name string
	text *regexp.Regexp
}{
	{"a size below 0, which is looked at again where it was taped", regexp.MustCompile(`panic\("[^"]*negative size`)},
	{"lengths of what the derivative made itself, or was given", regexp.MustCompile(`lengthError\(`)},
	{"indices out of range", regexp.MustCompile(`(indexError|sliceError)\(`)},
	{"other panics", regexp.MustCompile(`panic\(`)},
	{"tables: keys that meet, tables that grow", regexp.MustCompile(`\bindex\d*\[|& mask|/table\.go:`)},
	{"zeros where no cotangent came", regexp.MustCompile(`\bzero\w* :?= |clear\(`)},
	{"branches, and what is in them", regexp.MustCompile(``)},
}

// An exception says that no test can run some statements, and why they are there. Their share is that of no kind.
type exception struct {
	name, why string
	// in is what the line looks like that begins the function, and text what the block looks like, from its first line
	// to its last, without the file's name at the end of the names in it.
	in, text *regexp.Regexp
}

// exceptions are of TestCorpus, and few. One that a run block fits, or that no block fits, fails the test.
var exceptions = []exception{
	{
		name: "panics of functions that give a value for all arguments",
		why: "where a derivative panics, its wrapper calls F again, for F's own panic; that no index of these is ever out of range depends on keys, " +
			"on contents of slices, or on lengths of rows, which the compiler does not know",
		in:   regexp.MustCompile(`\) run(` + strings.Join(total, "|") + `)(VJP|JVP|Grad|HVP)\(`),
		text: regexp.MustCompile(`^\t+if r\d* := recover\(\)`),
	},
	{
		name: "what a sort looks at afterwards",
		why: "elements that less puts in another order than they stand in would be a fault of the translation or of less; where no element is less " +
			"than the one before it, it is not asked whether that is less, too",
		in:   regexp.MustCompile(`\bcoreCosts(VJP|JVP|Grad|HVP)\(|\bstableFloat64SliceDual\(`),
		text: regexp.MustCompile(`^\t+if \w+ < \w+( \|\| .*)? \{\n\t+t\d+ = !\(`),
	},
}

// total are functions of the corpus that never panic, nor PathsInCells where its rows have one length, which is looked
// at before.
var total = []string{
	"Assertions", "Batches", "BlockRange", "BlockRows", "ByFunc", "Cells", "Chosen", "Cleared", "Combined", "Copies", "Costs", "EachOwn", "Early", "Entries",
	"FiguresOfFigures", "Filter", "Getters", "GroupedRows", "Grouping", "Groups", "Grown", "Holds", "Latest", "LocalTable", "Memoized", "MovedRows", "Moving", "NilAgain",
	"Optional", "OtherEvents", "Overwritten", "PathsInCells", "PutBack", "PutBackWhere", "Records", "Refilled", "Room", "Rows",
	"Sequences", "ShortestWay", "Slots", "SolidChosen", "SolidList", "SumsMethods", "Tables", "Tallies", "Walks", "Windows",
}

// A block is a run of statements of the generated code without a branch.
type block struct {
	file       string
	from, to   int // the first line and the last
	statements int
	run        bool
	in         string // the line that begins the function
	text       string
}

// coverage says what percentage of the generated statements of a folder a cover profile says were run, up to
// exceptions, and logs what kinds the others are of; with -derivatives.unrun their lines. A function that several files
// have, each with its own name at the end of its names, counts once, and a block of it as run if it is run in one of
// them.
func coverage(t *testing.T, dir string) (percent float64) {
	t.Helper()
	known := exceptions
	if t.Name() != "TestCorpus" {
		known = nil
	}
	all, run := 0, 0
	of, inside, excepted := map[string]int{}, map[string]int{}, map[string]int{}
	for _, b := range blocks(t, dir) {
		all += b.statements
		if e := slices.IndexFunc(known, func(e exception) bool { return e.in.MatchString(b.in) && e.text.MatchString(b.text) }); e >= 0 {
			excepted[exceptions[e].name] += b.statements
			if b.run {
				t.Errorf("%s:%d is run, though it is an exception: %s", b.file, b.from, exceptions[e].name)
			}
			run += b.statements
			continue
		}
		if b.run {
			run += b.statements
			continue
		}
		k := slices.IndexFunc(kinds, func(k struct {
			name string
			text *regexp.Regexp
		},
		) bool {
			return k.text.MatchString(b.text)
		})
		of[kinds[k].name] += b.statements
		inside[b.in] += b.statements
		if *unrun {
			lines := strings.SplitAfterN(b.text, "\n", 9)
			t.Logf("%s:%d: in %s\n%s", b.file, b.from, b.in, strings.Join(lines[:min(8, len(lines))], ""))
		}
	}
	for _, k := range kinds {
		t.Logf("%d statements not run: %s", of[k.name], k.name)
	}
	most := slices.SortedFunc(maps.Keys(inside), func(f, g string) int {
		return cmp.Or(cmp.Compare(inside[g], inside[f]), cmp.Compare(f, g))
	})
	for _, f := range most[:min(10, len(most))] {
		t.Logf("%d of them in %s", inside[f], strings.TrimSuffix(f, " {"))
	}
	for _, e := range known {
		t.Logf("%d statements that no test can run: %s (%s)", excepted[e.name], e.name, e.why)
		if part.Whole() && excepted[e.name] == 0 {
			t.Errorf("the exception %q fits no statement", e.name)
		}
	}
	percent = 100 * float64(run) / float64(all)
	t.Logf("%d of %d statements are run: %.2f %%", run, all, percent)
	return percent
}

// blocks reads the cover profile of a folder.
func blocks(t *testing.T, dir string) (list []*block) {
	t.Helper()
	profile, err := os.ReadFile(filepath.Join(dir, "cover.out"))
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		text  string // of the function, without the file's name
		block int    // counted from the function's first
	}
	texts := map[string]*generated{}
	counted := map[string]int{} // the blocks of each function so far
	at := map[place]*block{}
	for line := range strings.Lines(string(profile)) {
		name, span, ok := strings.Cut(strings.TrimSpace(line), ":")
		if name = filepath.Base(name); !ok || !strings.HasSuffix(name, "_chad.go") {
			continue
		}
		b := &block{file: name}
		count := 0
		if _, err := fmt.Sscanf(strings.NewReplacer(".", " ", ",", " ").Replace(span), "%d %d %d %d %d %d", &b.from, new(int), &b.to, new(int), &b.statements, &count); err != nil {
			t.Fatal(err)
		}
		b.run = count > 0
		if texts[name] == nil {
			texts[name] = read(t, dir, name)
		}
		file := texts[name]
		fn := file.function(b.from)
		b.in, b.text = file.lines[fn.from-1], strings.Join(file.lines[b.from-1:b.to], "\n")
		here := fmt.Sprint(name, ":", fn.from)
		p := place{fn.text, counted[here]}
		counted[here]++
		if same := at[p]; same != nil {
			same.run = same.run || b.run
			continue
		}
		at[p] = b
		list = append(list, b)
	}
	return list
}

// generated is a file of generated code, without its name at the end of the names in it.
type generated struct {
	lines     []string
	functions []function
}

type function struct {
	from int // its first line
	text string
}

func read(t *testing.T, dir, name string) *generated {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	own := regexp.MustCompile(`_` + strings.TrimSuffix(name, "_chad.go") + `\b`)
	file := &generated{lines: strings.Split(own.ReplaceAllString(string(text), ""), "\n")}
	for i, line := range file.lines {
		if !strings.HasPrefix(line, "func ") {
			continue
		}
		end := i
		for !strings.HasPrefix(file.lines[end], "}") && !strings.HasSuffix(file.lines[end], "}") || strings.HasPrefix(file.lines[end], "\t") {
			end++
		}
		file.functions = append(file.functions, function{from: i + 1, text: strings.Join(file.lines[i:end+1], "\n")})
	}
	return file
}

// function is the function in which a line is.
func (file *generated) function(line int) function {
	i, found := slices.BinarySearchFunc(file.functions, line, func(f function, line int) int { return cmp.Compare(f.from, line) })
	if !found {
		i--
	}
	return file.functions[i]
}
