package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tr translates a function.
type tr struct {
	p     *program
	f     *flow.Func
	sl    *slots
	facts *analysis
	body  *list

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
	ord     int
	loops   []*facts
	exits   bool
	results []set // the result slots of the functions around
}

func newTr(p *program, f *flow.Func) *tr {
	sl := newSlots()
	a := newAnalysis(sl, p.callFails)
	t := &tr{
		p: p, f: f, sl: sl, facts: a,
		ghosts: map[ghostKey]*syntax.SizeVar{}, sizeVars: map[ghostKey]*syntax.SizeVar{}, isSize: map[*syntax.SizeVar]bool{},
		guess: map[loopKey]*shape{}, dropped: map[loopKey]bool{}, kept: map[loopKey]bool{}, nonzero: map[loopKey]bool{},
		hoisted: map[ghostKey]map[*syntax.Size]bool{}, hoistOrder: map[ghostKey][]*syntax.Size{}, codes: map[any]int64{},
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
	sig := p.declare(f)
	if f.Extern != nil {
		p.extern(f, sig)
		return false
	}
	if sig.tr == nil {
		t := newTr(p, f)
		sig.tr = t
		t.body = t.facts.function(f, f.Results)
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
	t.env = make([]val, len(t.sl.all))
	t.log, t.spine, t.sc = nil, &syntax.Spine{}, newScope()
	t.cur, t.copy, t.ord, t.loops = nil, 0, 0, nil
	t.set(exitSlot, exitVal(0))
	own := set{}
	for _, k := range t.facts.vars(results) {
		own[k] = struct{}{}
	}
	t.results = []set{own}
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
	t.exits = sig.fails
	for _, n := range sig.def.Sizes {
		t.sc.push(n)
	}
	for i, v := range t.f.Params {
		for j, x := range t.param(sig.def.Params[i], v, sig.params[i]) {
			if x.t.Type() == syntax.Int {
				sig.ints[i][j], _ = t.polyOf(x).IsVar()
			}
		}
	}
	entry := t.sc.mark()
	t.declareResults(t.f)
	t.list(t.body)
	var shapes, full []*shape
	vals := make([][]val, len(t.f.Results))
	for i, r := range t.f.Results {
		vs := slices.Clone(t.load(flow.Place{Var: r}))
		for j := range vs {
			vs[j] = t.settled(r.Name, vs[j])
		}
		vals[i] = vs
		sh := t.shapeOf(vs, r.Type)
		shapes = append(shapes, join(sh, sh, func(n *syntax.Size) bool { return t.inType(sig, n) }))
		full = append(full, join(sh, sh, t.holds(entry)))
	}
	changed = t.settle(sig, shapes, full)
	var out []syntax.Term
	for i, r := range t.f.Results {
		out = append(out, t.implode(r.Name, vals[i], r.Type, sig.results[i], t.f.At))
	}
	if sig.fails {
		out = append(out, t.status())
	}
	return t.spine.In(syntax.NewTuple(out...)), changed
}

// inType reports whether the type of a result may have a length.
func (t *tr) inType(sig *signature, p *syntax.Size) bool {
	ok := t.isReal(p)
	p.Vars(func(g *syntax.SizeVar) { ok = ok && slices.Contains(sig.def.Sizes, g) })
	return ok
}

// settle compares the shapes of the results with what callers have assumed.
func (t *tr) settle(sig *signature, shapes, full []*shape) (changed bool) {
	if sig.results == nil || !sig.guessed {
		sig.results, sig.lengths = shapes, full
		t.p.resultType(t.f, sig)
		return false
	}
	for i, sh := range shapes {
		if w := join(sig.results[i], sh, func(*syntax.Size) bool { return true }); !sameShape(w, sig.results[i]) {
			sig.results = slices.Clone(sig.results)
			sig.results[i] = w
			sig.lengths = sig.results
			changed = true
		}
	}
	if changed {
		t.p.resultType(t.f, sig)
		t.dirty = true
	}
	return changed
}
