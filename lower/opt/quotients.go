package opt

const (
	quotientRounds = 3  // a variable that is used once is a factor in the next
	quotientSize   = 64 // nodes of an expression that is looked at
	quotientPower  = 8
)
