package load

import (
	"strings"

	"golang.org/x/tools/go/packages"
)

// twins are the build tags by which modules choose pure Go in place of assembly.
const twins = "noasm,purego"

// readable reports whether the source of a package is worth reading: those of modules, and of the standard library
// those that compute. The others do what belongs to the machine, or know it.
func readable(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "math", "cmp", "image", "maps", "slices", "sort", "time":
		return path != "math"
	}
	return strings.Contains(first, ".")
}

// others finds packages of other modules, which are read from source when a function of theirs is asked for. What they
// import comes from the export data that the importing world has, so that both mean the same types.
type others struct {
	w     *World
	found map[string]*Package // nil where there is none
}

// other is a package of another module of the build list, checked; nil if there is none, or it is at fault.
func (w *World) other(path string) *Package {
	if !readable(path) {
		return nil
	}
	if w.others == nil {
		opt := w.opt
		opt.More = nil
		opt.Tags = strings.TrimPrefix(opt.Tags+","+twins, ",")
		if w.export == nil {
			w.export = newExports(w)
		}
		w.others = &others{found: map[string]*Package{}, w: &World{
			Fset: w.Fset, opt: opt, byID: map[string]*Package{}, sources: w.sources, export: w.export,
			meta: map[string]*packages.Package{}, sizes: w.sizes, elsewhere: true,
		}}
	}
	o := w.others
	if p, ok := o.found[path]; ok {
		return p
	}
	o.found[path] = o.read(path)
	return o.found[path]
}

func (o *others) read(path string) *Package {
	m := o.w.meta[path]
	if m == nil {
		cfg := o.w.config(listMode)
		roots, err := packages.Load(cfg, path)
		if err != nil {
			return nil
		}
		packages.Visit(roots, nil, func(p *packages.Package) {
			if o.w.meta[p.ID] == nil {
				o.w.meta[p.ID] = p
			}
		})
		m = o.w.meta[path]
	}
	if m == nil || len(m.GoFiles) == 0 {
		return nil
	}
	p, err := o.w.source(m)
	if err != nil || len(o.w.Check(p)) > 0 {
		return nil
	}
	return p
}

// IsOther reports whether the package is one of another module than the user's.
func (p *Package) IsOther() bool { return p.World.elsewhere }
