package corpus

import "math"

// A Solid has a size.
type Solid interface {
	// Area is the area of the surface.
	Area() float64
	// Volume is the volume.
	Volume() float64
}

// Ball is a Solid.
type Ball struct{ R float64 }

// Area is the area of the surface.
func (b Ball) Area() float64 { return 4 * math.Pi * b.R * b.R }

// Volume is the volume.
func (b Ball) Volume() float64 { return 4 * math.Pi * b.R * b.R * b.R / 3 }

// Box is a Solid, by pointer.
type Box struct{ A, B, C float64 }

// Area is the area of the surface.
func (b *Box) Area() float64 { return 2 * (b.A*b.B + b.B*b.C + b.C*b.A) }

// Volume is the volume.
func (b *Box) Volume() float64 { return b.A * b.B * b.C }

// Name is never called.
func (b *Box) Name() string { return "box" }

// Thick is a Solid with a Solid in it.
type Thick struct {
	Solid
	Factor float64
}

// Area is the area of the surface.
func (t Thick) Area() float64 { return t.Factor * t.Solid.Area() }

// Thicker is as Thick.
type Thicker struct {
	Solid
	Factor float64
}

// Area is the area of the surface.
func (t Thicker) Area() float64 { return t.Factor * t.Solid.Area() }

// thickBall is where the values in Thick come from.
func thickBall(r, f float64) Thick { return Thick{Ball{r}, f} }

// SolidKnown calls methods of a value whose type is known.
func SolidKnown(r float64) float64 {
	var s Solid = Ball{r}
	return s.Area() / s.Volume()
}

// SolidChosen does not know which type it calls.
func SolidChosen(r, a float64, kind int) float64 {
	var s Solid
	switch kind & 3 {
	case 0:
		s = Ball{r}
	case 1:
		s = &Box{r, a, r * a}
	default:
		s = thickBall(a, r)
	}
	return ratio(s, r)
}

func ratio(s Solid, x float64) float64 { return x*s.Area() + math.Sin(s.Volume()) }

// SolidList has solids in a slice, in a map of calls.
func SolidList(x []float64) float64 {
	var solids []Solid
	for i, v := range x {
		if i%2 == 0 {
			solids = append(solids, Ball{v})
		} else {
			solids = append(solids, &Box{v, 1, v * v})
		}
	}
	sum := 0.0
	for i, s := range solids {
		sum += s.Area() * float64(i+1)
		if v := s.Volume(); v > 1 {
			sum -= math.Log(v)
		}
	}
	return sum
}

// A Layer is one of a network.
type Layer interface {
	// Forward is what the layer makes of x.
	Forward(x []float64) []float64
}

// Linear has weights.
type Linear struct {
	W [][]float64
	B []float64
}

// Forward multiplies.
func (l *Linear) Forward(x []float64) []float64 {
	y := make([]float64, len(l.W))
	for i, row := range l.W {
		y[i] = l.B[i%len(l.B)]
		for j, w := range row {
			y[i] += w * x[j%len(x)]
		}
	}
	return y
}

// Squash has no state.
type Squash struct{}

// Forward squashes.
func (Squash) Forward(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = math.Tanh(v)
	}
	return y
}

// Network is a loop over layers.
func Network(w [][]float64, b, x []float64) float64 {
	if len(b) == 0 || len(x) == 0 {
		return 0
	}
	layers := []Layer{&Linear{w, b}, Squash{}}
	for _, l := range layers {
		x = l.Forward(x)
	}
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// A Penalty may be missing.
type Penalty interface {
	// Of is the penalty of x.
	Of(x float64) float64
}

// Ridge is a Penalty.
type Ridge float64

// Of is the penalty of x.
func (r Ridge) Of(x float64) float64 { return float64(r) * x * x }

// PenaltyFunc makes functions penalties.
type PenaltyFunc func(x float64) float64

// Of is the penalty of x.
func (f PenaltyFunc) Of(x float64) float64 { return f(x) }

type penalized struct {
	scale   float64
	penalty Penalty
}

func (p *penalized) loss(x float64) float64 {
	v := p.scale * math.Cos(x)
	if p.penalty != nil {
		v += p.penalty.Of(x)
	}
	return v
}

// Optional has an interface in a structure, nil at times.
func Optional(x, lambda float64, kind int) float64 {
	p := &penalized{scale: lambda}
	switch kind & 3 {
	case 1:
		p.penalty = Ridge(lambda)
	case 2:
		p.penalty = PenaltyFunc(func(x float64) float64 { return lambda * math.Exp(x/10) })
	case 3:
		p.penalty = PenaltyFunc(math.Abs)
	}
	return p.loss(x)
}

// Assertions asks what is in interfaces.
func Assertions(x, y float64, kind int) float64 {
	var s Solid = Ball{x}
	if kind&1 == 1 {
		s = &Box{x, y, 1}
	}
	if kind&4 == 4 {
		s = thickBall(x, y)
	}
	sum := 0.0
	if b, ok := s.(Ball); ok {
		sum += b.R * y
	}
	if p, ok := s.(interface{ Volume() float64 }); ok {
		sum += math.Sqrt(1 + p.Volume()*p.Volume())
	}
	switch s := s.(type) {
	case Ball:
		sum += math.Sin(s.R)
	case *Box:
		sum += s.A * s.B * s.B
	default:
		sum += s.Area()
	}
	var v any = x * y
	if kind&2 == 2 {
		v = int8(3)
	}
	if kind == 8 {
		v = nil
	}
	switch n := v.(type) {
	case nil, string:
		return 0
	case float64:
		sum += n * n
	case int8, int16:
		sum += 2
		if kind > 100 {
			return sum
		}
	}
	return sum
}

// A Adder changes when it is called.
type Adder interface {
	// Add adds v and gives the sum.
	Add(v float64) float64
}

// Tally is a Adder.
type Tally struct{ Sum, N float64 }

// Add adds.
func (t *Tally) Add(v float64) float64 {
	t.N++
	t.Sum += v / t.N
	return t.Sum
}

// Counted writes through an interface.
func Counted(x []float64) float64 {
	t := &Tally{}
	var c Adder = t
	for _, v := range x {
		c.Add(v * v)
	}
	return t.Sum + t.N
}

// MethodOfInterface takes the method of an interface as a value.
func MethodOfInterface(x, y float64) float64 {
	var s Solid = Thicker{&Box{x, y, 2}, y}
	f := s.Volume
	s = Ball{x}
	return f() + s.Volume()
}

// generic functions take interfaces too.
func totalArea[S Solid](list []S) (sum float64) {
	for _, s := range list {
		sum += s.Area()
	}
	return sum
}

// TotalAreas has them instantiated with an interface and with a type.
func TotalAreas(x, y float64) float64 {
	return totalArea([]Solid{Ball{x}, Thicker{Ball{y}, x}}) * totalArea([]Ball{{x}, {y}})
}

// CapturedInOrder has functions that capture the same variables in another order.
func CapturedInOrder(x, y float64, kind int) float64 {
	f := func(h float64) float64 { return x*h + y }
	if kind&1 == 1 {
		f = func(h float64) float64 { return y*h - x*x }
	}
	return f(2) * f(3)
}

// A Figure gives figures, alone and in structs.
type Figure interface {
	// Scaled is a larger one.
	Scaled(f float64) Figure
	// Pieces are what it is made of.
	Pieces(k float64) []Piece
	// Area is its area.
	Area() float64
}

// A Piece has a Figure.
type Piece struct {
	F    Figure
	Mult float64
}

// Disc is a Figure.
type Disc struct{ R float64 }

// Panel is a Figure.
type Panel struct{ W, H float64 }

// Scaled is a larger one. It takes enough not to be written out at each call, where only some of the figures occur.
func (d Disc) Scaled(f float64) Figure { return Disc{d.R * math.Hypot(f, 0.5*f)} }

// Pieces are one disc.
func (d Disc) Pieces(k float64) []Piece { return []Piece{{d, k}} }

// Area is its area.
func (d Disc) Area() float64 { return math.Pi * d.R * d.R }

// Scaled is a larger one.
func (p *Panel) Scaled(f float64) Figure { return &Panel{p.W * math.Hypot(f, 0.5*f), p.H} }

// Pieces are two discs and a panel.
func (p *Panel) Pieces(k float64) []Piece {
	return []Piece{{Disc{p.W}, k}, {Disc{p.H}, 2 * k}, {p.Scaled(0.5), 0.5}}
}

// Area is its area.
func (p *Panel) Area() float64 { return p.W * p.H }

// FiguresOfFigures calls methods that give values of the interface.
func FiguresOfFigures(x, y float64) float64 {
	pieces := []Piece{{Disc{x}, 1}, {&Panel{x, y}, y}}
	if y > 1 {
		pieces[0] = pieces[1]
	}
	if x > 2*y {
		pieces[0].F = pieces[0].F.Scaled(y)
	}
	if x > y {
		pieces[0].F = pieces[0].F.Scaled(x)
	}
	s := 0.0
	for range 2 {
		var all []Piece
		for i, p := range pieces {
			for _, q := range p.F.Pieces(p.Mult) {
				f := q.F.Scaled(y)
				if d, ok := f.(Disc); ok {
					s += d.R * float64(i)
				}
				s += q.F.Area() * q.Mult
				all = append(all, q, Piece{f, 1})
			}
		}
		pieces = all
	}
	return s
}

type weighing interface{ weigh(t float64) float64 }

type crate struct {
	parts []float64
	own   struct{ w float64 }
}

func (c crate) weigh(t float64) float64 { return t * c.own.w }

type hold struct {
	first weighing
	many  []weighing
}

// Holds keeps structs with slices in a slice of an interface, in structs of a map.
func Holds(x []float64, a float64) (r float64) {
	for range x {
		holds := map[int]*hold{}
		for j := range 5 {
			h := &hold{}
			holds[j/3] = h
			c := crate{}
			c.own.w = a
			for range 1 + j&1 {
				h.many = append(h.many, c)
			}
		}
		for k := range 5 {
			if h, ok := holds[k]; ok {
				if h.first != nil {
					r += h.first.weigh(0.5)
				}
				for i, w := range h.many {
					r += float64(i) + w.weigh(0.3)
				}
			}
		}
	}
	return r
}
