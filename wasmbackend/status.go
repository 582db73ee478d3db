package wasmbackend

import (
	"fmt"
	"strings"
)

// The statuses that exported functions give. 0 is success; those from FirstSite on are errors of the program, whose
// messages are [Module.Sites].
const (
	OutOfMemory = 1  // the memory has reached its bound
	BadSize     = 2  // a size is negative or too large
	BadBlock    = 3  // the block does not lie in the memory
	Cancelled   = 4  // the host has said so
	TooDeep     = 5  // calls nest more deeply than the stack is said to allow
	FirstSite   = 16 // the first error of the program
)

// A Site is a place where a program can fail, with its message.
type Site struct {
	kind       siteKind
	text, name string
}

type siteKind uint8

const (
	textSite siteKind = iota
	indexSite
	lengthSite
	negativeSite
)

// Template is the message with {0} and {1} for the two numbers that the module has noted.
func (s Site) Template() string {
	switch s.kind {
	case indexSite:
		return s.text + ": index {0} out of range [0, {1})"
	case lengthSite:
		return s.text + ": length of " + s.name + " is {0}, want {1}"
	case negativeSite:
		return "negative length {0}"
	case textSite:
	}
	return s.text
}

// Message is the message with the numbers.
func (s Site) Message(first, second int64) string {
	return strings.NewReplacer("{0}", fmt.Sprint(first), "{1}", fmt.Sprint(second)).Replace(s.Template())
}

// site is the status of an error.
func (p *program) site(kind siteKind, text, name string) int {
	s := Site{kind, text, name}
	k, ok := p.siteOf[s]
	if !ok {
		k = FirstSite + len(p.sites)
		p.sites = append(p.sites, s)
		p.siteOf[s] = k
	}
	return k
}
