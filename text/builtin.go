package text

import (
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// usages shows how each builtin is applied. The number of words after the name is its arity.
var usages = []string{
	"map f a", "zipWith f a b", "fold f z a", "scan f z a", "reduce f z a", "sum a",
	"product a", "maximum a", "minimum a", "build n f", "replicate n x", "iota n", "index a i",
	"set a i x", "gather a is", "scatter a is xs", "scatterAdd a is xs", "histogram n is",
	"concat a b", "slice a from n", "reverse a", "transpose a", "matmul a b", "argmax a",
	"filter f a", "filterIdx n f", "oneHot n i x", "size a", "length a", "pack a", "real n", "int x", "fst p", "snd p",
	"neg x",
	"grad f x", "jvp f x dx", "vjp f x u", "fixpoint f x", "root f x",
}

var builtinArity = func() map[string]int {
	arity := map[string]int{}
	for _, u := range usages {
		words := strings.Fields(u)
		arity[words[0]] = len(words) - 1
	}
	return arity
}()

func usage(name string) string {
	for _, u := range usages {
		if strings.HasPrefix(u, name+" ") {
			return u
		}
	}
	return name
}

// builtin expands the application of a builtin through the derived forms of the core. Arrays are
// elaborated before the functions that run over them, so that the types of λ parameters are known.
func (e *elab) builtin(name string, x *Apply, args []Expr, want *ty) gen {
	switch name {
	case "map", "filter", "build", "filterIdx":
		return e.builtinMap(name, x.Span, args, want)
	case "zipWith":
		return e.builtinZip(x.Span, args, want)
	case "fold", "scan", "reduce":
		return e.builtinFold(name, x.Span, args, want)
	case "product", "maximum", "minimum":
		return e.builtinReduce(name, x.Span, args, want)
	case "index":
		if n, ok := e.trySize(args[0]); ok { // index n i is i :> idx n
			return e.toIdx(x.Span, args[1], n, want)
		}
		return e.index(&Index{Span: x.Span, Array: args[0], Indices: args[1:]}, want)
	case "set", "gather", "scatter", "scatterAdd", "histogram":
		return e.builtinIndexed(name, x.Span, args, want)
	case "oneHot":
		return e.builtinOneHot(x.Span, args, want)
	case "replicate", "iota":
		return e.builtinSized(name, x.Span, args, want)
	case "slice":
		return e.builtinSlice(x.Span, args, want)
	case "transpose", "matmul":
		return e.builtinMatrix(name, x.Span, args, want)
	case "sum", "concat", "reverse", "argmax", "size", "length":
		return e.builtinArray(name, x.Span, args, want)
	case "pack":
		a := e.arrayArg(args[0])
		return e.convert(x.Span, func() syntax.Term {
			t := a.g()
			if a.opened != nil {
				return t
			}
			return syntax.NewPack(t)
		}, dynTy(a.elem), want)
	case "fst", "snd":
		return e.projection(args[0], args[0].Range(), "", map[string]int{"fst": 0, "snd": 1}[name], x.Span, want)
	case "neg":
		return e.negate(&Unary{x.Span, args[0]}, want)
	case "grad", "jvp", "vjp":
		return e.derivative(name, x.Span, args, want)
	case "fixpoint", "root":
		return e.implicit(name, x.Span, args, want)
	}
	return e.conversion(name, x.Span, args[0], want)
}

// conversion is real e or int e.
func (e *elab) conversion(name string, s Span, x Expr, want *ty) gen {
	to := realTy
	if name == "int" {
		to = intTy
	}
	if lit, ok := x.(*Int); ok {
		return e.convert(s, e.intLit(lit.Span, lit.Value, to), to, want)
	}
	g, t := e.any(x)
	answer := func(last bool) bool {
		r := t.repr()
		if r.kind == kMeta && !last {
			return false
		}
		if r.kind == kMeta || (r.kind != kIdx && r.kind != kBad && r.done != syntax.Int && r.done != syntax.Real) {
			e.want(x.Range(), r, map[*ty]*ty{realTy: intTy, intTy: realTy}[to])
		}
		return true
	}
	if !answer(false) {
		e.later = append(e.later, answer)
	}
	return e.convert(s, func() syntax.Term {
		v := g()
		if _, ok := v.Type().(*syntax.IdxType); ok {
			v = syntax.NewFromIdx(v)
		}
		if v.Type() == to.done {
			return v
		}
		return syntax.Apply1(name, v)
	}, to, want)
}

func (e *elab) builtinArray(name string, s Span, args []Expr, want *ty) gen {
	a := e.arrayArg(args[0])
	switch name {
	case "concat":
		b2 := e.arrayArg(args[1])
		e.want(args[1].Range(), b2.elem, a.elem)
		return e.result(s, func() syntax.Term {
			var b block
			l := e.array(&b, a)
			return b.in(syntax.Concat(l, e.array(&b, b2)))
		}, arrayTy(a.n.Add(b2.n), a.elem), want, a, b2)
	case "size", "length":
		return e.convert(s, func() syntax.Term {
			if a.opened != nil {
				return syntax.NewDynLen(a.g())
			}
			a.g() // for its binders; an array has no effect
			return syntax.NewSizeOf(e.norm(a.n))
		}, intTy, want)
	}
	result := a.elem
	switch name {
	case "reverse":
		result = arrayTy(a.n, a.elem)
	case "argmax":
		e.want(args[0].Range(), a.elem, realTy)
		result = intTy
	case "sum":
		e.additive(s, a.elem)
	}
	return e.result(s, func() syntax.Term {
		var b block
		switch name {
		case "reverse":
			return b.in(syntax.Reverse(e.array(&b, a)))
		case "argmax":
			return b.in(syntax.ArgMax(e.array(&b, a)))
		}
		if a.opened == nil {
			return syntax.NewSum(a.g())
		}
		return b.in(syntax.NewSum(e.array(&b, a)))
	}, result, want, a)
}

// additive reports, when all is solved, a type whose values cannot be added.
func (e *elab) additive(s Span, t *ty) {
	e.checks = append(e.checks, func() {
		if !e.undecided(t) && t.repr().kind != kBad && !syntax.IsAdditive(e.resolve(t)) {
			e.errorf(s, CodeMismatch, "numbers, tuples and arrays of them can be added",
				"values of type %s cannot be added", e.show(t))
		}
	})
}

func (e *elab) builtinMatrix(name string, s Span, args []Expr, want *ty) gen {
	a := e.arrayArg(args[0])
	row := e.arrayOf(args[0].Range(), a.elem)
	if name == "transpose" {
		return e.result(s, func() syntax.Term {
			var b block
			return b.in(syntax.Transpose(e.matrix(&b, a, row)))
		}, arrayTy(row.n, arrayTy(a.n, row.elem)), want, a, row)
	}
	m := e.arrayArg(args[1])
	col := e.arrayOf(args[1].Range(), m.elem)
	e.want(args[0].Range(), row.elem, realTy)
	e.want(args[1].Range(), col.elem, realTy)
	if row.opened != nil { // there may be no row that has a length
		row.coerce(m.n)
	} else {
		e.sameLength(args[1].Range(), &row, &m)
	}
	return e.result(s, func() syntax.Term {
		var b block
		r := e.matrix(&b, m, col)
		l := e.matrix(&b, a, row)
		sizes := []*syntax.Size{e.norm(a.n), e.norm(row.n), e.norm(col.n)}
		return b.in(e.libraryCall(s, "matmul", sizes, l, r))
	}, arrayTy(a.n, arrayTy(col.n, realTy)), want, a, row, m, col)
}

func (e *elab) builtinSized(name string, s Span, args []Expr, want *ty) gen {
	n := e.sizeArg(args[0])
	elem, item := intTy, gen(nil)
	if name == "replicate" {
		elem = newMeta()
		if w := want.repr(); w.kind == kArray || w.kind == kDyn {
			elem = w.args[0]
		}
		item = e.expr(args[1], elem)
	}
	return e.result(s, func() syntax.Term {
		var b block
		size := e.sized(&b, n)
		if item == nil {
			return b.in(syntax.Iota(size))
		}
		v := b.atom("x", item())
		return b.in(syntax.Replicate(size, v))
	}, arrayTy(n.n, elem), want, n)
}

func (e *elab) builtinSlice(s Span, args []Expr, want *ty) gen {
	a := e.arrayArg(args[0])
	from := e.expr(args[1], intTy)
	n := e.sizeArg(args[2])
	return e.result(s, func() syntax.Term {
		var b block
		arr := e.array(&b, a)
		lo := b.atom("from", from())
		size := e.sized(&b, n)
		return b.in(syntax.Slice(e.pos(s), arr, lo, size))
	}, arrayTy(n.n, a.elem), want, a, n)
}
