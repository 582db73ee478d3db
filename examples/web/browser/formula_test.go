package browser

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// write puts a formula into the field as a person does, and waits for what comes of it.
func (p *tab) write(formula string) {
	p.t.Helper()
	p.do(chromedp.Focus("#formula-input"),
		chromedp.Evaluate[chromedp.Void](`document.getElementById('formula-input').select()`),
		chromedp.SendKeys("#formula-input", kb.Delete+formula+kb.Enter))
	p.wait("the formula "+formula, fmt.Sprintf(`(d => d.shown === %q || d.failed === %q)(document.getElementById('formula').dataset)`, formula, formula))
}

// moveTo puts the point to a place by the pointer: pressed where it is not, moved, and released.
func (p *tab) moveTo(x, y float64) {
	p.t.Helper()
	left, top, width, height := p.box("map")
	half := eval[float64](p, `parseFloat(document.getElementById('zoom').textContent.match(/to (.*)/)[1])`)
	px, py := left+width*(x/half+1)/2, top+height*(1-y/half)/2
	p.drag(left+width/2, top+height/2, px, py)
	p.wait("the point", fmt.Sprintf(`!document.getElementById('map').classList.contains('dragging') && Math.abs(parseFloat(document.getElementById('point-x').textContent.replace('−', '-')) - %v) < %v`, x, half/width*2+1e-6))
}

// drag presses, moves in five steps, and releases.
func (p *tab) drag(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.do(chromedp.DragAndDropXY(x0, y0, x1, y1, 5))
}

// The formulas that the test types, and the same functions in Go. None was used while the page was made.
var formulas = []struct {
	text string
	f    func(x, y float64) float64
}{
	{"x³ − 3x y²", func(x, y float64) float64 { return x*x*x - 3*x*y*y }},
	{"cos(3x) + sin(2y)", func(x, y float64) float64 { return math.Cos(3*x) + math.Sin(2*y) }},
	{"tanh(x - y)/(1 + y²)", func(x, y float64) float64 { return math.Tanh(x-y) / (1 + y*y) }},
	{"e^(x/2) cos πy", func(x, y float64) float64 { return math.Exp(x/2) * math.Cos(math.Pi*y) }},
	{"√(4 + x^2 + 2y^2)", func(x, y float64) float64 { return math.Sqrt(4 + x*x + 2*y*y) }},
	{"ln(x^2 + 3) arctan y", func(x, y float64) float64 { return math.Log(x*x+3) * math.Atan(y) }},
	{"|x - 1/2| y", func(x, y float64) float64 { return math.Abs(x-0.5) * y }},
	{"hypot(x, y + 1)^1.5", func(x, y float64) float64 { return math.Pow(math.Hypot(x, y+1), 1.5) }},
	{"max(x y, sin x)", func(x, y float64) float64 { return math.Max(x*y, math.Sin(x)) }},
	{"erf(x) erf(y) - 0.2x", func(x, y float64) float64 { return math.Erf(x)*math.Erf(y) - 0.2*x }},
	{"100(y - x^2)^2 + (1 - x)^2", func(x, y float64) float64 { return 100*(y-x*x)*(y-x*x) + (1-x)*(1-x) }},
	{"sinh(x/3) - cosh(y/3)", func(x, y float64) float64 { return math.Sinh(x/3) - math.Cosh(y/3) }},
	{"let r = x² + y² in sin(r)/(r + 1)", func(x, y float64) float64 { r := x*x + y*y; return math.Sin(r) / (r + 1) }},
	{"if x > 0 then x^3 y else y^2 - x", func(x, y float64) float64 {
		if x > 0 {
			return x * x * x * y
		}
		return y*y - x
	}},
	{"sum [cos(real(k) x - y)/(real(k) + 1) | k < 6]", func(x, y float64) float64 {
		s := 0.0
		for k := range 6 {
			s += math.Cos(float64(k)*x-y) / float64(k+1)
		}
		return s
	}},
	{"loop z = x for i < 6 do z - (z² - 2 - y²)/(2z + 9)", func(x, y float64) float64 {
		z := x
		for range 6 {
			z -= (z*z - 2 - y*y) / (2*z + 9)
		}
		return z
	}},
	{"(loop (a, b) = (x, y) while a² + b² < 50 do (a² − b² + 1.2, 2a b + 1)).1", func(x, y float64) float64 {
		a, b := x, y
		for a*a+b*b < 50 {
			a, b = a*a-b*b+1.2, 2*a*b+1
		}
		return a
	}},
	{"2^x 3^-y", func(x, y float64) float64 { return math.Pow(2, x) * math.Pow(3, -y) }},
	{"atan2(y + 4, x) / (2 + cos x)", func(x, y float64) float64 { return math.Atan2(y+4, x) / (2 + math.Cos(x)) }},
	{"lgamma(x + 5) - log1p(exp(y))", func(x, y float64) float64 {
		l, _ := math.Lgamma(x + 5)
		return l - math.Log1p(math.Exp(y))
	}},
}

// What the page shows agrees with differences of the functions in Go.
func TestFormulas(t *testing.T) {
	p := open(t, 1100, 1200)
	points := [][2]float64{{1.3, -0.8}, {-1.1, 1.7}}
	for i, c := range formulas {
		p.write(c.text)
		if message := p.text("formula-error"); message != "" {
			t.Errorf("%s: %s", c.text, message)
			continue
		}
		p.moveTo(points[i%2][0], points[i%2][1])
		x, y := p.number("point-x"), p.number("point-y")
		p.agrees(c.text, "value", c.f(x, y))
		p.agrees(c.text, "grad-x", difference(func(h float64) float64 { return c.f(x+h, y) }))
		p.agrees(c.text, "grad-y", difference(func(h float64) float64 { return c.f(x, y+h) }))
		p.agrees(c.text, "hess-xx", second(func(h float64) float64 { return c.f(x+h, y) }))
		p.agrees(c.text, "hess-yy", second(func(h float64) float64 { return c.f(x, y+h) }))
		mixed := (second(func(h float64) float64 { return c.f(x+h, y+h) }) - second(func(h float64) float64 { return c.f(x+h, y-h) })) / 4
		p.agrees(c.text, "hess-xy", mixed)
		p.agrees(c.text, "hess-yx", mixed)
	}
}

// agrees compares a number that is shown. The point is shown with six digits, as the number is.
func (p *tab) agrees(formula, id string, want float64) {
	p.t.Helper()
	if got := p.number(id); math.Abs(got-want) > 3e-4*(1+math.Abs(want)) {
		p.t.Errorf("%s: %s shows %v, differences give %v", formula, id, got, want)
	}
}

// difference is the derivative at 0, by differences of fourth order.
func difference(f func(h float64) float64) float64 {
	const h = 1e-3
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// second is the second derivative at 0, of fourth order.
func second(f func(h float64) float64) float64 {
	const h = 4e-3
	return (16*(f(h)+f(-h)) - (f(2*h) + f(-2*h)) - 30*f(0)) / (12 * h * h)
}

// Mistakes are shown with their places, as text whatever is typed, and the page goes on.
func TestErrors(t *testing.T) {
	p := open(t, 1100, 1200)
	for _, c := range []struct{ formula, message, caret string }{
		{"x + y)", "there is no bracket that ) closes (column 6)", "     ^"},
		{"2x + sni y", "unknown name sni (column 6)", "     ^^^"},
		{"<img src=x onerror=alert(1)>", "unknown name img", ""},
		{"x + <b>y</b>", "unknown name b", ""},
	} {
		p.write(c.formula)
		text := p.text("formula-error")
		if !strings.Contains(text, c.message) || !strings.Contains(text, c.formula+"\n"+c.caret) {
			t.Errorf("%s: the page says %q", c.formula, text)
		}
		if n := eval[int](p, `document.querySelectorAll('#formula-error img, #formula-error b').length`); n != 0 {
			t.Errorf("%s became elements", c.formula)
		}
		if !eval[bool](p, `document.getElementById('formula-input').getAttribute('aria-invalid') === 'true'`) {
			t.Errorf("%s: the field is not marked", c.formula)
		}
	}
	p.write("x + 2y")
	if text := p.text("formula-error"); text != "" || p.number("grad-y") != 2 {
		t.Errorf("after mistakes: %q, %v", text, p.number("grad-y"))
	}
}

// A formula that runs too long, or takes too much memory, is given up; the page goes on.
func TestBounds(t *testing.T) {
	p := open(t, 1100, 1200)
	for _, formula := range []string{
		"loop s = x for i < 1000000000 do sin(s + y)",
		"loop s = x while s < 9 do s - 1",
		"sum [x real(i) | i < 100000000] + (let a = [x real(i) | i < 100000000] in a[3])",
	} {
		p.write(formula)
		if text := p.text("formula-error"); text == "" {
			t.Errorf("%s: nothing is said", formula)
		} else {
			t.Logf("%s: %s", formula, text)
		}
	}
	p.write("x y + 1")
	if text := p.text("formula-error"); text != "" {
		t.Errorf("after bounds: %q", text)
	}
	x, y := p.number("point-x"), p.number("point-y")
	p.agrees("x y + 1", "value", x*y+1)
}
