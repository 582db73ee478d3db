package wild

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The rule by which list.tsv was drawn.
const (
	Seed = 20261129
	Most = 15 // of each entry
)

// Enumerate has all functions and methods of packages that Wrap can call, by name. Random draws are no functions of
// their arguments and are left out.
func Enumerate(pkgs []*types.Package) map[string]*Wrapper {
	all := map[string]*Wrapper{}
	add := func(fn *types.Func) {
		if !fn.Exported() || strings.HasPrefix(fn.Name(), "Rand") {
			return
		}
		if w := Wrap(fn); w != nil {
			all[Function{Package: fn.Pkg().Path(), Name: w.name}.ID()] = w
		}
	}
	for _, pkg := range pkgs {
		for _, name := range pkg.Scope().Names() {
			switch o := pkg.Scope().Lookup(name).(type) {
			case *types.Func:
				add(o)
			case *types.TypeName:
				n, ok := o.Type().(*types.Named)
				if !ok || o.IsAlias() || !o.Exported() || types.IsInterface(n) {
					continue
				}
				if n.TypeParams().Len() > 0 {
					args, _ := float64s(n.TypeParams().Len())
					t, err := types.Instantiate(nil, n, args, true)
					if err != nil {
						continue
					}
					n = t.(*types.Named)
				}
				for m := range n.Methods() {
					add(m)
				}
			}
		}
	}
	return all
}

// Draw takes functions of an entry. The generator depends on the seed and the entry's name only, so that other entries
// can be added later without changing its functions.
func Draw(e Entry, all map[string]*Wrapper) []Function {
	h := fnv.New64a()
	fmt.Fprint(h, e.Name)
	rng := rand.New(rand.NewPCG(Seed, h.Sum64()))
	ids := make([]string, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	var out []Function
	for i, id := range ids[:min(len(ids), Most)] {
		w := all[id]
		out = append(out, Function{Held: i%3 == 1, Entry: e.Name, Package: w.pkg.Path(), Name: w.name})
	}
	slices.SortFunc(out, func(a, b Function) int { return cmp.Compare(a.ID(), b.ID()) })
	return out
}

// DrawAll draws from all entries. It fetches them into folders of dir, one for each module.
func DrawAll(ctx context.Context, dir string, entries []Entry, progress func(string, ...any)) ([]Function, error) {
	var out []Function
	for i, e := range entries {
		sub := filepath.Join(dir, fmt.Sprintf("draw%02d", i))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return nil, err
		}
		m, err := NewModule(ctx, sub, e)
		if err != nil {
			return nil, err
		}
		pkgs, err := m.Load(ctx, e.Packages...)
		if err != nil {
			return nil, err
		}
		all := Enumerate(pkgs)
		drawn := Draw(e, all)
		progress("%s: %d of %d\n", e.Name, len(drawn), len(all))
		out = append(out, drawn...)
	}
	return out, nil
}
