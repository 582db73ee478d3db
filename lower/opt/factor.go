package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// factor takes common factors out of sums of products, with fast math, where fewer operations are left: of several sums
// at once, by the kernels and cubes of [Brayton]. The way back through a product that is used several times adds up
// products term by term,
//
//	var a real = p * w                        var g0 real = p * x0 + q * y0
//	var b real = q * w                        var g1 real = p * x1 + q * y1
//	var t0 real = a * x0 + b * y0         →   var t0 real = w * g0
//	var t1 real = a * x1 + b * y1             var t1 real = w * g1
//	var d real = p * (r0*x0 + r1*x1) +        var d real = r0 * g0 + r1 * g1
//	  q * (r0*y0 + r1*y1)
//
// of which the sums p·x+q·y have one place. A block is rewritten as a whole, and stays as it is unless its operations
// fall.
//
//	[Brayton] R. K. Brayton, C. McMullen: The decomposition and factorization of Boolean expressions. ISCAS 1982; for polynomials A. Hosangadi,
//	          F. Fallah, R. Kastner: Optimizing polynomial expressions by algebraic factorization and common subexpression elimination. 2006.
var factor = Pass{ //nolint:gochecknoglobals // a constant
	Name: "factoring",
	Law: "With fast-math only: p·a + p·b = p·(a + b) and (p·q)·a = p·(q·a), in any sums and products of a block, if " +
		"fewer operations are left. " +
		"Results differ in their last bits.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath {
			o.unchanged()
			return
		}
		in, reads := facts.Analyse(f), readsOf(f)
		var block func(b *[]loop.Stmt)
		block = func(b *[]loop.Stmt) {
			factorBlock(in, reads, b)
			for _, s := range *b {
				loop.Blocks(s, block)
			}
		}
		block(&f.Body)
	}),
}

// factorWindow is the number of statements of a block that are looked at together.
const factorWindow = 160

// readsOf counts how often each variable is read.
func readsOf(f *loop.Func) map[*loop.Var]int {
	reads := map[*loop.Var]int{}
	read := func(v *loop.Var) { reads[v]++ }
	loop.Walk(f.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, read) })
	})
	for _, r := range f.Results {
		facts.EachRead(r, read)
	}
	return reads
}

// factorBlock rewrites a block, a window after the other.
func factorBlock(in *facts.Info, reads map[*loop.Var]int, block *[]loop.Stmt) {
	if len(*block) <= factorWindow {
		*block = factorPart(in, reads, *block)
		return
	}
	var out []loop.Stmt
	for rest := *block; len(rest) > 0; {
		n := min(factorWindow, len(rest))
		out = append(out, factorPart(in, reads, rest[:n:n])...)
		rest = rest[n:]
	}
	*block = out
}

// factorPart gives the statements again, or those that take their place.
func factorPart(in *facts.Info, reads map[*loop.Var]int, part []loop.Stmt) []loop.Stmt {
	f := &factorer{in: in, reads: reads, ids: map[*loop.Var]int{}, defs: map[*loop.Var]*loop.Let{},
		products: map[int]*polynomial{}}
	if f.survey(part); len(f.sums) == 0 {
		return part
	}
	f.expand()
	f.kernels()
	f.unexpand()
	f.signs()
	f.cubes()
	out, changed := f.emit(part)
	if !changed || f.work(out) >= f.work(part) {
		return part
	}
	// What the new statements read is what counts from now on.
	count := func(b []loop.Stmt, k int) {
		loop.Walk(b, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { reads[v] += k }) })
		})
	}
	count(part, -1)
	count(out, 1)
	return out
}

// A factorer looks at the sums and products of some statements of one block.
type factorer struct {
	in     *facts.Info
	reads  map[*loop.Var]int
	defs   map[*loop.Var]*loop.Let // of the statements: of real variables that do not change
	within map[*loop.Var]int       // how often the statements read a variable
	terms  map[*loop.Var]int       // how often it is a term or a factor
	ids    map[*loop.Var]int
	atoms  []factorAtom
	// sums are all polynomials, in the order of the program; products are those of one term that a variable stands for,
	// by the variable.
	sums     []*polynomial
	products map[int]*polynomial
}

// A factorAtom is what is multiplied: a variable, a constant, another expression, or a new variable.
type factorAtom struct {
	e *loop.Expr
	// at is the place of what it is known after: -1 is before the statements, -2 a constant.
	at int
	// private atoms have to stay where they are.
	private bool
	def     *polynomial // of a new variable
	made    bool        // its declaration is there
}

// A polynomial is a sum of products.
type polynomial struct {
	terms   []factorTerm
	at      int // the statement
	id      int // the variable that stands for it, or -1
	changed bool
	// was are the terms before products among their factors were written out; taken says that there is a kernel since.
	was   []factorTerm
	taken bool
}

// A factorTerm is a product, or its negation.
type factorTerm struct {
	neg bool
	f   []int // atoms, in order
}

const (
	factorTerms  = 16 // of a sum
	factorDegree = 8  // of a product
)

// cost is the number of multiplications.
func (t factorTerm) cost() int { return max(0, len(t.f)-1) }

// work counts the additions and multiplications of statements that something needs.
func (f *factorer) work(part []loop.Stmt) int {
	needed := map[*loop.Var]bool{}
	n := 0
	for i := len(part) - 1; i >= 0; i-- {
		s := part[i]
		if l, ok := s.(*loop.Let); ok && f.reads[l.Var] == f.within[l.Var] && !needed[l.Var] && !l.Rhs.CanFail() {
			continue
		}
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { needed[v] = true }) })
		})
		facts.EachOperand(s, func(e **loop.Expr) { n += arithmetic(*e) })
	}
	return n
}

// arithmetic counts the operations of an expression that this pass moves.
func arithmetic(e *loop.Expr) int {
	n := 0
	if isRing(e) && e.Prim != syntax.OpNeg {
		n++
	}
	for _, a := range e.Args {
		n += arithmetic(a)
	}
	return n
}

// isRing reports whether e is a sum, a product or a negation of reals.
func isRing(e *loop.Expr) bool {
	if e.Kind != loop.PrimExpr || e.Type != loop.RealType {
		return false
	}
	switch e.Prim {
	case syntax.OpAdd, syntax.OpSub, syntax.OpNeg:
		return true
	case syntax.OpMul:
		extreme := func(a *loop.Expr) bool { return a.IsConst() && !moderate(a) }
		return !slices.ContainsFunc(e.Args, extreme)
	}
	return false
}
