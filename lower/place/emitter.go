package place

import (
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A program is the state of one call of [Program].
type program struct {
	*layouts
	present    map[*syntax.Coerce][]held // of linear coercions; nil if nothing is known
	notZero    map[*syntax.Uninj]bool
	probe      *layouts // for what is asked before a function is placed: cells are numbered as they are placed
	opt        Options
	out        *loop.Program
	funcs      map[*syntax.Def]*function
	order      []*function
	adders     map[*syntax.Data]*loop.Func
	copiers    map[*syntax.Data]*loop.Func
	growers    map[*syntax.Data]*loop.Func
	cellFuncs  []*loop.Func // all of adders, copiers and growers, in the order in which they were made
	checkers   map[*syntax.Data]*loop.Func
	shapes     map[*loop.Var][]*syntax.Size
	sizeParams map[*loop.Var]*syntax.SizeVar
	paramOf    map[*loop.Var]*syntax.Var
}

// A function is one definition to place.
type function struct {
	def    *syntax.Def
	body   syntax.Term // of def, without checkpoints: no pass on terms comes after this
	use    *usage      // of body, nil if nobody has counted
	fn     *loop.Func
	export *Export
	adds   []bool // the leaves of the result that are added to arrays of the caller
	asked  bool   // for adds
	known  bool   // are adds
	cells  []bool // the leaves of the result that are cells added to those of the caller (addcells.go)
	looked bool   // for cells
	shaped bool   // cotangents that linear coercions get are empty or as long as what they are of
	// inPlace is the analysis of the arrays of the caller that the function updates, nil if there are none
	// (updates.go).
	inPlace *linearity
	// merged, of a function for calls that add several sums to one array, gives for each leaf of the result the first
	// that goes into the same array; nil for a function with an array for each.
	merged []int
	// shared, of a function for calls that add to arrays of which it is not known whether they overlap, says that those
	// of its caller may.
	shared bool
	// keepsNone says that nothing in the body could keep memory: see [program.keptIn].
	keepsNone bool
	forms     map[string]*function // such functions for this one, by what is merged
}

// emitter is the state of one function being placed.
type emitter struct {
	g       *program
	fn      *function
	out     []loop.Stmt
	spare   [][]loop.Stmt // memory of blocks that are through
	ones    []*loop.Expr
	env     paged.Table[[]*loop.Expr] // the leaves of variables
	sizes   map[*syntax.SizeVar]*loop.Expr
	use     *usage
	lazy    map[*syntax.Var]syntax.Term // bindings placed where they are used
	sunk    map[leafOf]bool             // leaves of sums that are added already
	counts  map[leafOf]int              // the uses of the leaves of what blocks bind; made when needed
	targets map[*syntax.Var][]dest      // where the leaves of a binding belong in the end
	keeps   map[leafOf]bool             // arrays that may be kept
	hint    string                      // name for the next fresh variable
	fresh   paged.Table[int]            // variables whose arrays are newer than this serial number, plus 1
	serial  int
	facts   paged.Table[facts]
	touches map[*syntax.Var]bool         // bindings that read an array updated in place
	early   map[*syntax.Set]bool         // updates whose value is built before the array changes
	written map[*syntax.Set][]partStore  // updates of elements that are tuples, with what they write
	direct  map[syntax.Term]int          // updates of arrays that loops own, with the operand that changes
	hands   map[*syntax.Var][]bool       // what loops are given of those, by their states
	base    map[*syntax.Plus]int         // the operand of a sum that is updated in place
	saves   map[*syntax.Index]bool       // rows that are copied, since the array changes while they are needed
	calls   map[*syntax.Call][]dest      // the arrays updated in place that calls update, by leaf of the result
	limits  map[*syntax.Var]*syntax.Prim // variables that say whether one int is below another
	end     *loopState                   // in front of what the function ends with: the arrays that it updates
	lengths map[*loop.Var]*loop.Expr
	inside  map[syntax.Term]bool // terms that were asked for calls that add
	// branched are the arrays among the leaves of conditionals that are sums in some branch, as far as asked for; of
	// variables that forms knows.
	branched map[*syntax.Var][]bool
	forms    *sumForms
	branch   int // how deep in branches addends are being found
	// the fields of cells that are being added to, in front of the bindings that add to them
	opened map[*syntax.Inj][]*loop.Expr
}

// facts are what the emitter knows of a variable.
type facts struct {
	serial int
	clean  bool // an array of zeros, not written since it was made
	owned  bool // an array that the function made itself and shares with nobody
	// an array in which nothing has been stored but sums, so that rows of run-time length are its own, too
	sum    bool
	varies bool        // a scalar that is assigned after its declaration
	live   int         // loops under way that update the array in place
	view   *loop.Expr  // the row or slice of an array that this is
	from   []*loop.Var // the arrays that branches have assigned to it
}

// viewed is the array that this is a row or slice of, or nil.
func (f *facts) viewed() *loop.Var {
	if f.view == nil {
		return nil
	}
	return f.view.Root()
}

func (e *emitter) of(v *loop.Var) *facts {
	return e.facts.At(v.ID())
}

// binds makes the leaves of x known.
func (e *emitter) binds(x *syntax.Var, leaves []*loop.Expr) { *e.env.At(x.ID()) = leaves }

// volatile reports whether x reads an array that is being updated in place.
func (e *emitter) volatile(x *loop.Expr) bool {
	if x.Kind == loop.VarExpr {
		return e.changes(x.Var, mostFrom)
	}
	for _, a := range x.Args {
		if e.volatile(a) {
			return true
		}
	}
	return false
}

// mostFrom is how far arrays are followed that branches have assigned to variables.
const mostFrom = 8

// changes reports whether the memory of v is that of an array that a loop under way updates in place.
func (e *emitter) changes(v *loop.Var, depth int) bool {
	f := e.of(v)
	for f.live == 0 && f.view != nil {
		f = e.of(f.viewed())
	}
	if f.live > 0 {
		return true
	}
	return depth > 0 && slices.ContainsFunc(f.from, func(v *loop.Var) bool { return e.changes(v, depth-1) })
}

func (e *emitter) put(s loop.Stmt) { e.out = paged.Append(e.out, s) }

// sub collects the statements that f places.
func (e *emitter) sub(f func()) []loop.Stmt {
	outer := e.out
	e.out = nil
	if n := len(e.spare); n > 0 {
		e.out, e.spare = e.spare[n-1], e.spare[:n-1]
	}
	f()
	memory := e.out
	var stmts []loop.Stmt
	if len(memory) > 0 {
		stmts = slices.Clone(memory)
	}
	clear(memory)
	e.spare = append(e.spare, memory[:0])
	e.out = outer
	return stmts
}

// takeHint is the name wanted for a fresh variable.
func (e *emitter) takeHint(def string) string {
	if e.hint != "" {
		def, e.hint = e.hint, ""
	}
	return def
}

// hints names the leaves of a value after the binding being placed.
func (e *emitter) hints(t syntax.Type, def string) []string {
	return e.g.leafNames(e.takeHint(def), t)
}

func (e *emitter) newVar(hint string, t loop.Type) *loop.Var {
	v := loop.NewVar(hint, t)
	e.serial++
	e.of(v).serial = e.serial
	return v
}

// declare makes a variable of the value x.
func (e *emitter) declare(hint string, x *loop.Expr) *loop.Expr {
	v := e.newVar(hint, x.Type)
	if x.Type.IsArray() && x.Root() != nil {
		e.of(v).view = x
	}
	e.put(&loop.Let{Var: v, Rhs: x})
	return loop.Use(v)
}

// declareVar makes a zeroed variable.
func (e *emitter) declareVar(hint string, t loop.Type) *loop.Expr {
	v := e.declare(hint, loop.ZeroOf(t))
	e.of(v.Var).varies = true
	return v
}

func (e *emitter) assign(lv, x *loop.Expr) {
	if !loop.Equal(lv, x) {
		e.chosen(lv, x)
		e.put(&loop.Assign{Lhs: e.one(lv), Rhs: e.one(x)})
	}
}

// chosen notes that an array variable is given an array.
func (e *emitter) chosen(lv, x *loop.Expr) {
	if root := x.Root(); lv.Kind == loop.VarExpr && lv.Type.IsArray() && root != nil && root != lv.Var {
		f := e.of(lv.Var)
		f.from = append(f.from, root)
	}
}

// atom makes x an expression that may be written several times.
func (e *emitter) atom(x *loop.Expr, hint string) *loop.Expr {
	if x.IsAtom() {
		return x
	}
	return e.declare(hint, x)
}

// named makes x, if it is the empty array or reference, a variable, which has rows and fields.
func (e *emitter) named(x *loop.Expr, hint string) *loop.Expr {
	if x.IsNilConst() {
		return e.declare(hint, x)
	}
	return x
}

// one is a list of one expression, which stands in memory with others.
func (e *emitter) one(x *loop.Expr) []*loop.Expr {
	if len(e.ones) == cap(e.ones) {
		e.ones = make([]*loop.Expr, 0, 64)
	}
	n := len(e.ones)
	e.ones = append(e.ones, x)
	return e.ones[n : n+1 : n+1]
}

// over places for i := range n { f(i) }.
func (e *emitter) over(hint string, n *loop.Expr, f func(i *loop.Expr)) {
	e.count(hint, n, false, f)
}

func (e *emitter) count(hint string, n *loop.Expr, down bool, f func(i *loop.Expr)) {
	v := e.newVar(hint, loop.IntType)
	body := e.sub(func() { f(loop.Use(v)) })
	e.put(&loop.For{Var: v, N: n, Down: down, Body: body})
}

// binary applies an infix operator on ints, or a comparison of ints.
func binary(op string, a, b *loop.Expr) *loop.Expr {
	return loop.Prim(syntax.MustOp(op), a, b)
}

// logical is a chain of && or || without repetitions.
func logical(op *syntax.Op, a, b *loop.Expr) *loop.Expr {
	if b.Kind == loop.PrimExpr && b.Prim == op {
		return logical(op, logical(op, a, b.Args[0]), b.Args[1])
	}
	for c := a; ; c = c.Args[0] {
		chain := c.Kind == loop.PrimExpr && c.Prim == op
		if loop.Equal(c, b) || chain && loop.Equal(c.Args[1], b) {
			return a
		}
		if !chain {
			return loop.Prim(op, a, b)
		}
	}
}

func zeroLit(l Leaf) *loop.Expr { return loop.ZeroOf(l.Type) }

// isNegation reports whether x is -y, and gives y.
func isNegation(x *loop.Expr) (*loop.Expr, bool) {
	if x.Kind == loop.PrimExpr && x.Prim == syntax.OpNeg {
		return x.Args[0], true
	}
	return nil, false
}

// plusExpr is a + b on reals or ints.
func plusExpr(a, b *loop.Expr) *loop.Expr {
	if a.Type == loop.IntType {
		return loop.Prim(syntax.OpIntAdd, a, b)
	}
	if y, ok := isNegation(b); ok {
		return loop.Prim(syntax.OpSub, a, y)
	}
	return loop.Prim(syntax.OpAdd, a, b)
}

// constExpr is a constant of the source.
func constExpr(t *syntax.Const) *loop.Expr {
	switch t.Type() {
	case syntax.Real:
		return loop.RealConst(t.F)
	case syntax.Int:
		return loop.IntConst(t.I)
	}
	return loop.BoolConst(t.I != 0)
}

// fold computes an operator on constants.
func fold(op *syntax.Op, args []*loop.Expr) *loop.Expr {
	for _, a := range args {
		if !a.IsConst() {
			return nil
		}
	}
	vals := make([]syntax.Value, len(args))
	for i, a := range args {
		vals[i] = syntax.Value{F: a.F, I: a.I}
	}
	v, err := op.Eval(vals)
	if err != nil {
		return nil
	}
	switch op.Result {
	case syntax.Real:
		return loop.RealConst(v.F)
	case syntax.Int:
		if v.I < math.MinInt64+1 {
			return nil
		}
		return loop.IntConst(v.I)
	}
	return loop.BoolConst(v.I != 0)
}
