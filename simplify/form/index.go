package form

import "github.com/seed-4b734f86/gochad/syntax"

// IndexKey is the variable or the number that an index is, or nil: equal for those that are the same.
func IndexKey(t syntax.Term) any {
	switch t := t.(type) {
	case *syntax.VarRef:
		return t.Var
	case *syntax.ToIdx:
		if k, ok := t.Arg.(*syntax.Const); ok && !t.Shifts() && k.I >= 0 {
			if IsIndexLit(t) {
				return k.I
			}
			return indexIn{t.Type(), k.I}
		}
	}
	return nil
}

// An indexIn is a number as an index of a type, if it is one.
type indexIn struct {
	typ syntax.Type
	k   int64
}

// OtherIndex reports whether two indices are different numbers.
func OtherIndex(a, b syntax.Term) bool {
	i, j := IndexKey(a), IndexKey(b)
	_, isVar := i.(*syntax.Var)
	_, isVar2 := j.(*syntax.Var)
	return i != nil && j != nil && !isVar && !isVar2 && i != j && a.Type() == b.Type()
}

// SameIndex reports whether two indices are the same variable or number.
func SameIndex(a, b syntax.Term) bool {
	k := IndexKey(a)
	return k != nil && k == IndexKey(b)
}
