package engine

// The compiler of wazero gives a block the registers that the first way to it leaves, in its order: all that is needed
// later stays where it is. At the beginning of a loop, that takes the registers from what the loop changes, which goes
// to the stack, and every iteration reads anew what it has no use for. A call leaves nothing in registers. So where
// many locals are in use, a way with a call, which is hardly ever taken, comes first where ways meet before a loop, and
// what the loop needs is read behind it. Where there is room, and before short loops, such a call stands behind the
// else: the first way leaves all as it is.

// Registers are few from as many locals in use on.
const (
	manyInts  = 14
	manyReals = 12
	// manyAddresses is from how many on a loop on vectors gets registers for them, at the price of reading what is
	// needed after it again.
	ManyAddresses = 4
)

// Crowded reports whether registers are few where so many locals are in use.
func Crowded(ints, reals int) bool { return ints > manyInts || reals > manyReals }
