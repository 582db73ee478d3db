package hand

// KMeansValue is the sum of the squared distances of the points to their nearest centroids.
func KMeansValue(centroids, points [][]float64) float64 {
	f := 0.0
	for _, p := range points {
		_, d := nearest(centroids, p)
		f += d
	}
	return f
}

// KMeansGrad is the value, and writes the gradient by the centroids to centroidsbar.
func KMeansGrad(centroids, points, centroidsbar [][]float64) float64 {
	for _, row := range centroidsbar {
		clear(row)
	}
	f := 0.0
	for _, p := range points {
		best, d := nearest(centroids, p)
		f += d
		c, bar := centroids[best], centroidsbar[best]
		c, bar = c[:len(p)], bar[:len(p)]
		for j, pj := range p {
			bar[j] += 2 * (c[j] - pj)
		}
	}
	return f
}

// KMeansHVP writes the product of the Hessian by the centroids with dcentroids to hv.
// The Hessian is diagonal: twice the number of the points that are nearest to a centroid.
func KMeansHVP(centroids, points, dcentroids, hv [][]float64) {
	for _, row := range hv {
		clear(row)
	}
	for _, p := range points {
		best, _ := nearest(centroids, p)
		hv[best][0]++ // the count, for now
	}
	for c, row := range hv {
		twice := 2 * row[0]
		dc := dcentroids[c][:len(row)]
		for j := range row {
			row[j] = twice * dc[j]
		}
	}
}

// nearest is the centroid nearest to p and its squared distance.
func nearest(centroids [][]float64, p []float64) (best int, least float64) {
	for i, c := range centroids {
		c = c[:len(p)]
		d := 0.0
		for j, pj := range p {
			t := pj - c[j]
			d += t * t
		}
		if i == 0 || d < least {
			best, least = i, d
		}
	}
	return best, least
}
