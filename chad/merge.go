package chad

import "github.com/seed-4b734f86/gochad/syntax"

// merge makes one definition of those that are equal, of the same name and with equal bodies, so that functions
// emitted together share what they call. The definitions, callees first, are those that remain; roots
// are never merged away. It compares each with those of its name, in time linear in both.
func merge(defs []*syntax.Def, roots map[*syntax.Def]bool) []*syntax.Def {
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
	var out []*syntax.Def
	for _, d := range syntax.Reachable(defs...) {
		d.Body = redirect(d.Body)
		if !roots[d] {
			for _, first := range byName[d.Name] {
				if equalDefs(first, d) {
					same[d] = first
				}
			}
		}
		if same[d] == nil {
			out = append(out, d)
			if !roots[d] {
				byName[d.Name] = append(byName[d.Name], d)
			}
		}
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
