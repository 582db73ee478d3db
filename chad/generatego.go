//go:build !chadslim

package chad

import (
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/frontend/text"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Generate reads a .chad file and writes the Go functions that its directives
// ask for, as one file of the given package. Equal input gives equal bytes,
// whatever the folder: the positions in messages of the emitted code name the file
// without it. The error holds positioned messages.
//
//	--chad:func              func F(x…) results
//	--chad:grad [wrt=a,b]    func FGrad(x…, abar…) (float64, gradients of scalars), abar… overwritten
//	--chad:vjp [wrt=a,b]     func FVJP(x…, seed) (results, cotangents)
//	--chad:jvp [wrt=a,b]     func FJVP(x…, da…) (results, tangents)
//	--chad:jacobian [wrt=a]  func FJacobian(x…) [][]float64
//	--chad:hessian [wrt=a]   func FHessian(x…) [][]float64
//	--chad:hvp [wrt=a,b]     func FHVP(x…, da…, ha…) products of scalars, ha… overwritten
//
// and name=G gives the Go function another name. A line --chad:emit with the settings elementary, fastmath, blas or jam,
// above the first def, is about the whole file: see [EmitOptions].
func Generate(file string, src []byte, pkg string) ([]byte, error) {
	return EmitOptions{}.Generate(file, src, pkg)
}

// Generate is [Generate] with options.
// The error is that of Generate.
func (o EmitOptions) Generate(file string, src []byte, pkg string) ([]byte, error) {
	p, ds := text.Load(filepath.Base(file), src)
	for i := range ds {
		ds[i].Pos.File, ds[i].End.File = file, file
	}
	source := diag.NewSource(file, src)
	dirs, set, more := directives(source, string(src))
	o.Jam, o.Parallel = o.Jam || set.Jam, max(o.Parallel, set.Parallel)
	o.Elementary, o.FastMath, o.BLAS = o.Elementary || set.Elementary, o.FastMath || set.FastMath, o.BLAS || set.BLAS
	ds = append(append(ds, more...), duplicates(source, dirs)...)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, diag.List{source.Diagnose(0, 0, codeDirective, "nothing to generate: the file has no directive",
			"write a line --chad:grad above a def")}.Err()
	}
	m := &Module{p}
	var exports []Export
	for i := range dirs {
		e, err := m.export(&dirs[i])
		if err != nil {
			ds = append(ds, source.Diagnose(dirs[i].at, dirs[i].end, codeDerive, message(err), hint(err)))
			continue
		}
		exports = append(exports, e)
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	out, err := o.Emit(pkg, filepath.Base(file), exports...)
	if err != nil {
		return nil, blame(o, pkg, source, dirs, exports, err)
	}
	return out, nil
}

// blame finds the directives whose code cannot be emitted, by emitting each alone; together they
// failed with err.
func blame(opt EmitOptions, pkg string, source *diag.Source, dirs []directive, exports []Export, err error) error {
	var ds diag.List
	at := func(d directive, err error) {
		text := strings.TrimPrefix(message(err), "gen: ")
		ds = append(ds, source.Diagnose(d.at, d.end, codeEmit, "no Go can be emitted for this: "+text, ""))
	}
	for i, e := range exports {
		if _, err := opt.Emit(pkg, source.Name, e); err != nil {
			at(dirs[i], err)
		}
	}
	if len(ds) == 0 {
		at(dirs[0], err)
	}
	return ds.Err()
}
