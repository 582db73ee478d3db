package factor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Sums takes common factors out of the sums of products of a function where fewer operations are left.
func Sums(f *loop.Func) {
	in, reads := facts.Analyse(f), facts.Uses(f)
	var each func(b *[]loop.Stmt)
	each = func(b *[]loop.Stmt) {
		block(in, reads, b)
		for _, s := range *b {
			loop.Blocks(s, each)
		}
	}
	each(&f.Body)
}

// window is the number of statements of a block that are looked at together.
const window = 160

// block rewrites a block, a window after the other.
func block(in *facts.Info, reads map[*loop.Var]int, block *[]loop.Stmt) {
	if len(*block) <= window {
		*block = part(in, reads, *block)
		return
	}
	var out []loop.Stmt
	for rest := *block; len(rest) > 0; {
		n := min(window, len(rest))
		out = append(out, part(in, reads, rest[:n:n])...)
		rest = rest[n:]
	}
	*block = out
}

// part gives the statements again, or those that take their place.
func part(in *facts.Info, reads map[*loop.Var]int, part []loop.Stmt) []loop.Stmt {
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
		extreme := func(a *loop.Expr) bool { return a.IsConst() && !facts.Moderate(a) }
		return !slices.ContainsFunc(e.Args, extreme)
	}
	return false
}
