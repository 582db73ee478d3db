package opt

import (
	"strings"
	"testing"
)

func TestOrder(t *testing.T) {
	if err := checkOrder(Passes(), passOrder); err != nil {
		t.Error(err)
	}
	list := []Pass{{Name: "a"}, {Name: "b"}, {Name: "a"}}
	for _, c := range []struct {
		constraint
		want string
	}{
		{constraint{first: "a", then: "b"}, ""},
		{constraint{first: "a", then: "b", last: true, why: "So."}, "not after it: So."},
		{constraint{first: "b", then: "a", why: "So."}, "b has to run before a: So."},
		{constraint{first: "a", then: "c"}, "is no pass"},
	} {
		err := checkOrder(list, []constraint{c.constraint})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c.constraint, err)
		}
	}
}

func TestOrderHasReasons(t *testing.T) {
	for _, c := range passOrder {
		if c.why == "" {
			t.Errorf("%s before %s: no reason", c.first, c.then)
		}
	}
}
