package wasmrun

import (
	"context"
	"fmt"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/bench/web"
)

func versusAll(ctx context.Context, o *Options, r *wasmreport.Report) error {
	all := versus.All()
	answers, err := o.node(ctx, func(folder string) (out []web.Task, err error) {
		for _, p := range all {
			t, err := p.Task(folder)
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
		ours := a.Of("chad")
		if ours == nil {
			return fmt.Errorf("%s: %s", a.Name, a.Contenders[0].Failed)
		}
		p := wasmreport.Problem{Name: a.Name, Size: all[i].Size, Ns: measure.Median(ours.Ns), Bytes: ours.Bytes, Memory: ours.Memory}
		for _, c := range a.Contenders[1:] {
			if c.Name == "gradient" {
				r.Hessian = measure.Ratio(ours.Ns, c.Ns).Median
				continue
			}
			x := wasmreport.Other{Name: c.Name, Failed: c.Failed, Bytes: c.Bytes, Build: c.Build, First: c.First, Memory: c.Memory}
			if c.Failed == "" {
				x.Ns, x.Over = measure.Median(c.Ns), measure.Ratio(ours.Ns, c.Ns).Median
				want, its := all[i].Want(c.Name, ours.Values, c.Values)
				if k := versus.Differ(its, want); k >= 0 {
					x.Wrong = fmt.Sprintf("result %d differs", k)
				}
			}
			p.Others = append(p.Others, x)
		}
		r.Problems = append(r.Problems, p)
	}
	return nil
}
