//go:build !chadslim

package chad

import (
	"slices"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/provenance"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A shownMode is a mode that [Show] can print: all that it knows of one.
type shownMode struct {
	// is makes the functor with the mode, whose name is that of the option.
	is func(functor.Options) *functor.Functor
	// what says what its linear functions take to what.
	what string
	// plain says that operators inside a program, and derivatives that are attached, are none of the mode's: they are
	// eliminated before.
	plain bool
	// compiled is the derivative that the compiled route makes. Nil says that the mode has the paper route alone.
	compiled func(f *Func, wrt ...string) (*Func, error)
}

// modes are the modes of Show. To be chosen, a mode needs a row here and nothing else.
func modes() []shownMode {
	of := func(m functor.Mode) func(functor.Options) *functor.Functor {
		return func(o functor.Options) *functor.Functor { return functor.New(m, o) }
	}
	return []shownMode{
		{is: Forward, what: "tangents of parameters to those of results", compiled: JVP},
		{is: Reverse, what: "cotangents of results to those of parameters", compiled: gradient},
		{is: of(provenance.Influence{}), what: "marks on parameters to the results that they can influence", plain: true},
		{is: of(provenance.Need{}), what: "marks on results to the parameters that they need", plain: true},
	}
}

func (m shownMode) name() string { return m.is(functor.Options{}).Mode.Name() }

// gradient is what reverse mode compiles to.
func gradient(f *Func, wrt ...string) (*Func, error) {
	if f.def.Result == syntax.Real {
		return ValueAndGrad(f, wrt...)
	}
	return VJP(f, wrt...)
}

// Modes lists the modes of [Show].
func Modes() []string {
	var names []string
	for _, m := range modes() {
		names = append(names, m.name())
	}
	return names
}

// StagesOf lists the stages that [Show] prints of a mode, which are all for modes that are compiled.
func StagesOf(mode string) []string {
	stages := Stages()
	if modeNamed(mode).compiled != nil {
		return stages
	}
	return slices.DeleteFunc(stages, func(s string) bool { return slices.Contains(compiledOnly, s) })
}

// AboutMode says what the linear functions of a mode take to what, "" of one that there is not.
func AboutMode(name string) string { return modeNamed(name).what }

// modeNamed is the row of a mode, empty if there is none.
func modeNamed(name string) shownMode {
	for _, m := range modes() {
		if m.name() == name {
			return m
		}
	}
	return shownMode{}
}
