package load

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ofInstance says what to write for a method of a generic type: no instance of the type can have a method of its own.
func (d *Directive) ofInstance() *Fault {
	hint := "put the directive above a function that calls it for one of them"
	if text := d.forInstance(); text != "" {
		hint = "put the directive above a function for one of them: " + text
	}
	return d.fault(hint, "%s is a method of a generic type, whose instances cannot have methods of their own", d.Object.Name())
}

// forInstance is a function that calls a method of a generic type, for float64 or the first other type that the type parameters may be, or nothing.
func (d *Directive) forInstance() string {
	recv := d.Object.Signature().Recv().Type()
	p, pointer := recv.(*types.Pointer)
	if pointer {
		recv = p.Elem()
	}
	named, ok := types.Unalias(recv).(*types.Named)
	if !ok {
		return ""
	}
	for _, basic := range []types.BasicKind{types.Float64, types.Float32, types.Int} {
		args := make([]types.Type, named.TypeParams().Len())
		for i := range args {
			args[i] = types.Typ[basic]
		}
		t, err := types.Instantiate(nil, named.Origin(), args, true)
		if err != nil {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, d.Object.Pkg(), d.Object.Name())
		f, ok := m.(*types.Func)
		if !ok {
			return ""
		}
		if pointer {
			t = types.NewPointer(t)
		}
		return callOf(f, t)
	}
	return ""
}

// callOf is a function that only calls a method of t.
func callOf(m *types.Func, t types.Type) string {
	text := func(t types.Type) string { return types.TypeString(t, types.RelativeTo(m.Pkg())) }
	upper := func(s string, to func(rune) rune) string {
		first, size := utf8.DecodeRuneInString(s)
		return string(to(first)) + s[size:]
	}
	params, args := []string{"v " + text(t)}, []string{}
	for p := range m.Signature().Params().Variables() {
		name := p.Name()
		if name == "" || name == "_" || name == "v" {
			name = fmt.Sprintf("p%d", len(args)+1)
		}
		params, args = append(params, name+" "+text(p.Type())), append(args, name)
	}
	if m.Signature().Variadic() {
		args[len(args)-1] += "..."
	}
	var results []string
	for r := range m.Signature().Results().Variables() {
		results = append(results, text(r.Type()))
	}
	returns, result := "return ", strings.Join(results, ", ")
	switch len(results) {
	case 0:
		returns = ""
	case 1:
		result += " "
	default:
		result = "(" + result + ") "
	}
	name := receiverName(t)
	return fmt.Sprintf("func %s%s(%s) %s{ %sv.%s(%s) }", upper(name, unicode.ToLower), upper(m.Name(), unicode.ToUpper), strings.Join(params, ", "), result,
		returns, m.Name(), strings.Join(args, ", "))
}

func receiverName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.(*types.Named).Obj().Name()
}
