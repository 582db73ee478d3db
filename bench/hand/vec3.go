package hand

// vec3 is a struct, which the compiler keeps in registers, as it does no array.
type vec3 struct{ x, y, z float64 }

// plusTimes is v + t·w.
func (v vec3) plusTimes(t float64, w vec3) vec3 {
	return vec3{v.x + t*w.x, v.y + t*w.y, v.z + t*w.z}
}

// plus is v + w.
func (v vec3) plus(w vec3) vec3 { return vec3{v.x + w.x, v.y + w.y, v.z + w.z} }

// times is t·v.
func (v vec3) times(t float64) vec3 { return vec3{t * v.x, t * v.y, t * v.z} }
