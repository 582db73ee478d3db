//go:build !chadslim

package chad

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Stages lists the stages that [Show] prints, in the order of the pipeline
// (Coconut §5).
func Stages() []string {
	return []string{"source", "anf", "chad", "simplified", "closed", "tapes", "lowered", "go"}
}

// ShowOptions choose what [Show] prints.
type ShowOptions struct {
	Mode  string   // one of Modes; ignored by the stages source, anf and closed
	Stage string   // one of Stages
	Wrt   []string // parameters to differentiate by; none named means all that vary
	Pass  string   // of the stage lowered: the one of Passes to show, before and after; none named means all
	Emit  []string // of the stages lowered and go: settings as in the directive --chad:emit
}

// beforeDerivative are the stages that are the same in both modes.
var beforeDerivative = []string{"source", "anf", "closed"}

// compiledOnly are the stages of the compiled route after the derivative is taken.
var compiledOnly = []string{"tapes", "lowered", "go"}

// Show prints a definition at one stage of the pipeline. The stages chad and simplified are the paper route: iterations
// in the form of CHAD §10 and rules that only serve reading switched on. closed, tapes, lowered and go are the compiled
// route: closed is the simplified program without functions as values, the others of its gradient (reverse mode) or
// Jacobian-vector product (forward mode). Modes that are no derivatives have the paper route alone. Definitions that the shown one calls stand below it.
//
// The stage lowered is the loop program (docs/loop-language.md) as it was placed and after each pass that changed it,
// under headers that are comments: the text from one header to the next is what loop.Read reads.
//
// The error is an unknown mode, stage, parameter, pass or setting, a stage that the mode has not, or that f cannot be
// differentiated.
func Show(f *Func, o ShowOptions) (string, error) {
	mode := modeNamed(o.Mode)
	if mode.is == nil && !slices.Contains(beforeDerivative, o.Stage) {
		return "", errorf(ErrUnknown, "unknown mode %q; the modes are %s", o.Mode, strings.Join(Modes(), ", "))
	}
	if _, err := o.settings(); err != nil {
		return "", err
	}
	switch o.Stage {
	case "source":
		p, def, err := f.reachable(toDerive)
		if err != nil {
			return "", err
		}
		return showDefs(sugar, p, def), nil
	case "anf":
		p, def, err := f.copied(toDerive)
		if err != nil {
			return "", err
		}
		syntax.ANFProgram(p)
		return showDefs(sugar, p, def), nil
	case "chad", "simplified":
		return f.showFunctor(o)
	case "closed":
		return f.showClosed()
	case "tapes", "lowered", "go":
		if mode.compiled == nil {
			return "", errorf(ErrUnknown, "mode %s has no stage %s, since it is not compiled; its stages are %s", o.Mode,
				o.Stage, strings.Join(StagesOf(o.Mode), ", "))
		}
		return f.showCompiled(mode, o)
	}
	return "", errorf(ErrUnknown, "unknown stage %q; the stages are %s", o.Stage, strings.Join(Stages(), ", "))
}

// settings are those of Emit.
func (o ShowOptions) settings() (set EmitOptions, err error) {
	if len(o.Emit) > 0 {
		if msg, hint := set.parse(o.Emit); msg != "" {
			return set, fmt.Errorf("%s; %s", msg, hint)
		}
	}
	return set, nil
}

// sugar is the notation of the figures: map, zipWith and replicate for builds.
var sugar = syntax.PrintOptions{Sugar: true}

// showFunctor prints ⟨primal, linear function⟩ of the paper route.
func (f *Func) showFunctor(o ShowOptions) (string, error) {
	p, root, err := f.paperRoute(o)
	if err != nil {
		return "", err
	}
	return showDefs(sugar, p, root), nil
}

// paperRoute is the derivative of f and what it calls, as the functor makes it
// or, for the stage simplified, as people read it.
func (f *Func) paperRoute(o ShowOptions) (_ *syntax.Program, _ *syntax.Def, err error) {
	defer stop.Recover(&err)
	active, err := f.active(o.Wrt)
	if err != nil {
		return nil, nil, err
	}
	mode := modeNamed(o.Mode)
	fn := mode.is(functor.Options{Recompute: true, Context: f.ctx})
	if mode.plain {
		if f, err = f.Plain(); err != nil {
			return nil, nil, err
		}
	}
	p, def, err := f.copied(toDerive)
	if err != nil {
		return nil, nil, err
	}
	if mode.plain {
		for _, d := range p.Defs {
			d.Custom = nil
		}
	}
	show := newDisplay(p, fn.Mode.Contravariant())
	for i, x := range f.def.Params {
		if active[i] {
			show.wrt = append(show.wrt, x.Name)
		}
	}
	syntax.ANFProgram(p)
	if o.Stage == "simplified" {
		show.temporaries(p)
	}
	d, err := fn.Definition(def, active)
	if err != nil {
		return nil, nil, err
	}
	q := &syntax.Program{Data: p.Data, Defs: syntax.Reachable(d.Def)}
	uniqueNames(q.Defs, d.Def)
	if o.Stage == "chad" {
		return q, d.Def, nil
	}
	for _, def := range q.Defs {
		show.before(def, def == d.Def)
	}
	q, _, err = simplify.Program(q, simplify.Options{Reading: true, KeepNames: true, Context: f.ctx})
	if err != nil {
		return nil, nil, err
	}
	root := q.Defs[len(q.Defs)-1]
	q.Defs = syntax.Reachable(root)
	for _, def := range q.Defs {
		show.after(def, def == root)
	}
	return q, root, nil
}

// showClosed prints what is differentiated on the compiled route, and the data types that closures became.
func (f *Func) showClosed() (string, error) {
	p, def, err := f.closed()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, d := range p.Data {
		if !slices.Contains(f.Program().Data, d) {
			b.WriteString(syntax.DataString(d) + "\n")
		}
	}
	p.Defs = syntax.Reachable(def)
	return b.String() + showDefs(sugar, p, def), nil
}

// showCompiled prints what is emitted.
func (f *Func) showCompiled(mode shownMode, o ShowOptions) (string, error) {
	g, err := mode.compiled(f, o.Wrt...)
	if err != nil {
		return "", err
	}
	set, err := o.settings()
	if err != nil {
		return "", err
	}
	switch o.Stage {
	case "lowered":
		return showLoops(g, o.Pass, set)
	case "go":
		src, err := set.Emit("derived", "", Export{Func: g})
		return string(src), err
	}
	p, def, err := g.compiled()
	if err != nil {
		return "", err
	}
	p.Defs = syntax.Reachable(def)
	return showDefs(syntax.PrintOptions{}, p, def), nil
}
