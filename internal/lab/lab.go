// Package lab leaves out steps of the compiler, to find out what each of them is worth, and sees what they do. Only
// tests and bench/cmd/blindbench do so. Otherwise a step that asks costs one load.
//
// The steps are the passes of package opt ("pass loop-fusion"), the rules of package simplify ("rule letDead") and
// rewrites of package place ("place sink").
package lab

import "sync/atomic"

// A Lab is an experiment. All of it may be nil.
type Lab struct {
	// Off are the steps that are left out.
	Off map[string]bool
	// Pass gets each loop program before the first pass, under the empty name, after each, and once more as [End].
	Pass func(name string, program any)
	// Fired gets the rules that change something, each once or more.
	Fired func(rule string)
	// Asked gets the rewrites of package place that have something to look at.
	Asked func(rewrite string)
}

// End is the name under which a loop program is shown on which all passes have run.
const End = "end"

var current atomic.Pointer[Lab]

// Use begins an experiment, which lasts until end is called. Only one goroutine may compile meanwhile.
func Use(l *Lab) (end func()) {
	old := current.Swap(l)
	return func() { current.Store(old) }
}

// Pass reports whether a pass is left out.
func Pass(name string) bool { return off("pass ", name) }

// Rule reports whether a rule is left out.
func Rule(name string) bool { return off("rule ", name) }

// Place reports whether a rewrite of package place is left out.
func Place(name string) bool {
	if l := current.Load(); l != nil && l.Asked != nil {
		l.Asked(name)
	}
	return off("place ", name)
}

func off(kind, name string) bool {
	l := current.Load()
	return l != nil && l.Off[kind+name]
}

// Passed shows a loop program after a pass.
func Passed(name string, program any) {
	if l := current.Load(); l != nil && l.Pass != nil {
		l.Pass(name, program)
	}
}

// Fired says that a rule has changed something.
func Fired(rule string) {
	if l := current.Load(); l != nil && l.Fired != nil {
		l.Fired(rule)
	}
}
