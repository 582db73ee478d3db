package code

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Reserved holds the identifiers that no variable may take: predeclared
// names, the packages that emitted code imports, and its helpers.
var Reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(`any bool byte comparable complex64 complex128 error float32 float64 int int8
		int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil append cap clear
		close complex copy delete imag len make max min new panic print println real recover init main
		math slices strconv linear gmul toInt sign powi intDiv intMod uintDiv uintMod sqrt
		checkIndex checkRange checkSize checkLength checkThat indexError lengthError matrix
		sync atomic guard grow team cutRows arena arenaMark
		zerosIf newIf grownIf takenIf
		clearedIf zerosOrCopy zerosOrTaken grownOrCopy sumOf grownSum addedTo grownTo _`) {
		m[s] = true
	}
	for _, o := range syntax.Ops() {
		if o.Go.Helper != "" {
			m[o.Go.Func] = true
		}
	}
	for _, p := range syntax.GoPairs() {
		m[p.Go.Func] = true
	}
	return m
}()

// OneOf is the name of the types of sums, before how many types they are of.
const OneOf = "oneOf"

// goName turns a source name into a legal Go identifier that reads like it:
// primes become a leading d (x' is dx), words apart from letters and digits are joined in
// camel case. The result holds letters, digits and underscores only.
func goName(s string) string {
	primes := 0
	for strings.HasSuffix(s, "'") {
		s, primes = s[:len(s)-1], primes+1
	}
	var b strings.Builder
	b.WriteString(strings.Repeat("d", min(primes, 3)))
	up := false
	for _, r := range s {
		switch r = syntax.Digit(r); {
		case unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0:
			if up && b.Len() > 0 {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			up = false
		case unicode.IsDigit(r):
			b.WriteString("x")
			b.WriteRune(r)
		default:
			up = true
		}
		if b.Len() > 60 {
			break
		}
	}
	if b.Len() == 0 {
		return "x"
	}
	return b.String()
}

// ExportedName is goName starting with an upper-case letter, so that it is exported.
func ExportedName(s string) string {
	s = goName(s)
	r, n := utf8.DecodeRuneInString(s)
	if u := unicode.ToUpper(r); unicode.IsUpper(u) {
		return string(u) + s[n:]
	}
	return "X" + s
}

// LocalName is goName starting with a lower-case letter.
func LocalName(s string) string {
	s = goName(s)
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// Scopes hands out names: unique among the variables that are visible, and
// free again when their block ends.
type Scopes struct {
	taken  func(string) bool // names of the package
	active map[string]bool
	next   map[string]int // the least suffix worth trying after a base
	stack  [][]numbered
}

type numbered struct {
	name, base string
	suffix     int
}

// NewScopes hands out names except for those that are taken.
func NewScopes(taken func(string) bool) *Scopes {
	return &Scopes{taken: taken, active: map[string]bool{}, next: map[string]int{}, stack: [][]numbered{nil}}
}

// Push begins a block.
func (s *Scopes) Push() { s.stack = append(s.stack, nil) }

// Pop ends a block, whose names are free again.
func (s *Scopes) Pop() {
	top := len(s.stack) - 1
	for _, n := range s.stack[top] {
		delete(s.active, n.name)
		if n.suffix > 0 {
			s.next[n.base] = min(s.next[n.base], n.suffix)
		}
	}
	s.stack = s.stack[:top]
}

func (s *Scopes) free(name string) bool {
	return !s.active[name] && !Reserved[name] && !token.IsKeyword(name) && !s.taken(name)
}

// Fresh takes a name like hint. Its cost is constant on average.
func (s *Scopes) Fresh(hint string) string {
	n := numbered{name: LocalName(hint)}
	if strings.TrimRight(n.name, "0123456789") == OneOf {
		n.name = OneOf + "_" // with a number it would be a type
	}
	if n.name == "i" {
		for _, k := range []string{"i", "j", "k"} {
			if s.free(k) {
				n.name = k
				break
			}
		}
	}
	if !s.free(n.name) {
		n.base = strings.TrimRight(n.name, "0123456789")
		n.suffix = max(s.next[n.base], 2)
		for !s.free(n.base + strconv.Itoa(n.suffix)) {
			n.suffix++
		}
		s.next[n.base] = n.suffix + 1
		n.name = n.base + strconv.Itoa(n.suffix)
	}
	s.active[n.name] = true
	top := len(s.stack) - 1
	s.stack[top] = append(s.stack[top], n)
	return n.name
}
