// Package stream adds up data that are larger than memory, on all processors of one machine.
//
// A sum over examples needs each of them once. So rows come from an iterator, are added to states, and are forgotten.
// A state is what //chad:sum generates, with the value and the gradient of a function, or any other type that has the
// methods of [State]:
//
//	files, _ := filepath.Glob("data/*.csv.gz")
//	sum, err := stream.Sum(ctx, stream.Files(files...),
//		func() *NegLogLikSum { return NewNegLogLikSum(theta, lambda) },
//		func(s *NegLogLikSum, row stream.Row) { s.Add(row.Values[1:], row.Values[0]) })
//
// # Memory
//
// Rows are read ahead in batches, whose memory is used again. At most 4·parts·batch rows are held, which is 1024 rows
// for each processor unless [Parts] and [Batch] say otherwise. A batch of wide rows has fewer: it ends where it has 8192
// numbers. [Files] holds 2·GOMAXPROCS + 2 blocks of 256 KiB of text, with the numbers in them. Blocks are larger only
// where a line is, and lines have at most 64 MiB.
//
// # Which result
//
// Batch k is added by part k mod p. After the last row the states are merged in the order of the parts. So the result
// depends on the rows, the number of parts and the size of the batches. It does not depend on scheduling, on the speed
// of a disk, or on how rows are split into files.
//
// With a reproducible sum it depends on the rows alone. Otherwise say Parts(n), where machines with other numbers of
// processors have to give the same bits.
//
// # Errors
//
// The first error in the order of the rows is returned, whoever comes upon it first. This goes for errors of the
// iterator, for a NaN or an infinity that State.Err reports, and for panics. Rows after it may have been read, and are
// forgotten. No goroutine is left when [Sum] returns.
package stream
