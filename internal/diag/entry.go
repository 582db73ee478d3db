package diag

import (
	"strings"
)

// An Entry tells at length of what a code stands for.
type Entry struct {
	Code Code
	// Explanation says what is refused, or warned of, and why.
	Explanation string
	// Hint says what to write instead; often it is printed below the message.
	Hint string
	// Example is a file that gives the code: Go without its package clause, whose function F is to be differentiated,
	// or a .chad file. The stretch between « and », if there is one, is what the diagnostic points at. It is empty where
	// no short file gives the code.
	Example string
	// Message is what the diagnostic says about the example.
	Message string
}

// Marks takes the marks « and » out of an example, and says which bytes of the rest were between them; ok is false
// where there are none.
func (e Entry) Marks() (text string, start, end int, ok bool) {
	before, rest, open := strings.Cut(e.Example, "«")
	stretch, after, closed := strings.Cut(rest, "»")
	if !open || !closed {
		return e.Example, 0, 0, false
	}
	return before + stretch + after, len(before), len(before) + len(stretch), true
}
