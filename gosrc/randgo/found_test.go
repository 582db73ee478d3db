package randgo_test

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/randgo"
)

// found are bodies of functions like those of package randgo, cut down from ones that went wrong once.
var found = []string{
	// Two returns were one statement to package term, so that two lengths had one name.
	`if n < 3 {
		if 1 < n {
			return a, p
		}
	} else {
		m[0][0] = 1
		x[0] = a
	}
	return b + x[0], p`,
	// A call before the condition of a while loop in which a length is opened: at the end of the loop the translation
	// came back to that call, and named the length behind the loop as it had named the one in it.
	`for i := 1; i < toInt(a)+2; i++ {
		for j := range upTo(2) {
			x[0] += b
			r += float64(j) * x[0]
		}
	}
	return r, p`,
	// A condition that is known to hold: that the return in the branch may be taken was not seen behind it.
	`switch {
	case n == n:
		if r < 3.0 {
			return 1, p
		}
		for i := 2; i <= 6; i += 2 {
			a += float64(i)
		}
	case b >= 2:
		n--
	}
	return b - a, p`,
	// Room for what a loop appends, counted in a size that was named anew in each pass.
	`s := []float64{x[0], a}
	for k := 0; k < 3; k++ {
		for range n {
			s = append(s, b)
		}
		if b > s[0] {
			b++
			break
		}
	}
	return a + s[0], p`,
	// The same in a branch behind which nobody reads the slice.
	`if r > b {
		s := make([]float64, 1)
		if 0 >= n {
			copy(s, x)
		} else {
			for range n {
				if len(s) < 9 {
					s = append(s, r+b)
				}
			}
		}
	}
	return b, p`,
	// A loop of less than no iterations appends nothing, not less than nothing.
	`s := []float64{x[0], a}
	for k := 0; k < 4 && b < 1.25; k++ {
		for i := 1; i < 0%5&7; i++ {
			s[at(k, len(s))], s[at(n, len(s))] = s[at(1, len(s))], s[at(i, len(s))]
			if len(s) < 9 {
				s = append(s, r)
			}
		}
		b += s[0]
	}
	return a * b * b, p`,
	// What a function literal wrote to a variable took the place of its result, which was assigned to that variable.
	`var f func(int) float64
	f = func(k int) float64 {
		r += 0.3
		if k > 0 {
			t := f(k - 1)
			return t + r
		}
		return a
	}
	r = f(2)
	return r, p`,
	`double := func(v *float64) float64 {
		*v *= 2
		return *v + 1
	}
	a = double(&a)
	x[0] = double(&x[0])
	p.X = double(&p.X)
	return a, p`,
	// A function that stays nil.
	`var f func(float64) float64
	if n < n {
		f = math.Sin
	}
	if f != nil {
		r += 0.3
	}
	g := func(t float64) float64 { return r }
	_ = g
	return r, p`,
	// One that becomes nil, or another name of one that is not always given.
	`f := func(t float64) float64 { return t * a }
	g := f
	r = f(b) + g(a)
	if n > 2 {
		f = nil
	}
	if f != nil {
		r += f(2)
	}
	var h func(float64) float64
	if n < 2 {
		h = g
	}
	if h == nil {
		r *= 2
	}
	for i := range 3 {
		var k func(float64) float64
		if i == n {
			k = math.Cos
		}
		if k == nil {
			r += 0.5
		} else {
			r += k(r)
		}
	}
	return r, p`,
	// A function that stays nil where a break leaves before it is assigned.
	`var g func(float64) float64
	switch {
	default:
		if a < b {
			break
		}
		g = func(t float64) float64 { return t * a }
	}
	if g != nil {
		r = g(b)
	}
	return r + 1, p`,
	// A literal that another one assigns to a variable around both saw what the variables around them were then.
	`q.X = 1
	f := func(t float64) float64 { return t }
	set := func(k int) float64 {
		f = func(t float64) float64 { return t*r + q.X }
		return float64(k)
	}
	c := set(4)
	r, q.X = a, b
	return f(0.3) + c, p`,
	// A call of the function itself that the first pass over it did not come to.
	`v, w := again(2, a)
	return v + a + float64(w.pops), p`,
	// A panic that the first pass did not come to: what calls the function did not ask whether it had failed.
	`f := func(k int) (t float64) {
		var s []float64
		for i := range k {
			if len(s) > 0 {
				panic("one before")
			}
			t += a * float64(i)
			s = make([]float64, i)
		}
		return t
	}
	r = f(toInt(a) + 2)
	return r, p`,
}

// foundFuncs are what the bodies call.
const foundFuncs = `
type rows struct {
	items [][]float64
	pops  int
}

func (s *rows) pop() (t []float64, ok bool) {
	n := len(s.items)
	if n == 0 {
		return
	}
	t = s.items[n-1]
	s.items = s.items[:n-1]
	s.pops++
	return t, true
}

func again(k int, t float64) (r float64, q rows) {
	for i := range k {
		if top, ok := q.pop(); ok {
			r += top[i]
		}
	}
	if len(q.items) > 0 {
		v, w := again(1, t)
		r += v + float64(w.pops)
	}
	return
}
`

// What went wrong once means what Go makes of it.
func TestFound(t *testing.T) {
	file := randgo.Header + foundFuncs
	var names []string
	for i, body := range found {
		names = append(names, fmt.Sprintf("F%d", i))
		file += "\nfunc " + names[i] + "(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P) {\n\t" + body + "\n}\n"
	}
	p := checked(t, file)
	trials := compiled(t, file, names)
	refused := map[string]int{}
	for i, name := range names {
		val, f := valueForm(t, p, file, name, refused)
		if val == nil {
			t.Errorf("%v\n%s", refused, found[i])
			continue
		}
		if msg := stages(val, f, trials[i]); msg != "" {
			t.Errorf("%s\n%s", msg, found[i])
		}
	}
}
