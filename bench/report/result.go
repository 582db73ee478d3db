// Package report holds what a run has measured, judges it by the bars, and
// shows it as a table, as plots and as docs/performance.md.
package report

import "github.com/seed-4b734f86/gochad/bench/measure"

// Report is one run.
type Report struct {
	Machine  Machine  `json:"machine"`
	Time     string   `json:"time"` // for each function, as the flag says it
	Problems []Result `json:"problems"`
}

// Machine is where the run took place.
type Machine struct {
	CPU   string  `json:"cpu"`
	Cores int     `json:"cores"`
	OS    string  `json:"os"`
	Arch  string  `json:"arch"`
	Level string  `json:"level"` // GOAMD64 and its like
	Go    string  `json:"go"`
	ExpNs float64 `json:"expNs"` // a call of math.Exp
}

// Result is a problem's row. Times are nanoseconds for a call; ratios are taken round by round.
type Result struct {
	Name  string `json:"name"`
	Size  string `json:"size"`
	Wrong string `json:"wrong,omitempty"` // how the generated code disagrees with the hand-written

	HandValue measure.Stat  `json:"handValue"`
	HandGrad  measure.Stat  `json:"handGrad"`
	Value     measure.Stat  `json:"value"`
	Grad      measure.Stat  `json:"grad"`
	JVP       measure.Stat  `json:"jvp"`
	Plain     *measure.Stat `json:"plain,omitempty"` // the gradient generated from plain Go
	HandHVP   *measure.Stat `json:"handHVP,omitempty"`
	HVP       *measure.Stat `json:"hvp,omitempty"`

	GradOverHand   measure.Stat  `json:"gradOverHand"`
	GradOverPrimal measure.Stat  `json:"gradOverPrimal"`
	HandOverPrimal measure.Stat  `json:"handOverPrimal"` // the hand-written gradient over the hand-written primal
	JVPOverPrimal  measure.Stat  `json:"jvpOverPrimal"`
	ValueOverHand  measure.Stat  `json:"valueOverHand"`
	HVPOverHand    *measure.Stat `json:"hvpOverHand,omitempty"`
	PlainOverHand  *measure.Stat `json:"plainOverHand,omitempty"` // over the hand-written gradient

	Steady    map[string]measure.Memory `json:"steady"` // of value, grad, jvp, hvp
	TapeBytes int                       `json:"tapeBytes"`
	HandTape  int                       `json:"handTape"`
	FewerTape int                       `json:"fewerTape,omitempty"` // with a hundredth of the steps, where memory may grow with their root only

	Peers []PeerResult `json:"peers,omitempty"`
}

// PeerResult is the gradient by another library.
type PeerResult struct {
	Name         string  `json:"name"`
	Ns           float64 `json:"ns"`
	OverHand     float64 `json:"overHand"`               // over the hand-written gradient
	Extrapolated bool    `json:"extrapolated,omitempty"` // from one run of the many that it is made of
	Failed       string  `json:"failed,omitempty"`
}
