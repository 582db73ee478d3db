package gc

import "github.com/seed-4b734f86/gochad/gen/code"

// sumIf is one statement for a branch that adds an array to another, where an empty one is zero:
//
//	if len(v) > 0 {                                             x = sumOf(x, v, &w.reals)
//	  t := len(x)
//	  sum := zerosOrCopy(t == 0, x, &w.reals, len(v), t)  →
//	  for i := range v {
//	    sum[i] += v[i]
//	  }
//	  x = sum
//	}
//
// Where the sum is made in the memory of x, with zerosIf for zerosOrCopy, it is addedTo(x, v, &w.reals). What is not a
// variable stays in the branch: it may not be there where v is empty.
func (br *Branches) sumIf(s *code.Stmt) []*code.Stmt {
	c := s.Exprs[0]
	if len(s.Alt) > 0 || c.Kind != code.BinaryExpr || c.Text != ">" || !code.Same(c.Args[1], code.IntLit(0)) ||
		!isLength(c.Args[0]) ||
		c.Args[0].Kind != code.CallExpr {
		return nil
	}
	v := c.Args[0].Args[0]
	known, own, b := named(s.Body)
	if len(b) != 3 {
		return nil
	}
	made, adds, set := b[0], b[1], b[2]
	if made.Kind != code.AssignStmt || len(made.Lhs) != 1 || made.Lhs[0].Kind != code.IdentExpr ||
		made.Exprs[0].Kind != code.CallExpr || made.Exprs[0].Pkg != "" ||
		set.Kind != code.AssignStmt || set.Op != "=" || len(set.Lhs) != 1 || !code.Same(set.Exprs[0], made.Lhs[0]) {
		return nil
	}
	to, from, sum := set.Lhs[0], made.Exprs[0], made.Lhs[0]
	if !own[sum.Ident] || !addsEach(adds, sum, v) {
		return nil
	}
	helper := sumHelpers[from.Text]
	if helper.name == "" || !code.Same(known.of(from.Args[0]), code.Binary("==", code.LenOf(to), code.IntLit(0))) ||
		!code.Same(known.of(from.Args[1]), to) {
		return nil
	}
	memory, lengths := from.Args[2:len(from.Args)-helper.lengths], from.Args[len(from.Args)-helper.lengths:]
	if !code.Same(known.of(lengths[0]), code.LenOf(v)) ||
		helper.lengths > 1 && !code.Same(known.of(lengths[1]), code.LenOf(to)) {
		return nil
	}
	br.File.Helper(helper.name, helper.source)
	short := one(to, code.Call("", helper.name, append([]*code.Expr{to, v}, memory...)...))
	if to.Kind == code.IdentExpr {
		return short
	}
	return []*code.Stmt{{Kind: code.IfStmt, Exprs: s.Exprs, Body: short}}
}

// sumHelpers are what stands for a sum that begins with a call.
var sumHelpers = map[string]struct { //nolint:gochecknoglobals // a constant
	name, source string
	lengths      int
}{
	"zerosOrCopy": {"sumOf", sumOfHelper, 2},
	"grownOrCopy": {"grownSum", grownSumHelper, 2},
	"zerosIf":     {"addedTo", addedToHelper, 1},
	"grownIf":     {"grownTo", grownToHelper, 1},
}

// addsEach reports whether s adds each element of v to one of sum.
func addsEach(s *code.Stmt, sum, v *code.Expr) bool {
	if s.Kind != code.RangeStmt || !code.Same(s.Exprs[0], code.LenOf(v)) || len(s.Body) != 1 || s.Idents[0] == nil {
		return false
	}
	add, i := s.Body[0], code.Use(s.Idents[0])
	return add.Kind == code.AssignStmt && add.Op == "+=" && len(add.Lhs) == 1 &&
		code.Same(add.Lhs[0], code.Index(sum, i)) &&
		code.Same(add.Exprs[0], code.Index(v, i))
}

// A naming says what variables are.
type naming map[*code.Ident]*code.Expr

// named takes off what only names things, and what declares variables, which are own.
func named(b []*code.Stmt) (known naming, own map[*code.Ident]bool, rest []*code.Stmt) {
	known, own = naming{}, map[*code.Ident]bool{}
	for len(b) > 0 {
		s := b[0]
		if s.Kind == code.DeclStmt && len(s.Idents) == 1 && len(s.Exprs) == 1 && isPlace(s.Exprs[0]) {
			known[s.Idents[0]] = known.of(s.Exprs[0])
		} else if s.Kind == code.VarStmt {
			own[s.Idents[0]] = true
		} else {
			break
		}
		b = b[1:]
	}
	return known, own, b
}

// isPlace reports whether x is a variable, an element, or a length of one.
func isPlace(x *code.Expr) bool {
	switch x.Kind {
	case code.IdentExpr:
		return true
	case code.IndexExpr:
		return isPlace(x.Args[0]) && isLength(x.Args[1])
	case code.CallExpr:
		return x.Pkg == "" && x.Text == "len" && isPlace(x.Args[0])
	}
	return false
}

// of is x in terms of what is named.
func (known naming) of(x *code.Expr) *code.Expr {
	if x.Kind == code.IdentExpr {
		if e, ok := known[x.Ident]; ok {
			return e
		}
		return x
	}
	if len(known) == 0 || len(x.Args) == 0 {
		return x
	}
	y := *x
	y.Args = make([]*code.Expr, len(x.Args))
	for i, a := range x.Args {
		y.Args[i] = known.of(a)
	}
	return &y
}

const sumOfHelper = `// sumOf is s + v in new memory, where an empty v is zero, and so is an empty s.
func sumOf(s, v []float64, a *arena[float64]) []float64 {
	if len(v) > 0 {
		s = zerosOrCopy(len(s) == 0, s, a, len(v), len(s))
		for i, x := range v {
			s[i] += x
		}
	}
	return s
}`

const grownSumHelper = `// grownSum is s + v in memory that is kept, where an empty v is zero, and so is an empty s.
func grownSum(s, v []float64, kept, other *[]float64) []float64 {
	if len(v) > 0 {
		s = grownOrCopy(len(s) == 0, s, kept, other, len(v), len(s))
		for i, x := range v {
			s[i] += x
		}
	}
	return s
}`

const addedToHelper = `// addedTo is s + v in the memory of s, where an empty v is zero, and so is an empty s.
func addedTo(s, v []float64, a *arena[float64]) []float64 {
	if len(v) > 0 {
		s = zerosIf(len(s) == 0, s, a, len(v))
		for i, x := range v {
			s[i] += x
		}
	}
	return s
}`

const grownToHelper = `// grownTo is s + v in the memory of s, where an empty v is zero, and so is an empty s.
func grownTo(s, v []float64, kept *[]float64) []float64 {
	if len(v) > 0 {
		s = grownIf(len(s) == 0, s, kept, len(v))
		for i, x := range v {
			s[i] += x
		}
	}
	return s
}`
