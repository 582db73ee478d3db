package loop

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reserved are the words of the text form that no variable, function or cell is called.
var reserved = wordSet(`append bool call case cell check clear copy default dirty down else export
	false for func given if inf inout int linear loop nan new nil out real return switch true unit var vector while`)

func wordSet(s string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// namer gives things names that are identifiers and pairwise different. A name that is free is
// kept, so that naming what was named before changes nothing.
type namer struct {
	used map[string]bool
	next map[string]int
}

func newNamer() *namer { return &namer{used: make(map[string]bool), next: make(map[string]int)} }

func (n *namer) name(hint string) string {
	base := identifier(hint)
	if !n.used[base] {
		n.used[base] = true
		return base
	}
	k := max(n.next[base], 2)
	for {
		s := base + "_" + strconv.Itoa(k)
		k++
		if !n.used[s] {
			n.used[s] = true
			n.next[base] = k
			return s
		}
	}
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isNamePart(r rune) bool {
	return isLetter(r) || r == '\'' || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// identifier turns a hint into an identifier that is not reserved; identifiers stay as they are.
func identifier(hint string) string {
	s := strings.Map(func(r rune) rune {
		if isNamePart(r) {
			return r
		}
		return '_'
	}, hint)
	if strings.Trim(s, "_") == "" {
		return "x"
	}
	if r, _ := utf8.DecodeRuneInString(s); !isLetter(r) {
		s = "x" + s
	}
	if reserved[s] {
		s += "_"
	}
	return s
}
