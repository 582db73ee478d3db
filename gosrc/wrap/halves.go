package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// halves are the names of the two methods of the workspace that do what a vjp does, where the result has slices: their
// lengths may be known only after the first, and it is the caller who makes the cotangents. They are empty where there
// are none.
func (r *Root) halves(d *Directive) (forward, pullback string) {
	if d.Verb != "vjp" || len(r.Outs) > 0 {
		return "", ""
	}
	results, err := r.results(d.Of)
	if err != nil || !slices.ContainsFunc(results, func(x result) bool { return x.varies && x.shape.hasSlice() }) {
		return "", ""
	}
	if d.Name == "" || d.Name == r.stem()+suffixes["vjp"] {
		return "Forward", "Pullback"
	}
	return d.Name + "Forward", d.Name + "Pullback"
}

// forward is func (w *FWorkspace) Forward(p…) (r…).
type forward struct {
	*fn
	args    []string // the fields that keep the arguments
	results []string // the fields that keep the results
	seen    string   // the field that keeps a fingerprint of the arguments, if there are any
	ready   string   // the field that says that they are there
	failed  string   // the field that says that the function returned an error, if it can
}

func newForward(w *fn) verb { return &forward{fn: w} }

func (f *forward) derive() (chad.Export, error) {
	src, err := f.source()
	if err != nil {
		return chad.Export{}, err
	}
	p, err := src.Plain()
	if err != nil {
		return chad.Export{}, err
	}
	f.slots = valueSlots(f.comps)
	return chad.Export{Func: p, Into: into(f.slots, func(s *slot) bool { return f.known(s.col) })}, nil
}

func (f *forward) signature() {
	f.heads()
	f.sig.params, f.sig.args = f.all()
	f.sig.recv = ""
}

// all are the declarations and names of all parameters, the receiver included.
func (w *fn) all() (decls, names []string) {
	for _, p := range w.params {
		decls, names = append(decls, p.name+" "+w.typeString(p.typ)), append(names, p.name)
	}
	return decls, names
}

func (f *forward) body() {
	f.ready = f.field("ready", "bool")
	f.printf("%s.%s = false\n", f.receiver, f.ready)
	f.shapes()
	for _, r := range f.fn.results {
		f.known0(r.shape)
	}
	args := f.arguments()
	if h := f.fingerprint(args); h != "" {
		f.seen = f.field("seen", "uint64")
		f.printf("%s.%s = %s\n", f.receiver, f.seen, h)
	}
	for i := range f.slots {
		s := &f.slots[i]
		c := f.comps[s.comp]
		if c.result >= 0 && len(s.col.dims()) > 0 && f.known(s.col) {
			s.into = f.scratch(s.col, copied, hint(f.resultName(c.result)+"_value", s.col))
			s.value = s.into
			continue
		}
		f.place(s)
	}
	f.call(f.slots, args)
	for _, p := range f.params {
		typ, from := f.typeString(inPairs(p.typ)), p.name
		switch {
		case p.choice == nil:
		case p.choice.Draws:
			typ, from = "[]int", f.drawn[p.name]
		default: // its struct is made anew
			from = f.given(p.name)
		}
		n := f.field("arg"+upper(p.name), typ)
		f.args = append(f.args, n)
		f.printf("%s.%s = %s\n", f.receiver, n, from)
	}
	if errs := f.errorValues(); len(errs) > 0 {
		f.failed = f.field("failed", "bool")
		f.printf("%s.%s = %s\n", f.receiver, f.failed, strings.Join(errs, " != 0 || ")+" != 0")
	}
	f.failures(func() { f.printf("%s.%s = true\n", f.receiver, f.ready) })
	var vals []string
	for i, r := range f.fn.results {
		var mine []*slot
		for k := range f.slots {
			if s := &f.slots[k]; f.comps[s.comp].result == i {
				mine = append(mine, s)
			}
		}
		v := f.value(i, mine)
		n := ""
		if f.wanted(i) {
			n = f.field("result"+upper(f.resultName(i)), f.typeString(r.typ))
			f.printf("%s.%s = %s\n", f.receiver, n, v)
		}
		f.results = append(f.results, n)
		vals = append(vals, v)
	}
	f.printf("%s.%s = true\nreturn %s\n", f.receiver, f.ready, strings.Join(vals, ", "))
}

func (f *forward) doc() string {
	_, p := f.halves(f.d)
	return fmt.Sprintf("returns what %s returns, in the memory of %s: slices hold until its next call. %s then\n"+
		"takes the cotangents of the results. Until that the arguments must not change: it panics where "+
		"they have.", f.Func.Name(), f.receiver, p)
}

// pullback is func (w *FWorkspace) Pullback(rbar…, abar, bbar …).
type pullback struct {
	*vjp
	forward *forward
}

func newPullback(w *fn, f *forward) verb {
	return &pullback{&vjp{fn: w, seeds: map[int]*direction{}}, f}
}

func (p *pullback) derive() (chad.Export, error) {
	seed, err := p.seed()
	if err != nil {
		return chad.Export{}, err
	}
	der, err := p.derivative(func(src *chad.Func, names []string) (*chad.Func, error) {
		return chad.Cotangents(src, seed, names...)
	})
	if err != nil {
		return chad.Export{}, err
	}
	leaves, _ := p.active()
	p.slots = p.flat.cotangentSlots(leaves)
	return chad.Export{Func: der, Into: into(p.slots, p.written), Lent: p.lent(p.slots)}, nil
}

func (p *pullback) signature() {
	p.vjp.signature()
	p.sig.recv, p.sig.results = "", nil
	n := len(p.params)
	if p.isMethod() {
		n--
	}
	p.sig.params, p.sig.args = p.sig.params[n:], p.sig.args[n:]
}

func (p *pullback) body() {
	w, f := p.receiver, p.forward
	p.printf("if !%s.%s {\npanic(%q)\n}\n", w, f.ready, p.at+": there is nothing to pull back, call "+f.name+" first")
	for i, q := range p.params {
		if slices.ContainsFunc(p.flat.leaves, func(l leaf) bool { return l.param == i }) {
			if q.choice != nil && !q.choice.Draws {
				p.printf("%s", p.chosen(&q, w+"."+f.args[i]))
				continue
			}
			p.printf("%s := %s.%s\n", q.name, w, f.args[i])
		}
	}
	p.shapes()
	if f.failed != "" {
		p.zeroIf = w + "." + f.failed
	}
	read := p.read0()
	p.reverse(p.buffers, read, func() []string {
		args := p.arguments()
		if h := p.fingerprint(args); h != "" {
			p.printf("if %s != %s.%s {\npanic(%q)\n}\n", h, w, f.seen, p.at+": the arguments have changed since "+
				f.name)
		}
		for _, k := range p.order {
			c, d := p.comps[k], p.seeds[k]
			x := w + "." + f.results[c.result]
			p.measureReals(d.shape, d.shape.at(x), p.there(d.shape, x))
			d.shape.leaves(func(rel []string, s *shape, constant bool) { args = p.vjp.read(args, d, s, rel, constant) })
			if d.shape.isLoose() {
				p.checkRows(d.name, x)
			}
		}
		return args
	})
}

// fingerprint emits what makes a number of arguments of the core, which is another one for others, and gives its name;
// it is empty where there are none. It costs less than to keep them, or to go through them once more.
func (w *fn) fingerprint(args []string) string {
	if len(args) == 0 {
		return ""
	}
	h := w.names.fresh("h")
	w.printf("%s := uint64(%d)\n", h, len(args))
	of := map[string]string{"float64": "fingerprintReals", "int": "fingerprintInts", "bool": "fingerprintBools"}
	scalars := map[string][]string{}
	for _, l := range w.flat.leaves {
		for _, c := range l.shape.columns() {
			x, base, rank := args[0], c.scalar.base(), len(c.dims())
			args = args[1:]
			if rank == 0 {
				scalars[base] = append(scalars[base], x)
				continue
			}
			var rows []string
			for range rank - 1 {
				row := w.names.fresh("row")
				rows = append(rows, row)
				w.printf("%s = 31*%s + uint64(len(%s))\nfor _, %s := range %s {\n", h, h, x, row, x)
				x = row
			}
			w.printf("%s = %s(%s, %s)\n%s", h, w.file.helper(of[base]), h, x, strings.Repeat("}\n", len(rows)))
			for _, row := range rows {
				w.names.free1(row)
			}
		}
	}
	for _, base := range []string{"float64", "int", "bool"} {
		if x := scalars[base]; len(x) > 0 {
			w.printf("%s = %s(%s, []%s{%s})\n", h, w.file.helper(of[base]), h, base, strings.Join(x, ", "))
		}
	}
	return h
}

// there is the condition that a result that is a pointer is there.
func (p *pullback) there(s *shape, x string) []string {
	if s.pointer {
		return []string{x + " != nil"}
	}
	return nil
}

func (p *pullback) doc() string {
	var ofs, bufs, seeds []string
	for _, b := range p.buffers {
		ofs, bufs = append(ofs, b.item.text), append(bufs, b.name)
	}
	for _, k := range p.order {
		seeds = append(seeds, p.seeds[k].name)
	}
	return fmt.Sprintf("writes into %s the cotangents of %s for the cotangents %s of the results of the\n%s before. "+
		"It may be called several times. ",
		enumeration(bufs), enumeration(ofs), enumeration(seeds), p.forward.name) + p.bufferDoc(p.buffers)
}

// halvesStub declares the two methods.
func (r *Root) halvesStub(d *Directive, qualifier types.Qualifier) string {
	f, p := r.halves(d)
	if f == "" {
		return ""
	}
	params := r.parameters()
	results, err := r.results(d.Of)
	if err != nil {
		return ""
	}
	items, err := r.items(params, d.Wrt)
	if err != nil {
		return ""
	}
	typ, _ := r.workspace()
	var in, out, back []string
	for _, q := range params {
		in = append(in, "_ "+types.TypeString(gotypes.In(r.Func.Pkg(), q.typ), qualifier))
	}
	for _, x := range results {
		out = append(out, types.TypeString(gotypes.In(r.Func.Pkg(), x.typ), qualifier))
		if x.varies && (d.Of == "" || x.of) {
			back = append(back, "_ "+types.TypeString(gotypes.In(r.Func.Pkg(), x.typ), qualifier))
		}
	}
	for _, it := range items {
		t := types.TypeString(gotypes.In(r.Func.Pkg(), it.typ), qualifier)
		if !mutable(it.typ) {
			t = "*" + t
		}
		back = append(back, "_ "+t)
	}
	return fmt.Sprintf("func (_ *%s) %s(%s) (%s)\nfunc (_ *%s) %s(%s)\n", typ, f, strings.Join(in, ", "),
		strings.Join(out, ", "),
		typ, p, strings.Join(back, ", "))
}
