package wild

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// A Wrapper is a package of the user's own with one function, F, that calls a function of another module.
type Wrapper struct {
	name    string
	pkg     *types.Package
	used    map[string]bool   // names that are taken
	imports map[string]string // names of packages by their paths
	params  []param
	pre     []string // statements before the call
	failed  bool     // a constructor among them may return an error
	results []result
}

// A param is a parameter of F.
type param struct {
	name   string
	typ    types.Type
	length int // of a slice; 0 is any
}

// A result of the function that is called. Those without float64s are dropped.
type result struct {
	typ  types.Type
	kept bool
}

const (
	mostParams = 10
	matPath    = "gonum.org/v1/gonum/mat"
)

// Wrap writes a caller of a function or method. It is nil if there is none to write: all parameters must be plain, or be
// made of what is plain by a constructor or from the fields that are; float64s must be among the parameters and the
// results.
func Wrap(fn *types.Func) *Wrapper {
	sig := fn.Signature()
	w := &Wrapper{pkg: fn.Pkg(), used: map[string]bool{}, imports: map[string]string{}, name: nameOf(fn)}
	for _, name := range []string{"F", "i", "row", "copied"} { // those of Source
		w.used[name] = true
	}
	call := ""
	if recv := sig.Recv(); recv != nil {
		expr, ok := w.arg(recv.Type(), recv.Name())
		if !ok || types.IsInterface(recv.Type()) {
			return nil
		}
		call = expr + "." + fn.Name()
	} else {
		inst, text := instance(sig)
		if inst == nil {
			return nil
		}
		sig = inst
		call = w.use(fn.Pkg()) + "." + fn.Name() + text
	}
	var args []string
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		expr, ok := w.arg(p.Type(), p.Name())
		if !ok {
			return nil
		}
		if sig.Variadic() && i == sig.Params().Len()-1 {
			expr += "..."
		}
		args = append(args, expr)
	}
	w.pre = append(w.pre, call+"("+strings.Join(args, ", ")+")")
	if !w.setResults(sig.Results()) || len(w.params) > mostParams || len(w.varying()) == 0 {
		return nil
	}
	return w
}

// nameOf is Func, or Type.Method.
func nameOf(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		return named(recv.Type()).Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// instance is a generic signature for float64. It is nil if there is none.
func instance(sig *types.Signature) (*types.Signature, string) {
	n := sig.TypeParams().Len()
	if n == 0 {
		return sig, ""
	}
	args, names := float64s(n)
	t, err := types.Instantiate(nil, sig, args, true)
	if err != nil {
		return nil, ""
	}
	return t.(*types.Signature), "[" + names + "]"
}

func float64s(n int) ([]types.Type, string) {
	return slices.Repeat([]types.Type{types.Typ[types.Float64]}, n), strings.Join(slices.Repeat([]string{"float64"}, n), ", ")
}

func (w *Wrapper) setResults(rs *types.Tuple) bool {
	any := false
	for i := range rs.Len() {
		t := rs.At(i).Type()
		kept := plain(t) && holds(t)
		any = any || kept
		w.results = append(w.results, result{t, kept || isError(t) && i == rs.Len()-1})
	}
	return any
}

// arg is an expression for an argument of type t; parameters of F that it needs are added.
func (w *Wrapper) arg(t types.Type, hint string) (string, bool) {
	switch {
	case plain(t):
		return w.param(t, hint, 0), true
	case isNamed(t, "time", "Time"):
		name := w.param(types.Typ[types.Int64], hint, 0)
		return fmt.Sprintf("%s.Unix(1700000000+100000*%s, 0).UTC()", w.useName("time", "time"), name), true
	case isSource(t):
		return "nil", true
	}
	if expr, ok := w.matrix(t, hint); ok {
		return expr, true
	}
	if expr, ok := w.callback(t); ok {
		return expr, true
	}
	n := named(t)
	if n == nil || !nameable(n) || types.IsInterface(n) {
		return "", false
	}
	if expr, ok := w.construct(t, n, hint); ok {
		return expr, true
	}
	return w.composite(t, n, hint)
}

// matrix makes a matrix or vector of package mat from its elements.
func (w *Wrapper) matrix(t types.Type, hint string) (string, bool) {
	elem := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		elem = p.Elem()
	}
	for _, m := range []struct {
		names, format string
		length        int
	}{
		{"Matrix Dense", "NewDense(3, 3, %s)", 9},
		{"Vector VecDense", "NewVecDense(3, %s)", 3},
		{"Symmetric SymDense", "NewSymDense(3, %s)", 9},
		{"Triangular TriDense", "NewTriDense(3, false, %s)", 9},
	} {
		for _, name := range strings.Fields(m.names) {
			if isNamed(elem, matPath, name) {
				data := w.param(types.NewSlice(types.Typ[types.Float64]), hint, m.length)
				return w.useName(matPath, "mat") + "." + fmt.Sprintf(m.format, data), true
			}
		}
	}
	return "", false
}

// callback is a closure, with a parameter of F in it.
func (w *Wrapper) callback(t types.Type) (string, bool) {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.TypeParams() != nil {
		return "", false
	}
	number := types.Typ[types.Float64]
	is := func(param types.Type) bool {
		want := types.NewSignatureType(nil, nil, nil,
			types.NewTuple(types.NewParam(token.NoPos, nil, "", param)), types.NewTuple(types.NewParam(token.NoPos, nil, "", number)), false)
		return types.Identical(sig, want)
	}
	text := ""
	switch {
	case is(number):
		k := w.param(number, "k", 0)
		text = fmt.Sprintf("func(t float64) float64 { return %s*t + %s.Sin(t) }", k, w.useName("math", "math"))
	case is(types.NewSlice(number)):
		k := w.param(number, "k", 0)
		text = fmt.Sprintf("func(t []float64) float64 {\n\t\ts := 0.0\n\t\tfor _, v := range t {\n\t\t\ts += %s * v * v\n\t\t}\n\t\treturn s\n\t}", k)
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && text != "" { // which may have methods
		text = w.typeName(n) + "(" + text + ")"
	}
	return text, text != ""
}

// construct calls a constructor of t's package: of those named New… or Type… From…, the first by name that takes float64s, else the first.
func (w *Wrapper) construct(t types.Type, n *types.Named, hint string) (string, bool) {
	if n.TypeArgs() != nil {
		return "", false
	}
	scope := n.Obj().Pkg().Scope()
	var found *types.Func
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if ok && fn.Exported() && constructs(fn, n) && (found == nil || !takesFloats(found) && takesFloats(fn)) {
			found = fn
		}
	}
	if found == nil {
		return "", false
	}
	sig := found.Signature()
	var args []string
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if isSource(p.Type()) {
			args = append(args, "nil")
			continue
		}
		expr := w.param(p.Type(), p.Name(), 0)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			expr += "..."
		}
		args = append(args, expr)
	}
	v := w.fresh(hint)
	call := fmt.Sprintf("%s.%s(%s)", w.use(found.Pkg()), found.Name(), strings.Join(args, ", "))
	if sig.Results().Len() == 2 {
		w.failed = true
		w.pre = append(w.pre, fmt.Sprintf("%s, err := %s", v, call), "if err != nil {\n\t\treturn\n\t}")
	} else {
		w.pre = append(w.pre, fmt.Sprintf("%s := %s", v, call))
	}
	return adapt(v, sig.Results().At(0).Type(), t), true
}

// constructs says that fn is a constructor of n with parameters that are plain.
func constructs(fn *types.Func, n *types.Named) bool {
	if !strings.HasPrefix(fn.Name(), "New") && !strings.HasPrefix(fn.Name(), n.Obj().Name()+"From") {
		return false
	}
	sig := fn.Signature()
	rs := sig.Results()
	if sig.TypeParams() != nil || rs.Len() == 0 || rs.Len() > 2 || rs.Len() == 2 && !isError(rs.At(1).Type()) {
		return false
	}
	if r := named(rs.At(0).Type()); r == nil || r.Obj() != n.Obj() {
		return false
	}
	for p := range sig.Params().Variables() {
		if !plain(p.Type()) && !isSource(p.Type()) {
			return false
		}
	}
	return true
}

func takesFloats(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		if plain(p.Type()) && holds(p.Type()) {
			return true
		}
	}
	return false
}

// composite is a literal with those fields that are exported and plain; the others are zero.
func (w *Wrapper) composite(t types.Type, n *types.Named, hint string) (string, bool) {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	any := false
	var fields []string
	for f := range s.Fields() {
		if f.Exported() && plain(f.Type()) {
			any = any || holds(f.Type())
			fields = append(fields, f.Name()+": "+w.param(f.Type(), f.Name(), 0))
		}
	}
	if !any {
		return "", false
	}
	v := w.fresh(hint)
	w.pre = append(w.pre, fmt.Sprintf("%s := %s{%s}", v, w.typeName(n), strings.Join(fields, ", ")))
	return adapt(v, n, t), true
}

// adapt takes the address of a variable, or what it points to, where one is had and the other wanted.
func adapt(v string, have, want types.Type) string {
	_, has := types.Unalias(have).(*types.Pointer)
	_, wants := types.Unalias(want).(*types.Pointer)
	switch {
	case has && !wants:
		return "(*" + v + ")"
	case wants && !has:
		return "(&" + v + ")"
	}
	return v
}

// isSource says that t is a source of random numbers, which may be nil.
func isSource(t types.Type) bool {
	for _, path := range []string{"math/rand", "math/rand/v2", "golang.org/x/exp/rand"} {
		if isNamed(t, path, "Source") {
			return true
		}
	}
	return false
}

// param adds a parameter of F.
func (w *Wrapper) param(t types.Type, hint string, length int) string {
	w.typeName(t) // takes names of packages
	name := w.fresh(hint)
	w.params = append(w.params, param{name, t, length})
	return name
}

// fresh is a name for a variable.
func (w *Wrapper) fresh(hint string) string {
	rs := []rune(hint)
	for i, r := range rs { // Mu, ID
		if i > 0 && (!unicode.IsUpper(r) || i+1 < len(rs) && unicode.IsLower(rs[i+1])) {
			break
		}
		rs[i] = unicode.ToLower(r)
	}
	base := string(rs)
	if base == "" || base == "_" {
		base = "x"
	}
	taken := func(name string) bool {
		return w.used[name] || token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "err" || name == w.pkg.Name()
	}
	name := base
	for i := 2; taken(name); i++ {
		name = fmt.Sprint(base, i)
	}
	w.used[name] = true
	return name
}

func (w *Wrapper) use(p *types.Package) string { return w.useName(p.Path(), p.Name()) }

// useName imports a package.
func (w *Wrapper) useName(path, name string) string {
	if known, ok := w.imports[path]; ok {
		return known
	}
	local := name
	for i := 2; w.used[local]; i++ {
		local = fmt.Sprint(name, i)
	}
	w.used[local] = true
	w.imports[path] = local
	return local
}

func (w *Wrapper) typeName(t types.Type) string { return types.TypeString(t, w.use) }

// varying are the parameters that hold float64s.
func (w *Wrapper) varying() []string {
	var out []string
	for _, p := range w.params {
		if holds(p.typ) {
			out = append(out, p.name)
		}
	}
	return out
}

// Scalar says that the only number among the results is one float64, so that F has a gradient.
func (w *Wrapper) Scalar() bool {
	n, scalar := 0, false
	for _, r := range w.results {
		if r.kept && !isError(r.typ) {
			n++
			_, scalar = r.typ.Underlying().(*types.Basic)
		}
	}
	return n == 1 && scalar
}

// Lengths are those of the slices among the parameters, 0 where any will do.
func (w *Wrapper) Lengths() []int {
	out := make([]int, len(w.params))
	for i, p := range w.params {
		out[i] = p.length
	}
	return out
}

// Source is the text of the package. Parameters in writes, which the function writes to, are copied first, as a user
// does who wants derivatives of the results only.
func (w *Wrapper) Source(writes []int) string {
	var body strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&body, "\t"+format+"\n", args...) }
	for _, i := range writes {
		w.copyParam(line, w.params[i])
	}
	last := len(w.pre) - 1
	for _, s := range w.pre[:last] {
		line("%s", s)
	}
	var types, kept, all []string
	for i, r := range w.results {
		v := "_"
		if r.kept {
			v = fmt.Sprint("r", i)
			for w.used[v] {
				v += "_"
			}
			if isError(r.typ) {
				v = "err"
			}
			types = append(types, w.typeName(r.typ))
			kept = append(kept, v)
		}
		all = append(all, v)
	}
	fails := len(kept) > 0 && kept[len(kept)-1] == "err"
	results := strings.Join(types, ", ")
	switch {
	case w.failed: // named results
		var names []string
		for i, v := range kept {
			names = append(names, v+" "+types[i])
		}
		if !fails {
			names = append(names, "err error")
		}
		results = strings.Join(names, ", ")
		line("%s = %s", strings.Join(all, ", "), w.pre[last])
		line("return")
	case len(kept) == len(all):
		line("return %s", w.pre[last])
	default:
		line("%s := %s", strings.Join(all, ", "), w.pre[last])
		line("return %s", strings.Join(kept, ", "))
	}
	if w.failed || strings.Contains(results, ",") {
		results = "(" + results + ")"
	}
	var params []string
	for _, p := range w.params {
		params = append(params, p.name+" "+w.typeName(p.typ))
	}
	reverse := "vjp"
	if w.Scalar() {
		reverse = "grad"
	}
	wrt := strings.Join(w.varying(), ",")
	var b strings.Builder
	fmt.Fprintf(&b, "// Package w calls %s.%s.\npackage w\n\n", w.pkg.Name(), w.name)
	paths := make([]string, 0, len(w.imports))
	for path := range w.imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "import %s %q\n", w.imports[path], path)
	}
	fmt.Fprintf(&b, "\n// F is %s.%s.\n//\n//chad:%s wrt=%s\n//chad:jvp wrt=%s\n", w.pkg.Name(), w.name, reverse, wrt, wrt)
	fmt.Fprintf(&b, "func F(%s) %s {\n%s}\n", strings.Join(params, ", "), results, body.String())
	return b.String()
}

// copyParam writes statements that replace a parameter by a copy, as deep as one level of slices or pointers goes.
func (w *Wrapper) copyParam(line func(string, ...any), p param) {
	switch t := p.typ.Underlying().(type) {
	case *types.Slice:
		line("%s = append(%s(nil), %s...)", p.name, w.typeName(p.typ), p.name)
		if _, ok := t.Elem().Underlying().(*types.Slice); ok {
			line("for i, row := range %s {\n\t\t%s[i] = append(%s(nil), row...)\n\t}", p.name, p.name, w.typeName(t.Elem()))
		}
	case *types.Pointer:
		line("copied := *%s\n\t%s = &copied", p.name, p.name)
	}
}
