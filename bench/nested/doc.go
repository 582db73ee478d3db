// Package nested has functions of plain Go that call generated derivatives, so that their own gradients are derivatives
// of derivatives, beside the same gradients written by hand.
//
// The files hand_*.go were written with pencil and paper from the functions, before the generated code was looked at.
package nested
