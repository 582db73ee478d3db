package translate_test

import (
	"go/types"
	"math/rand/v2"
	"reflect"
	"slices"
	"sort"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
)

const unmovedText = `package p

import "sort"

type byKey struct {
	key, val []int
}

func (p byKey) Len() int           { return len(p.val) }
func (p byKey) Less(i, j int) bool { return p.key[i] < p.key[j] }
func (p byKey) Swap(i, j int)      { p.val[i], p.val[j] = p.val[j], p.val[i] }

type byBoth struct{ byKey }

func (p byBoth) Swap(i, j int) {
	p.val[i], p.val[j] = p.val[j], p.val[i]
	p.key[i], p.key[j] = p.key[j], p.key[i]
}

func others(key, val []int) []int {
	sort.Slice(val, func(i, j int) bool { return key[i] < key[j] })
	return val
}

func lists(key, val []int) []int { sort.Sort(byKey{key, val}); return val }

func moved(key, val []int) []int { sort.Stable(byBoth{byKey{key, val}}); return val }

func own(key, val []int) []int {
	sort.Slice(val, func(i, j int) bool { return key[val[i]] <= key[val[j]] })
	return val
}
`

type byKey struct{ key, val []int }

func (p byKey) Len() int           { return len(p.val) }
func (p byKey) Less(i, j int) bool { return p.key[i] < p.key[j] }
func (p byKey) Swap(i, j int)      { p.val[i], p.val[j] = p.val[j], p.val[i] }

type byBoth struct{ byKey }

func (p byBoth) Swap(i, j int) {
	p.val[i], p.val[j] = p.val[j], p.val[i]
	p.key[i], p.key[j] = p.key[j], p.key[i]
}

// A comparison that looks at what is not moved with the elements, for which the library's result says how it sorts,
// fails where something is moved. Others do not.
func TestUnmovedKeys(t *testing.T) {
	p := check(t, "p", map[string]string{"p.go": unmovedText}, "")
	for name, native := range map[string]func(key, val []int){
		"others": func(key, val []int) { sort.Slice(val, func(i, j int) bool { return key[i] < key[j] }) },
		"lists":  func(key, val []int) { sort.Sort(byKey{key, val}) },
		"moved":  func(key, val []int) { sort.Stable(byBoth{byKey{key, val}}) },
		"own":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			res, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
			if len(diags) > 0 {
				t.Fatal(diags.Err())
			}
			f := res.Roots[0].Flow
			r := rand.New(rand.NewPCG(7, 8))
			failed := 0
			for range 200 {
				val := r.Perm(1 + r.IntN(10))
				key := make([]int, len(val))
				for i := range key {
					key[i] = r.IntN(6)
				}
				args := []eval.Value{eval.From(reflect.ValueOf(slices.Clone(key)), f.Params[0].Type), eval.From(reflect.ValueOf(slices.Clone(val)), f.Params[1].Type)}
				got, err := eval.Call(f, args)
				if err != nil {
					failed++
					continue
				}
				want := slices.Clone(val)
				if native != nil {
					native(slices.Clone(key), want)
				} else {
					slices.SortStableFunc(want, func(a, b int) int { return key[a] - key[b] })
				}
				for i, g := range got[0].Flat(f.Results[0].Type)[1:] { // behind the length
					// Comparisons by <= exchange equal elements.
					if w := int64(want[i]); g.I != w && (native != nil || key[g.I] != key[w]) {
						t.Fatalf("of %v by %v: element %d is %v, the library has %v", val, key, i, g.I, want)
					}
				}
			}
			if fails := name != "moved" && name != "own"; fails != (failed > 0) {
				t.Errorf("%d of 200 fail", failed)
			}
		})
	}
}
