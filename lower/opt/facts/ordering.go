package facts

// An Order is a set of ways in which two ints compare.
type Order uint8

// The ways.
const (
	Below Order = 1 << iota
	Equal
	Above
)

// Orders are the comparisons of ints.
var Orders = map[string]Order{ //nolint:gochecknoglobals // a constant
	"ilt": Below, "ile": Below | Equal, "ieq": Equal, "ine": Below | Above, "ige": Equal | Above, "igt": Above,
}

// Not is all other ways.
func (o Order) Not() Order { return ^o & (Below | Equal | Above) }

// Turned is how y compares with x.
func (o Order) Turned() Order {
	return o&Equal | o&Below<<2 | o&Above>>2
}

// Compared is how a compares with b.
func Compared(a, b int64) Order {
	switch {
	case a < b:
		return Below
	case a == b:
		return Equal
	}
	return Above
}
