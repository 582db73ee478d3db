package term

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tr translates a function.
type tr struct {
	p     *program
	f     *flow.Func
	sl    *slots
	facts *analysis
	body  *list
	unset map[maker]bool // what is made with rows that may stay nil

	// What a pass learns for the next one.
	ghosts     map[ghostKey]*syntax.SizeVar
	sizeVars   map[ghostKey]*syntax.SizeVar
	isSize     map[*syntax.SizeVar]bool
	guess      map[loopKey]*shape // states of loops: their shapes
	dropped    map[loopKey]bool   // states that the body leaves as they are
	kept       map[loopKey]bool   // states that were dropped wrongly
	nonzero    map[loopKey]bool   // states that do not stay zero
	hoisted    map[ghostKey]map[*syntax.Size]bool
	hoistOrder map[ghostKey][]*syntax.Size
	codes      map[any]int64
	dirty      bool
	passes     int

	// Where a pass is.
	env     []val
	log     []undo
	spine   *syntax.Spine
	sc      *scope
	cur     flow.Stmt
	copy    int
	ords    map[ghostKey]int // how many keys there are of a statement
	loops   []*facts
	exits   bool
	results []slotSet // the result slots of the functions around
}

func newTr(p *program, f *flow.Func) *tr {
	sl := newSlots()
	a := newAnalysis(sl, p.callFails)
	t := &tr{
		p: p, f: f, sl: sl, facts: a,
		ghosts: map[ghostKey]*syntax.SizeVar{}, sizeVars: map[ghostKey]*syntax.SizeVar{},
		isSize: map[*syntax.SizeVar]bool{},
		guess:  map[loopKey]*shape{}, dropped: map[loopKey]bool{}, kept: map[loopKey]bool{},
		nonzero: map[loopKey]bool{},
		hoisted: map[ghostKey]map[*syntax.Size]bool{}, hoistOrder: map[ghostKey][]*syntax.Size{},
		codes: map[any]int64{},
	}
	return t
}

// maxPasses bounds the passes: guesses only ever get weaker, so that more are a defect.
const maxPasses = 60

// translate makes the body of f, and reports whether callers in its component must be translated again.
func (p *program) translate(f *flow.Func) (changed bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failure); !ok {
				panic(r)
			}
		}
	}()
	if f.Derived != nil { // its calls are written out
		return false
	}
	p.at = f.At
	sig := p.declare(f)
	if f.Extern != nil {
		p.extern(f, sig)
		return false
	}
	if sig.tr == nil {
		t := newTr(p, f)
		sig.tr = t
		t.body = t.facts.function(f, append(slices.Clip(f.Results), t.facts.stops.in(nil)))
		t.unset = unsetRows(f)
		if lit, k, bad := t.facts.shared(); bad {
			t.fail(lit.At, "the function literal assigns "+t.sl.all[k].name+", which lives outside of it",
				"let the literal return the value, or call it only where it is declared")
		}
		for _, n := range sig.def.Sizes {
			t.isSize[n] = true
		}
	}
	t := sig.tr
	for t.dirty = true; t.dirty; {
		if t.passes++; t.passes > maxPasses {
			panic("term: the shapes of " + f.Name + " do not settle")
		}
		t.dirty = false
		body, again := t.pass(sig)
		sig.def.Body = body
		changed = changed || again
	}
	return changed
}

// begin makes ready for a pass.
func (t *tr) begin(results []*flow.Var) {
	stop := t.facts.stops.in(nil)
	t.env = make([]val, len(t.sl.all))
	t.log, t.spine, t.sc = nil, &syntax.Spine{}, newScope()
	t.cur, t.copy, t.ords, t.loops = nil, 0, map[ghostKey]int{}, nil
	t.set(exitSlot, exitVal(0))
	t.set(t.sl.of(stop), exitVal(0))
	own := slotSet{}
	for _, k := range t.facts.vars(append(slices.Clip(results), stop)) {
		own[k] = struct{}{}
	}
	t.results = []slotSet{own}
}

// param binds a parameter.
func (t *tr) param(x *syntax.Var, v *flow.Var, sh *shape) []val {
	if x.Type == syntax.Int {
		t.sc.keys[x] = t.key()
		t.sc.push(x)
	}
	vs := t.explode(x.Name, syntax.Ref(x), v.Type, sh)
	t.store(dest{slot: t.sl.of(v)}, vs, v.At)
	k := t.sl.of(v)
	return t.env[k : k+len(vs)]
}

// pass translates the body once.
func (t *tr) pass(sig *signature) (body syntax.Term, changed bool) {
	t.begin(t.f.Results)
	t.exits = false
	for _, n := range sig.def.Sizes[:len(sig.def.Sizes)-len(sig.extra)] {
		t.sc.push(n)
	}
	for i, v := range t.f.Params {
		for j, x := range t.param(sig.def.Params[i], v, sig.params[i]) {
			if x.t.Type() == syntax.Int {
				sig.ints[i][j], _ = t.polyOf(x).IsVar()
			}
		}
	}
	t.bindRoom(sig)
	t.extras(sig, sig.def.Sizes)
	entry := t.sc.mark()
	t.declareResults(t.f)
	t.list(t.body)
	var shapes []*shape
	vals := make([][]val, len(t.f.Results))
	for i, r := range t.f.Results {
		vs := slices.Clone(t.load(flow.Place{Var: r}))
		for j := range vs {
			vs[j] = t.settled(r.Name, vs[j])
		}
		vals[i] = vs
		sh := t.shapeOf(vs, r.Type)
		join(sh, sh, t.holds(entry)).eachSize(func(p *syntax.Size) {
			if !sig.guessed && !t.inType(sig, p) {
				sig.extra = append(sig.extra, p)
				sig.def.Sizes = append(sig.def.Sizes, syntax.NewSizeVar(fmt.Sprintf("k%d", len(sig.extra))))
				t.dirty = true
			}
		})
		shapes = append(shapes, join(sh, sh, func(n *syntax.Size) bool { return t.inType(sig, n) }))
	}
	changed = t.settle(sig, shapes)
	var out []syntax.Term
	for i, r := range t.f.Results {
		out = append(out, t.implode(r.Name, vals[i], r.Type, sig.results[i], t.f.At))
	}
	if sig.fails {
		st := t.status(nil)
		out = append(out, st)
		if isZeroConst(st) && !sig.guessed && !t.dirty {
			// No failure can be reached after all: what the next pass corrects may lead to one.
			sig.fails, t.p.fails[t.f] = false, false
			t.p.resultType(t.f, sig, sig.def)
			t.dirty = true
		}
	}
	return t.spine.In(syntax.NewTuple(out...)), changed
}

// inType reports whether the type of a result may have a length.
func (t *tr) inType(sig *signature, p *syntax.Size) bool {
	if slices.Contains(sig.extra, p) {
		return true
	}
	ok := t.isReal(p)
	p.Vars(func(g *syntax.SizeVar) { ok = ok && slices.Contains(sig.def.Sizes, g) })
	return ok
}

// settle compares the shapes of the results with what callers have assumed.
func (t *tr) settle(sig *signature, shapes []*shape) (changed bool) {
	if sig.results == nil || !sig.guessed {
		sig.results = shapes
		t.p.resultType(t.f, sig, sig.def)
		return false
	}
	for i, sh := range shapes {
		if w := join(sig.results[i], sh, func(*syntax.Size) bool { return true }); !sameShape(w, sig.results[i]) {
			sig.results = slices.Clone(sig.results)
			sig.results[i] = w
			changed = true
		}
	}
	if changed {
		t.p.resultType(t.f, sig, sig.def)
		t.dirty = true
	}
	return changed
}

// extras brings the sizes into scope that callers pass for lengths which no parameter shows. Callers see to it that
// they are those lengths, or 0 where these are negative.
func (t *tr) extras(sig *signature, sizes []*syntax.SizeVar) {
	for i, p := range sig.extra {
		n := sizes[len(sizes)-len(sig.extra)+i]
		t.sc.push(n)
		t.sc.reals[p] = syntax.SizeOfVar(n)
		t.sc.polys[n] = p
	}
}

// publish makes a definition of f without size parameters that no parameter shows.
func (p *program) publish(f *flow.Func) {
	sig := p.sigs[f]
	t := newTr(p, f)
	t.facts.function(f, nil)
	d := &syntax.Def{Name: sig.def.Name, Doc: sig.def.Doc, At: sig.def.At}
	sig.def.Name = p.unique(d.Name + "_sized")
	sig.public = d
	env := map[*syntax.SizeVar]*syntax.Size{}
	for _, n := range sig.def.Sizes[:len(sig.def.Sizes)-len(sig.extra)] {
		m := syntax.NewSizeVar(n.Name)
		env[n] = syntax.SizeOfVar(m)
		d.Sizes = append(d.Sizes, m)
		t.isSize[m] = true
	}
	rename := func(p *syntax.Size) *syntax.Size {
		return p.Subst(func(n *syntax.SizeVar) *syntax.Size { return env[n] })
	}
	p.resultType(f, sig, d)
	d.Result = syntax.SubstSizes(d.Result, func(n *syntax.SizeVar) *syntax.Size { return env[n] })
	t.begin(nil)
	for _, n := range d.Sizes {
		t.sc.push(n)
	}
	args := make([][]val, len(f.Params))
	for i, v := range f.Params {
		ty := syntax.SubstSizes(sig.def.Params[i].Type, func(n *syntax.SizeVar) *syntax.Size { return env[n] })
		x := syntax.NewVar(sig.def.Params[i].Name, ty)
		d.Params = append(d.Params, x)
		args[i] = slices.Clone(t.param(x, v, substShape(sig.params[i], rename)))
	}
	results, status := t.callDef(f, args, f.At, nil)
	var out []syntax.Term
	for i, r := range f.Results {
		sh := join(sig.results[i], sig.results[i], func(s *syntax.Size) bool { return !slices.Contains(sig.extra, s) })
		out = append(out, t.implode(r.Name, results[i], r.Type, substShape(sh, rename), f.At))
	}
	if status != nil {
		out = append(out, status)
	}
	d.Body = t.spine.In(syntax.NewTuple(out...))
}
