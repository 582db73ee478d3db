// Package stages shows a program of the text language at every stage of its way to a derivative, for the page.
package stages

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// MaxLength is the number of bytes that a program may have.
const MaxLength = 20000

// A Stage is a program at one stage. Failed says that there is none, and Text why.
type Stage struct {
	Name, About, Text string
	Failed            bool
}

// A Result is a definition of a program, at all stages.
type Result struct {
	// Defs are the definitions that can be chosen, Def is the one that was.
	Defs   []string
	Def    string
	Stages []Stage
}

// about says what each stage of [chad.Stages] is.
var about = map[string]string{ //nolint:gochecknoglobals // a constant
	"source":     "As it was read.",
	"anf":        "Each intermediate result has a name.",
	"chad":       "What CHAD makes of it: a value and a linear function.",
	"simplified": "The same, simplified for people.",
	"closed":     "What is differentiated on the way to code: simplified, without functions as values.",
	"tapes":      "The derivative for compilation: linear functions have become tapes and plain code.",
	"placed":     "Loops, as they are placed.",
	"loops":      "Loops, after all passes.",
	"go":         "The Go that is written.",
	"wat":        "The WebAssembly module, as text.",
}

// Show takes a program through all stages: its definition def, or the last one where def is not there. The mode is one of
// [chad.Modes]. The error is that of the program; what a stage cannot do stands in its place.
func Show(text, def, mode string) (*Result, error) {
	if len(text) > MaxLength {
		return nil, fmt.Errorf("the program has %d bytes, %d are allowed", len(text), MaxLength)
	}
	m, err := chad.Parse("", []byte(text))
	if err != nil {
		return nil, err
	}
	r := &Result{Defs: m.Names()}
	if len(r.Defs) == 0 {
		return nil, fmt.Errorf("the program has no definition; one begins with def")
	}
	r.Def = r.Defs[len(r.Defs)-1]
	for _, name := range r.Defs {
		if name == def {
			r.Def = def
		}
	}
	f, err := m.Func(r.Def)
	if err != nil {
		return nil, err
	}
	add := func(name, text string, err error) {
		s := Stage{Name: name, About: about[name], Text: strings.TrimSpace(text)}
		if err != nil {
			s.Text, s.Failed = err.Error(), true
		}
		r.Stages = append(r.Stages, s)
	}
	for _, name := range chad.Stages() {
		text, err := chad.Show(f, chad.ShowOptions{Mode: mode, Stage: name})
		if name != "lowered" || err != nil {
			add(name, text, err)
			continue
		}
		first, last := ends(text)
		add("placed", first, nil)
		add("loops", last, nil)
	}
	text, err = module(f, mode)
	add("wat", text, err)
	return r, nil
}

// ends are the first and the last of the programs that the stage lowered has one after the other, without what is said
// of their passes.
func ends(text string) (first, last string) {
	const header = "// ── "
	parts := strings.Split("\n"+text, "\n"+header)[1:]
	if len(parts) == 0 { // there are no loops, and it says so
		return text, text
	}
	body := func(part string) string {
		_, program, _ := strings.Cut(part, "\n\n")
		return program
	}
	return body(parts[0]), body(parts[len(parts)-1])
}

// module is the derivative as WebAssembly.
func module(f *chad.Func, mode string) (string, error) {
	var g *chad.Func
	var err error
	switch {
	case mode == "forward":
		g, err = chad.JVP(f)
	case f.Def().Result == syntax.Real:
		g, err = chad.ValueAndGrad(f)
	default:
		g, err = chad.VJP(f)
	}
	if err != nil {
		return "", err
	}
	m, err := chad.CompileWasm(wasmbackend.Options{Name: "derived"}, chad.Export{Func: g})
	if err != nil {
		return "", err
	}
	return m.Code.Text(), nil
}
