// Package stepwise minimises functions whose values are computed elsewhere, one at a time.
//
// A method never calls the function. It says what it wants to know next, and is told the answer:
//
//	for !m.Done() {
//		ask := m.Ask()
//		m.Tell(compute(ask))
//	}
//
// One answer may be a pass over ten billion examples on a hundred machines. So a method can be stored between any two
// answers and goes on from there with the same bits: [Method] is a [encoding.BinaryMarshaler].
package stepwise
