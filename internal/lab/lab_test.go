package lab

import "testing"

func TestLab(t *testing.T) {
	if Pass("a") || Rule("a") || Place("a") {
		t.Error("something is off without an experiment")
	}
	Fired("a")
	Passed("a", nil)
	var fired, asked, passed []string
	end := Use(&Lab{
		Off:   map[string]bool{"pass a": true, "place b": true},
		Pass:  func(name string, _ any) { passed = append(passed, name) },
		Fired: func(rule string) { fired = append(fired, rule) },
		Asked: func(rewrite string) { asked = append(asked, rewrite) },
	})
	if !Pass("a") || Rule("a") || Place("a") || !Place("b") {
		t.Error("not what was to be off is off")
	}
	Fired("r")
	Passed(End, nil)
	end()
	Fired("s")
	if len(fired) != 1 || fired[0] != "r" || len(passed) != 1 || len(asked) != 2 {
		t.Errorf("fired %q, passed %q, asked %q", fired, passed, asked)
	}
	if Pass("a") {
		t.Error("the experiment does not end")
	}
}
