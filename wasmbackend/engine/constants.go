package engine

import "github.com/seed-4b734f86/gochad/wasmbackend/encode"

// A real constant is nine bytes, and a local two. Long functions, which are straight lines mostly, keep the constants
// that they use several times in locals; engines have them where they are used all the same.

const (
	longCode     = 2000 // instructions from which a function is long
	usesConstant = 3    // uses from which a constant has a local
)

// ShareConstants puts the reals that a long function uses several times into locals, which the code that it gives back,
// for the beginning, sets. A local is fresh.
func ShareConstants(code []encode.Instr, fresh func() int) (first []encode.Instr) {
	if len(code) < longCode {
		return nil
	}
	uses := map[int64]int{}
	for i := range code {
		if code[i].Op == encode.F64Const {
			uses[code[i].A]++
		}
	}
	locals := map[int64]int{}
	for i := range code {
		x := &code[i]
		if x.Op != encode.F64Const || uses[x.A] < usesConstant {
			continue
		}
		at, ok := locals[x.A]
		if !ok {
			at = fresh()
			locals[x.A] = at
			first = append(first, *x, encode.Instr{Op: encode.LocalSet, A: int64(at)})
		}
		*x = encode.Instr{Op: encode.LocalGet, A: int64(at)}
	}
	return first
}
