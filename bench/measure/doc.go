// Package measure times functions against each other in one run.
//
// What is compared runs side by side: each round runs every function for a
// short batch, in an order that turns from round to round, so that a slow
// phase of the machine falls on all of them. Ratios are taken within rounds and
// the median over the rounds counts; a few disturbed rounds do not move it.
package measure
