//go:build !chadslim

package chad

import (
	"context"
	"path/filepath"
	"strings"

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
// and name=G gives the Go function another name. A line --chad:emit with the settings elementary, fastmath, blas or
// jam, above the first def, is about the whole file: see [EmitOptions].
func Generate(file string, src []byte, pkg string) ([]byte, error) {
	return EmitOptions{}.Generate(file, src, pkg)
}

// GenerateContext is [Generate] with a context. Soon after it has ended, so does GenerateContext, with its error.
func GenerateContext(ctx context.Context, file string, src []byte, pkg string) ([]byte, error) {
	return EmitOptions{}.GenerateContext(ctx, file, src, pkg)
}

// Generate is [Generate] with options.
// The error is that of Generate.
func (o EmitOptions) Generate(file string, src []byte, pkg string) ([]byte, error) {
	return o.GenerateContext(context.Background(), file, src, pkg)
}

// GenerateContext is [GenerateContext] with options.
// The error is that of GenerateContext.
func (o EmitOptions) GenerateContext(ctx context.Context, file string, src []byte, pkg string) ([]byte, error) {
	a, err := requested(ctx, file, src)
	if err != nil {
		return nil, err
	}
	o.Jam, o.Parallel = o.Jam || a.emit.Jam, max(o.Parallel, a.emit.Parallel)
	o.Elementary, o.FastMath, o.BLAS = o.Elementary || a.emit.Elementary, o.FastMath || a.emit.FastMath, o.BLAS ||
		a.emit.BLAS
	out, err := o.Emit(pkg, filepath.Base(file), a.exports...)
	if err == nil {
		return out, nil
	}
	return nil, a.blame(err, func(e Export) error {
		_, err := o.Emit(pkg, filepath.Base(file), e)
		return err
	}, a.noGo)
}

// noGo says at a directive that no Go can be emitted for it.
func (r *request) noGo(d directive, err error) diag.Diagnostic {
	text := strings.TrimPrefix(message(err), "gen: ")
	return r.source.Diagnose(d.at, d.end, codeEmit, "no Go can be emitted for this: "+text, "")
}
