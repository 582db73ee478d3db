package fit

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Sum is what chad generates for //chad:sum, as far as it is needed here.
type Sum[S any] interface {
	Merge(S) error
	Len() int
	Err() error
	SetShard(string, int)
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// Model says what is summed: how a sum of no examples begins at a point, and how an example is added. Its exported
// fields travel to the workers as JSON, so what it is made of has to be in them.
type Model[S Sum[S], E any] interface {
	New(point []float64) S
	Add(sum S, example E)
	// Grad gives the value of a sum and writes what belongs to it: the gradient, of a [ProductModel] the product.
	Grad(sum S, to []float64) float64
}

// ProductModel is a Model for products of the Hessian with a direction, which Newton-CG asks for.
type ProductModel[S Sum[S], E any] interface {
	NewProduct(point, direction []float64) S
	AddProduct(sum S, example E)
	Product(sum S, to []float64)
}

// Register makes a model known to Beam. It has to be called from an init function: workers are programs of their own,
// which find models by their names.
func Register[M Model[S, E], S Sum[S], E any](model M) {
	mustTravel(model)
	register.Combiner3[*Total, E, *Total](&combineFn[M, S, E]{})
	if reflect.TypeFor[E]() == reflect.TypeFor[[]float64]() {
		register.Combiner3[*Total, Block, *Total](&blockFn[M, S, E]{})
	}
	register.Emitter1[E]()
}

// RegisterProduct makes a model for products known to Beam, as [Register] does.
func RegisterProduct[M ProductModel[S, E], S Sum[S], E any](model M) {
	mustTravel(model)
	Register(productOf[M, S, E]{Model: model})
}

// productOf is a Model whose points are a point and a direction, one after the other.
type productOf[M ProductModel[S, E], S Sum[S], E any] struct{ Model M }

func (p productOf[M, S, E]) New(both []float64) S {
	n := len(both) / 2
	return p.Model.NewProduct(both[:n], both[n:])
}

func (p productOf[M, S, E]) Add(s S, example E) { p.Model.AddProduct(s, example) }

func (p productOf[M, S, E]) Grad(s S, to []float64) float64 {
	p.Model.Product(s, to[:len(to)/2])
	return 0
}

// mustTravel panics, when a program starts, about models that would arrive at workers as others.
func mustTravel(model any) {
	t := reflect.TypeOf(model)
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("fit: %v is no struct; a model is a struct, whose exported fields travel to the workers", t))
	}
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() {
			panic(fmt.Sprintf("fit: %v has the field %s, which JSON leaves out: workers would not see it; export it",
				t, f.Name))
		}
	}
}

func init() {
	beam.RegisterCoder(reflect.TypeFor[*Total](), encodeTotal, decodeTotal)
	beam.RegisterCoder(reflect.TypeFor[Block](), encodeBlock, decodeBlock)
	register.Emitter1[Block]()
	register.DoFn3x1[ctx, string, func(Block), error](&readShards{})
	register.DoFn2x1[ctx, *Total, error](&leave{})
}
