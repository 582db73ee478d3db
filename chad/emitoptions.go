package chad

import (
	"fmt"
	"strconv"
	"strings"
)

// EmitOptions say how Go is emitted. The zero value gives code that imports nothing but the standard library
// and computes what the evaluator computes.
type EmitOptions struct {
	// Elementary emits functions of our own for exp, log, log1p, expm1, tanh, sin, cos, sigmoid, softplus and
	// logaddexp into the file, in the place of package math's: faster, and within the errors that
	// docs/elementary.md states, but other last bits than the evaluator's.
	Elementary bool
	// FastMath allows the optimiser what changes results in the last bits, or at infinities, NaN and
	// signed zeros (docs/loop-passes.md).
	FastMath bool
	// BLAS allows calls of gonum: of its BLAS and LAPACK where they win (docs/matrices.md), and of package floats for
	// dot products, sums, scaled additions and scaled copies of whole arrays (docs/blas.md). Order-free sums are
	// added up in the order of the library. Without it the emitted code needs nothing but the standard library.
	BLAS bool
	// Jam runs loops over the rows of matrices four rows at a time: faster, and longer code; the order of additions is
	// that of the source (docs/blas.md). Where BLAS is set too, calls of gonum are preferred.
	Jam bool
	// Parallel, if it is more than 1, is the number of parts, each in a goroutine of its own, that loops run in whose
	// iterations do not depend on each other (docs/parallel.md). Results depend on it in their last bits, and on
	// nothing else: neither on the machine nor on chance.
	Parallel int
	// Suffix, if not empty, is appended to the unexported names that the emitted file declares, so that files with
	// different ones, made of letters, digits and underscores, can be of one package: [gen.Suffix] makes one of a
	// file's name.
	Suffix string
}

// MaxParallel is the largest value of [EmitOptions].Parallel.
const MaxParallel = 64

// emitPrefix begins the directive that sets the options of a file:
//
//	--chad:emit elementary fastmath blas jam parallel=4
const emitPrefix = directivePrefix + "emit"

func emitDirective(line string) bool {
	fields := strings.Fields(line)
	return strings.HasPrefix(line, emitPrefix) && fields[0] == emitPrefix
}

// Settings are the words of the lines --chad:emit of a .chad file, as [ShowOptions].Emit takes them.
func Settings(src []byte) []string {
	var out []string
	for line := range strings.Lines(string(src)) {
		if emitDirective(line) {
			out = append(out, strings.Fields(line)[1:]...)
		}
	}
	return out
}

// parse reads the settings of the directive; msg is not empty when it cannot.
func (o *EmitOptions) parse(settings []string) (msg, hint string) {
	const known = "the settings are elementary, fastmath, blas, jam and parallel=N"
	if len(settings) == 0 {
		return "a directive that sets nothing", known
	}
	for _, s := range settings {
		if n, ok := strings.CutPrefix(s, "parallel="); ok {
			k, err := strconv.Atoi(n)
			if err != nil || k < 1 || k > MaxParallel {
				return "parallel=" + n +
						" is no number of parts",
					fmt.Sprintf("parallel=N takes a number from 1 to %d, as in parallel=4",
						MaxParallel)
			}
			o.Parallel = k
			continue
		}
		switch s {
		case "elementary":
			o.Elementary = true
		case "fastmath":
			o.FastMath = true
		case "blas":
			o.BLAS = true
		case "jam":
			o.Jam = true
		default:
			return fmt.Sprintf("unknown setting %s", s), known
		}
	}
	return "", ""
}
