// Package owndir is for folders with code that will be run: nobody else may put something there.
package owndir
