package conditions

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Known is what is asked about the functions of a program.
type Known struct {
	// Analyse looks at a function.
	Analyse func(f *loop.Func) *facts.Info
	// Others are the places in its body of the statements that are not plain.
	Others func(f *loop.Func) []int32
	// Called says what calls may do.
	Called *facts.Callees
}

// Decide does without conditions that are decided before the program runs. It calls unchanged for each function that
// stays as it was.
func Decide(p *loop.Program, k Known, unchanged func()) {
	v := valuesOf(p, k)
	for _, f := range p.Funcs {
		d := &decider{in: k.Analyse(f), values: v, stored: map[facts.Region]bool{}}
		f.Body = d.body(f.Body, k.Others(f))
		for i, r := range f.Results {
			f.Results[i] = d.expr(r)
		}
		if !d.changed {
			unchanged()
		}
	}
}

type decider struct {
	edit.StandIns
	in     *facts.Info
	values *fewValues              // nil if they are not known
	def    paged.Table[*loop.Expr] // of bools that do not change
	// what blocks and branches come back to: whoever does needs no longer list any more, so that the room behind one is
	// free
	facts   []implied
	loops   int                   // around
	lost    paged.Table[int32]    // the last of the statements that changed facts' variables
	asked   int32                 // the number of these so far
	about   paged.Table[bool]     // the variables that facts have been about
	filled  []*loop.Expr          // arrays and rows that have elements, as facts
	stored  map[facts.Region]bool // where the statement stores rows that [decider.forget] is about
	fuel    int                   // how many bools may be taken yet for what they are
	left    int                   // how many statements may be looked at yet, for flags
	changed bool
	// fails says that the statement which was looked at last fails whenever it runs.
	fails bool
}

// implied is what is known where the program is: a condition that holds or does not, what a bool is, or how two ints
// compare.
type implied struct {
	e     *loop.Expr // a bool, or nil
	is    *loop.Var  // what holds if e does, or nil
	holds bool
	x, y  *loop.Expr // of ints
	may   facts.Order
}

// mostFacts bounds what is known at a place: the last.
const mostFacts = 48

// block is what stands for b without what stands behind a statement that always fails: b itself where that is all the
// same.
func (d *decider) block(b []loop.Stmt) []loop.Stmt {
	was, filled := d.facts, d.filled
	d.fails = false
	at := 0
	b = d.Rebuild(b, func(s loop.Stmt) bool {
		d.statement(s)
		if at++; d.fails {
			d.changed = d.changed || at < len(b)
			return false
		}
		d.after(s)
		return true
	})
	d.facts, d.filled = was, filled
	return b
}

// whole is a block whose variables are seen behind it, with the facts behind it: that of a function, or the head of a
// while loop.
func (d *decider) whole(b []loop.Stmt) []loop.Stmt {
	b = d.Rebuild(b, func(s loop.Stmt) bool {
		d.next(s)
		return true
	})
	d.fails = false
	return b
}

// body is whole for that of a function. Of the statements that are plain, all but those at some places, it need only
// look at those behind which something is known that comparisons of reals decide, or that decides those: of what else
// is known they change nothing.
func (d *decider) body(b []loop.Stmt, others []int32) []loop.Stmt {
	b = d.RebuildAt(b, others, d.knowsReals, d.next)
	d.fails = false
	return b
}

// knowsReals reports whether anything is known but how ints compare.
func (d *decider) knowsReals() bool {
	return slices.ContainsFunc(d.facts, func(f implied) bool { return f.x == nil })
}

// next takes a statement after which facts stay.
func (d *decider) next(s loop.Stmt) {
	if cap(d.facts)-len(d.facts) < mostFacts { // or each branch would have to make room for what it learns
		d.facts = append(make([]implied, 0, 16*mostFacts), d.facts...)
	}
	d.statement(s)
	d.after(s)
}

// statement emits what stands for s. It says whether that always fails.
func (d *decider) statement(s loop.Stmt) {
	d.fails = false
	if facts.OfRealsAlone(s) {
		d.Emit(s)
		return
	}
	if c, ok := s.(*loop.Check); ok && c.Given { // which says what passes ask for
		d.Emit(s)
		return
	}
	if _, ok := s.(*loop.While); !ok { // whose head is before its condition
		loop.Operands(s, func(e **loop.Expr, read bool) {
			if read && counted((*e).Type) && !isTarget(s, *e) {
				*e = d.expr(*e)
			} else {
				*e = d.operands(*e)
			}
		})
	}
	switch s := s.(type) {
	case *loop.Let:
		if counted(s.Var.Type) {
			if d.alwaysFails(s.Rhs) { // also where nobody reads the variable any more
				d.fails, d.changed = true, true
				i, n := s.Rhs.Args[0], s.Rhs.Args[1]
				check := &loop.Check{Cond: loop.BoolConst(false), Text: s.Rhs.Text(), Index: true, Got: i, Want: n}
				s.Rhs = i
				d.Emit(check, s)
				return
			}
			d.Emit(d.apart(&s.Rhs, nil)...)
		}
	case *loop.Assign:
		d.assign(s)
		return
	case *loop.Call:
		d.call(s)
		return
	case *loop.If:
		d.branch(s)
		return
	case *loop.Switch:
		if s.Tag.IsConst() {
			d.changed = true
			d.Emit(d.block(s.Cases[caseOf(s.Tag.I, len(s.Cases))])...)
			return
		}
		all := true
		for i := range s.Cases {
			s.Cases[i] = d.block(s.Cases[i])
			all = all && d.fails
		}
		d.fails = all
	case *loop.For:
		if s.N.IsConst() && s.N.I <= 0 {
			d.changed = true
			return
		}
		d.forget(s)
		mark := d.facts
		d.compare(loop.Use(s.Var), loop.IntConst(0), facts.Equal|facts.Above)
		if d.settles(s.N) {
			d.compare(loop.Use(s.Var), s.N, facts.Below)
			d.compare(s.N, loop.IntConst(0), facts.Above)
		}
		d.loops++
		s.Body = d.block(s.Body)
		d.loops--
		d.facts = mark
		if d.fails { // the loop runs no iteration, or fails
			runs, known := d.ordered(s.N, loop.IntConst(0), facts.Above)
			d.fails = known && runs
			d.compare(s.N, loop.IntConst(0), facts.Below|facts.Equal)
		}
	case *loop.While:
		d.while(s)
		return
	case *loop.Check:
		if s.Cond.IsConst() && s.Cond.I != 0 {
			d.changed = true
			return
		}
		d.fails = s.Cond.IsConst()
	}
	d.Emit(s)
}

// apart has checks stand before a statement of whose value e only they are not known. The variable that it gives its
// value may not be read any more, or the array not be there.
func (d *decider) apart(e **loop.Expr, checks []loop.Stmt) []loop.Stmt {
	if d.values == nil || !(*e).CanFail() || !separable(*e) {
		return checks
	}
	d.values.in = d.in
	x, ok := d.values.expr(*e).one()
	if !ok {
		return checks
	}
	_, checks = separate(*e, checks)
	*e, d.changed = constantOf((*e).Type, x), true
	return checks
}

// assign has the checks of an assignment stand before it where nobody needs to read what it assigns.
func (d *decider) assign(s *loop.Assign) {
	if len(s.Lhs) != 1 || !counted(s.Lhs[0].Type) {
		d.Emit(s)
		return
	}
	var checks []loop.Stmt
	if l := s.Lhs[0]; d.values != nil && l.CanFail() && separable(l) {
		d.values.in = d.in
		if _, ok := d.values.expr(l).one(); ok {
			s.Lhs[0], checks = separate(l, checks)
			s.Lhs[0], d.changed = edit.Fold(s.Lhs[0]), true
		}
	}
	d.Emit(d.apart(&s.Rhs[0], checks)...)
	d.Emit(s)
}

// call has the checks of arguments stand before a call that stays for a check of its own, where some result is known
// without them: nobody may need that any more then, and the check of its own may turn out to hold.
func (d *decider) call(s *loop.Call) {
	known := d.values != nil && slices.ContainsFunc(s.Vars, func(x *loop.Var) bool {
		return x != nil && counted(x.Type) && d.values.known(x)
	})
	var checks []loop.Stmt
	for i, a := range s.Args {
		if known && a.CanFail() && separable(a) && d.values.called.Checks.By(s.Func) {
			a, checks = separate(a, checks)
			s.Args[i], d.changed = edit.Fold(a), true
		}
	}
	d.Emit(checks...)
	d.Emit(s)
}

func constantOf(t loop.Type, x int64) *loop.Expr {
	if t == loop.BoolType {
		return loop.BoolConst(x != 0)
	}
	return loop.IntConst(x)
}

// isTarget reports whether e is what s adds to.
func isTarget(s loop.Stmt, e *loop.Expr) bool {
	a, ok := s.(*loop.AddTo)
	return ok && a.Lhs == e
}

func (d *decider) branch(s *loop.If) {
	if s.Cond.IsConst() {
		d.changed = true
		if s.Cond.I != 0 {
			d.Emit(d.block(s.Then)...)
		} else {
			d.Emit(d.block(s.Else)...)
		}
		return
	}
	s.Then = d.side(s.Then, s.Cond, true)
	ends := d.fails
	s.Else = d.side(s.Else, s.Cond, false)
	if ends != d.fails { // behind it is the other block alone; what that changes, after forgets
		d.learn(s.Cond, d.fails)
	}
	d.fails = d.fails && ends
	d.Emit(s)
}

// side is block for what runs where a condition holds, or does not.
func (d *decider) side(b []loop.Stmt, cond *loop.Expr, holds bool) []loop.Stmt {
	if d.fails = false; facts.AllOfReals(b) {
		return slices.Clip(b)
	}
	was := d.facts
	d.learn(cond, holds)
	b = d.block(b)
	d.facts = was
	return b
}

// alwaysFails reports whether an index is known not to be in its range.
func (d *decider) alwaysFails(e *loop.Expr) bool {
	if e.Kind != loop.CheckExpr {
		return false
	}
	i, n := e.Args[0], e.Args[1]
	for _, out := range []struct {
		x, y *loop.Expr
		may  facts.Order
	}{
		{i, loop.IntConst(0), facts.Below}, {i, n, facts.Equal | facts.Above},
		{n, loop.IntConst(0), facts.Below | facts.Equal},
	} {
		if holds, ok := d.ordered(out.x, out.y, out.may); ok && holds {
			return true
		}
	}
	return false
}

// while: the head is the first block of every iteration, and sees what the condition and the body see of it.
func (d *decider) while(s *loop.While) {
	d.forget(s)
	d.loops++
	defer func() { d.loops-- }()
	was := d.facts
	s.Head = d.whole(s.Head)
	s.Cond = d.expr(s.Cond)
	if facts.IsNever(s) {
		d.facts, d.changed = was, true
		d.Emit(s.Head...)
		return
	}
	d.learn(s.Cond, true)
	s.Body = d.block(s.Body)
	d.facts, d.fails = was, false
	d.Emit(s)
}

// after has the facts be those behind s.
func (d *decider) after(s loop.Stmt) {
	before, some := d.facts, false
	if l, ok := s.(*loop.Let); !ok || d.loops > 0 { // before its declaration nothing is known of a variable
		some = d.forget(s)
	} else if l.Var.Type != loop.BoolType {
		return
	}
	switch s := s.(type) {
	case *loop.If:
		if some {
			d.flags(s, before)
		}
	case *loop.Let:
		switch {
		case s.Var.Type != loop.BoolType || s.Rhs.IsConst() && !d.in.Mutable(s.Var):
		case !d.in.Mutable(s.Var) && d.settles(s.Rhs):
			*d.def.At(s.Var.ID()) = s.Rhs
		case d.pure(s.Rhs):
			d.know(implied{is: s.Var, e: s.Rhs})
		}
	case *loop.Assign:
		if len(s.Lhs) == 1 {
			d.has(s.Lhs[0])
		}
	case *loop.AddTo:
		d.has(s.Lhs)
	case *loop.Check:
		d.learn(s.Cond, true)
	}
}

// mostFilled bounds the arrays that are known to have elements: the last.
const mostFilled = 8

// has notes that an array has the element e, a number.
func (d *decider) has(e *loop.Expr) {
	if e.Kind != loop.IndexExpr || !e.Type.IsNumber() {
		return
	}
	a := e.Args[0]
	for at := a; at.Kind != loop.VarExpr; at = at.Args[0] {
		if at.Kind != loop.IndexExpr || !d.pure(at.Args[1]) {
			return
		}
	}
	if slices.ContainsFunc(d.filled, func(b *loop.Expr) bool { return loop.Equal(a, b) }) {
		return
	}
	if len(d.filled) >= mostFilled {
		d.filled = d.filled[1:]
	}
	d.filled = append(d.filled, a)
}

// isFilled reports whether x is the length of an array that has elements.
func (d *decider) isFilled(x *loop.Expr) bool {
	return x.Kind == loop.LenExpr && slices.ContainsFunc(d.filled,
		func(a *loop.Expr) bool { return loop.Equal(a, x.Args[0]) })
}

// emptied reports whether the statement that [decider.forget] is about may have an array be another one.
func (d *decider) emptied(a *loop.Expr) (is bool) {
	facts.EachRead(a, func(v *loop.Var) { is = is || d.lost.Get(v.ID()) == d.asked })
	for ; !is && a.Kind == loop.IndexExpr; a = a.Args[0] {
		r, ok := d.in.Region(a)
		is = !ok || d.stored[r]
	}
	return is
}

// settles reports whether e is the same wherever its variables are in scope.
func (d *decider) settles(e *loop.Expr) bool {
	if !d.pure(e) {
		return false
	}
	ok := true
	facts.EachRead(e, func(v *loop.Var) { ok = ok && !d.in.Mutable(v) })
	return ok
}

// pure reports whether e is made of variables alone.
func (d *decider) pure(e *loop.Expr) bool { return !e.CanFail() && !e.ReadsMemory() }

// forget takes back what is known of variables that s changes. It reports whether there may have been any.
func (d *decider) forget(s loop.Stmt) (some bool) {
	if len(d.facts) > 0 {
		eachChange(s, func(v *loop.Var) { some = some || d.about.Get(v.ID()) })
	}
	if !some && len(d.filled) == 0 {
		return false
	}
	d.asked++
	eachChange(s, func(v *loop.Var) { *d.lost.At(v.ID()) = d.asked })
	if some && slices.ContainsFunc(d.facts, d.gone) {
		d.facts = slices.DeleteFunc(slices.Clone(d.facts), d.gone)
	}
	if len(d.filled) > 0 {
		d.empty(s)
	}
	return some
}

// empty takes back what s may have be another array of what is known to have elements.
func (d *decider) empty(s loop.Stmt) {
	clear(d.stored)
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		d.in.Writes(t, func(r facts.Region) {
			if r.Type.IsArray() {
				d.stored[r] = true
			}
		}, nil)
	})
	if slices.ContainsFunc(d.filled, d.emptied) {
		d.filled = slices.DeleteFunc(slices.Clone(d.filled), d.emptied)
	}
}

// eachChange calls yield for the variables that s and the statements in it give a value, with repetitions: those that
// they declare are given one anew in each iteration.
func eachChange(s loop.Stmt, yield func(*loop.Var)) {
	switch s := s.(type) {
	case *loop.Let:
		yield(s.Var)
		return
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				yield(l.Var)
			}
		}
		return
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			yield(s.Lhs.Var)
		}
		return
	case *loop.If: // as most of those with blocks are
		for _, t := range s.Then {
			eachChange(t, yield)
		}
		for _, t := range s.Else {
			eachChange(t, yield)
		}
		return
	case *loop.Append:
		yield(s.Var)
	}
	loop.Declared(s, yield)
	loop.Blocks(s, func(b *[]loop.Stmt) {
		for _, t := range *b {
			eachChange(t, yield)
		}
	})
}

// gone reports whether f is about a variable that the statement changes that [decider.forget] is about.
func (d *decider) gone(f implied) (gone bool) {
	f.each(func(v *loop.Var) { gone = gone || d.lost.Get(v.ID()) == d.asked })
	return gone
}

// each visits the variables that f is about.
func (f implied) each(visit func(*loop.Var)) {
	if f.is != nil {
		visit(f.is)
	}
	for _, e := range [...]*loop.Expr{f.e, f.x, f.y} {
		if e != nil {
			facts.EachRead(e, visit)
		}
	}
}

func (d *decider) know(f implied) {
	f.each(func(v *loop.Var) { *d.about.At(v.ID()) = true })
	if len(d.facts) >= mostFacts {
		d.facts = d.facts[1:]
	}
	d.facts = append(d.facts, f)
}

// learn takes a condition for true, or for false.
func (d *decider) learn(c *loop.Expr, holds bool) {
	d.fuel = mostMeanings
	d.take(c, holds)
}

func (d *decider) take(c *loop.Expr, holds bool) {
	if c.Kind == loop.PrimExpr {
		switch c.Prim.Name {
		case "not":
			d.take(c.Args[0], !holds)
			return
		case "and", "or":
			if holds == (c.Prim.Name == "and") {
				d.take(c.Args[0], holds)
				d.take(c.Args[1], holds)
				return
			}
			for i, a := range c.Args { // one decides if the other does not
				if is, ok := d.decide(a); ok && is != holds {
					d.take(c.Args[1-i], holds)
					return
				}
			}
		}
		if may, ok := facts.Orders[c.Prim.Name]; ok {
			if !holds {
				may = may.Not()
			}
			d.compare(c.Args[0], c.Args[1], may)
			return
		}
	}
	if c.IsConst() || !d.pure(c) {
		return
	}
	d.know(implied{e: c, holds: holds})
	if c.Kind == loop.VarExpr {
		if is := d.meaning(c.Var); is != nil {
			d.take(is, holds)
		}
	}
}

// mostMeanings bounds how many bools are taken for what they are, to learn or to decide one condition.
const mostMeanings = 64

// meaning is what a bool is as long as it is known, or nil.
func (d *decider) meaning(v *loop.Var) *loop.Expr {
	if d.fuel--; d.fuel < 0 {
		return nil
	}
	if is := d.def.Get(v.ID()); is != nil {
		return is
	}
	for i := len(d.facts) - 1; i >= 0; i-- {
		if f := d.facts[i]; f.is == v {
			return f.e
		}
	}
	return nil
}

func (d *decider) compare(x, y *loop.Expr, may facts.Order) {
	if d.pure(x) && d.pure(y) {
		if x.IsConst() {
			x, y, may = y, x, may.Turned()
		}
		d.know(implied{x: x, y: y, may: may})
	}
}

// expr is e with constants for what is known.
func (d *decider) expr(e *loop.Expr) *loop.Expr {
	if e.IsConst() || !e.Type.IsArray() && e.Type.Base == loop.Real &&
		!e.Has(1<<loop.PrimExpr|1<<loop.IndexExpr|1<<loop.SelectExpr) {
		return e
	}
	n := d.operands(e)
	if n != e {
		n, d.changed = edit.Fold(n), true
	}
	if n.IsConst() || !counted(n.Type) || n.CanFail() {
		return n
	}
	c := d.constant(n)
	if c == nil {
		return n
	}
	d.changed = true
	return c
}

// operands is e with constants for what is known of its operands.
func (d *decider) operands(e *loop.Expr) *loop.Expr {
	i := -1
	return e.MapArgs(func(a *loop.Expr) *loop.Expr {
		i++
		var b *loop.Expr
		if i == 1 && facts.Lazy(e) && e.Kind == loop.PrimExpr {
			mark := d.facts
			d.learn(e.Args[0], e.Prim.Name == "and")
			b = d.expr(a)
			d.facts = mark
		} else {
			b = d.expr(a)
		}
		if b != a && b.IsConst() && !edit.LegalConst(e, i, b) {
			return a
		}
		return b
	})
}

// constant is what e is known to be, or nil.
func (d *decider) constant(e *loop.Expr) *loop.Expr {
	if d.values != nil {
		d.values.in = d.in
		if x, ok := d.values.expr(e).one(); ok {
			return constantOf(e.Type, x)
		}
	}
	if e.Type == loop.BoolType {
		d.fuel = mostMeanings
		if holds, ok := d.decide(e); ok {
			return loop.BoolConst(holds)
		}
	}
	return nil
}

// decide says whether a condition holds, if that is known.
func (d *decider) decide(c *loop.Expr) (holds, ok bool) {
	switch {
	case c.IsConst():
		return c.I != 0, true
	case c.Kind != loop.PrimExpr:
	case c.Prim.Name == "not":
		holds, ok = d.decide(c.Args[0])
		return !holds, ok
	case lazyOps[c.Prim.Name]:
		end := c.Prim.Name == "or" // what decides alone
		all := true
		for _, a := range c.Args {
			is, known := d.decide(a)
			if known && is == end {
				return is, true
			}
			all = all && known
		}
		if all {
			return !end, true
		}
	default:
		if may, is := facts.Orders[c.Prim.Name]; is {
			return d.ordered(c.Args[0], c.Args[1], may)
		}
	}
	for i := len(d.facts) - 1; i >= 0; i-- {
		if f := d.facts[i]; f.e != nil && f.is == nil && loop.Equal(f.e, c) {
			return f.holds, true
		}
	}
	if c.Kind == loop.VarExpr && len(d.facts) > 0 {
		if is := d.meaning(c.Var); is != nil {
			return d.decide(is)
		}
	}
	return false, false
}

// ordered says whether x and y compare in one of some ways, if that is known.
func (d *decider) ordered(x, y *loop.Expr, asked facts.Order) (holds, ok bool) {
	if x.IsConst() {
		x, y, asked = y, x, asked.Turned()
	}
	if !d.pure(x) && !d.isFilled(x) || !d.pure(y) {
		return false, false
	}
	may := facts.Below | facts.Equal | facts.Above
	for _, f := range d.facts {
		switch {
		case f.x == nil:
		case loop.Equal(f.x, x) && loop.Equal(f.y, y):
			may &= f.may
		case loop.Equal(f.x, y) && loop.Equal(f.y, x):
			may &= f.may.Turned()
		}
	}
	if y.IsConst() {
		may &= d.against(x, y.I)
	}
	switch {
	case may&^asked == 0 && may != 0:
		return true, true
	case may&asked == 0 && may != 0:
		return false, true
	}
	return false, false
}

// against is how x may compare with a constant, from what is known of it and others, and of its values.
func (d *decider) against(x *loop.Expr, k int64) facts.Order {
	var may facts.Order
	filled := d.isFilled(x)
	allowed := func(n int64) bool {
		if filled && n < 1 {
			return false
		}
		for _, f := range d.facts {
			if f.x != nil && f.y.IsConst() && loop.Equal(f.x, x) && f.may&facts.Compared(n, f.y.I) == 0 {
				return false
			}
		}
		return true
	}
	if d.values != nil {
		d.values.in = d.in
		if s := d.values.expr(x); !s.all && !s.none() && !s.needed {
			for _, n := range s.vals {
				if allowed(n) {
					may |= facts.Compared(n, k)
				}
			}
			return may
		}
	}
	// The facts are ranges: what is at their ends, and next to k, tells of all numbers.
	points := []int64{k, k - 1, k + 1}
	if filled {
		points = append(points, 1)
	}
	for _, f := range d.facts {
		if f.x != nil && f.y.IsConst() && loop.Equal(f.x, x) {
			points = append(points, f.y.I, f.y.I-1, f.y.I+1)
		}
	}
	for _, n := range points {
		if allowed(n) {
			may |= facts.Compared(n, k)
		}
	}
	return may
}
