// Package meshfair is the fairness of a triangle mesh, bending plus area: M. Botsch, L. Kobbelt, M. Pauly, P. Alliez,
// B. Lévy, Polygon Mesh Processing, A K Peters 2010, chapters 3 and 4, with the bending energy of E. Grinspun, A. N.
// Hirani, M. Desbrun, P. Schröder, Discrete Shells, SCA 2003.
package meshfair

import "math"

// Mesh is how the vertices hang together: each face lists its corners counterclockwise, each edge its two ends and
// the faces on its left and right. The right face is negative at the boundary.
type Mesh struct {
	Faces [][]int
	Edges []Edge
}

// Edge is an edge of the mesh.
type Edge struct{ From, To, Left, Right int }

func sub(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

func dot(a, b [3]float64) float64 {
	return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// faceNormals writes the faces' unit normals and areas into buffers. It returns the whole area.
func (m Mesh) faceNormals(vertices [][3]float64, normals [][3]float64, areas []float64) float64 {
	total := 0.0
	for f, face := range m.Faces {
		o := vertices[face[0]]
		n := cross(sub(vertices[face[1]], o), sub(vertices[face[2]], o))
		length := math.Sqrt(dot(n, n))
		for i := range n {
			n[i] /= length
		}
		normals[f] = n
		areas[f] = 0.5 * length
		total += areas[f]
	}
	return total
}

// dihedral returns the signed angle between the normals of the faces at an edge in direction d.
func dihedral(left, right, d [3]float64) float64 {
	return math.Atan2(dot(cross(left, right), d)/math.Sqrt(dot(d, d)), dot(left, right))
}

// Energy returns the bending energy of the surface, for each inner edge the squared angle times the squared length by
// a third of the faces' areas, plus tension times the area.
//
// It is differentiated with respect to vertices and rest, the edges' angles at rest.
func Energy(mesh Mesh, vertices [][3]float64, rest []float64, tension float64) float64 {
	normals := make([][3]float64, len(mesh.Faces))
	areas := make([]float64, len(mesh.Faces))
	energy := tension * mesh.faceNormals(vertices, normals, areas)
	for k, e := range mesh.Edges {
		if e.Right < 0 {
			continue
		}
		d := sub(vertices[e.To], vertices[e.From])
		angle := dihedral(normals[e.Left], normals[e.Right], d) - rest[k]
		energy += 3 * angle * angle * dot(d, d) / (areas[e.Left] + areas[e.Right])
	}
	return energy
}
