package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Verb is the kind of a directive: the word after //chad:.
type Verb string

// The verbs. Those from Func to HVP ask for a function; the others say something about the code below them.
const (
	Func       Verb = "func"
	Grad       Verb = "grad"
	VJP        Verb = "vjp"
	JVP        Verb = "jvp"
	Jacobian   Verb = "jacobian"
	Hessian    Verb = "hessian"
	HVP        Verb = "hvp"
	Sum        Verb = "sum"        // the function adds over examples, which come one by one
	Derivative Verb = "derivative" // the function is the JVP of another, or its VJP
	Implicit   Verb = "implicit"   // the function solves an equation, whose derivative is its own
	Nodiff     Verb = "nodiff"     // the function or field is a constant for differentiation
	Checkpoint Verb = "checkpoint" // the loop keeps no tape
	Emit       Verb = "emit"       // settings of the file
	Cut        Verb = "cut"        // above functions of ours: of flow.Func
)

// A Directive is one line //chad:VERB key=value… in a file. What follows after another // is for people.
type Directive struct {
	Verb     Verb
	Pos, End token.Pos // the whole comment
	File     *File

	// Wrt are the parameters, or parts of them, to differentiate by, as given; none means all that vary.
	Wrt []Path
	// Name is the name of the generated function: that of the directive, or the derived one.
	Name string
	// Of is the name of the result to differentiate, or of the function that a derivative belongs to, or of the residual
	// that is zero, or of what is minimised; empty if not given.
	Of Word
	// Pulls says that a derivative is a VJP (form=vjp).
	Pulls bool
	// Minimises says that Of is minimised.
	Minimises bool
	// Ragged are the parameters whose rows may differ in length.
	Ragged []Word
	// Inst are the type arguments for a generic function, in order; none if not given.
	Inst []Word
	// Over are the parameters of a sum that hold examples.
	Over []Word
	// Reproducible says that a sum has the same bits in whatever order examples are added.
	Reproducible bool
	// Second says that a sum is of products with a direction: of the Hessian (form=hvp), or of the Gauss–Newton matrix.
	Second bool
	// GaussNewton says that it is the latter (form=gnvp), where Outputs are the variables of the loop that count as
	// linear.
	GaussNewton bool
	Outputs     []Word
	// Colors says that the matrix is compressed by colours of its columns (by=colors).
	Colors bool
	// Flat asks for an adapter to optimisers whose points are all the numbers that a gradient is by (problem=flat).
	Flat bool
	// DropEffects leaves out prints, logs and writes to package variables (effects=drop). Of all directives of a function
	// either each says it, or none.
	DropEffects bool
	// Types are those that the values of parameters may have that are interfaces; none if not given. All directives of a
	// function have the same.
	Types []Word
	// Settings are those of emit, each one of [Settings].
	Settings []string
	// Parallel is the number of emit's setting parallel=N, or 0.
	Parallel int

	// Decl is the function that the directive stands above, nil for fields, loops and emit.
	Decl *ast.FuncDecl
	// Node is what the directive stands above: an *ast.FuncDecl, *ast.Field, *ast.ForStmt, *ast.RangeStmt, or nil for
	// emit.
	Node ast.Node
	// Object is the function of Decl; nil until the package is checked.
	Object *types.Func
	// Target is what a derivative belongs to, or the residual, or what is minimised; nil until the package is checked.
	Target *types.Func

	// Hidden, if not empty, says that only the method of a workspace is wanted, and what messages call it.
	Hidden string
	// Own says that buffers are memory of generated code.
	Own bool
	// Adds asks for a VJP that adds to its buffers where that can be.
	Adds bool

	named bool     // by name=
	taken *SumOver // apart, of a sum; nil until the package is checked
}

// A Word is a value in a directive, with its place.
type Word struct {
	Text     string
	Pos, End token.Pos
}

// A Path names a parameter and maybe a field in it, a field of that, and so on: theta, m.W.
type Path []Word

// String is the path as it is written.
func (p Path) String() string {
	parts := make([]string, len(p))
	for i, w := range p {
		parts[i] = w.Text
	}
	return strings.Join(parts, ".")
}

// Settings are the words that //chad:emit takes, besides parallel=N.
var Settings = []string{"elementary", "fastmath", "blas", "jam"}

const maxParallel = 64 // parts of a loop

// prefix begins every directive; mark is the word in it.
const (
	prefix = "//" + mark + ":"
	mark   = "chad"
)

// verbs lists the directives, what each adds to the name of the function, and the keys that each takes.
var verbs = []struct {
	verb   Verb
	suffix string
	keys   []string
}{
	{Grad, "Grad", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types", "problem"}},
	{VJP, "VJP", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types"}},
	{JVP, "JVP", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types"}},
	{Jacobian, "Jacobian", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types", "by"}},
	{Hessian, "Hessian", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types", "by"}},
	{HVP, "HVP", []string{"wrt", "name", "of", "inst", "ragged", "effects", "types"}},
	{Func, "Func", []string{"name", "inst", "ragged", "effects", "types"}},
	{Sum, "Sum", []string{"over", "wrt", "name", "ragged", "form", "outputs", "reproducible"}},
	{Derivative, "", []string{"of", "form"}},
	{Implicit, "", []string{"residual", "minimises"}},
	{Nodiff, "", nil},
	{Checkpoint, "", nil},
	{Emit, "", nil},
}

// Generates reports whether the directive asks for a function.
func (d *Directive) Generates() bool { return d.Verb != Sum && suffix(d.Verb) != "" }

func suffix(v Verb) string {
	for _, row := range verbs {
		if row.verb == v {
			return row.suffix
		}
	}
	return ""
}

func keysOf(v Verb) (keys []string, known bool) {
	for _, row := range verbs {
		if row.verb == v {
			return row.keys, true
		}
	}
	return nil, false
}

// parse reads the text of a comment that begins with the prefix.
func parse(text string, pos token.Pos) (*Directive, *Fault) {
	d := &Directive{Pos: pos, End: pos + token.Pos(len(text))}
	whole := func(hint, format string, args ...any) (*Directive, *Fault) {
		return nil, d.fault(hint, format, args...)
	}
	words := fields(text, len(prefix), pos)
	if len(words) > 0 && words[0].Pos != pos+token.Pos(len(prefix)) {
		if _, known := keysOf(Verb(words[0].Text)); known {
			x := words[0].fault("write "+prefix+words[0].Text, "this directive has a blank beside the colon")
			return nil, x.offer("leave the blank out", edit{pos + token.Pos(len(prefix)), words[0].Pos, ""})
		}
		words = nil
	}
	if len(words) == 0 {
		return whole("write one of "+verbList(), "an empty directive")
	}
	verb := words[0]
	d.Verb = Verb(verb.Text)
	keys, known := keysOf(d.Verb)
	if !known {
		return nil, verb.nearest(verbNames(), "write one of "+verbList(), "unknown directive %s", verb.Text)
	}
	if d.Verb == Emit {
		return d.settings(words[1:], verb)
	}
	seen := map[string]string{} // the values, by key
	for _, w := range words[1:] {
		if f := d.option(w, keys, seen); f != nil {
			return nil, f
		}
	}
	if d.Verb == Derivative && d.Of.Text == "" {
		return whole("write //chad:derivative of=G, where G is the function that this one is the derivative of",
			"derivative does not say of what")
	}
	if d.Verb == Implicit && d.Of.Text == "" {
		return whole("write //chad:implicit residual=R, where R(x, p…) is zero at what this function returns for p; or "+
			"minimises=F, where F(x, p…) is least there", "implicit does not say which equation the function solves")
	}
	if d.Verb == Sum && len(d.Over) == 0 {
		return whole("write //chad:sum over=x, where x is the parameter that has the examples; over=x,y if there are several",
			"sum does not say over what")
	}
	if d.GaussNewton && len(d.Outputs) == 0 {
		return whole("add outputs=z, where z is the variable of the loop that has what the model gives for an example, "+
			"or a residual",
			"form=gnvp does not say which variables of the loop count as linear")
	}
	if len(d.Outputs) > 0 && !d.GaussNewton {
		return nil, d.Outputs[0].fault("add form=gnvp, or leave outputs= out", "outputs= is for Gauss–Newton products")
	}
	return d, nil
}

// settings reads the words of emit.
func (d *Directive) settings(words []Word, verb Word) (*Directive, *Fault) {
	known := "the settings are " + list(append(slices.Clone(Settings), "parallel=N"))
	if len(words) == 0 {
		return nil, verb.fault(known, "a directive that sets nothing")
	}
	for _, w := range words {
		if n, ok := strings.CutPrefix(w.Text, "parallel="); ok {
			k, err := strconv.Atoi(n)
			if err != nil || k < 1 || k > maxParallel {
				return nil, w.fault(fmt.Sprintf("parallel=N takes a number from 1 to %d, as in parallel=4",
					maxParallel), "parallel=%s is no number of parts", n)
			}
			d.Parallel = k
			continue
		}
		if !slices.Contains(Settings, w.Text) {
			return nil, w.nearest(Settings, known, "unknown setting %s", w.Text)
		}
		d.Settings = append(d.Settings, w.Text)
	}
	return d, nil
}

// option reads one key=value.
func (d *Directive) option(w Word, keys []string, seen map[string]string) *Fault {
	known := fmt.Sprintf("%s takes nothing else", d.Verb)
	if len(keys) > 0 {
		known = fmt.Sprintf("the keys of %s are %s", d.Verb, list(keys))
	}
	key, text, ok := strings.Cut(w.Text, "=")
	if !ok && key == "reproducible" && slices.Contains(keys, key) {
		if d.Reproducible {
			return w.fault("leave one of them", "%s is given twice", key).offer("leave the second one out", w.out())
		}
		d.Reproducible = true
		return nil
	}
	if !ok || text == "" || key == "reproducible" && slices.Contains(keys, key) {
		switch {
		case slices.Contains(keys, key) && key != "reproducible":
			known = fmt.Sprintf("write %s=…, without blanks", key)
		case d.Verb == "derivative" && !ok: // as in other systems, where it stands above the function
			known += "; it stands above the derivative, and of= names the function that this is of"
		}
		return w.fault(known, "%s is no key=value", w.Text)
	}
	if !slices.Contains(keys, key) {
		return Word{key, w.Pos, w.Pos + token.Pos(len(key))}.nearest(keys, known, "%s does not take %s", d.Verb,
			key).over(w)
	}
	if before, twice := seen[key]; twice {
		x := w.fault("leave one of them", "%s is given twice", key)
		if before == text {
			x.offer("leave the second one out", w.out())
		}
		return x
	}
	seen[key] = text
	value := Word{text, w.End - token.Pos(len(text)), w.End}
	switch key {
	case "wrt":
		return d.wrt(value)
	case "name":
		if !token.IsIdentifier(text) || text == "_" {
			return value.fault("choose another name", "%s is no name for a function", text)
		}
		d.Name, d.named = text, true
	case "by":
		if text != "colors" {
			return value.fault("write by=colors", "%s is no way to compress a matrix", text).
				offer("write by=colors", edit{value.Pos, value.End, "colors"})
		}
		d.Colors = true
	case "form":
		if d.Verb == Sum {
			d.GaussNewton = text == "gnvp"
			if d.Second = d.GaussNewton || text == string(HVP); !d.Second {
				return value.fault("write form=hvp for products with the Hessian, form=gnvp for those with the Gauss–Newton "+
					"matrix; without form= it is the gradient", "%s is no form of a sum", text)
			}
			break
		}
		if text != string(JVP) && text != string(VJP) {
			return value.fault("write form=vjp for a VJP; without form= it is a JVP", "%s is no form of a derivative",
				text)
		}
		d.Pulls = text == string(VJP)
	case "of", "residual", "minimises":
		if d.Of.Text != "" {
			return value.fault("write residual=R or minimises=F",
				"the function solves one equation, or minimises one function")
		}
		d.Of, d.Minimises = value, key == "minimises"
	case "inst":
		d.Inst = value.split(",")
	case "effects":
		if text != "drop" {
			return value.fault("write effects=drop", "%s is nothing to do with effects", text)
		}
		d.DropEffects = true
	case "types":
		d.Types = value.split(",")
	case "over":
		d.Over = value.split(",")
	case "outputs":
		d.Outputs = value.split(",")
	case "ragged":
		d.Ragged = value.split(",")
	case "problem":
		if text != "flat" {
			return value.fault("write problem=flat", "%s is no layout of a problem", text).
				offer("write problem=flat", edit{value.Pos, value.End, "flat"})
		}
		d.Flat = true
	}
	return nil
}

// wrt reads a,b.c.
func (d *Directive) wrt(value Word) *Fault {
	for _, p := range value.split(",") {
		path := Path(p.split("."))
		if p.Text == "" {
			return p.fault("write the names of parameters without blanks between them, as in wrt=a,b.c",
				"a name is missing before or after a comma of wrt=")
		}
		for _, name := range path {
			if !token.IsIdentifier(name.Text) || name.Text == "_" {
				return p.fault("write the names of parameters, separated by commas, as in wrt=a,b.c",
					"%q names no parameter", p.Text)
			}
		}
		for _, other := range d.Wrt {
			if n := min(len(path), len(other)); path[:n].String() == other[:n].String() {
				x := p.fault("leave one of them", "%s and %s overlap", other, path)
				if len(path) >= len(other) { // a part of what is there already
					x.offer("leave "+path.String()+" out", edit{p.Pos - 1, p.End, ""})
				}
				return x
			}
		}
		d.Wrt = append(d.Wrt, path)
	}
	return nil
}

// split cuts a word at the separators, keeping places.
func (w Word) split(sep string) []Word {
	var out []Word
	at := w.Pos
	for part := range strings.SplitSeq(w.Text, sep) {
		out = append(out, Word{part, at, at + token.Pos(len(part))})
		at += token.Pos(len(part) + len(sep))
	}
	return out
}

// fields are the words of text from an offset on, up to a word that begins a comment; pos is the place of text.
func fields(text string, from int, pos token.Pos) []Word {
	var out []Word
	for i := from; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' || text[i] == '\r' {
			i++
			continue
		}
		j := i
		for j < len(text) && text[j] != ' ' && text[j] != '\t' && text[j] != '\r' {
			j++
		}
		if strings.HasPrefix(text[i:j], "//") {
			break
		}
		out = append(out, Word{text[i:j], pos + token.Pos(i), pos + token.Pos(j)})
		i = j
	}
	return out
}

func verbNames() []string {
	names := make([]string, len(verbs))
	for i, row := range verbs {
		names[i] = string(row.verb)
	}
	return names
}

func verbList() string {
	names := verbNames()
	for i, n := range names {
		names[i] = prefix + n
	}
	return list(names)
}

// list is a, b and c.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
