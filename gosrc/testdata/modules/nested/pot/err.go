package pot

import "errors"

var errLen = errors.New("lengths")
