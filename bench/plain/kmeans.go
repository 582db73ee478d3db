package plain

//chad:emit jam fastmath

import "math"

// KMeans is the cost of k-means clustering: each point counts by its squared distance to the nearest centroid.
//
//chad:grad wrt=centroids
//chad:jvp wrt=centroids
func KMeans(centroids, points [][]float64) float64 {
	sum := 0.0
	for _, p := range points {
		nearest := math.Inf(1)
		for _, c := range centroids {
			d := 0.0
			for j := range p {
				d += (p[j] - c[j]) * (p[j] - c[j])
			}
			nearest = min(nearest, d)
		}
		sum += nearest
	}
	return sum
}
