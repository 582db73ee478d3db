package diag

import (
	"cmp"
	"slices"
)

// A Fix is a change of source text that mends what a diagnostic is about: what an editor can apply.
type Fix struct {
	Title string // what it does, as an order: "leave the line out"
	Edits []Edit // sorted by file and place; none overlap
}

// An Edit puts a text in place of the bytes from Start to End of a file.
type Edit struct {
	File       string // as positions name it; empty for the file of the diagnostic
	Start, End int
	New        string
}

// NewFix makes a fix of edits in any order. ok is false where there are none, or where two overlap.
func NewFix(title string, edits ...Edit) (fix Fix, ok bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	for i, e := range edits {
		if e.Start > e.End || e.Start < 0 || i > 0 && edits[i-1].File == e.File && edits[i-1].End > e.Start {
			return Fix{}, false
		}
	}
	return Fix{Title: title, Edits: edits}, len(edits) > 0
}
