package points

import _ "embed"

//go:embed points_chad.go
var generated string
