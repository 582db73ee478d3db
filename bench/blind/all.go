package blind

import "github.com/seed-4b734f86/gochad/bench/blind/rnea"

// All the problems.
func All() []Problem {
	return []Problem{
		{
			Name: "rnea", Field: "robotics", Book: "Featherstone, Rigid Body Dynamics Algorithms, chapter 5",
			Sizes: rnea.Sizes, Default: rnea.Default, Small: rnea.Small,
			New: func(s []int) Case { return rnea.Generate(rnea.New(s)) },
		},
	}
}
