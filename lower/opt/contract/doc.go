// Package contract is about what local arrays cost: the passes "array-contraction" ([Arrays]) and
// "predictive-commoning" ([Carry]) have variables in the place of their elements, "initialisation-elision"
// ([FirstStores]) writes no zeros that are only added to, and "allocation-hoisting" ([HoistAllocs]) makes an array once
// for all iterations.
package contract
