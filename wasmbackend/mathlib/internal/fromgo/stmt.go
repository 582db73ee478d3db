package fromgo

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A row is a row of a table: what e := &table[i] stands for.
type row struct {
	tab   *table
	index *loop.Expr // an atom
}

// body is the translation of one function, with those that are written out in it.
type body struct {
	*translator
	vars    map[types.Object]*loop.Var
	rows    map[types.Object]row
	arrays  map[*Table]*loop.Var
	out     []loop.Stmt
	ret     []*loop.Var // the results, where returns are several
	results []*loop.Expr
}

func (b *body) put(s loop.Stmt) { b.out = append(b.out, s) }

// block translates statements into a block of their own.
func (b *body) block(f func()) []loop.Stmt {
	old := b.out
	b.out = nil
	f()
	made := b.out
	b.out = old
	return made
}

// whole translates the body of a function.
func (b *body) whole(d *ast.FuncDecl, sig *types.Signature) {
	list := d.Body.List
	for r := range sig.Results().Variables() {
		if r.Name() != "" {
			v := loop.NewVar(r.Name(), b.typ(d, r.Type()))
			b.put(&loop.Let{Var: v, Rhs: loop.ZeroOf(v.Type)})
			b.vars[r] = v
		}
	}
	if last, ok := list[len(list)-1].(*ast.ReturnStmt); ok && !returns(list[:len(list)-1]...) {
		for _, s := range list[:len(list)-1] {
			b.stmt(s)
		}
		b.results = b.atoms(b.returned(last, sig))
		return
	}
	for r := range sig.Results().Variables() {
		v := loop.NewVar("result", b.typ(d, r.Type()))
		b.put(&loop.Let{Var: v, Rhs: loop.ZeroOf(v.Type)})
		b.ret = append(b.ret, v)
		b.results = append(b.results, loop.Use(v))
	}
	b.tail(list, sig)
}

// returned are the values of a return.
func (b *body) returned(s *ast.ReturnStmt, sig *types.Signature) []*loop.Expr {
	var out []*loop.Expr
	if len(s.Results) == 0 {
		for r := range sig.Results().Variables() {
			out = append(out, loop.Use(b.vars[r]))
		}
		return out
	}
	if call, ok := s.Results[0].(*ast.CallExpr); ok && len(s.Results) == 1 && sig.Results().Len() > 1 {
		return b.call(call)
	}
	for _, r := range s.Results {
		out = append(out, b.expr(r))
	}
	return out
}

// returns reports whether statements contain a return.
func returns(list ...ast.Stmt) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			_, ok := n.(*ast.ReturnStmt)
			found = found || ok
			return !found
		})
	}
	return found
}

// ends reports whether statements never come to their end.
func ends(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BlockStmt:
		return ends(s.List)
	case *ast.IfStmt:
		return ends(s.Body.List) && s.Else != nil && ends([]ast.Stmt{s.Else})
	case *ast.SwitchStmt:
		all, hasDefault := true, false
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			all = all && ends(c.Body)
			hasDefault = hasDefault || c.List == nil
		}
		return all && hasDefault
	}
	return false
}

// tail translates statements at the end of a function: what follows a branch that may
// return goes into the branches that do not.
func (b *body) tail(list []ast.Stmt, sig *types.Signature) {
	for i, s := range list {
		if !returns(s) {
			b.stmt(s)
			continue
		}
		rest := list[i+1:]
		then := func(own []ast.Stmt) []loop.Stmt {
			vars, rows := maps.Clone(b.vars), maps.Clone(b.rows)
			defer func() { b.vars, b.rows = vars, rows }()
			if ends(own) {
				return b.block(func() { b.tail(own, sig) })
			}
			return b.block(func() { b.tail(append(append([]ast.Stmt{}, own...), rest...), sig) })
		}
		switch s := s.(type) {
		case *ast.ReturnStmt:
			a := &loop.Assign{}
			for i, x := range b.returned(s, sig) {
				a.Lhs, a.Rhs = append(a.Lhs, loop.Use(b.ret[i])), append(a.Rhs, x)
			}
			b.put(a)
		case *ast.IfStmt:
			b.init(s.Init)
			c := b.expr(s.Cond)
			var other []ast.Stmt
			if s.Else != nil {
				other = []ast.Stmt{s.Else}
			}
			b.put(&loop.If{Cond: c, Then: then(s.Body.List), Else: then(other)})
		case *ast.SwitchStmt:
			b.cases(s, then)
		case *ast.BlockStmt:
			b.tail(append(append([]ast.Stmt{}, s.List...), rest...), sig)
		default:
			b.fail(s, "a return inside of a loop")
		}
		return
	}
}

func (b *body) init(s ast.Stmt) {
	if s != nil {
		b.stmt(s)
	}
}

// cases translates a switch as a chain of ifs.
func (b *body) cases(s *ast.SwitchStmt, block func([]ast.Stmt) []loop.Stmt) {
	b.init(s.Init)
	var tag *loop.Expr
	if s.Tag != nil {
		tag = b.atom(b.expr(s.Tag))
	}
	var chain func(cs []ast.Stmt)
	var def []ast.Stmt
	chain = func(cs []ast.Stmt) {
		if len(cs) == 0 {
			b.out = append(b.out, block(def)...)
			return
		}
		c := cs[0].(*ast.CaseClause)
		if c.List == nil {
			def = c.Body
			chain(cs[1:])
			return
		}
		var cond *loop.Expr
		for _, x := range c.List {
			k := b.expr(x)
			if tag != nil {
				k = prim("ieq", tag, k)
			}
			if cond == nil {
				cond = k
			} else {
				cond = prim("or", cond, k)
			}
		}
		b.put(&loop.If{Cond: cond, Then: block(c.Body), Else: b.block(func() { chain(cs[1:]) })})
	}
	chain(s.Body.List)
}

// stmts translates a block without returns.
func (b *body) stmts(list []ast.Stmt) []loop.Stmt {
	return b.block(func() {
		for _, s := range list {
			b.stmt(s)
		}
	})
}

func (b *body) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		b.assign(s)
	case *ast.IncDecStmt:
		op := "iadd"
		if s.Tok == token.DEC {
			op = "isub"
		}
		one := loop.IntConst(1)
		x := b.expr(s.X)
		if x.Type == loop.RealType {
			op, one = op[1:], loop.RealConst(1)
			op = map[string]string{"add": "+", "sub": "-"}[op]
		}
		b.put(&loop.Assign{Lhs: []*loop.Expr{x}, Rhs: []*loop.Expr{prim(op, x, one)}})
	case *ast.DeclStmt:
		b.declare(s.Decl.(*ast.GenDecl))
	case *ast.BlockStmt:
		for _, x := range s.List {
			b.stmt(x)
		}
	case *ast.IfStmt:
		b.init(s.Init)
		c := b.expr(s.Cond)
		i := &loop.If{Cond: c, Then: b.stmts(s.Body.List)}
		if s.Else != nil {
			i.Else = b.stmts([]ast.Stmt{s.Else})
		}
		b.put(i)
	case *ast.SwitchStmt:
		b.cases(s, b.stmts)
	case *ast.ForStmt:
		b.init(s.Init)
		w := &loop.While{}
		w.Head = b.block(func() {
			if s.Cond == nil {
				b.fail(s, "a loop without a condition")
			}
			w.Cond = b.expr(s.Cond)
		})
		w.Body = b.stmts(s.Body.List)
		if s.Post != nil {
			w.Body = append(w.Body, b.stmts([]ast.Stmt{s.Post})...)
		}
		b.put(w)
	case *ast.RangeStmt:
		n := b.expr(s.X)
		if n.Type != loop.IntType {
			b.fail(s, "a range over no integer")
		}
		f := &loop.For{Var: loop.NewVar("i", loop.IntType), N: n}
		if id, ok := s.Key.(*ast.Ident); ok && b.info.Defs[id] != nil {
			f.Var.Name = id.Name
			b.vars[b.info.Defs[id]] = f.Var
		}
		f.Body = b.stmts(s.Body.List)
		b.put(f)
	default:
		b.fail(s, "a statement %T", s)
	}
}

func (b *body) declare(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return // constants are known to the type checker
	}
	for _, s := range d.Specs {
		s := s.(*ast.ValueSpec)
		for i, id := range s.Names {
			v := loop.NewVar(id.Name, b.typ(id, b.info.Defs[id].Type()))
			rhs := loop.ZeroOf(v.Type)
			if len(s.Values) > 0 {
				rhs = b.expr(s.Values[i])
			}
			b.put(&loop.Let{Var: v, Rhs: rhs})
			b.vars[b.info.Defs[id]] = v
		}
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

func (b *body) assign(s *ast.AssignStmt) {
	if op, ok := assignOps[s.Tok]; ok {
		x := b.expr(s.Lhs[0])
		y := b.binary(s, op, b.info.Types[s.Lhs[0]].Type, x, b.expr(s.Rhs[0]))
		b.put(&loop.Assign{Lhs: []*loop.Expr{x}, Rhs: []*loop.Expr{y}})
		return
	}
	if len(s.Lhs) == 1 && b.rowOf(s) {
		return
	}
	var rhs []*loop.Expr
	if call, ok := s.Rhs[0].(*ast.CallExpr); ok && len(s.Rhs) == 1 && len(s.Lhs) > 1 {
		rhs = b.call(call)
	} else {
		for _, r := range s.Rhs {
			rhs = append(rhs, b.expr(r))
		}
	}
	if len(rhs) > 1 && s.Tok == token.DEFINE { // a right-hand side may read what an earlier left-hand side hides
		rhs = b.atoms(rhs)
	}
	a := &loop.Assign{}
	for i, l := range s.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			b.fail(l, "an assignment to no variable")
		}
		o := b.info.Defs[id]
		switch {
		case id.Name == "_":
		case o == nil:
			a.Lhs, a.Rhs = append(a.Lhs, loop.Use(b.vars[b.info.Uses[id]])), append(a.Rhs, rhs[i])
		default:
			v := loop.NewVar(id.Name, rhs[i].Type)
			b.put(&loop.Let{Var: v, Rhs: rhs[i]})
			b.vars[o] = v
		}
	}
	if len(a.Lhs) > 0 {
		b.put(a)
	}
}

// rowOf takes e := &table[i], if s is that.
func (b *body) rowOf(s *ast.AssignStmt) bool {
	u, ok := s.Rhs[0].(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return false
	}
	x, ok := u.X.(*ast.IndexExpr)
	if !ok {
		b.fail(s, "a pointer to no row of a table")
	}
	tab := b.table(b.info.Uses[x.X.(*ast.Ident)])
	b.rows[b.info.Defs[s.Lhs[0].(*ast.Ident)]] = row{tab, b.atom(b.expr(x.Index))}
	return true
}
