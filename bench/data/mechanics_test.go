package data_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/bench/data"
)

func TestMechanics(t *testing.T) {
	r := data.NewRobot(32)
	if len(r.PX) != 26 || len(r.A) != 61 || len(r.Rest) != 61 || len(r.Strength) != 61 || len(r.W2) != 61 {
		t.Errorf("the robot has %d masses and %d springs", len(r.PX), len(r.A))
	}
	_, _, rest, a, _, _, _ := data.Springs(12)
	if len(a) != 26 || len(rest) != 26 {
		t.Errorf("%d springs", len(a))
	}
	if _, _, _, _, px, _, _, _, _, _, _, _ := data.Billiards(); len(px) != 11 {
		t.Errorf("%d balls", len(px))
	}
}
