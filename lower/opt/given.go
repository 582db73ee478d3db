package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// given takes away what callers have checked, when the passes that ask for lengths have seen it: to look at every row
// of an array would cost as much as to run through it. What was a length before it was taped goes, too.
//
//	for i < n {
//	  given len(x[i]) == m, "f", "a row of x", len(x[i]), m   →
//	}
var given = Pass{ //nolint:gochecknoglobals // a constant
	Name: "assumption-removal",
	Law:  "A check that holds does nothing.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !hasGiven(o.othersIn(f)) {
			o.unchanged()
			return
		}
		f.Body, _ = withoutGiven(f.Body)
	}),
}

func hasGiven(b []loop.Stmt) (has bool) {
	loop.Walk(b, func(s loop.Stmt) {
		c, ok := s.(*loop.Check)
		has = has || ok && c.Given
	})
	return has
}

// withoutGiven is a block without checks that are given, and whether it had any. Loops of which only declarations are
// left go as well.
func withoutGiven(b []loop.Stmt) (out []loop.Stmt, some bool) {
	out = b[:0]
	for _, s := range b {
		if c, ok := s.(*loop.Check); ok && c.Given {
			some = true
			continue
		}
		had := false
		loop.Blocks(s, func(b *[]loop.Stmt) {
			var here bool
			*b, here = withoutGiven(*b)
			had = had || here
		})
		some = some || had
		if l, ok := s.(*loop.For); ok && had && withoutDeadLets(l.Body) == nil {
			continue
		}
		out = append(out, s)
	}
	return out, some
}

// withoutDeadLets drops the declarations of a block if nothing else is left.
func withoutDeadLets(block []loop.Stmt) []loop.Stmt {
	for _, s := range block {
		if _, ok := s.(*loop.Let); !ok {
			return block
		}
	}
	return nil
}
