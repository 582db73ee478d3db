package build

import "github.com/seed-4b734f86/gochad/syntax"

// DataType is a data type of a program, D its Go type:
//
//	type List struct{ build.Tag }
//	list := build.NewData[List](p, "list")
//	null := build.NewCtor(list, "Nil", build.UnitT)
//	cons := build.NewCtor(list, "Cons", build.PairT(build.RealT, list.Type()))
//	list.Done()
type DataType[D Ty] struct {
	p     *Program
	d     *syntax.Data
	ctors []syntax.Ctor
}

// NewData declares a data type.
func NewData[D Ty](p *Program, name string) *DataType[D] {
	d := &DataType[D]{p: p, d: syntax.NewData(name, false)}
	p.prog.Data = append(p.prog.Data, d.d)
	return d
}

// Type is the data type as a type.
func (d *DataType[D]) Type() Type[D] { return Type[D]{d.d} }

// Done ends the list of constructors. Values are built and matched after it.
func (d *DataType[D]) Done() {
	if d.d.Ctors() != nil || len(d.ctors) == 0 {
		_ = d.p.s.mistake("data type %s has no constructors, or Done was called before", d.d.Name)
		return
	}
	d.d.Define(d.ctors...)
}

// Constructor is a constructor of D with an argument of type A.
type Constructor[D, A Ty] struct {
	d   *DataType[D]
	tag int
}

// NewCtor adds a constructor to a data type that is not yet done.
func NewCtor[D, A Ty](d *DataType[D], name string, arg Type[A]) Constructor[D, A] {
	d.ctors = append(d.ctors, syntax.Ctor{Name: name, Arg: arg.t})
	return Constructor[D, A]{d, len(d.ctors) - 1}
}

// Make is the constructor applied to x.
func (c Constructor[D, A]) Make(x Expr[A]) Expr[D] {
	return expression[D](func() syntax.Term { return syntax.NewInj(c.d.d, c.tag, x.e.term) }, x.e, expr{s: c.d.p.s})
}

// Arm is one arm of [Switch].
type Arm[D, B Ty] struct {
	tag  int
	body func(expr) expr
}

// On is the arm for a constructor.
func On[D, A, B Ty](c Constructor[D, A], body func(x Expr[A]) Expr[B]) Arm[D, B] {
	return Arm[D, B]{c.tag, f2(body)}
}

// Switch is case e of …, one arm for each constructor, in any order.
func Switch[D, B Ty](d *DataType[D], e Expr[D], arms ...Arm[D, B]) Expr[B] {
	s := d.p.s
	return expression[B](func() syntax.Term {
		ctors := d.d.Ctors()
		out := make([]syntax.Arm, len(ctors))
		for _, a := range arms {
			if a.tag >= len(out) || out[a.tag].Body != nil {
				panic("syntax: a case has two arms for one constructor, or a data type is not done")
			}
			out[a.tag] = s.arm(ctors[a.tag].Arg, a.body)
		}
		for i, a := range out {
			if a.Body == nil {
				panic("syntax: a case has no arm for " + ctors[i].Name)
			}
		}
		return syntax.NewCase(e.e.term, out...)
	}, e.e, expr{s: s})
}
