package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/frontend/text"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
)

// format formats one file in place, or only says whether it would change.
func format(file string, check bool) (changed bool, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	f, ds := text.Parse(file, src)
	if err := ds.Err(); err != nil {
		return false, err
	}
	out := text.Format(f)
	if bytes.Equal(out, src) || check {
		return !bytes.Equal(out, src), nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return true, atomicfile.Write(file, out, info.Mode().Perm())
}

func evalCommand() *cobra.Command {
	var def, op string
	var wrt []string
	c := &cobra.Command{
		Use:   "eval FILE.chad --def NAME [ARG…]",
		Short: "evaluate a definition, or its derivative, in the interpreter",
		Long: `eval runs a definition in the interpreter. Each argument is JSON: 1.5, [1, 2, 3],
[[1, 2], [3, 4]], true. A tuple is an array of its components.`,
		Example: `  chad eval model.chad --def loss '[0, 0]' '[1, 2, 3]' '[2, 4, 7]'
  chad eval model.chad --def loss --op grad --wrt theta '[0, 0]' '[1, 2, 3]' '[2, 4, 7]'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := load(args[0])
			if err != nil {
				return err
			}
			f, err := m.Func(def)
			if err != nil {
				return err
			}
			if f, err = apply(f, op, wrt); err != nil {
				return err
			}
			vals, err := decode(f, args[1:])
			if err != nil {
				return err
			}
			v, err := f.Eval(vals...)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), show(v))
			return err
		},
	}
	c.Flags().StringVar(&def, "def", "", "the definition (required)")
	c.Flags().StringVar(&op, "op", "", "a derivative of it: grad, valueandgrad, jvp, vjp, jacobian, hessian, hvp")
	c.Flags().StringSliceVar(&wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	_ = c.MarkFlagRequired("def")
	return c
}

func apply(f *chad.Func, op string, wrt []string) (*chad.Func, error) {
	switch op {
	case "":
		return f, nil
	case "grad":
		return chad.Grad(f, wrt...)
	case "valueandgrad":
		return chad.ValueAndGrad(f, wrt...)
	case "jvp":
		return chad.JVP(f, wrt...)
	case "vjp":
		return chad.VJP(f, wrt...)
	case "jacobian":
		return chad.Jacobian(f, wrt...)
	case "hessian":
		return chad.Hessian(f, wrt...)
	case "hvp":
		return chad.HVP(f, wrt...)
	}
	return nil, fmt.Errorf("unknown operator %q; there are grad, valueandgrad, jvp, vjp, jacobian, hessian, hvp", op)
}

func decode(f *chad.Func, args []string) ([]any, error) {
	params := f.Def().Params
	if len(args) != len(params) {
		names := ""
		for _, p := range params {
			names += fmt.Sprintf(" %s:%s", p.Name, p.Type)
		}
		return nil, fmt.Errorf("%s takes %d arguments:%s; got %d", f.Name(), len(params), names, len(args))
	}
	out := make([]any, len(args))
	for i, a := range args {
		d := json.NewDecoder(bytes.NewReader([]byte(a)))
		d.UseNumber()
		if err := d.Decode(&out[i]); err != nil {
			return nil, fmt.Errorf("argument %s: %q is no JSON value: %w", params[i].Name, a, err)
		}
		v, err := convert(out[i], params[i].Type)
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", params[i].Name, err)
		}
		out[i] = v
	}
	return out, nil
}

func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v) // NaN and infinities are no JSON
	}
	return string(b)
}

func checkCommand() *cobra.Command {
	var defs, wrt []string
	var points int
	var seed uint64
	var length int
	c := &cobra.Command{
		Use:   "check FILE.chad",
		Short: "check the derivatives of definitions against finite differences",
		Long: `check evaluates, at random points, the gradient (reverse mode) and the
Jacobian-vector product (forward mode) of each definition that has one, and
compares them with central differences and with each other (dot-product test).
Exit code 1 when one is off.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := load(args[0])
			if err != nil {
				return err
			}
			names := defs
			if len(names) == 0 {
				names = m.Names()
			}
			k := checker{rng: rand.New(rand.NewPCG(seed, 1)), points: points, length: int64(length)}
			bad := false
			for _, n := range names {
				f, err := m.Func(n)
				if err != nil {
					return err
				}
				worst, why := k.check(f, wrt)
				switch {
				case why != "":
					fmt.Fprintf(cmd.OutOrStdout(), "%-24s skipped: %s\n", n, why)
				case worst > 1e-5 || math.IsNaN(worst):
					bad = true
					fmt.Fprintf(cmd.OutOrStdout(), "%-24s FAILED: scaled error %.1e\n", n, worst)
				default:
					fmt.Fprintf(cmd.OutOrStdout(), "%-24s ok: %d points, scaled error at most %.1e\n", n, points, worst)
				}
			}
			if bad {
				return errDiffers
			}
			return nil
		},
	}
	c.Flags().StringSliceVar(&defs, "def", nil, "definitions to check (default: all)")
	c.Flags().StringSliceVar(&wrt, "wrt", nil, "parameters to differentiate by (default: all that vary)")
	c.Flags().IntVar(&points, "points", 20, "random points a definition")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random points")
	c.Flags().IntVar(&length, "size", 4, "the value of every size parameter")
	return c
}

var errNoValue = errors.New("no random value of this type")
