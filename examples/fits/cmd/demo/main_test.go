package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"demo": main}) }

// TestScripts runs the demo as a person would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"files": func(ts *testscript.TestScript, _ bool, want []string) {
				entries, err := os.ReadDir(ts.Getenv("WORK"))
				ts.Check(err)
				var got []string
				for _, e := range entries {
					if e.Name() != ".tmp" {
						got = append(got, e.Name())
					}
				}
				if len(got) != len(want) {
					ts.Fatalf("files %v, want %v", got, want)
				}
			},
		},
	})
}
