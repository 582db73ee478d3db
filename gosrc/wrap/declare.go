package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
)

// root prepares a root: names for its parameters, its workspace, its flattened definition.
func (f *file) root(r *Root) (*root, error) {
	rt := &root{Root: r, file: f, params: r.parameters(), space: f.space(r)}
	names := rt.names()
	for i := range rt.params {
		p := &rt.params[i]
		hint := p.source
		if hint == "" || hint == "_" {
			hint = "x"
		}
		p.name = names.fresh(hint)
	}
	rt.receiver = names.fresh("w")
	if err := rt.spelled(); err != nil {
		return rt, err
	}
	var err error
	rt.flat, err = r.flatten(rt.params, f.Data)
	return rt, err
}

// space is the workspace of a root, whose methods for users have their names: what else is in it gets others.
func (f *file) space(r *Root) *space {
	if f.spaces[r.Func] == nil {
		s := &space{fieldNames: newScope(), runs: map[string]string{}}
		s.typ, s.make = r.workspace()
		for _, o := range f.Roots {
			for i := range o.Directives {
				if o.Func == r.Func {
					forward, pullback := o.halves(&o.Directives[i])
					s.fieldNames.taken[o.name(&o.Directives[i])], s.fieldNames.taken[forward], s.fieldNames.taken[pullback] = true, true, true
				}
			}
		}
		s.lock = s.fieldNames.fresh("lock")
		f.spaces[r.Func] = s
	}
	return f.spaces[r.Func]
}

// names is a scope for a function: without the names that the file may refer to.
func (r *root) names() *scope {
	s := newScope(r.Func.Name())
	s.hidden = r.file.suffix
	s.outer = r.file.avoids
	return s
}

// prepare makes what is known of the functions of a directive before their cores are emitted: the heads, and the
// exports for the cores.
func (r *root) prepare(d *Directive) ([]*fn, []chad.Export, error) {
	make, ok := verbs[d.Verb]
	if !ok {
		return nil, nil, fmt.Errorf("unknown directive %s", d.Verb)
	}
	w, e, err := r.prepareVerb(d, r.name(d), make)
	if err != nil {
		return nil, nil, err
	}
	if _, err := r.adapterOf(d); err != nil {
		return nil, nil, err
	}
	if d.Hidden != "" {
		w.method, w.at, w.hidden = true, r.file.Package.Name()+"."+d.Hidden, true
		w.runs[w.name] = w.name
	}
	fns, exports := []*fn{w}, []chad.Export{e}
	if f, p := r.halves(d); f != "" && d.Hidden == "" {
		fw, fe, err := r.prepareVerb(d, f, newForward)
		if err != nil {
			return nil, nil, err
		}
		pw, pe, err := r.prepareVerb(d, p, func(w *fn) verb { return newPullback(w, fw.verb.(*forward)) })
		if err != nil {
			return nil, nil, err
		}
		for _, m := range []*fn{fw, pw} {
			m.method, m.at = true, r.file.Package.Name()+"."+r.typ+"."+m.name
		}
		fns, exports = append(fns, fw, pw), append(exports, fe, pe)
	}
	return fns, exports, nil
}

func (r *root) prepareVerb(d *Directive, name string, make func(w *fn) verb) (*fn, chad.Export, error) {
	w := &fn{root: r, d: d, name: name, size: map[*shape]string{}, measured: map[*shape]string{},
		using: map[string]bool{}, drawn: map[string]string{}, names: r.names()}
	for _, p := range r.params {
		w.names.taken[p.name] = true
	}
	w.names.taken[r.receiver] = true
	w.at = r.file.Package.Name() + "." + w.name
	if recv := r.signature().Recv(); recv != nil {
		w.at = r.file.Package.Name() + "." + receiverName(recv.Type()) + "." + w.name
	}
	var err error
	if w.results, err = r.Root.results(d.Of); err != nil {
		return nil, chad.Export{}, err
	}
	if d.Verb != "func" {
		if w.items, err = r.items(r.params, d.Wrt); err != nil {
			return nil, chad.Export{}, err
		}
	}
	for i := range w.items {
		if p := r.params[w.items[i].param]; p.source == "" || p.source == "_" {
			w.items[i].text = p.name
		}
	}
	w.verb = make(w)
	if w.comps, err = w.components(w.results); err != nil {
		return nil, chad.Export{}, err
	}
	if err := w.looseFault(); err != nil {
		return nil, chad.Export{}, err
	}
	e, err := w.verb.derive()
	if err != nil {
		return nil, chad.Export{}, err
	}
	e.Name = w.coreName("")
	e.Doc = "is the core of " + w.name + "."
	w.verb.signature()
	return w, e, nil
}

// coreName is a new name for a core, without the suffix of the file.
func (w *fn) coreName(suffix string) string {
	return w.file.cores.fresh("core" + upper(w.base()) + upper(strings.TrimPrefix(w.name, w.stem())) + suffix)
}

// A verb is what is special to one kind of directive.
type verb interface {
	// derive makes the core.
	derive() (chad.Export, error)
	// signature adds the parameters and results beyond those of the user's function.
	signature()
	// body writes the body of the method of the workspace.
	body()
	// doc is the doc comment.
	doc() string
}

// verbs make the verb of a function.
var verbs = map[string]func(w *fn) verb{ //nolint:gochecknoglobals // a constant
	"grad": newGrad, "vjp": newVJP, "jvp": newJVP, "hvp": newHVP, "func": newPlain,
	"jacobian": newJacobian, "hessian": newHessian,
}

// heads starts the signature: the parameters and results of the user's function.
func (w *fn) heads() {
	for i, p := range w.params {
		w.looks(p.name, p.typ)
		w.choose(&w.params[i])
		decl := p.name + " " + w.typeString(p.typ)
		if i == 0 && w.isMethod() {
			w.sig.recv = decl
			continue
		}
		w.sig.params = append(w.sig.params, decl)
		w.sig.args = append(w.sig.args, p.name)
	}
	for _, r := range w.results {
		w.sig.results = append(w.sig.results, w.typeString(r.typ))
	}
}

// param adds a parameter.
func (w *fn) param(hint string, typ types.Type) string {
	n := w.names.fresh(hint)
	w.looks(n, typ)
	w.sig.params = append(w.sig.params, n+" "+w.typeString(typ))
	w.sig.args = append(w.sig.args, n)
	return n
}

func resultList(rs []string) string {
	if len(rs) == 1 && !strings.Contains(rs[0], " ") {
		return " " + rs[0]
	}
	if len(rs) == 0 {
		return ""
	}
	return " (" + strings.Join(rs, ", ") + ")"
}

// body writes the body.
func (w *fn) body() {
	w.verb.body()
}

// declare writes the plain function, or method of the user's type.
func (w *fn) declare(b *strings.Builder) {
	writeComment(b, w.name+" "+w.verb.doc())
	recv, args := "", w.sig.args
	if w.sig.recv != "" {
		recv = "(" + w.sig.recv + ") "
		args = append([]string{w.params[0].name}, args...)
	}
	ws := w.receiver
	fmt.Fprintf(b, "func %s%s(%s)%s {\n", recv, w.name, strings.Join(w.sig.params, ", "), resultList(w.sig.results))
	call := fmt.Sprintf("%s.%s(%s)", ws, w.run(), strings.Join(args, ", "))
	if !w.memory {
		fmt.Fprintf(b, "var %s %s\n%s%s\n}\n\n", ws, w.typ, map[bool]string{true: "return "}[len(w.sig.results) > 0],
			call)
		return
	}
	if w.pool == "" {
		w.pool = w.file.hidden.fresh(lower(w.base())+"Pool") + w.file.suffix
	}
	fmt.Fprintf(b, "%s := %s.Get().(*%s)\n", ws, w.pool, w.typ)
	if len(w.sig.results) == 0 {
		fmt.Fprintf(b, "%s\n%s.Put(%s)\n}\n\n", call, w.pool, ws)
		return
	}
	var vals []string
	for i := range w.sig.results {
		hint := w.resultName(i)
		vals = append(vals, w.names.fresh(hint))
	}
	fmt.Fprintf(b, "%s := %s\n%s.Put(%s)\nreturn %s\n}\n\n", strings.Join(vals, ", "), call, w.pool, ws,
		strings.Join(vals, ", "))
}

func writeComment(b *strings.Builder, text string) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
}

func (w *fn) resultName(i int) string {
	if i < len(w.results) {
		if r := w.results[i]; r.name != "" && r.name != "_" {
			return r.name
		} else if r.shape.kind == errorKind {
			return "err"
		}
	}
	return "y"
}

// run is the name of the method of the workspace that has the code.
func (w *fn) run() string {
	if w.runs[w.name] == "" {
		w.runs[w.name] = w.fieldNames.fresh("run" + upper(w.name))
	}
	return w.runs[w.name]
}

// declareWorkspace writes the workspace of a root and its methods.
func (r *root) declareWorkspace(b *strings.Builder, fns []*fn) {
	fns = slices.DeleteFunc(slices.Clone(fns), func(w *fn) bool { return w.space != r.space })
	var names []string
	hidden := true
	for _, w := range fns {
		if !w.method || w.hidden {
			names = append(names, w.name)
		}
		hidden = hidden && w.hidden
	}
	if hidden {
		fmt.Fprintf(b, "// %s is the memory of %s between calls.\ntype %s struct {\n", r.typ, enumeration(names), r.typ)
		for _, f := range r.fields {
			b.WriteString(f.name + " " + f.typ + "\n")
		}
		b.WriteString("}\n\n")
		for _, w := range fns {
			w.methods(b)
		}
		return
	}
	of := enumeration(names)
	comment := fmt.Sprintf("%s is the memory of %s between calls, as large as one has needed yet: calls that need no "+
		"more\nallocate nothing. The zero value is ready for use. "+
		"A workspace must not be copied, and serves one call at a time:\nanother that comes meanwhile "+
		"panics.", r.typ, of)
	b.WriteString("// " + strings.ReplaceAll(comment, "\n", "\n// ") + "\n")
	fmt.Fprintf(b, "type %s struct {\n%s %s\n", r.typ, r.lock, r.file.helper("guard"))
	for _, f := range r.fields {
		b.WriteString(f.name + " " + f.typ + "\n")
	}
	b.WriteString("}\n\n")
	fmt.Fprintf(b,
		"// %s is a workspace without memory; that comes with the first call.\nfunc %s() *%s { return "+
			"new(%s) }\n\n", r.make, r.make, r.typ, r.typ)
	if r.pool != "" {
		fmt.Fprintf(b, "var %s = %s.Pool{New: func() any { return %s() }}\n\n", r.pool, r.file.use("sync"), r.make)
	}
	for _, w := range fns {
		w.methods(b)
	}
}

// methods writes the two methods of the workspace: that for users, and the one with the code.
func (w *fn) methods(b *strings.Builder) {
	params, args := w.sig.params, w.sig.args
	if w.sig.recv != "" { // a parameter of the method
		params, args = append([]string{w.sig.recv}, params...), append([]string{w.params[0].name}, args...)
	}
	if w.hidden {
		params, look := w.givenParams(params)
		writeComment(b, w.name+" "+w.verb.doc())
		fmt.Fprintf(b, "func (%s *%s) %s(%s)%s {\n%s%s}\n\n", w.receiver, w.typ, w.name, strings.Join(params, ", "),
			resultList(w.sig.results), look, w.text.String())
		return
	}
	if w.method {
		writeComment(b, w.name+" "+w.verb.doc())
	} else {
		fmt.Fprintf(b, "// %s is the function %s in the memory of %s.\n", w.name, w.name, w.receiver)
	}
	fmt.Fprintf(b, "func (%s *%s) %s(%s)%s {\n%s.%s.enter(%q)\ndefer %s.%s.leave()\n", w.receiver, w.typ, w.name,
		strings.Join(params, ", "), resultList(w.sig.results), w.receiver, w.lock, w.at, w.receiver, w.lock)
	if len(w.sig.results) > 0 {
		b.WriteString("return ")
	}
	fmt.Fprintf(b, "%s.%s(%s)\n}\n\n", w.receiver, w.run(), strings.Join(args, ", "))
	params, look := w.givenParams(params)
	fmt.Fprintf(b, "func (%s *%s) %s(%s)%s {\n%s%s}\n\n", w.receiver, w.typ, w.run(), strings.Join(params, ", "),
		resultList(w.sig.results), look, w.text.String())
}

func enumeration(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
