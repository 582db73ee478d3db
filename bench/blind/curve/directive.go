package curve

//chad:emit jam fastmath

// primal is [Portfolio]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=deposits,swaps,bonds
func primal(deposits []Deposit, swaps []Swap, bonds []Bond) float64 {
	return Portfolio(deposits, swaps, bonds)
}
