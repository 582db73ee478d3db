// Package forms decides which form of an elementary function loops call. Both values of a pair, such as the sine and
// the cosine of one number, come from one call (pairs.go). Where each iteration waits for the value of the one before,
// the form is called that takes little time from the argument to the value (chains.go), and where what such a loop kept
// is read again, too (chainkept.go). The forms themselves are those of package elementary.
package forms
