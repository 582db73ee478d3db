package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// knowledge is what has been found out about a program as it is: it holds until a pass changes something. Straight-line
// code may have a million statements, and most passes find nothing to do in it.
type knowledge struct {
	parts map[*loop.Func]contents
	infos map[*loop.Func]*facts.Info
	// others are the places of statements that are not plain.
	others map[*loop.Func][]int32
	kept   map[*loop.Func]*facts.Info // of functions that the pass at work has changed, and that they are true of still
	added  map[*loop.Func]Parts       // likewise: what they may have that they had not before
	// likewise: their statements are those that they were, as far as it says which are plain
	stand map[*loop.Func]bool
	idle  map[string]bool // passes that, run on the program, change nothing
	quiet int             // functions of which the pass at work has said that it has not changed them
	reads int             // those of which it has said that they read what they did
	done  int             // those of which it has said that it would change nothing, if it ran again
}

func newKnowledge() *knowledge {
	return &knowledge{parts: map[*loop.Func]contents{}, infos: map[*loop.Func]*facts.Info{},
		kept:  map[*loop.Func]*facts.Info{},
		added: map[*loop.Func]Parts{}, others: map[*loop.Func][]int32{},
		stand: map[*loop.Func]bool{}, idle: map[string]bool{}}
}

// unchanged is how a pass says, once at most for each function, that it leaves a function as it was. Nobody needs to
// say so.
func (o *Options) unchanged() {
	if o.known != nil {
		o.known.quiet++
		o.known.done++
	}
}

// exhausted is how a pass says, in the place of [Options.unchanged], that it has changed a function, and run again
// would not.
func (o *Options) exhausted() {
	if o.known != nil {
		o.known.done++
	}
}

// keeps is how a pass says that what was found out about memory and variables of a function, which it has changed, is
// true of it as it is now.
func (o *Options) keeps(in *facts.Info) {
	if o.known != nil {
		o.known.kept[in.Func] = in
	}
}

// adds is how a pass says that a function, which it has changed, has what it had, but for what is gone, and of all else
// these at most. Other passes may look in vain at what is gone.
func (o *Options) adds(f *loop.Func, more Parts) {
	if o.known != nil {
		o.known.added[f] = more
	}
}

// readsStay is how a pass says, once at most for each function, that it has changed it, and that its statements stand
// where they did, give the same variables values and read all that they did: so nothing is dead that was not.
func (o *Options) readsStay() {
	if o.known != nil {
		o.known.reads++
	}
}

// stands is how a pass says that a function, which it has changed, has the statements that it had, and those that were
// plain are.
func (o *Options) stands(f *loop.Func) {
	if o.known != nil {
		o.known.stand[f] = true
	}
}

// partsOf is what a function has, or had a while ago, that the pass at work has not touched yet.
func (o *Options) partsOf(f *loop.Func) Parts { return o.contentsOf(f).parts }

func (o *Options) contentsOf(f *loop.Func) contents {
	if o.known == nil {
		return contentsOf(f)
	}
	has, ok := o.known.parts[f]
	if !ok {
		has, o.known.others[f] = contentsAndOthers(f)
		o.known.parts[f] = has
	}
	return has
}

// analyse is [facts.Analyse] for a function that the pass at work has not touched yet.
func (o *Options) analyse(f *loop.Func) *facts.Info {
	if o.known == nil {
		return facts.Analyse(f)
	}
	in := o.known.infos[f]
	if in == nil {
		in = facts.Analyse(f)
		o.known.infos[f] = in
	}
	return in
}

// confirming has passes run where they are known to change nothing, and programs compared where nothing is said to have
// changed; tests set it.
var confirming bool

// runOn runs a pass on the functions that have what it needs. What is said of a program is true until a pass changes
// it: passes depend on nothing else, so that one that has changed nothing need not run again before something has
// changed, and one that leaves nothing to do for itself need not either.
func (pass Pass) runOn(p *loop.Program, o *Options) {
	k := o.known
	var before []uint64
	if confirming {
		before = fingerprints(p)
	}
	k.quiet, k.reads, k.done = 0, 0, 0
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
		o.known.idle[deadCode.Name] = k.idle[deadCode.Name] && k.quiet+k.reads == funcs
		for f, in := range k.kept {
			if confirming && !in.Agrees(facts.Analyse(f)) {
				panic("what was known of " + f.Name + " is not true any more")
			}
			o.known.infos[f] = in
		}
		for f := range k.stand {
			at, ok := k.others[f]
			if !ok {
				continue
			}
			missed := func(i int32) bool { _, there := slices.BinarySearch(at, i); return !there }
			if confirming && slices.ContainsFunc(othersOf(f), missed) {
				panic("a statement of " + f.Name + " is said to be plain that is not")
			}
			o.known.others[f] = at
		}
		for f, more := range k.added {
			if has, ok := k.parts[f]; ok {
				has.parts |= more
				if confirming && contentsOf(f).parts&^has.parts != 0 {
					panic("there is something in " + f.Name + " that is said not to be")
				}
				o.known.parts[f] = has
			}
		}
	}
	clear(k.kept)
	clear(k.stand)
	clear(k.added)
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
