package code

// CheckIndex is i, which panics unless it is in [0, n).
func (f *File) CheckIndex(i, n *Expr, at string) *Expr {
	f.Helper("checkIndex", checkIndexHelper)
	f.Helper("indexError", indexErrorHelper)
	return Call("", "checkIndex", i, n, StrLit(at))
}

const checkIndexHelper = `// checkIndex is i, which must be in [0, n).
func checkIndex(i, n int, at string) int {
	if uint(i) >= uint(n) {
		panic(indexError(i, n, at)) // seen not to return, so that variables stay in registers
	}
	return i
}`

// IndexError is the message that i is not in [0, n).
func (f *File) IndexError(i, n *Expr, at string) *Expr {
	f.Helper("indexError", indexErrorHelper)
	return Call("", "indexError", i, n, StrLit(at))
}

const indexErrorHelper = `// indexError is the message that i is not in [0, n).
func indexError(i, n int, at string) string {
	return at + ": index " + strconv.Itoa(i) + " out of range [0, " + strconv.Itoa(n) + ")"
}`

// CheckSize panics if n is below 0.
func (f *File) CheckSize(n *Expr, text string) *Stmt {
	f.Helper("checkSize", checkSizeHelper)
	return &Stmt{Kind: ExprStmt, Exprs: []*Expr{Call("", "checkSize", n, StrLit(text))}}
}

const checkSizeHelper = `// checkSize panics if n is below 0.
func checkSize(n int, text string) {
	if n < 0 {
		panic(text)
	}
}`

// CheckLength panics unless two lengths are the same.
func (f *File) CheckLength(fn, name string, got, want *Expr) *Stmt {
	f.Helper("lengthError", LengthErrorHelper)
	f.Helper("checkLength", checkLengthHelper)
	return &Stmt{Kind: ExprStmt, Exprs: []*Expr{Call("", "checkLength", StrLit(fn), StrLit(name), got, want)}}
}

const checkLengthHelper = `// checkLength panics unless the length of name is the one wanted.
func checkLength(fn, name string, got, want int) {
	if got != want {
		panic(lengthError(fn, name, got, want))
	}
}`

// CheckThat panics unless ok.
func (f *File) CheckThat(ok *Expr, text string) *Stmt {
	f.Helper("checkThat", checkThatHelper)
	return &Stmt{Kind: ExprStmt, Exprs: []*Expr{Call("", "checkThat", ok, StrLit(text))}}
}

const checkThatHelper = `// checkThat panics unless ok.
func checkThat(ok bool, text string) {
	if !ok {
		panic(text)
	}
}`

// CheckRange panics unless indices are in range: i is one that is not in [0, n) if they are not.
func (f *File) CheckRange(ok, i, n *Expr, at string) *Stmt {
	f.Helper("indexError", indexErrorHelper)
	f.Helper("checkRange", checkRangeHelper)
	return &Stmt{Kind: ExprStmt, Exprs: []*Expr{Call("", "checkRange", ok, i, n, StrLit(at))}}
}

const checkRangeHelper = `// checkRange panics unless ok: i is not in [0, n) then.
func checkRange(ok bool, i, n int, at string) {
	if !ok {
		panic(indexError(i, n, at))
	}
}`

// PanicStmt panics with a message.
func PanicStmt(msg *Expr) *Stmt { return &Stmt{Kind: ExprStmt, Exprs: []*Expr{Call("", "panic", msg)}} }

// LengthError is the message for a slice of the wrong length.
func (f *File) LengthError(fn, name string, got, want *Expr) *Expr {
	f.Helper("lengthError", LengthErrorHelper)
	return Call("", "lengthError", StrLit(fn), StrLit(name), got, want)
}

// LengthErrorHelper is the source of lengthError.
const LengthErrorHelper = `// lengthError is the message for a slice of the wrong length.
func lengthError(fn, name string, got, want int) string {
	return fn + ": length of " + name + " is " + strconv.Itoa(got) + ", want " + strconv.Itoa(want)
}`
