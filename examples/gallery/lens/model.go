// Command lens finds the surfaces of three lenses by differentiating what rays do in them, and draws the rays.
package main

import (
	"errors"
	"math"
)

//go:generate go tool chad gen .

// Colours is the number of wavelengths: those of hydrogen at 656 nm, helium at 588 nm and hydrogen at 486 nm.
const Colours = 3

// A Surface is where a vertex is on the axis, in cm, and the refractive index of what comes after it for each colour.
type Surface struct {
	Vertex float64
	Index  [Colours]float64
}

// A Ray has a place and a direction, whose square is 1, along the axis and away from it.
type Ray struct{ Z, R, DZ, DR float64 }

var (
	errMiss  = errors.New("a ray misses a surface")
	errTotal = errors.New("a ray is reflected totally")
)

// refract takes a ray through a surface with a curvature c and a conic constant k: a sphere for k = 0. The points (z,
// r) on it, from its vertex on, have c·(r² + (1+k)·z²) = 2z. mu is the quotient of the indices before it and after
// it.
func (s Surface) refract(ray Ray, c, k, mu float64) (Ray, error) {
	r := ray.R + ray.DR/ray.DZ*(s.Vertex-ray.Z) // where the ray is in the plane of the vertex
	a := c * (ray.DR*ray.DR + (1+k)*ray.DZ*ray.DZ)
	b := ray.DZ - c*r*ray.DR
	d := b*b - a*c*r*r
	if d <= 0 {
		return ray, errMiss
	}
	t := c * r * r / (b + math.Sqrt(d))
	z := t * ray.DZ
	r += t * ray.DR

	nz, nr := c*(1+k)*z-1, c*r // the normal, against the ray
	length := math.Hypot(nz, nr)
	nz, nr = nz/length, nr/length
	cos := -(nz*ray.DZ + nr*ray.DR)
	e := 1 - mu*mu*(1-cos*cos)
	if e <= 0 {
		return ray, errTotal
	}
	f := mu*cos - math.Sqrt(e)
	return Ray{s.Vertex + z, r, mu*ray.DZ + f*nz, mu*ray.DR + f*nr}, nil
}

// Trace takes a ray through a lens, whose shape has the curvature and the conic constant of each surface.
func Trace(shape []float64, lens []Surface, ray Ray, colour int) (Ray, error) {
	index := 1.0
	for i, s := range lens {
		var err error
		if ray, err = s.refract(ray, shape[2*i], shape[2*i+1], index/s.Index[colour]); err != nil {
			return ray, err
		}
		index = s.Index[colour]
	}
	return ray, nil
}

// Blur is the mean square of the distance from the axis, in μm², at which rays meet a screen. They come parallel to
// the axis, in all colours, at the heights given. It returns an error if a ray does not get there.
//
//chad:grad wrt=shape
func Blur(shape []float64, lens []Surface, heights []float64, screen float64) (float64, error) {
	sum := 0.0
	for colour := range Colours {
		for _, h := range heights {
			ray, err := Trace(shape, lens, Ray{-1, h, 1, 0}, colour)
			if err != nil {
				return 0, err
			}
			miss := 1e4 * (ray.R + ray.DR/ray.DZ*(screen-ray.Z))
			sum += miss * miss
		}
	}
	return sum / float64(Colours*len(heights)), nil
}
