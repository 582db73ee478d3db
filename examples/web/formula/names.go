package formula

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/suggest"
)

// own are the names that every formula has.
var own = []string{"x", "y", "e", "pi", "inf"} //nolint:gochecknoglobals // a constant

// knows reports whether a name has a meaning in a formula, or is bound somewhere in it. Where it is not bound at its own
// place the front end of the language says so.
func (r *rewriter) knows(name string) bool { return slices.Contains(own, name) || r.bound[name] }

// unknown says of a name what may have been meant. The front end would suggest names that formulas cannot have.
func (r *rewriter) unknown(t token) {
	name := string(r.source.Text[t.from:t.to])
	known := slices.Concat(own, slices.Collect(maps.Keys(r.bound)), slices.Collect(maps.Keys(arity)), slices.Collect(maps.Keys(names)))
	hint := "a formula is of x and y; let " + name + " = 2 in … gives a number a name"
	lower := strings.ToLower(name)
	at := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, lower) })
	switch {
	case instead[lower] != "":
		hint = instead[lower]
	case strings.HasSuffix(name, "'"):
		hint = "derivatives are shown below the drawings"
	case at >= 0:
		hint = "did you mean " + known[at] + "?"
	case utf8.RuneCountInString(name) < 3 || !unicode.IsLetter(rune(name[0])): // one letter is as near as any other
	default:
		if text, arg := suggest.DidYouMean(name, known), strings.TrimLeft(name, "abcdefghijklmnopqrstuvw"); text != "" {
			hint = text
			if _, ok := arity[strings.TrimSuffix(name, arg)]; ok && arg != "" && strings.Trim(arg, "xy") == "" {
				hint = "did you mean " + strings.TrimSuffix(name, arg) + " " + arg + "?" // sinx
			}
		}
	}
	r.failAt(t, "unknown name "+name, hint)
}

// bound are the names that a formula binds: those before a =, alone or in parentheses, and those that count, before a <
// and after for, a bar or a comma.
func bound(toks []token) map[string]bool {
	out := map[string]bool{}
	for i, t := range toks {
		switch {
		case i == 0 || t.kind != infix:
		case t.text == "=" && toks[i-1].kind == name:
			out[toks[i-1].text] = true
		case t.text == "=" && toks[i-1].text == ")":
			for k := i - 1; k >= 0 && toks[k].text != "("; k-- {
				if toks[k].kind == name {
					out[toks[k].text] = true
				}
			}
		case t.text == "<" && i > 1 && toks[i-1].kind == name && slices.Contains([]string{"|", ",", "for", "down"}, toks[i-2].text):
			out[toks[i-1].text] = true
		}
	}
	return out
}
