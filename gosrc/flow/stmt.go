package flow

import "github.com/seed-4b734f86/gochad/syntax"

// A Stmt is a statement: *Assign, *Call, *Append, *Copy, *If, *Count, *While, *Block, *Break, *Continue, *Return or
// *Fail.
//
// A statement is known by its address: it stands in one place of a program, and passes keep what they know of it in
// maps by it.
type Stmt interface{ flowStmt() }

// Assign evaluates Src and the indices in Dst, and then stores from left to right, as Go does. There is one Src for
// each Dst.
type Assign struct {
	Dst []Place
	Src []Expr
	At  *syntax.Pos
}

// Call calls a function, or the value Fun when Func is nil, and stores its results. A Dst with a nil Var drops one.
type Call struct {
	Dst  []Place
	Func *Func
	Fun  Expr
	Args []Expr
	At   *syntax.Pos
}

// Append is Dst = append(Src, Elems…), or append(Src, Spread…) when Spread is not nil.
type Append struct {
	Dst    Place
	Src    Expr
	Elems  []Expr
	Spread Expr
	// Moves names a library's function that may write the elements of Src, too, where this stands: if there is room for
	// what is appended, or with Surely in any case. What they are then the program does not say, so that nobody may
	// read them.
	Moves  string // reference form
	Surely bool
	At     *syntax.Pos
}

// Copy is copy(Dst, Src) with memmove's meaning. N, when its Var is not nil, gets the number of elements. Dst is a
// slice expression: in value form a Place and a first element.
type Copy struct {
	Dst Expr // reference form
	To  Place
	Off Expr // value form: the elements of To from Off on (from the first when nil) …
	Lim Expr // … and before Lim (up to the end when nil)
	Src Expr
	N   Place
	At  *syntax.Pos
}

// If runs one of two lists.
type If struct {
	Cond       Expr
	Then, Else []Stmt
	At         *syntax.Pos
}

// Count runs Body for Idx = 0, …, N−1; N is evaluated once, and counts as 0 when it is negative. Body does not assign
// to Idx.
type Count struct {
	Idx  *Var
	N    Expr
	Body []Stmt
	// Checkpoint says that reverse mode keeps no tape of the loop (//chad:checkpoint).
	Checkpoint bool
	At         *syntax.Pos
}

// While runs Pre and then, while Cond is true, Body, Post and Pre again. Continue goes on with Post.
type While struct {
	Pre        []Stmt
	Cond       Expr
	Body, Post []Stmt
	Checkpoint bool
	At         *syntax.Pos
}

// Block runs Body; a Break of it goes on after it.
type Block struct{ Body []Stmt }

// Break leaves Target, a *Block, *Count or *While around it.
type Break struct{ Target Stmt }

// Continue goes on with the next iteration of Target, a *Count or *While around it.
type Continue struct{ Target Stmt }

// Return leaves the function; its results are what the result variables hold.
//
// Statements are known by their addresses, so none may be of size zero: Go may give all such one address.
type Return struct{ At *syntax.Pos }

// Fail is a panic of the program: the function has no results. Msg is for people.
type Fail struct {
	Msg string
	At  *syntax.Pos
}

func (*Assign) flowStmt()   {}
func (*Call) flowStmt()     {}
func (*Append) flowStmt()   {}
func (*Copy) flowStmt()     {}
func (*If) flowStmt()       {}
func (*Count) flowStmt()    {}
func (*While) flowStmt()    {}
func (*Block) flowStmt()    {}
func (*Break) flowStmt()    {}
func (*Continue) flowStmt() {}
func (*Return) flowStmt()   {}
func (*Fail) flowStmt()     {}
