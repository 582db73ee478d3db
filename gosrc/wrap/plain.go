package wrap

import "github.com/seed-4b734f86/gochad/chad"

// plain is func FFunc(p…) (r…), which computes what F does by the code of the compiler.
type plain struct{ *fn }

func newPlain(w *fn) verb { return &plain{w} }

func (p *plain) derive() (chad.Export, error) {
	src, err := p.source()
	if err != nil {
		return chad.Export{}, err
	}
	f, err := src.Plain()
	if err != nil {
		return chad.Export{}, err
	}
	p.slots = valueSlots(p.comps)
	return chad.Export{Func: f, Into: into(p.slots, p.written)}, nil
}

func (p *plain) signature() { p.heads() }

func (p *plain) body() {
	p.shapes()
	args := p.arguments()
	for i := range p.slots {
		p.place(&p.slots[i])
	}
	p.call(p.slots, args)
	p.failures(func() {})
	p.outs(p.slots)
	p.returns(p.slots, nil)
}

func (p *plain) doc() string {
	return "computes what " + p.Func.Name() + " does, from the translation that derivatives are made of. " +
		p.memoryDoc()
}
