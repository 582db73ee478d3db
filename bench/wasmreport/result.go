package wasmreport

import (
	"math"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/report"
)

// A Report is one run. What was not measured is empty.
type Report struct {
	Machine     report.Machine `json:"machine"`
	Node        string         `json:"node"`
	Problems    []Problem      `json:"problems,omitempty"`
	Hessian     float64        `json:"hessian,omitempty"` // a product with the Hessian over the gradient
	Engine      []Engine       `json:"engine,omitempty"`
	Simulations []Simulation   `json:"simulations,omitempty"`
	Diagrams    []Diagram      `json:"diagrams,omitempty"`
	Programs    []Program      `json:"programs,omitempty"`
	Sizes       *Sizes         `json:"sizes,omitempty"`
}

// A Problem is a gradient in V8 beside others of the same.
type Problem struct {
	Name   string  `json:"name"`
	Size   string  `json:"size"`
	Ns     float64 `json:"ns"`
	Bytes  int     `json:"bytes"`
	Memory int     `json:"memory"`
	Others []Other `json:"others"`
}

// An Other is what a Problem is compared with: hand:EXPORT or rose:STYLE.
type Other struct {
	Name   string  `json:"name"`
	Ns     float64 `json:"ns,omitempty"`
	Over   float64 `json:"over,omitempty"` // our time over this one's, the median of the rounds
	Bytes  int     `json:"bytes,omitempty"`
	Build  float64 `json:"build,omitempty"` // ms
	First  float64 `json:"first,omitempty"` // ms
	Memory int     `json:"memory,omitempty"`
	Failed string  `json:"failed,omitempty"` // why there is nothing to compare with
	Wrong  string  `json:"wrong,omitempty"`
}

// Hand is our time over that of the fastest module by hand; not a number if there is none.
func (p *Problem) Hand() float64 { return p.worst("hand:") }

// Rose is the time of the fastest program in Rose over ours.
func (p *Problem) Rose() float64 { return 1 / p.worst("rose") }

func (p *Problem) worst(prefix string) float64 {
	out := math.NaN()
	for _, o := range p.Others {
		if strings.HasPrefix(o.Name, prefix) && o.Over > 0 && !(out >= o.Over) {
			out = o.Over
		}
	}
	return out
}

// An Engine is a gradient in wazero beside the generated Go.
type Engine struct {
	Name string  `json:"name"`
	Go   float64 `json:"go"` // ns
	Wasm float64 `json:"wasm"`
	Over float64 `json:"over"`
	Exp  bool    `json:"exp,omitempty"` // it is mostly exponentials
	// Gonum says that the generated Go calls gonum, which has loops in assembly, where the module has loops of its own.
	Gonum bool `json:"gonum,omitempty"`
}

// A Simulation is one of the paper on Rose.
type Simulation struct {
	Name   string  `json:"name"`
	Size   string  `json:"size"`
	Primal float64 `json:"primal"` // ns
	Grad   float64 `json:"grad"`
	Over   float64 `json:"over"`
	Memory int     `json:"memory"`
	Most   int     `json:"most"` // what the memory is to stay below
	Wrong  string  `json:"wrong,omitempty"`
}

// A Diagram is one of Penrose's.
type Diagram struct {
	ID         string  `json:"id"`
	Nodes      int     `json:"nodes"`
	Ns         float64 `json:"ns,omitempty"`   // V8
	Wazero     float64 `json:"wazero"`         // ns
	Rose       float64 `json:"rose,omitempty"` // ns, in the same run
	RoseIndex  float64 `json:"roseIndex"`      // ns, as the index of the folder says
	C          float64 `json:"c"`              // ns, as the index says
	Build      float64 `json:"build"`          // ms, from the graph to the module, the first time
	Compile    float64 `json:"compile"`        // ms, the fastest of several
	First      float64 `json:"first"`          // ms, of the first call in V8, with its compilation
	RoseBuild  float64 `json:"roseBuild,omitempty"`
	RoseFirst  float64 `json:"roseFirst,omitempty"`
	IndexFirst float64 `json:"indexFirst,omitempty"` // ms, Rose's build and first call, as the index says
	Bytes      int     `json:"bytes"`
	CBytes     int     `json:"cBytes"`
	Wrong      string  `json:"wrong,omitempty"`
	Failed     string  `json:"failed,omitempty"` // of Rose
}

// A Program is a straight line of operations, from a term to a function that can be called.
type Program struct {
	Ops     int     `json:"ops"`     // of reals, in the module
	Compile float64 `json:"compile"` // ms, from the term to the module
	Engine  float64 `json:"engine"`  // ms, of wazero
	Bytes   int     `json:"bytes"`
	Wrong   string  `json:"wrong,omitempty"`
}

// Sizes are single numbers.
type Sizes struct {
	Call     float64 `json:"call"`  // ns, of a short call
	Empty    float64 `json:"empty"` // ns, of an empty function
	Gradient int     `json:"gradient"`
	Glue     int     `json:"glue"`
}
