//go:build !chadslim

package chad

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// placing is the name under which Show knows the program before the first pass.
const placing = "place"

const placingLaw = "The terms of the stage tapes as loops: variables for tuples and sums, and a destination for " +
	"every array."

// Passes lists what the option Pass of [Show] may name: place, which is the loop program before the first
// pass, and the passes of the optimiser, each once, in the order of their first run.
func Passes() []string {
	out := []string{placing}
	for _, p := range opt.Passes() {
		if !slices.Contains(out, p.Name) {
			out = append(out, p.Name)
		}
	}
	return out
}

// A loopsAt is the loop program at one point of the optimiser.
type loopsAt struct {
	title string // as the header names it, such as "cse, run 2 of 3"
	pass  string // what ran last; empty for what goes before a pass that is shown alone
	law   string
	text  string
}

// showLoops prints the loop program of g at the points that matter; pass, if not empty, is the only one shown.
func showLoops(g *Func, pass string, set EmitOptions) (string, error) {
	if known := Passes(); pass != "" && !slices.Contains(known, pass) {
		hint := suggest.DidYouMean(pass, known)
		if hint == "" {
			hint = "the passes are " + strings.Join(known, ", ")
		}
		return "", errorf(ErrUnknown, "unknown pass %q; %s", pass, hint)
	}
	at, err := loopsOf(g, set)
	if err != nil {
		return "", err
	}
	if len(at) == 0 {
		return "// No loops: functions or linear functions are values here at run time, and what is emitted has " +
			"closures.\n", nil
	}
	if pass != "" {
		if at = around(at, pass); len(at) == 0 {
			return fmt.Sprintf("// The pass %s changes nothing here.\n", pass), nil
		}
	}
	var b strings.Builder
	for i, l := range at {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.header())
		b.WriteString(l.text)
	}
	return b.String(), nil
}

// loopsOf is the loop program of g as placed, and after each run of a pass that changed it.
// There is none when g has functions at run time.
func loopsOf(g *Func, set EmitOptions) ([]loopsAt, error) {
	runs, run := map[string]int{}, map[string]int{}
	laws := map[string]string{placing: placingLaw}
	for _, p := range opt.Passes() {
		runs[p.Name]++
		laws[p.Name] = p.Law
	}
	var at []loopsAt
	observe := func(pass string, p *loop.Program) {
		if pass == "" {
			pass = placing
		}
		run[pass]++
		text := p.String()
		if len(at) > 0 && at[len(at)-1].text == text {
			return
		}
		l := loopsAt{title: pass, pass: pass, law: laws[pass], text: text}
		if runs[pass] > 1 {
			l.title = fmt.Sprintf("%s, run %d of %d", pass, run[pass], runs[pass])
		}
		at = append(at, l)
	}
	_, err := emit(set, observe, "derived", "", Export{Func: g})
	return at, err
}

// around keeps the runs of one pass, each with the program before it.
func around(at []loopsAt, pass string) []loopsAt {
	var out []loopsAt
	for i, l := range at {
		if l.pass != pass {
			continue
		}
		if i > 0 && (len(out) == 0 || out[len(out)-1].text != at[i-1].text) {
			out = append(out, loopsAt{title: "before " + l.title, text: at[i-1].text})
		}
		out = append(out, l)
	}
	return out
}

// header is a comment of the loop language.
func (l loopsAt) header() string {
	title := l.title
	if l.pass != "" && l.pass != placing {
		title = "after " + title
	}
	s := "// ── " + title + "\n"
	line := "//"
	for _, word := range strings.Fields(l.law) {
		if len(line)+len(word) > 115 {
			s += line + "\n"
			line = "//"
		}
		line += " " + word
	}
	if line != "//" {
		s += line + "\n"
	}
	return s + "\n" // so that the comment is not one of the first function
}
