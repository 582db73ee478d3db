package unmade

import "errors"

var errNegative = errors.New("negative")
