// Package depend says which statements depend on one another: what each of them reads, stores and adds to ([Summary]),
// which may change places ([Commute]), and which iterations of two loops meet in memory ([Iterations]).
package depend
