package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A slice that is appended to has room behind its end, which a function that gets it would get a copy without. A
// function that only looks at it, and gives nothing that has to do with real numbers, takes the buffer and the length
// instead: a version of its own, with one more parameter for each such slice.
//
//	func find(keys []int, k int) int { … }
//	for … { if find(keys, k) < 0 { keys = append(keys, k) } }

// The letters of a version's parameters.
const (
	bareParam  = 'b'
	roomyParam = 'r'
)

// takesRoom reports whether a function may take a grown slice as its parameter i with its room.
func (t *tr) takesRoom(f *flow.Func, i int, v val) bool {
	if f == nil || v.sh.kind != grown || f.Sealed() || t.p.recursive[f] || len(f.Outs) > 0 {
		return false
	}
	if _, whole := f.Params[i].Type.(*flow.Slice); !whole {
		return false
	}
	return !slices.ContainsFunc(f.Results, func(r *flow.Var) bool { return mayVary(r.Type) })
}

// mayVary reports whether values of a type may have real numbers in them.
func mayVary(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Basic:
		return t.Kind == flow.KindReal
	case *flow.Slice:
		return mayVary(t.Elem)
	case *flow.Array:
		return mayVary(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return mayVary(f.Type) })
	}
	return true
}

// withRoom makes buffers of grown arguments; lengths are those of their slices.
func (t *tr) withRoom(args [][]val) (out [][]val, room string, lengths []syntax.Term) {
	letters := make([]byte, len(args))
	out = slices.Clone(args)
	for i, vs := range args {
		letters[i] = bareParam
		if len(vs) != 1 || vs[0].sh.kind != grown {
			continue
		}
		letters[i] = roomyParam
		v := vs[0]
		out[i] = []val{{t: v.t, sh: &shape{kind: sized, n: t.bufferLen(v.t), elem: v.sh.elem}}}
		lengths = append(lengths, v.length)
	}
	if lengths == nil {
		return args, "", nil
	}
	return out, string(letters), lengths
}

// declareRoom declares the lengths of the slices that a version gets with room.
func (p *program) declareRoom(f *flow.Func, sig *signature) {
	for i, letter := range p.room[f] {
		if letter == roomyParam {
			sig.def.Params = append(sig.def.Params, syntax.NewVar(paramName(f.Params[i].Name)+"_len", syntax.Int))
		}
	}
}

// bindRoom makes the parameters of a version that have room slices with it.
func (t *tr) bindRoom(sig *signature) {
	next := len(t.f.Params)
	for i, letter := range t.p.room[t.f] {
		if letter != roomyParam {
			continue
		}
		x := sig.def.Params[next]
		next++
		t.sc.keys[x] = t.key()
		t.sc.push(x)
		v := t.env[t.sl.of(t.f.Params[i])]
		v.sh, v.length = &shape{kind: grown, elem: v.sh.elem}, syntax.Ref(x)
		t.set(t.sl.of(t.f.Params[i]), v)
	}
}
