package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/suggest"
	"github.com/seed-4b734f86/gochad/semantics"
)

// operators are the derivatives that eval --op knows.
var operators = []struct {
	name string
	of   func(*chad.Func, ...string) (*chad.Func, error)
}{
	{"grad", chad.Grad},
	{"valueandgrad", chad.ValueAndGrad},
	{"jvp", chad.JVP},
	{"vjp", chad.VJP},
	{"jacobian", chad.Jacobian},
	{"hessian", chad.Hessian},
	{"hvp", chad.HVP},
}

func operatorNames() []string {
	out := make([]string, len(operators))
	for i, o := range operators {
		out[i] = o.name
	}
	return out
}

// defaultFuel bounds an evaluation to some seconds.
const defaultFuel = 100_000_000

// evalOptions are the flags of eval.
type evalOptions struct {
	def, op string
	wrt     []string
	fuel    int64
}

func evalCommand() *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:   "eval FILE.chad [--def NAME] [ARG…]",
		Short: "evaluate a definition, or its derivative, in the interpreter",
		Long: `eval runs a definition of a .chad file in the interpreter; for Go functions, see chad trace. Each argument is JSON, and so is the result:

  real, int, idx n    1.5, -2; a real may be "NaN", "Infinity" or "-Infinity"
  bool                true, false
  tuples              [1, true]; a record also {"x": 1, "y": 2}
  arrays              [1, 2, 3], [[1, 2], [3, 4]]
  sums                {"inl": 1} and {"inr": 2}
  data                {"Cons": [1, "Nil"]}

With --op, eval evaluates a derivative; jvp and hvp take a direction for each parameter in
--wrt after the arguments, vjp a cotangent of the result. An evaluation of more than --fuel
steps (calls, iterations) is stopped, with the place where it was.`,
		Example: `  chad eval model.chad --def loss '[0, 0]' '[1, 2, 3]' '[2, 4, 7]'
  chad eval model.chad --def loss --op grad --wrt theta '[0, 0]' '[1, 2, 3]' '[2, 4, 7]'`,
		Args: wants(1, -1, "a .chad file and the arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			progress := newProgress(cmd.ErrOrStderr())
			progress.wait("evaluating " + args[0])
			defer progress.done()
			return o.run(cmd.OutOrStdout(), args[0], args[1:])
		},
	}
	c.Flags().StringVar(&o.def, "def", "", "the definition (default: the only one)")
	c.Flags().StringVar(&o.op, "op", "", "a derivative of it: "+strings.Join(operatorNames(), ", "))
	c.Flags().StringSliceVar(&o.wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	c.Flags().Int64Var(&o.fuel, "fuel", defaultFuel, "the number of steps after which to give up")
	completes(c, "def", false, definitionsIn)
	completes(c, "op", false, among(operatorNames()))
	completes(c, "wrt", true, parametersIn(&o.def))
	return c
}

func (o *evalOptions) run(w io.Writer, file string, args []string) error {
	if o.fuel <= 0 {
		return fmt.Errorf("--fuel %d: at least one step is needed", o.fuel)
	}
	if isGo(file) {
		return o.instead(file, args)
	}
	src, err := loadFile(file)
	if err != nil {
		return err
	}
	f, err := src.pick(o.def)
	if err != nil {
		return err
	}
	if f, err = apply(f, o.op, o.wrt); err != nil {
		return src.positioned(err)
	}
	vals, err := decodeArgs(f, args)
	if err != nil {
		return err
	}
	v, err := call(f, o.fuel, vals)
	if err != nil {
		return src.in(f, err)
	}
	_, err = fmt.Fprintln(w, encode(v, f.Def().Result))
	return err
}

// instead says what evaluates Go functions. Their values are those of Go itself, and a gradient at a point is what
// trace prints.
func (o *evalOptions) instead(pattern string, args []string) error {
	trace := []string{"chad trace", pattern}
	if o.def != "" {
		trace = append(trace, "--func", o.def)
	}
	if len(o.wrt) > 0 {
		trace = append(trace, "--wrt", strings.Join(o.wrt, ","))
	}
	for _, a := range args {
		if !strings.ContainsRune(a, '\'') {
			a = "'" + a + "'"
		}
		trace = append(trace, a)
	}
	return fmt.Errorf("%s: eval takes .chad files, not Go packages\n  hint: %s prints the value and the gradient of a "+
		"Go function; chad check compares derivatives with differences", pattern, strings.Join(trace, " "))
}

// call evaluates f within the fuel.
func call(f *chad.Func, fuel int64, args []semantics.Value) (semantics.Value, error) {
	p, err := f.Plain()
	if err != nil {
		return nil, err
	}
	return (&semantics.Evaluator{Fuel: fuel}).Call(p.Def(), args...)
}

// apply derives what --op asks for.
func apply(f *chad.Func, op string, wrt []string) (*chad.Func, error) {
	if op == "" {
		if len(wrt) > 0 {
			return nil, errors.New("--wrt goes with --op")
		}
		return f, nil
	}
	for _, o := range operators {
		if o.name == op {
			return o.of(f, wrt...)
		}
	}
	return nil, oneOf("op", op, operatorNames(), suggest.DidYouMean(op, operatorNames()))
}

func decodeArgs(f *chad.Func, args []string) ([]semantics.Value, error) {
	params := f.Def().Params
	if len(args) != len(params) {
		names := make([]string, len(params))
		for i, p := range params {
			names[i] = fmt.Sprintf("%s : %s", p.Name, p.Type)
		}
		return nil, fmt.Errorf("%s takes %d arguments (%s), got %d", f.Name(), len(params), strings.Join(names, ", "),
			len(args))
	}
	out := make([]semantics.Value, len(args))
	for i, a := range args {
		v, err := decode(a, params[i].Type)
		if err != nil {
			return nil, fmt.Errorf("argument %s : %s: %w", params[i].Name, params[i].Type, err)
		}
		out[i] = v
	}
	return out, nil
}
