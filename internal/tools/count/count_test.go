package main

import "testing"

func TestMeasure(t *testing.T) {
	const text = "package p\n\nconst a, b = 1 << 4, \"x\"\n\nconst (\n\tc = iota\n\td\n\te = 2.5\n\tf K = 3\n)\n\ntype K int\n\nfunc g() {\n\tconst h = 7\n\ttype l struct{}\n}\n"
	s, err := measure("p.go", []byte(text))
	if want := (size{files: 1, lines: 17, types: 2, limits: 3}); err != nil || s != want {
		t.Errorf("got %+v, %v, want %+v", s, err, want)
	}
}

func TestRoomOf(t *testing.T) {
	for name, want := range map[string]string{
		"lower/opt/cse.go": "lower/opt", "lower/plan/plan.go": "lower", "chad/emit.go": "chad", "tools.go": "others",
	} {
		if got := roomOf(name); got != want {
			t.Errorf("%s is in %s, want %s", name, got, want)
		}
	}
}
