package cnn

//chad:emit jam fastmath

// primal is [Loss]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=net
func primal(net Network, images [][][]float64, targets [][]float64) float64 {
	return Loss(net, images, targets)
}
