package simplify_test

import (
	"flag"
	"math/rand"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

var repeats = flag.Int("repeats", 20, "how many random programs TestRepeats takes")

// The search for repeats never says no where something is to be shared or moved: in random programs and their
// derivatives, as they are, simplified, and simplified with one subterm, anywhere, written a second time. And the
// bindings that sharing leaves as they are have nothing that is to be shared: the same comes of it as if all were taken
// apart, but for the order.
func TestRepeats(t *testing.T) {
	var saidNo, nothing, once, kept int
	law := func(seed int, what string, u sx.Term) {
		text := sx.String(u)
		sh := simplify.Sharing(func() sx.Term { return sx.Refresh(u) })
		if !sh.May && sh.Fired > 0 {
			t.Fatalf("program %d, %s: nothing is seen of %d repeats in\n%s", seed, what, sh.Fired, text)
		}
		if sh.SomeFired != sh.Fired || sh.SomeNodes != sh.Nodes || sh.StillFired > 0 || len(sh.Unbound) > 0 {
			t.Fatalf("program %d, %s: %+v in\n%s", seed, what, sh, text)
		}
		if sh.Fired > 0 {
			kept += sh.Kept
		} else {
			nothing++
			if !sh.May {
				saidNo++
			}
		}
	}
	for seed := range *repeats {
		r := rand.New(rand.NewSource(int64(seed)))
		s := proptest.Generate(proptest.Config{Seed: int64(seed)})
		p := s.Program
		d, err := functor.New(reverse.Mode{}, functor.Options{}).Definition(s.Entry, nil)
		var bodies []*sx.Def
		bodies = append(bodies, p.Defs...)
		if err == nil {
			bodies = append(bodies, d.Def)
		}
		for _, def := range bodies {
			law(seed, def.Name, def.Body)
			u, _, err := simplify.Term(sx.Refresh(def.Body), simplify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			law(seed, def.Name+" simplified", u)
			for range 20 {
				if w, ok := twice(r, u); ok {
					once++
					law(seed, def.Name+" with a repeat", w)
					law(seed, def.Name+" with a repeat, and flat too", flatToo(w))
				}
			}
		}
	}
	t.Logf("%d with a repeat; said no %d of %d times that it could; %d bindings left", once, saidNo, nothing, kept)
	if once < 10**repeats || kept < 10**repeats || saidNo < nothing/2 {
		t.Errorf("%d with a repeat; said no %d of %d times that it could", once, saidNo, nothing)
	}
}

// flatToo is t, and once more in A-normal form behind it, where all that t nests has a name.
func flatToo(t sx.Term) sx.Term {
	var s sx.Spine
	nested := s.Open(t)
	return s.In(sx.NewTuple(nested, s.Open(sx.ANF(sx.Refresh(t)))))
}

// again is u and u once more: beside it, in a branch, in a loop or in a checkpoint.
func again(r *rand.Rand, u sx.Term) sx.Term {
	v := sx.Refresh(u)
	switch r.Intn(4) {
	case 0:
		v = sx.NewIf(lt(sx.RealLit(0), sx.RealLit(1)), v, sx.RealLit(2))
	case 1:
		v = sx.NewSum(sx.BuildArray(sx.SizeLit(2), func(sx.Term) sx.Term { return v }))
	case 2:
		return sx.Add(sx.NewCheckpoint(sx.Schedule{}, add(v, sx.Refresh(u))), realLit(1))
	}
	return sx.Add(u, v)
}

// twice is t with one of its subterms that are real numbers written again.
func twice(r *rand.Rand, t sx.Term) (sx.Term, bool) {
	n := 0
	var count func(sx.Term)
	candidate := func(u sx.Term) bool { return u.Type() == sx.Real && !sx.IsAtom(u) }
	count = func(u sx.Term) {
		if candidate(u) {
			n++
		}
		sx.Children(u, count)
	}
	count(t)
	if n == 0 {
		return nil, false
	}
	k := r.Intn(n)
	var put func(sx.Term) sx.Term
	put = func(u sx.Term) sx.Term {
		here := false
		if candidate(u) {
			here = k == 0
			k--
		}
		u = sx.MapChildren(u, put)
		if here {
			return again(r, u)
		}
		return u
	}
	return put(t), true
}

// In a long block inside of a binding only what is there twice is taken apart for sharing, also where the other one
// stands outside of it.
func TestSharesInsideFunctions(t *testing.T) {
	x := free("x", sx.Real)
	big := func(y sx.Term, k float64) sx.Term { return add(mul(y, realLit(k)), sin(mul(y, realLit(k+0.5)))) }
	term := func() sx.Term {
		var s sx.Spine
		outside := s.Let("o", add(sin(x), realLit(1)))
		f := sx.NewVar("v", sx.Real)
		var in sx.Spine
		sum := sx.Term(sx.Ref(f))
		for k := range 40 {
			sum = in.Let("u", add(sum, big(sum, float64(k))))
		}
		sum = in.Let("w", add(sum, mul(sin(x), outside)))
		g := s.Let("g", sx.NewTuple(outside, sx.NewLinLam(f, in.In(sum))))
		return s.In(g)
	}
	if s := simplify.Sharing(term); s.Fired != 1 || s.SomeFired != 1 || s.StillFired != 0 || len(s.Unbound) > 0 || s.Kept < 40 {
		t.Errorf("%+v", s)
	}
}
