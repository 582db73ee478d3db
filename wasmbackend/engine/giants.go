package engine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/split"
)

// Engines take long for giant functions, and refuse those with more than 50,000 variables or of more than 7,654,321
// bytes. A function with more nodes than splitOver is taken apart into functions of about a seventh of that.
const (
	splitOver  = 20_000
	partParams = 100
)

// SplitGiants takes giant functions apart: those with more than over nodes, or more than engines like if that is 0.
func SplitGiants(p *loop.Program, over int) {
	if over <= 0 {
		over = splitOver
	}
	split.Program(p, split.Options{Over: over, Part: over / 7, Params: partParams, Plain: true})
}
