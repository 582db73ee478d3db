package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// knowledge is what has been found out about a program as it is: it holds until a pass changes something. Straight-line code may have a million
// statements, and most passes find nothing to do in it.
type knowledge struct {
	parts map[*loop.Func]Parts
	infos map[*loop.Func]*Info
	idle  map[string]bool // passes that, run on the program, change nothing
	quiet int             // functions of which the pass at work has said that it has not changed them
	done  int             // those of which it has said that it would change nothing, if it ran again
}

func newKnowledge() *knowledge {
	return &knowledge{parts: map[*loop.Func]Parts{}, infos: map[*loop.Func]*Info{}, idle: map[string]bool{}}
}

// unchanged is how a pass says, once at most for each function, that it leaves a function as it was. Nobody needs to say so.
func (o *Options) unchanged() {
	if o.known != nil {
		o.known.quiet++
		o.known.done++
	}
}

// exhausted is how a pass says, in the place of [Options.unchanged], that it has changed a function, and run again would not.
func (o *Options) exhausted() {
	if o.known != nil {
		o.known.done++
	}
}

// partsOf is what a function has that the pass at work has not touched yet.
func (o *Options) partsOf(f *loop.Func) Parts {
	if o.known == nil {
		return partsOf(f)
	}
	has, ok := o.known.parts[f]
	if !ok {
		has = partsOf(f)
		o.known.parts[f] = has
	}
	return has
}

// analyse is [Analyse] for a function that the pass at work has not touched yet.
func (o *Options) analyse(f *loop.Func) *Info {
	if o.known == nil {
		return Analyse(f)
	}
	in := o.known.infos[f]
	if in == nil {
		in = Analyse(f)
		o.known.infos[f] = in
	}
	return in
}

// apart are the options of passes that run inside of a pass, on other functions.
func (o *Options) apart() *Options {
	c := *o
	c.memory, c.known = o.scratch(), nil
	return &c
}

// confirming has passes run where they are known to change nothing, and programs compared where nothing is said to have changed; tests set it.
var confirming bool

// runOn runs a pass on the functions that have what it needs. What is said of a program is true until a pass changes it: passes depend on
// nothing else, so that one that has changed nothing need not run again before something has changed, and one that leaves nothing to do for
// itself need not either.
func (pass Pass) runOn(p *loop.Program, o *Options) {
	k := o.known
	var before []uint64
	if confirming {
		before = fingerprints(p)
	}
	k.quiet, k.done = 0, 0
	funcs := len(p.Funcs)
	pass.Run(p, o)
	same, done := k.quiet == funcs, k.done == funcs && len(p.Funcs) == funcs
	if confirming && (same || k.idle[pass.Name]) {
		for i, h := range fingerprints(p) {
			if i >= len(before) || h != before[i] {
				panic("it has changed " + p.Funcs[i].Name + ", and it is known not to")
			}
		}
	}
	if !same {
		o.known = newKnowledge()
	}
	if done {
		o.known.idle[pass.Name] = true
	}
}

func fingerprints(p *loop.Program) []uint64 {
	hs := make([]uint64, len(p.Funcs))
	for i, f := range p.Funcs {
		hs[i] = fingerprint(f)
	}
	return hs
}
