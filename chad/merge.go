package chad

import "github.com/seed-4b734f86/gochad/syntax"

// merge makes one definition of those of one name that are equal, so that functions emitted together share what they call. It leaves those
// alone that are exported. The definitions that remain keep their order. The time is linear in the program, times how many definitions have
// one name.
func merge(defs []*syntax.Def, exported map[*syntax.Def]bool) []*syntax.Def {
	same := map[*syntax.Def]*syntax.Def{}
	var redirect func(t syntax.Term) syntax.Term
	redirect = func(t syntax.Term) syntax.Term {
		t = syntax.MapChildren(t, redirect)
		if c, ok := t.(*syntax.Call); ok && same[c.Def] != nil {
			return syntax.NewCall(c.At, same[c.Def], c.Sizes, c.Args...)
		}
		return t
	}
	byName := map[string][]*syntax.Def{}
	for _, d := range defs { // callees first
		if exported[d] {
			continue
		}
		if len(same) > 0 {
			d.Body = redirect(d.Body)
		}
		for _, first := range byName[d.Name] {
			if equalDefs(first, d) {
				same[d] = first
			}
		}
		if same[d] == nil {
			byName[d.Name] = append(byName[d.Name], d)
		}
	}
	if len(same) == 0 {
		return defs
	}
	var out []*syntax.Def
	for _, d := range defs {
		if same[d] != nil {
			continue
		}
		if exported[d] {
			d.Body = redirect(d.Body)
		}
		out = append(out, d)
	}
	return out
}

// equalDefs reports whether two definitions are equal up to the names of what they bind.
func equalDefs(a, b *syntax.Def) bool {
	if len(a.Sizes) != len(b.Sizes) || len(a.Params) != len(b.Params) {
		return false
	}
	params, result := b.Instantiate(sizeArgs(a))
	for i, t := range params {
		if a.Params[i].Type != t {
			return false
		}
	}
	return result == a.Result && syntax.Equal(a.Body, bodyAt(b, sizeArgs(a), refs(a.Params)))
}
