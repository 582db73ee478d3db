// Package errs decides by which error it is.
package errs

import (
	"errors"
	"fmt"
	"io"
)

var ErrA = errors.New("a")
var ErrB = fmt.Errorf("b")
var errC = ErrA

func step(x float64) (float64, error) {
	switch {
	case x > 2:
		return x, ErrA
	case x > 1:
		return x * x, ErrB
	case x > 0:
		return x * x * x, io.EOF
	case x > -1:
		return 2 * x, errors.New("new")
	}
	return -x, nil
}

//chad:grad
//chad:jvp
func F(x float64) (float64, error) {
	y, err := step(x)
	if err == ErrA {
		return 3 * y, nil
	}
	if err == ErrB || io.EOF == err {
		return 5 * y, nil
	}
	if err != errC && err != nil {
		return 7 * y, err
	}
	return y, err
}

//chad:grad
func G(x float64, err error) float64 {
	if err == nil {
		return x
	}
	return 2 * x
}

// Other goes by a switch.
//
//chad:grad
func Other(x float64) float64 {
	y, err := step(x)
	switch err {
	case nil:
		return y
	case ErrA, io.EOF:
		return 3 * y
	case ErrB:
		return 5 * y
	}
	return 7 * y
}
