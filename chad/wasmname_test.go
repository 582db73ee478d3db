package chad_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

func TestModuleName(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "F": "f", "FGrad": "fGrad", "fitGrad": "fitGrad", "URLGrad": "urlGrad", "HTTP2Get": "http2Get", "NLL": "nll",
		"X_1": "x_1", "ÄÖFit": "äöFit", "_URL": "_URL",
	} {
		if got := chad.ModuleName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
