package gen

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
func (p *printer) sumIf(s *stmt) []*stmt {
	c := s.exprs[0]
	if len(s.alt) > 0 || c.kind != binaryExpr || c.text != ">" || !same(c.args[1], intLit(0)) || !isLength(c.args[0]) ||
		c.args[0].kind != callExpr {
		return nil
	}
	v := c.args[0].args[0]
	known, own, b := named(s.body)
	if len(b) != 3 {
		return nil
	}
	made, adds, set := b[0], b[1], b[2]
	if made.kind != assignStmt || len(made.lhs) != 1 || made.lhs[0].kind != identExpr ||
		made.exprs[0].kind != callExpr || made.exprs[0].pkg != "" ||
		set.kind != assignStmt || set.op != "=" || len(set.lhs) != 1 || !same(set.exprs[0], made.lhs[0]) {
		return nil
	}
	to, from, sum := set.lhs[0], made.exprs[0], made.lhs[0]
	if !own[sum.id] || !addsEach(adds, sum, v) {
		return nil
	}
	helper := sumHelpers[from.text]
	if helper.name == "" || !same(known.of(from.args[0]), binary("==", lenOf(to), intLit(0))) ||
		!same(known.of(from.args[1]), to) {
		return nil
	}
	memory, lengths := from.args[2:len(from.args)-helper.lengths], from.args[len(from.args)-helper.lengths:]
	if !same(known.of(lengths[0]), lenOf(v)) || helper.lengths > 1 && !same(known.of(lengths[1]), lenOf(to)) {
		return nil
	}
	p.g.helper(helper.name, helper.source)
	short := one(to, call("", helper.name, append([]*expr{to, v}, memory...)...))
	if to.kind == identExpr {
		return short
	}
	return []*stmt{{kind: ifStmt, exprs: s.exprs, body: short}}
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
func addsEach(s *stmt, sum, v *expr) bool {
	if s.kind != rangeStmt || !same(s.exprs[0], lenOf(v)) || len(s.body) != 1 || s.ids[0] == nil {
		return false
	}
	add, i := s.body[0], use(s.ids[0])
	return add.kind == assignStmt && add.op == "+=" && len(add.lhs) == 1 && same(add.lhs[0], index(sum, i)) &&
		same(add.exprs[0], index(v, i))
}

// A naming says what variables are.
type naming map[*ident]*expr

// named takes off what only names things, and what declares variables, which are own.
func named(b []*stmt) (known naming, own map[*ident]bool, rest []*stmt) {
	known, own = naming{}, map[*ident]bool{}
	for len(b) > 0 {
		s := b[0]
		if s.kind == declStmt && len(s.ids) == 1 && len(s.exprs) == 1 && isPlace(s.exprs[0]) {
			known[s.ids[0]] = known.of(s.exprs[0])
		} else if s.kind == varStmt {
			own[s.ids[0]] = true
		} else {
			break
		}
		b = b[1:]
	}
	return known, own, b
}

// isPlace reports whether x is a variable, an element, or a length of one.
func isPlace(x *expr) bool {
	switch x.kind {
	case identExpr:
		return true
	case indexExpr:
		return isPlace(x.args[0]) && isLength(x.args[1])
	case callExpr:
		return x.pkg == "" && x.text == "len" && isPlace(x.args[0])
	}
	return false
}

// of is x in terms of what is named.
func (known naming) of(x *expr) *expr {
	if x.kind == identExpr {
		if e, ok := known[x.id]; ok {
			return e
		}
		return x
	}
	if len(known) == 0 || len(x.args) == 0 {
		return x
	}
	y := *x
	y.args = make([]*expr, len(x.args))
	for i, a := range x.args {
		y.args[i] = known.of(a)
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
