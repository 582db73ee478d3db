// Package mend changes the text of Go files: for the fixes of messages, which an editor applies.
//
// A [Change] collects edits of one file. When it is done, it takes imports out that nothing uses any more, and adds those
// that the new text needs. It is none where the file would not compile: a variable is left without a use, a name that
// the new text needs means something else there, or two edits overlap.
package mend
