package versus_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/versus"
	"github.com/seed-4b734f86/gochad/bench/web"
)

// All sides compute the same.
func TestAgree(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "web", "node_modules", "rose")); err != nil {
		t.Skip("run npm ci in bench/web")
	}
	var tasks []web.Task
	all := versus.All()
	for _, p := range all {
		if p.Name == "rosenbrock-10000" {
			p.Styles = nil // wasmbench has them: straight lines of 10⁵ operations take seconds
		}
		task, err := p.Task(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task)
	}
	var progress strings.Builder
	answers, err := web.Run(context.Background(), filepath.Join("..", "web"), tasks, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	for i, a := range answers {
		ours := a.Of("chad")
		if ours == nil {
			t.Errorf("%s: %s", a.Name, a.Contenders[0].Failed)
			continue
		}
		for _, r := range a.Contenders[1:] {
			if r.Name == "gradient" {
				continue
			}
			if known := all[i].RoseFails[r.Name]; r.Failed != "" || known != "" { // of Rose, and as we know it
				if known == "" || !strings.Contains(r.Failed, known) {
					t.Errorf("%s, %s: failed with %q, known is %q", a.Name, r.Name, r.Failed, known)
				}
				continue
			}
			want, its := all[i].Want(r.Name, ours.Values, r.Values)
			if bad := versus.Differ(its, want); bad >= 0 {
				t.Errorf("%s, %s: result %d differs; the results are %v, chad says %v", a.Name, r.Name, bad, its, want)
			}
		}
	}
}

func TestDiffer(t *testing.T) {
	nan := web.Number(math.NaN())
	for _, c := range []struct {
		got, want []web.Number
		at        int
	}{
		{[]web.Number{1, 2}, []web.Number{1, nan}, 1},
		{[]web.Number{1, nan}, []web.Number{1, nan}, -1},
		{nil, []web.Number{1}, 0}, // no answer is no right answer
		{[]web.Number{1, 2}, []web.Number{1}, 0},
	} {
		if at := versus.Differ(c.got, c.want); at != c.at {
			t.Errorf("%v and %v differ at %d, want %d", c.got, c.want, at, c.at)
		}
	}
}

// The gradients of the simulations are those of differences.
func TestSimulations(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "web", "node_modules", "rose")); err != nil {
		t.Skip("run npm ci in bench/web")
	}
	var tasks []web.Task
	all := versus.Simulations()
	for _, s := range all {
		task, err := s.Task(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task)
	}
	var progress strings.Builder
	answers, err := web.Run(context.Background(), filepath.Join("..", "web"), tasks, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	for i, a := range answers {
		if bad := all[i].Judge(a); bad != "" {
			t.Errorf("%s: %s", a.Name, bad)
		}
		if g := a.Of("gradient"); g != nil {
			t.Logf("%s: value %v, gradient %v, memory %d", a.Name, g.Values[0], g.Values[1:5], g.Memory)
			if g.Memory > all[i].Most {
				t.Errorf("%s: %d bytes of memory", a.Name, g.Memory)
			}
		}
	}
}
