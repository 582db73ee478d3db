package loop

// Counts are the operations of an evaluation, by class. Reading and writing variables, constants,
// lengths of arrays, views and the address arithmetic of indices are free: they are registers.
type Counts struct {
	// Arith counts primitives, integer ones too, each as 1: each Prim, Div, Select, IsNil and
	// CheckIndex, and each AddTo as an addition. The right operand of && and || counts
	// when it is evaluated.
	Arith int64
	// Cost is Arith with each primitive weighted by its [syntax.Op.Cost]; it is another measure of
	// the same, and no part of the total.
	Cost int64
	// Loads counts elements, rows (as references), fields and tags read; an AddTo reads its place.
	Loads int64
	// Stores counts elements, rows, fields and tags written by Assign, AddTo, Append and NewCell.
	Stores int64
	// Zeroed counts words set to zero: of an Alloc that is not Dirty, rows as references included,
	// and of Clear.
	Zeroed int64
	// Copied counts elements copied by Copy, and by an Append whose array has to move (arrays
	// that grow double).
	Copied int64
	// Allocs counts arrays and cells made: an Alloc is one for each block of elements or references
	// (1 + the number of rows, when rows are arrays of their own), a NewCell one, an Append one when the array moves.
	Allocs int64
	// Words counts words allocated without being zeroed: Dirty arrays, room for Append, and the
	// tags and fields of cells. What is Zeroed by Alloc is not counted again.
	Words int64
	// Calls counts calls; passing arguments and results is free.
	Calls int64
	// Branches counts If, Switch, Check and each test of a While.
	Branches int64
	// Iterations counts runs of the body of a For or While; that of a For includes its counter.
	Iterations int64
}

// Total is the sum of all classes but Cost: the measure of the operation bound on derivatives
// (backward ≤ 10 · primal + 2 · words of inputs), zeroing, copies and allocation included.
func (c Counts) Total() int64 {
	return c.Arith + c.Loads + c.Stores + c.Zeroed + c.Copied + c.Allocs + c.Words + c.Calls + c.Branches + c.Iterations
}
