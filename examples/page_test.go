package examples_test

import (
	"os/exec"
	"testing"
)

// The page of examples/web, in Chromium. Its tests are a module of their own, for the driver that they import.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the page and runs a browser")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("no Chromium; script/bootstrap installs it")
	}
	cmd := exec.Command("go", "test", "-vet=off", ".")
	cmd.Dir = "web/browser"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go test: %v\n%s", err, out)
	}
}
