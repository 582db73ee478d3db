// Package model has the functions that the example fits, and their sums over examples that come one by one.
package model

//go:generate go tool chad gen .
