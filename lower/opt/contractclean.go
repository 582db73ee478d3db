package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// noZeros makes arrays without zeros where a nest of loops writes all their elements before
// anything reads them.
//
//	var t [n]real = new(n)                 var t [n]real = dirty(n)
//	for i < n { t[i] = exp(x[i]) }    →    for i < n { t[i] = exp(x[i]) }
var noZeros = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "no-zeros",
	Law:   "What an element was before its first store does not matter when nothing reads it before.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		sv := survey(f)
		for _, t := range sv.order {
			s := sv.arrays[t]
			if s.alloc == nil || s.alloc.Dirty || len(s.alloc.Dims) != int(t.Type.Rank) {
				continue
			}
			if loops := sv.filled(t, s); loops != nil && sv.filledFirst(t, s, loops) {
				s.alloc.Dirty = true
			}
		}
	}),
}

// filledFirst reports whether the nest that fills an array runs through all of its indices and is the first
// to use it, in the block where it is made, and reads in it only what it has written.
func (sv *surveyor) filledFirst(t *loop.Var, s *sites, loops []*nest) bool {
	for k, n := range loops {
		trips := sv.linear(n.loop.N)
		if !trips.over(sv.fixed) || !trips.equal(sv.linear(s.alloc.Dims[k])) {
			return false
		}
	}
	block := *loops[0].up.block
	made := -1
	for k := loops[0].at - 1; k >= 0 && k >= loops[0].at-fuseWindow; k-- {
		if block[k] == s.alloc {
			made = k
			break
		}
		for r := range sv.summary(block[k]).regions {
			if r.Class == sv.Class(t) {
				return false
			}
		}
	}
	if made < 0 {
		return false
	}
	return sv.readsWritten(t, s, loops)
}

// readsWritten reports whether the nest that fills t uses it otherwise only where the loops around have the
// indices of the store, and later than the store or the loop around it.
func (sv *surveyor) readsWritten(t *loop.Var, s *sites, loops []*nest) bool {
	inside := sv.usesIn(loops[0].owner)[sv.Class(t)] - 1 // without the store
	for _, r := range s.reads {
		if !r.at.n.within(loops[0]) {
			continue
		}
		inside--
		m := 0
		for m < len(loops) && r.at.n.within(loops[m]) {
			m++
		}
		here, _ := r.at.in(loops[m-1])
		store, _ := s.write.in(loops[m-1])
		at := sv.locate(r.e)
		for k := range m {
			if soleVar(at.subs[k]) != loops[k].loop.Var {
				return false
			}
		}
		if here.at <= store.at {
			return false
		}
	}
	return inside == 0
}

// usesIn counts the accesses of a statement by alias class.
func (sv *surveyor) usesIn(s loop.Stmt) map[*loop.Var]int {
	if sv.inside[s] == nil {
		sv.inside[s] = map[*loop.Var]int{}
		for _, x := range sv.summary(s).access {
			sv.inside[s][x.reg.Class]++
		}
	}
	return sv.inside[s]
}
