// Package fit minimises functions of examples that are spread over many machines, by Apache Beam.
//
// What is summed is a type that chad generates for //chad:sum: value and gradient of a function for examples that come
// one by one. A [Model] says how it begins and how an example is added:
//
//	type Logistic struct{ Lambda float64 }
//
//	func (m Logistic) New(theta []float64) *NegLogLikSum          { return NewNegLogLikSum(theta, m.Lambda) }
//	func (m Logistic) Add(s *NegLogLikSum, row []float64)         { s.Add(row[1:], row[0]) }
//	func (m Logistic) Grad(s *NegLogLikSum, g []float64) float64  { return s.Grad(g) }
//
//	func init() { fit.Register(Logistic{}) }
//
// [Combine] makes a combiner of it for any pipeline. A [Job] is the loop around: one pipeline for each point that a
// method of package stepwise asks about, and the state of the fit kept in between.
package fit
