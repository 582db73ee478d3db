// Package own turns flow programs from reference form into value form: slices that are windows on shared memory, and
// pointers, become variables that own their values. Where sharing would show, it says so instead.
//
//	flow, reference form ──Resolve──► flow, value form
//
// # Value form
//
//   - No pointers: a *T is a T. No windows on memory: a [flow.Window] is the value of a part, a [flow.Copy] stores to
//     the elements of a place (To, Off, Lim). Assignments, arguments and results are values.
//   - A function that writes through a parameter has its new value as one more result ([flow.Func].Outs), which calls
//     assign back to where the argument came from.
//
// # How
//
// Function values come first (functions.go): where their code is known they become calls of functions, and else structs.
//
// Law of views (views.go, paths.go). A variable all of whose definitions lead to one place, up to indices and bounds,
// is a view of that place. Its definitions store where the path leads (indices; of a window the first element and the
// length) and its uses are written as the path. That keeps the meaning in reference form as long as no slice or
// pointer on the path is assigned while the view is in use; check.go finds out, and then the variable gets a value of
// its own. What Go checks when a view is made is still checked there.
//
// Law of ownership (check.go). In a program without views that never reads memory which was written through another
// name since this name got it, sharing cannot be observed: its meaning is the same when every name owns a copy. A
// name is a variable with a path of fields and summarised indices. The analysis follows, flow-sensitively and through
// calls, which pairs of names may share memory, and which names are out of date because memory was written through
// the other name of a pair. Reading one of these is the error. Distinct parameters are assumed to be disjoint as far as
// that matters: [Result].Disjoint says where it does.
//
// docs/aliasing.md has examples, and what to write where a program is refused.
//
// # Deviations from Go
//
//   - Capacity is an int beside a variable where it is asked for (capacity.go). Slicing beyond a length stops the program, also
//     where the capacity would allow it, except for variables that are made with a capacity, and what is cut off and looked at again (ends.go).
//   - Append to a parameter of a root does not write to its caller's memory after the parameter's end.
//
// # References
//
//   - Landi and Ryder, A Safe Approximate Algorithm for Interprocedural Pointer Aliasing, PLDI 1992: may-alias pairs.
package own
