package encode

import (
	"encoding/binary"
	"slices"
)

// Encode gives the bytes of the module, [Wasm] 5.5. It takes time linear in its size.
func (m *Module) Encode() []byte {
	m.internTypes()
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, n int, body []byte) {
		if n == 0 {
			return
		}
		count := uleb(nil, uint64(n))
		out = slices.Grow(out, len(body)+16)
		out = uleb(append(out, id), uint64(len(count)+len(body)))
		out = append(append(out, count...), body...)
	}
	section(1, len(m.types), m.typeSection())
	section(2, len(m.Imports), m.importSection())
	var b []byte
	for _, f := range m.Funcs {
		b = uleb(b, uint64(m.TypeIndex(f.Type)))
	}
	section(3, len(m.Funcs), b)
	if m.HasMemory {
		section(5, 1, m.limits())
	}
	section(6, len(m.Globals), m.globalSection())
	b = nil
	for _, e := range m.Exports {
		b = uleb(append(name(b, e.Name), byte(e.Kind)), uint64(e.Index))
	}
	section(7, len(m.Exports), b)
	instrs := 0
	for _, f := range m.Funcs {
		instrs += len(f.Body)
	}
	b = make([]byte, 0, instrs*5/2) // about as long as they are
	var code []byte
	for _, f := range m.Funcs {
		code = f.code(code[:0])
		b = append(uleb(b, uint64(len(code))), code...)
	}
	section(10, len(m.Funcs), b)
	b = nil
	for _, d := range m.Data {
		b = append(b, 0)
		b = I32Of(int32(d.Offset)).encode(b)
		b = append(b, byte(End))
		b = append(uleb(b, uint64(len(d.Bytes))), d.Bytes...)
	}
	section(11, len(m.Data), b)
	customs := m.Custom
	if !m.WithoutNames {
		customs = append(customs[:len(customs):len(customs)], Custom{"name", m.names()})
	}
	for _, c := range customs {
		payload := append(name(nil, c.Name), c.Bytes...)
		out = append(uleb(append(out, 0), uint64(len(payload))), payload...)
	}
	return out
}

// internTypes adds the types of all functions.
func (m *Module) internTypes() {
	for _, f := range m.Imports {
		m.TypeIndex(f.Type)
	}
	for _, f := range m.Funcs {
		m.TypeIndex(f.Type)
	}
}

func (m *Module) typeSection() (b []byte) {
	for _, t := range m.types {
		b = append(b, 0x60)
		b = valTypes(b, t.Params)
		b = valTypes(b, t.Results)
	}
	return b
}

func valTypes(b []byte, ts []ValType) []byte {
	b = uleb(b, uint64(len(ts)))
	for _, t := range ts {
		b = append(b, byte(t))
	}
	return b
}

func (m *Module) importSection() (b []byte) {
	for _, f := range m.Imports {
		b = append(name(name(b, f.Module), f.Name), byte(FuncKind))
		b = uleb(b, uint64(m.TypeIndex(f.Type)))
	}
	return b
}

func (m *Module) limits() []byte {
	if m.MaxPages == 0 {
		return uleb([]byte{0}, uint64(m.MinPages))
	}
	return uleb(uleb([]byte{1}, uint64(m.MinPages)), uint64(m.MaxPages))
}

func (m *Module) globalSection() (b []byte) {
	for _, g := range m.Globals {
		b = append(b, byte(g.Type), 0)
		if g.Mutable {
			b[len(b)-1] = 1
		}
		b = append(g.Init.encode(b), byte(End))
	}
	return b
}

// code appends the body of a function with its locals, neighbours of one type in one group.
func (f *Func) code(b []byte) []byte {
	var groups []byte
	n := 0
	for i := 0; i < len(f.Locals); n++ {
		k := i
		for k < len(f.Locals) && f.Locals[k] == f.Locals[i] {
			k++
		}
		groups = append(uleb(groups, uint64(k-i)), byte(f.Locals[i]))
		i = k
	}
	b = append(uleb(b, uint64(n)), groups...)
	for i := range f.Body {
		b = f.Body[i].encode(b)
		if f.Body[i].Op == BrTable {
			labels := f.Labels[f.Body[i].A]
			b = uleb(b, uint64(len(labels)-1))
			for _, l := range labels {
				b = uleb(b, uint64(l))
			}
		}
	}
	return append(b, byte(End))
}

func (i Instr) encode(b []byte) []byte {
	if i.Op > 0xff {
		b = uleb(append(b, byte(i.Op>>8)), uint64(i.Op&0xff))
	} else {
		b = append(b, byte(i.Op))
	}
	switch i.Op.info().imm {
	case none, table: // the labels of a table are those of the function
	case block, c32, c64:
		b = sleb(b, i.A)
	case index, call, local, global:
		b = uleb(b, uint64(i.A))
	case mem:
		b = uleb(uleb(b, uint64(i.A)), uint64(i.B))
	case cf64:
		b = binary.LittleEndian.AppendUint64(b, uint64(i.A))
	case c128:
		b = binary.LittleEndian.AppendUint64(b, uint64(i.A))
		b = binary.LittleEndian.AppendUint64(b, uint64(i.B))
	case zero:
		b = append(b, 0)
	case zeros:
		b = append(b, 0, 0)
	case lane:
		b = append(b, byte(i.A))
	}
	return b
}

// names is the name section: of the module, of functions, and of locals.
func (m *Module) names() []byte {
	var out []byte
	sub := func(id byte, b []byte) {
		out = append(uleb(append(out, id), uint64(len(b))), b...)
	}
	if m.Name != "" {
		sub(0, name(nil, m.Name))
	}
	b := uleb(nil, uint64(len(m.Imports)+len(m.Funcs)))
	for i, f := range m.Imports {
		b = name(uleb(b, uint64(i)), f.Module+"."+f.Name)
	}
	for i, f := range m.Funcs {
		b = name(uleb(b, uint64(len(m.Imports)+i)), f.Name)
	}
	sub(1, b)
	var locals []byte
	n := 0
	for i, f := range m.Funcs {
		var of []byte
		k := 0
		for j, s := range f.LocalNames {
			if s != "" {
				of = name(uleb(of, uint64(j)), s)
				k++
			}
		}
		if k > 0 {
			locals = append(uleb(uleb(locals, uint64(len(m.Imports)+i)), uint64(k)), of...)
			n++
		}
	}
	if n > 0 {
		sub(2, append(uleb(nil, uint64(n)), locals...))
	}
	return out
}

func name(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }

// uleb appends an unsigned number, [Wasm] 5.2.2.
func uleb(b []byte, n uint64) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// sleb appends a signed number.
func sleb(b []byte, n int64) []byte {
	for n < -64 || n > 63 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n&0x7f))
}
