package place

import "github.com/seed-4b734f86/gochad/syntax"

// namedRows are rows of arrays that variables stand for, and updates.
type namedRows struct {
	use  *usage
	rows map[*syntax.Var]*syntax.Index
	sets map[*syntax.Var]*syntax.Set // nil if nobody asks
}

func (r *namedRows) find(t syntax.Term) {
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			if ix, ok := b.Rhs.(*syntax.Index); ok && b.Var != nil {
				r.rows[b.Var] = ix
			} else if u, ok := b.Rhs.(*syntax.Set); ok && b.Var != nil && r.sets != nil {
				r.sets[b.Var] = u
			}
		}
	}
	syntax.Children(t, r.find)
}

// isRow reports whether a term is the row that t replaces.
func (r *namedRows) isRow(row syntax.Term, t *syntax.Set) bool {
	if x, ok := row.(*syntax.VarRef); ok && r.rows[x.Var] != nil {
		row = r.rows[x.Var]
	}
	ix, ok := row.(*syntax.Index)
	return ok && syntax.Equal(ix.Arr, t.Arr) && syntax.Equal(ix.Idx, t.Idx)
}
