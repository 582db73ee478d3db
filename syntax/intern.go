package syntax

import (
	"sync"
	"sync/atomic"
)

var idCounter atomic.Uint64

func nextID() uint64 { return idCounter.Add(1) }

// The intern tables. Types and sizes live as long as the process: a type is a
// few words, and programs share most of them.
var (
	internMu sync.Mutex
	sizes    = map[string]*Size{}
	types    = map[string]Type{}
	// Types of two others that programs make all the time, by their numbers.
	pairs = map[[2]uint64]*TupleType{}
	lfuns = map[[2]uint64]*LFunType{}
)

func internSize(ms []monomial) *Size {
	key := sizeKey(ms)
	internMu.Lock()
	defer internMu.Unlock()
	if s, ok := sizes[key]; ok {
		return s
	}
	s := &Size{terms: ms, id: nextID()}
	sizes[key] = s
	return s
}

// intern returns the one type with this key, making it if it is new.
func intern[T Type](key []byte, mk func(id uint64) T) T {
	internMu.Lock()
	defer internMu.Unlock()
	if t, ok := types[string(key)]; ok {
		return t.(T)
	}
	t := mk(nextID())
	types[string(key)] = t
	return t
}

// internPair is intern for the types of one table, each of which is made of two others.
func internPair[T any](table map[[2]uint64]*T, a, b Type, mk func(id uint64) *T) *T {
	key := [2]uint64{a.ID(), b.ID()}
	internMu.Lock()
	defer internMu.Unlock()
	t := table[key]
	if t == nil {
		t = mk(nextID())
		table[key] = t
	}
	return t
}
