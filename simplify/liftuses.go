package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// A code is a definition or the λs that a let binds, as a function of what it
// captures and of its parameters.
type code struct {
	id     int
	name   string
	def    *syntax.Def       // nil for λs
	sizes  []*syntax.SizeVar // size parameters, or the size variables that λs mention
	params []*syntax.Var     // captured variables first
	caps   int               // how many are captured
	body   syntax.Term       // in A-normal form
	nodes  int               // of the body
	made   bool              // whether the definition of the same name exists
	free   map[*syntax.Var]bool
	freeN  map[*syntax.SizeVar]bool
}

// A started is a code with some of its own parameters given.
type started struct {
	code  *code
	given int
}

// uses says which functions of a program are only called.
//
// Bad variables are those used in another way. Whether a variable is bad may depend on
// others: an argument is if its parameter is, a function if a partial application of it is.
type uses struct {
	defs    map[*syntax.Def]*code
	customs map[*syntax.CustomJVP]syntax.Term
	lambdas map[*syntax.Var]*code // by the variable that is bound to them
	known   map[*syntax.Var]started
	param   map[*syntax.Var]bool // function parameters, their aliases and partial applications
	bad     map[*syntax.Var]bool
	spoils  map[*syntax.Var][]*syntax.Var // those that are bad if a variable is

	level     map[*syntax.Var]int // how many open λs a variable is bound in
	sizeLevel map[*syntax.SizeVar]int
	open      []*code // the λs that the walk is in
	frozen    int     // the linear functions that the walk is in
	ids       int
	owner     string
	walk      syntax.Mapper
}

func analyseUses(p *syntax.Program) *uses {
	u := &uses{
		defs: map[*syntax.Def]*code{}, customs: map[*syntax.CustomJVP]syntax.Term{}, lambdas: map[*syntax.Var]*code{},
		known: map[*syntax.Var]started{}, param: map[*syntax.Var]bool{}, bad: map[*syntax.Var]bool{},
		spoils: map[*syntax.Var][]*syntax.Var{}, level: map[*syntax.Var]int{}, sizeLevel: map[*syntax.SizeVar]int{},
	}
	u.walk = syntax.Mapper{
		Term:       func(t syntax.Term) syntax.Term { u.term(t); return t },
		Binder:     func(x *syntax.Var) *syntax.Var { u.binder(x); return x },
		SizeBinder: func(n *syntax.SizeVar) *syntax.SizeVar { u.sizeLevel[n] = len(u.open); return n },
		Type:       func(t syntax.Type) syntax.Type { u.typ(t); return t },
		Size:       func(n *syntax.Size) *syntax.Size { n.Vars(u.size); return n },
	}
	for _, d := range p.Defs {
		body := syntax.ANF(d.Body)
		u.defs[d] = &code{id: u.ids, name: d.Name, def: d, sizes: d.Sizes, params: d.Params, body: body,
			nodes: syntax.CountNodes(body)}
		u.ids++
		for _, x := range d.Params {
			u.parameter(x)
			u.bad[x] = d.Primitive()
		}
	}
	for _, d := range p.Defs {
		u.owner = d.Name
		u.term(u.defs[d].body)
		for _, r := range d.Attached() {
			t := syntax.ANF(r.Body)
			u.customs[r] = t
			u.frozen++
			u.term(t)
			u.frozen--
		}
	}
	u.spread()
	return u
}

// spread makes bad what depends on bad variables.
func (u *uses) spread() {
	var work []*syntax.Var
	for x, bad := range u.bad { // in any order: the closure is the same
		if bad {
			work = append(work, x)
		}
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, y := range u.spoils[x] {
			if !u.bad[y] {
				u.bad[y] = true
				work = append(work, y)
			}
		}
	}
}

// anything reports whether some λ can be lifted.
func (u *uses) anything() bool {
	for x := range u.lambdas {
		if !u.bad[x] {
			return true
		}
	}
	return false
}

func isFunc(x *syntax.Var) bool {
	_, ok := x.Type.(*syntax.FuncType)
	return ok
}

func (u *uses) parameter(x *syntax.Var) {
	if isFunc(x) {
		u.param[x] = true
	}
}

// term walks a block, or an operand of a node that is not a call.
func (u *uses) term(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		u.occurs(t.Var)
		if isFunc(t.Var) {
			u.bad[t.Var] = true
		}
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var == nil {
				u.term(b.Rhs)
				u.sizeLevel[b.Size] = len(u.open)
				continue
			}
			u.rhs(b.Var, b.Rhs)
			u.binder(b.Var)
		}
		u.term(t.Body)
	case *syntax.LinLam, *syntax.CopowerCase:
		u.frozen++
		u.walk.Map(t)
		u.frozen--
	default:
		u.walk.Map(t)
	}
}

// rhs walks what x is bound to.
func (u *uses) rhs(x *syntax.Var, t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Lam:
		if u.frozen == 0 {
			u.lambda(x, t)
			return
		}
	case *syntax.VarRef:
		u.occurs(t.Var)
		if k, ok := u.known[t.Var]; ok {
			u.known[x] = k
		}
		u.param[x] = u.param[t.Var]
		u.tie(x, t.Var)
		return
	case *syntax.App:
		if f, ok := t.Fun.(*syntax.VarRef); ok {
			u.apply(x, f.Var, t.Arg)
			return
		}
	case *syntax.Call:
		c := u.defs[t.Def]
		for _, n := range t.Sizes {
			n.Vars(u.size)
		}
		for i, a := range t.Args {
			if c == nil {
				u.term(a)
			} else {
				u.argument(a, c.params[i])
			}
		}
		return
	}
	u.term(t)
}

// tie makes two variables bad together.
func (u *uses) tie(x, y *syntax.Var) {
	u.spoils[x] = append(u.spoils[x], y)
	u.spoils[y] = append(u.spoils[y], x)
}

func (u *uses) apply(x, f *syntax.Var, arg syntax.Term) {
	u.occurs(f)
	k, ok := u.known[f]
	switch {
	case ok:
		i := k.code.caps + k.given
		u.argument(arg, k.code.params[i])
		if i+1 < len(k.code.params) {
			u.known[x] = started{k.code, k.given + 1}
			u.tie(x, f)
		}
	case u.param[f]:
		u.term(arg)
		if isFunc(x) { // perhaps a partial application
			u.param[x] = true
			u.tie(x, f)
		}
	default:
		u.term(arg)
	}
}

// argument walks an argument for the parameter p: a function is bad if p is.
func (u *uses) argument(t syntax.Term, p *syntax.Var) {
	r, ok := t.(*syntax.VarRef)
	if !ok {
		u.term(t)
		return
	}
	u.occurs(r.Var)
	if isFunc(r.Var) {
		u.spoils[p] = append(u.spoils[p], r.Var)
	}
}
