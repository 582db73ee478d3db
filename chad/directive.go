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

// directives finds the directives of a source file. Every line that begins with
// the prefix must be a directive and stand, with nothing but comments between, above a definition.
//
// The directive --chad:emit stands by itself, before the first def, and says how the code of the file is made.
func directives(src *diag.Source, text string) (out []directive, emit EmitOptions, ds diag.List) {
	var open []directive
	defs := false
	report := func(d directive, hint, format string, args ...any) {
		ds = append(ds, src.Diagnose(d.at, d.end, codeDirective, fmt.Sprintf(format, args...), hint))
	}
	detached := func() {
		for _, d := range open {
			report(d, "put it on the line above a def", "this directive belongs to no definition")
		}
		open = nil
	}
	offset := 0
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line, "\r\n")
		d := directive{at: offset, end: offset + len(trimmed)}
		offset += len(line)
		switch {
		case emitDirective(trimmed):
			if msg, hint := emit.parse(strings.Fields(trimmed)[1:]); msg != "" {
				report(d, hint, "%s", msg)
			}
			if defs {
				report(d, "move it above the first def", "this directive is about the whole file")
			}
		case strings.HasPrefix(trimmed, directivePrefix):
			if msg, hint := d.parse(strings.TrimPrefix(trimmed, directivePrefix)); msg != "" {
				report(d, hint, "%s", msg)
				continue
			}
			open = append(open, d)
		case strings.HasPrefix(strings.TrimSpace(trimmed), directivePrefix):
			report(d, "start it in the first column", "this directive is indented")
		case strings.HasPrefix(trimmed, "--"):
		case strings.HasPrefix(trimmed, "def "):
			defs = true
			name := defName(trimmed[len("def "):])
			for _, o := range open {
				o.def = name
				out = append(out, o)
			}
			open = nil
		default:
			detached()
		}
	}
	detached()
	return out, emit, ds
}

func defName(s string) string {
	s = strings.TrimLeft(s, " \t")
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end < 0 {
		return s
	}
	return s[:end]
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

// exported makes a definition's name an exported Go name; primes are left to
// the Go back end.
func exported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return strings.ReplaceAll(string(unicode.ToUpper(r))+name[n:], "'", "Prime")
}

// duplicates reports directives that would give one Go name twice.
func duplicates(src *diag.Source, dirs []directive) diag.List {
	var ds diag.List
	seen := map[string]directive{}
	for _, d := range dirs {
		name := d.goName()
		if first, ok := seen[name]; ok {
			ds = append(ds, src.Diagnose(d.at, d.end, codeDirective,
				fmt.Sprintf("a second function %s; the first is asked for on line %d", name, src.Pos(first.at).Line),
				"give one of them another name with name="))
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
