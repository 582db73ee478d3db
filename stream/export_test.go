package stream

import "io"

// InBlocks is the format with blocks of a few bytes, so that lines are cut by their borders.
func (f Format) InBlocks(size int) Format {
	f.block = size
	return f
}

// Lines is the format with lines of up to a few bytes.
func (f Format) Lines(longest int) Format {
	f.longest = longest
	return f
}

// Overwrite is what Terminal does on a terminal.
func Overwrite(w io.Writer) func(Progress) { return overwrite(w) }
