package blindreport

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/bench/report"
)

// Kinds are numbers of functions: of the blind problems, of other Go, of diagrams and of the benchmarks that the
// compiler was tuned for.
type Kinds struct {
	Blind    int `json:"blind"`
	Wild     int `json:"wild"`
	Diagrams int `json:"diagrams"`
	Tuned    int `json:"tuned"`
}

// Count adds n functions of a kind.
func (k *Kinds) Count(kind string, n int) {
	switch kind {
	case "blind":
		k.Blind += n
	case "wild":
		k.Wild += n
	case "tuned":
		k.Tuned += n
	default:
		k.Diagrams += n
	}
}

// Steps is what the steps of the compiler do, each left out alone.
type Steps struct {
	Kinds               // of all functions
	CountedKinds Kinds  `json:"counted"` // those of which operations are counted
	Steps        []Step `json:"steps"`   // the most expensive to leave out first; those that have something to do anywhere
}

// Step is a pass, a rule or a rewrite.
type Step struct {
	Name  string  `json:"name"`
	Kinds         // the functions that become others without it
	Cost  float64 `json:"cost"`  // of the operations of the blind problems without it / with it, the geometric mean
	Worst float64 `json:"worst"` // the largest of these
	Where string  `json:"where,omitempty"`
	Fails int     `json:"fails,omitempty"` // the files that do not compile without it
	More  Kinds   `json:"more"`            // the functions that take 2 % more operations or memory without it
	// Programs are the functions that differ by 2 %, each with operations and memory without the step over with it.
	Programs []string `json:"programs,omitempty"`
}

func (s *Steps) rows() [][]string {
	rows := [][]string{{
		"step", fmt.Sprintf("blind (of %d)", s.Blind), fmt.Sprintf("other Go (of %d)", s.Wild),
		fmt.Sprintf("diagrams (of %d)", s.Diagrams), "2 %", "tuned", "operations", "worst", "fails",
	}}
	for _, x := range s.Steps {
		worst, fails := "", ""
		if x.Where != "" {
			worst = report.Number(x.Worst) + " " + x.Where
		}
		if x.Fails > 0 {
			fails = fmt.Sprint(x.Fails)
		}
		rows = append(rows, []string{
			x.Name, fmt.Sprint(x.Blind), fmt.Sprint(x.Wild), fmt.Sprint(x.Diagrams),
			fmt.Sprint(x.More.Blind + x.More.Wild), fmt.Sprint(x.More.Tuned), fmt.Sprintf("%.3f", x.Cost), worst, fails,
		})
	}
	return rows
}
