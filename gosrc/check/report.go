package check

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// verdicts are what came of subjects, by their names.
type verdicts map[string]*judge.Verdict

func (v verdicts) wrong(s *subject) bool { return v[s.name] != nil && v[s.name].Wrong != "" }

// report adds what came of the package.
func (c *checking) report(r *Report, subjects []*subject, verdicts verdicts) {
	g := c.calls()
	because := map[*subject][]string{} // by what is to blame
	for _, s := range subjects {
		v := verdicts[s.name]
		line := Line{Name: c.prefix + s.display()}
		switch {
		case s.kind == helper && !verdicts.wrong(s):
			continue
		case len(s.derived) == 0 || v == nil:
			line.Text = "passed over: its derivatives cannot be generated"
		case v.Wrong == "":
			line.Text = verdictText(v)
			if v.Points == 0 && !v.Given {
				line.Text += "; give some by " + hook(s.fn) + " in a test file"
			}
		case s.kind != attached && g.stopped(s.fn) != nil:
			line.Text = fmt.Sprintf("passed over: %s, which has //chad:nodiff, keeps derivatives from what differences see",
				qualified(g.stopped(s.fn)))
		default:
			line.Text = "FAILED: " + v.Wrong
			if b := c.blamed(g, s, subjects, verdicts); b != nil {
				name, d := b.wrongBy(verdicts[b.name])
				at := c.p.World.Position(d.Pos)
				line.Text = fmt.Sprintf("FAILED because of %s, at %s:%d", name, at.File, at.Line)
				because[b] = append(because[b], s.display())
			}
		}
		r.Lines = append(r.Lines, line)
	}
	for _, s := range subjects {
		v := verdicts[s.name]
		if v == nil || v.Wrong == "" || s.kind != attached && g.stopped(s.fn) != nil ||
			c.blamed(g, s, subjects, verdicts) != nil {
			continue
		}
		r.Wrong = append(r.Wrong, c.wrong(s, v, because[s]))
	}
	r.Wrong = r.Wrong.Sort()
}

// hook is the head of the function that gives arguments for f.
func hook(f *types.Func) string {
	vars := slices.Collect(f.Signature().Params().Variables())
	if recv := f.Signature().Recv(); recv != nil {
		vars = slices.Insert(vars, 0, recv)
	}
	named := !slices.ContainsFunc(vars, func(v *types.Var) bool { return v.Name() == "" || v.Name() == "rng" })
	var results []string
	for _, v := range vars {
		typ := types.TypeString(v.Type(), func(p *types.Package) string {
			if p == f.Pkg() {
				return ""
			}
			return p.Name()
		})
		if named {
			typ = v.Name() + " " + typ
		}
		results = append(results, typ)
	}
	return fmt.Sprintf("func %s%s(rng *rand.Rand) (%s)", hookPrefix, strings.ReplaceAll(qualified(f), ".", ""),
		strings.Join(results, ", "))
}

// wrong is the message about a derivative.
func (c *checking) wrong(s *subject, v *judge.Verdict, because []string) diag.Diagnostic {
	name, by := s.wrongBy(v)
	text := fmt.Sprintf("the derivative of %s is wrong", qualified(s.fn))
	switch {
	case s.kind == attached && v.Other != "":
		text = fmt.Sprintf("%s is not the transpose of %s", name, v.Other)
	case s.kind == attached:
		text = fmt.Sprintf("%s is not the derivative of %s", name, qualified(s.fn))
	}
	text += fmt.Sprintf(": %s, at %s", v.Wrong, v.At)
	hint := ""
	if len(because) > 0 {
		slices.Sort(because)
		hint = "wrong because of it: " + strings.Join(slices.Compact(because), "; ")
	}
	d := c.p.World.Diagnose(by.Pos, by.End, gosrc.CodeWrong, text, hint)
	if w := c.warning(s); w != nil && s.kind != attached {
		at := w.Diagnostic(c.p)
		d.Pos, d.End, d.Line = at.Pos, at.End, at.Line
		d.Message += "; " + w.Message
		d.Hint = w.Hint
	}
	return d
}

// warning is one of chad gen that says why a derivative is not what differences see, or nil.
func (c *checking) warning(s *subject) *gosrc.Warning {
	for _, f := range c.calls().reach(s.fn) {
		decl, file := c.decl(f)
		if decl == nil {
			continue
		}
		from, to := c.p.Fset.PositionFor(decl.Pos(), false).Line, c.p.Fset.PositionFor(decl.End(), false).Line
		for i, w := range c.warnings {
			if w.Code == gosrc.CodeSearch && w.File == filepath.Base(file.Path) &&
				from <= w.Line && w.Line <= to {
				return &c.warnings[i]
			}
		}
	}
	return nil
}

// verdictText is what there is to say where nothing is wrong.
func verdictText(v *judge.Verdict) string {
	var notes []string
	if v.Rough > 0 {
		notes = append(notes, fmt.Sprintf("differences say nothing at %d", v.Rough))
	}
	if v.NotNumbers > 0 {
		notes = append(notes, fmt.Sprintf("%d derivatives are no numbers", v.NotNumbers))
	}
	if v.Useless > 0 {
		notes = append(notes, fmt.Sprintf("%d more draws passed over: %s", v.Useless, firstLine(v.Why)))
	}
	note := ""
	if len(notes) > 0 {
		note = " (" + strings.Join(notes, "; ") + ")"
	}
	switch {
	case v.Points == 0 && v.Why != "":
		return "passed over: no arguments work; the last: " + firstLine(v.Why)
	case v.Points == 0:
		return "passed over: no arguments work"
	case v.Points == v.Rough:
		return "passed over: at none of its points do differences say anything" + note
	}
	text := fmt.Sprintf("ok at %d points%s: against differences %.1e", v.Points-v.Rough, note, v.Forward)
	if v.Reverse > 0 {
		text += fmt.Sprintf(", reverse against forward %.1e", v.Reverse)
	}
	return text
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
