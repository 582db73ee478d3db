package trace_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/trace"
)

// traced traces a function of a package at arguments that are a JSON array.
func traced(t *testing.T, p *load.Package, name, args, cotangent string) (*gosrc.Traced, error) {
	t.Helper()
	parse := func(text string) any {
		v, err := trace.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ask := gosrc.Tracing{Func: name, Args: parse(args).([]any), Limit: 100_000}
	if cotangent != "" {
		ask.Cotangent = parse(cotangent)
	}
	return gosrc.Trace(context.Background(), p, ask)
}

// TestSpecial traces what is not run by its body, and what does not end well.
func TestSpecial(t *testing.T) {
	p := loaded(t, "testdata/special")
	for _, c := range []struct {
		name, args, cotangent string
		gradient              string // of the first parameter that the derivative is by; a JSON value
		message               string // in the first finding, or in the error; none of both if empty
	}{
		{"Attached", `[2, 3]`, "", "2.6832815729997477", ""},
		{"AttachedAtZero", `[0]`, "", `"Infinity"`, "special.go:25:12: dx / (2 * y) is +Inf"},
		{"Pulled", `[[1, 2], 3]`, "", "[99, 153]", ""},
		{"PulledAtZero", `[4]`, "", "1.25", ""},
		{"PulledAtZero", `[0]`, "", `"Infinity"`, "special.go:266:9: dy / (2 * y) is +Inf"},
		{"Written", `[[1, 2, 3], 2]`, "", "[28, 4, 4]", ""},
		{"Constant", `[1.5]`, "", "0", "special.go:72:9: what comes of x is constant for differentiation here"},
		{"Config.Field", `[{"Rate": 2, "Width": 3}, 4]`, "", `{"Width": 8}`, ""},
		{"Idle", `[0]`, "", "2", "special.go:138:7: math.Log(x) is -Inf"},
		{"Idle", `[2]`, "", "0.5", ""},
		{"Unread", `[1, 2, false]`, "", "2", "special.go:148:3: nothing that was done reads w"},
		{"Unread", `[1, 2, true]`, "", "6", ""},
		{"Dropped", `[1, 2]`, "", "1", "special.go:156:5: w > 0 is the last that depends on w"},
		{"Two", `[3]`, `[1, [0, 1]]`, "8", ""},
		{"Two", `[3]`, "", "", "say with --cotangent"},
		{"Two", `[3]`, `[1, [0]]`, "", "the result has 2 reals, its cotangent 1"},
		{"Fails", `[[1], 1]`, "", "", "index out of range: 1 with length 1"},
		{"Fails", `[[1], 7]`, "", "", "special.go:168:3: panic: too much"},
		{"Endless", `[0.5]`, "", "", "special.go:176:7: tape too long"},
		{"Deep", `[null, "twice", 3, 1.5, null, [1, 2], null]`, "", "2", ": nothing that was done reads a[1]\n"},
		{"Deep", `[null, "twice", 300, 1.5, null, [1, 2], null]`, "", "", "argument u uint8: uint8 is wanted, got 300"},
		{"Deep", `[null, "twice", 3, 1.5, null, [1], null]`, "", "", "argument a [2]float64: [2]float64 is wanted, got [1]"},
		{"Deep", `[null, "twice", 3, 1.5, null, [1, 2], 5]`, "", "", "cannot be written as JSON, but null"},
		{"Model.Loss", `[{"scale": 2, "W": [3]}]`, "", `{"Base": {"Scale": 9}, "W": [12]}`, ""},
		{"Model.Loss", `[{"scal": 2, "W": [3]}]`, "", "", `Model has no field "scal"`},
		{"Same", `[2]`, "", "3", ""},
		{"Hidden", `[-1, 2]`, "", "0", "the derivative of max(x, 0) by x is 0 here"},
		{"Greatest", `[[1, 3, 2]]`, "", "[0, 1, 0]", "special.go:211:45: the derivative of max(x[0], x[1]) by x[0] is 0"},
		{"Ratios", `[[1, 2], [1, 0]]`, "", `[1, "Infinity"]`, "special.go:215:2: x[1] / y[1] is +Inf"},
		{"Poly.At", `[{"C": [1, 2, 3]}, 2]`, "", `{"C": [1, 2, 4]}`, ""},
		{"Solved", `[1.5]`, "", "1.3732109147347016", ""},
		{"Nested", `[2]`, "", "24", ""},
		{"NestedRoot", `[0]`, "", `"NaN"`, "special.go:115:41: the cotangent of x*x*x + x is +Inf"},
		{"NestedAttached", `[2]`, "", "", "special.go:127:45: not traced: root has a derivative of its own"},
	} {
		got, err := traced(t, p, c.name, c.args, c.cotangent)
		text := ""
		switch {
		case err != nil:
			text = err.Error()
		case len(got.Findings) > 0:
			text = got.Messages()[0]
		}
		if !strings.Contains(text, c.message) || c.message == "" && text != "" {
			t.Errorf("%s%s: want the message %q, got\n%s", c.name, c.args, c.message, text)
		}
		if err == nil && !sameJSON(got.Gradient(got.Wrt()[0]), c.gradient) {
			t.Errorf("%s%s: the gradient is %s, want %s", c.name, c.args, got.Gradient(got.Wrt()[0]), c.gradient)
		}
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	s, _ := json.Marshal(x)
	u, _ := json.Marshal(y)
	return string(s) == string(u)
}

// TestLimit: a tape may be as long as is said, and no longer.
func TestLimit(t *testing.T) {
	p := loaded(t, "testdata/special")
	args, err := trace.Parse([]byte("[2, 3]"))
	if err != nil {
		t.Fatal(err)
	}
	ask := gosrc.Tracing{Func: "Attached", Args: args.([]any), Limit: 9}
	if got, err := gosrc.Trace(context.Background(), p, ask); err != nil || got.Entries != 9 {
		t.Error(got, err)
	}
	ask.Limit = 8
	_, err = gosrc.Trace(context.Background(), p, ask)
	if err == nil || !strings.Contains(err.Error(), "more than 8 operations") {
		t.Error(err)
	}
}
