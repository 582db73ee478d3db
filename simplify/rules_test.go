package simplify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Each rule is tested alone: on its samples it fires, the result is the one
// written here by hand, it is well-formed and means the same on random values,
// and it costs no more. Switched off, the rule does not fire.
func TestRules(t *testing.T) {
	byRule := map[string][]ruleSample{}
	for _, s := range ruleSamples() {
		byRule[s.rule] = append(byRule[s.rule], s)
	}
	for _, r := range simplify.Rules() {
		samples := byRule[r.Name]
		if r.Name == "inlineCall" {
			continue // TestInline
		}
		if len(samples) == 0 {
			t.Errorf("rule %s has no sample", r.Name)
		}
		for i, s := range samples {
			t.Run(fmt.Sprintf("%s/%d", r.Name, i), func(t *testing.T) { checkRule(t, r, s) })
		}
	}
}

// A ruleSample is a term on which a rule fires, and the result as text.
type ruleSample struct {
	rule string
	term sx.Term
	want string
}

func checkRule(t *testing.T, r *simplify.Rule, s ruleSample) {
	o := simplify.Options{Reading: r.Set == simplify.Reading, Compiled: r.Set == simplify.Compiled, Inline: 10}
	before := sx.String(s.term)
	free := sx.FreeVars(s.term)
	out, rep := simplified(t, sx.Refresh(s.term), o)
	if rep.Times(r.Name) == 0 {
		t.Errorf("did not fire on\n%s\n%v", before, rep.Lines())
	}
	if err := sx.Verify(out, free...); err != nil {
		t.Fatal(err)
	}
	if got := oneLine(sx.String(out)); got != s.want {
		t.Errorf("got  %s\nwant %s", got, s.want)
	}
	if again, rep := simplified(t, out, o); again != out {
		t.Errorf("not a fixed point: %v", rep.Lines())
	}
	for seed := range uint64(5) {
		env := randomEnv(seed, free)
		want, cost := meaning(t, s.term, env, seed)
		got, less := meaning(t, out, env, seed)
		if got != want {
			t.Errorf("means %s, meant %s", got, want)
		}
		if less > cost && r.Set == simplify.Always && !formal(s.term.Type()) {
			t.Errorf("costs %d, cost %d", less, cost)
		}
	}
	o.Disable = []string{r.Name}
	if _, rep := simplified(t, sx.Refresh(s.term), o); rep.Times(r.Name) != 0 {
		t.Error("fires although switched off")
	}
}

func simplified(t *testing.T, in sx.Term, o simplify.Options) (sx.Term, *simplify.Report) {
	t.Helper()
	out, rep, err := simplify.Term(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, rep
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// meaning is the value of a term, functions applied to random arguments, and its cost.
func meaning(t *testing.T, u sx.Term, env *semantics.Env, seed uint64) (string, int64) {
	t.Helper()
	var ev semantics.Evaluator
	v, err := ev.Eval(u, env)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(u))
	}
	s := observe(t, &ev, v, u.Type(), rand.New(rand.NewPCG(seed, 1)))
	return s, ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores
}

func observe(t *testing.T, ev *semantics.Evaluator, v semantics.Value, ty sx.Type, r *rand.Rand) string {
	t.Helper()
	switch ty := ty.(type) {
	case *sx.FuncType, *sx.LFunType:
		from, to := ends(ty)
		w, err := ev.Apply(v, random(r, from))
		if err != nil {
			t.Fatal(err)
		}
		return observe(t, ev, w, to, r)
	case *sx.TupleType:
		if tup, ok := v.(*semantics.Tuple); ok {
			parts := make([]string, len(tup.Elems))
			for i, e := range tup.Elems {
				parts[i] = observe(t, ev, e, ty.Elems[i], r)
			}
			return strings.Join(parts, ", ")
		}
	}
	n, err := semantics.Normal(v, ty, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rounded(n)
}

func ends(t sx.Type) (from, to sx.Type) {
	switch t := t.(type) {
	case *sx.FuncType:
		return t.Param, t.Result
	case *sx.LFunType:
		return t.Dom, t.Cod
	}
	return nil, nil
}

func randomEnv(seed uint64, free []*sx.Var) *semantics.Env {
	r := rand.New(rand.NewPCG(seed, 0))
	env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}
	for _, x := range free {
		env.Vars[x] = random(r, x.Type)
	}
	return env
}

// random is a value of a type; functions are scalings.
func random(r *rand.Rand, t sx.Type) semantics.Value {
	switch t := t.(type) {
	case *sx.Scalar:
		switch t {
		case sx.Real:
			return semantics.Real(float64(r.IntN(41)-20) / 8)
		case sx.Bool:
			return semantics.Bool(r.IntN(2) == 0)
		}
		return semantics.Int(r.IntN(7) - 3)
	case *sx.IdxType:
		n, _ := t.Bound.Lit()
		return semantics.Int(r.IntN(int(n)))
	case *sx.TupleType:
		es := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = random(r, e)
		}
		return semantics.NewTuple(es...)
	case *sx.ArrayType:
		n, _ := t.Len.Lit()
		vs := make([]semantics.Value, n)
		xs := make([]float64, n)
		for i := range vs {
			vs[i] = random(r, t.Elem)
			if x, ok := vs[i].(semantics.Real); ok {
				xs[i] = float64(x)
			}
		}
		if t.Elem == sx.Real {
			return semantics.Reals(xs...)
		}
		return semantics.Values(vs...)
	case *sx.FuncType:
		return semantics.GoFunc(scaling(r))
	case *sx.LFunType:
		w := random(r, t.Cod)
		if t.Cod == sx.Real {
			return semantics.GoLFun(scaling(r))
		}
		return semantics.GoLFun(func(semantics.Value) (semantics.Value, error) { return w, nil })
	case *sx.CopowerType:
		return semantics.Summand(random(r, t.Key), random(r, t.Val))
	case *sx.SumType:
		tag := r.IntN(len(t.Variants))
		return &semantics.Inj{Tag: tag, Arg: random(r, t.Variants[tag])}
	}
	panic(fmt.Sprintf("no random value of type %s", t))
}

func scaling(r *rand.Rand) func(semantics.Value) (semantics.Value, error) {
	k := float64(r.IntN(9) - 4)
	return func(v semantics.Value) (semantics.Value, error) {
		if x, ok := v.(semantics.Real); ok {
			return semantics.Real(k * float64(x)), nil
		}
		return semantics.Real(0), nil
	}
}

// formal reports whether values of a type may be formal sums, which the
// evaluator adds up only when they are read.
func formal(t sx.Type) bool {
	switch t.(type) {
	case *sx.TupleType, *sx.ArrayType:
		return true
	default:
		return false
	}
}
