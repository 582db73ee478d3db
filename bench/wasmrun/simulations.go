package wasmrun

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/bench/web"
)

// simulations are those of the paper on Rose: gradients beside their primals.
func simulations(ctx context.Context, o *Options, r *wasmreport.Report) error {
	all := versus.Simulations()
	answers, err := o.node(ctx, func(folder string) (out []web.Task, err error) {
		for _, s := range all {
			t, err := s.Task(folder)
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	for i, a := range answers {
		grad, primal := a.Of("gradient"), a.Of("primal")
		if grad == nil || primal == nil {
			return fmt.Errorf("%s: %s%s", a.Name, a.Contenders[0].Failed, a.Contenders[1].Failed)
		}
		s := wasmreport.Simulation{
			Name: a.Name, Size: all[i].Size, Primal: measure.Median(primal.Ns), Grad: measure.Median(grad.Ns),
			Over: measure.Ratio(grad.Ns, primal.Ns).Median, Memory: grad.Memory, Most: all[i].Most,
		}
		s.Wrong = all[i].Judge(a)
		r.Simulations = append(r.Simulations, s)
	}
	return nil
}
