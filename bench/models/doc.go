// Package models has a folder for each problem: the program in the language, as
// a user would write it, and the Go generated from it. ../script/generate makes all of it again.
package models
