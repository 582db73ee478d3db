package chad

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

// A directive asks for one Go function of the definition below it:
//
//	--chad:grad wrt=theta name=LossGrad
//	def loss …
type directive struct {
	verb string
	def  string
	wrt  []string
	name string // of the Go function; derived when empty
	at   int    // byte offset of the line
	end  int
}

// Codes of the messages about directives.
const (
	codeDirective diag.Code = "chad-directive"
	codeDerive    diag.Code = "chad-derive"
	codeEmit      diag.Code = "chad-emit"
)

const directivePrefix = "--chad:"

// verbs are the directives and the suffix of the Go name that each gives.
var verbs = []struct{ name, suffix string }{
	{"func", ""}, {"grad", "Grad"}, {"vjp", "VJP"}, {"jvp", "JVP"},
	{"jacobian", "Jacobian"}, {"hessian", "Hessian"}, {"hvp", "HVP"},
}

func suffixOf(verb string) (string, bool) {
	for _, v := range verbs {
		if v.name == verb {
			return v.suffix, true
		}
	}
	return "", false
}

// directives finds the directives of a source file. Every comment that begins with the prefix must be a directive, in
// the first column, and stand, with nothing but comments between, above a definition.
//
// The directive --chad:emit stands by itself, before the first def, and says how the code of the file is made.
func directives(src *diag.Source, f *text.File) (out []directive, emit EmitOptions, ds diag.List) {
	report := func(d directive, hint, format string, args ...any) {
		ds = append(ds, src.Diagnose(d.at, d.end, codeDirective, fmt.Sprintf(format, args...), hint))
	}
	defs, first := map[int]*text.Def{}, len(src.Text)
	for _, d := range f.Decls {
		if d, ok := d.(*text.Def); ok {
			defs[int(d.Start)] = d
			first = min(first, int(d.Start))
		}
	}
	for c, next := range f.Comments {
		d := directive{at: int(c.Start), end: int(c.End)}
		line := string(src.Text[d.at:d.end])
		if !strings.HasPrefix(line, directivePrefix) {
			continue
		}
		below := src.Text[d.end:next]
		switch {
		case d.at > 0 && src.Text[d.at-1] != '\n':
			what := "is indented"
			if c := bytes.TrimRight(src.Text[:d.at], " \t"); len(c) > 0 && c[len(c)-1] != '\n' {
				what = "stands after other text"
			}
			report(d, "start it in the first column", "this directive %s", what)
		case emitDirective(line):
			if msg, hint := emit.parse(strings.Fields(line)[1:]); msg != "" {
				report(d, hint, "%s", msg)
			}
			if d.at > first {
				report(d, "move it above the first def", "this directive is about the whole file")
			}
		default:
			if msg, hint := d.parse(strings.TrimPrefix(line, directivePrefix)); msg != "" {
				report(d, hint, "%s", msg)
			} else if def := defs[int(next)]; def == nil || hasBlankLine(below) {
				report(d, "put it on the line above a def", "this directive belongs to no definition")
			} else {
				d.def = def.Name.Name
				out = append(out, d)
			}
		}
	}
	return out, emit, ds
}

// hasBlankLine reports whether there is an empty line between two others.
func hasBlankLine(b []byte) bool {
	lines := bytes.Split(b, []byte("\n"))
	for k, line := range lines {
		if 0 < k && k < len(lines)-1 && len(bytes.TrimSpace(line)) == 0 {
			return true
		}
	}
	return false
}

// parse reads "verb key=value …"; msg is not empty when it cannot.
func (d *directive) parse(s string) (msg, hint string) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return "an empty directive", "write one of " + verbList()
	}
	d.verb = fields[0]
	if _, ok := suffixOf(d.verb); !ok {
		return fmt.Sprintf("unknown directive %s", d.verb), "write one of " + verbList()
	}
	for _, f := range fields[1:] {
		key, value, ok := strings.Cut(f, "=")
		switch {
		case !ok || value == "":
			return fmt.Sprintf("%s is no key=value", f), "the keys are wrt and name"
		case key == "wrt" && d.verb != "func":
			d.wrt = strings.Split(value, ",")
		case key == "name":
			if !token.IsIdentifier(value) {
				return fmt.Sprintf("%s is no Go identifier", value), "choose another name"
			}
			d.name = value
		default:
			return fmt.Sprintf("%s does not take %s", d.verb, key), "the keys are wrt and name"
		}
	}
	return "", ""
}

func verbList() string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = directivePrefix + v.name
	}
	return strings.Join(append(names, emitPrefix), ", ")
}

// goName is the name of the Go function.
func (d *directive) goName() string {
	if d.name != "" {
		return d.name
	}
	suffix, _ := suffixOf(d.verb)
	return exported(d.def) + suffix
}

// exported makes a definition's name an exported Go name: primes are spelled out, subscripts are digits, and other
// marks go.
func exported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	var b strings.Builder
	b.WriteRune(unicode.ToUpper(r))
	for _, r := range name[n:] {
		if r = syntax.Digit(r); r == '\'' {
			b.WriteString("Prime")
		} else if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// duplicates reports directives that would give one Go name twice.
func duplicates(src *diag.Source, dirs []directive) diag.List {
	var ds diag.List
	seen := map[string]directive{}
	for _, d := range dirs {
		name := d.goName()
		if first, ok := seen[name]; ok {
			twice := src.Diagnose(d.at, d.end, codeDirective,
				fmt.Sprintf("a second function %s; the first is asked for on line %d", name, src.Pos(first.at).Line),
				"give one of them another name with name=")
			twice.Relate(src.Diagnose(first.at, first.end, "", "", ""), "asked for here")
			ds = append(ds, twice)
			continue
		}
		seen[name] = d
	}
	return slices.Clip(ds)
}

// HasDirective reports whether a source file has a line that begins like a directive.
func HasDirective(src []byte) bool {
	return bytes.HasPrefix(src, []byte(directivePrefix)) || bytes.Contains(src, []byte("\n"+directivePrefix))
}
