// Package heap has the meaning of the standard library's container/heap.
package heap

// Interface is a slice of which the least element comes first.
type Interface interface {
	Len() int           // the number of elements
	Less(i, j int) bool // whether element i goes before element j
	Swap(i, j int)      // exchanges two elements
	Push(x any)         // adds an element at the end
	Pop() any           // takes out the element at the end
}

// Init makes a heap of what is there.
func Init[H Interface](h H) {
	n := h.Len()
	for i := n/2 - 1; i >= 0; i-- {
		sink(h, i, n)
	}
}

// Push adds an element.
func Push[H Interface](h H, x any) {
	h.Push(x)
	rise(h, h.Len()-1)
}

// Pop takes out the least element.
func Pop[H Interface](h H) any {
	n := h.Len() - 1
	h.Swap(0, n)
	sink(h, 0, n)
	return h.Pop()
}

// Remove takes out element i.
func Remove[H Interface](h H, i int) any {
	n := h.Len() - 1
	if n != i {
		h.Swap(i, n)
		if !sink(h, i, n) {
			rise(h, i)
		}
	}
	return h.Pop()
}

// Fix puts element i, which has changed, where it belongs.
func Fix[H Interface](h H, i int) {
	if !sink(h, i, h.Len()) {
		rise(h, i)
	}
}

// rise moves element i up as long as it is less than the one above.
func rise[H Interface](h H, i int) {
	for i > 0 && h.Less(i, (i-1)/2) {
		h.Swap((i-1)/2, i)
		i = (i - 1) / 2
	}
}

// sink moves element i of the first n down as long as one below is less, and reports whether it moved.
func sink[H Interface](h H, i, n int) bool {
	from := i
	for more := true; more; {
		k := 2*i + 1
		more = k < n && k > 0
		if more {
			if k+1 < n && h.Less(k+1, k) {
				k++
			}
			more = h.Less(k, i)
		}
		if more {
			h.Swap(i, k)
			i = k
		}
	}
	return i > from
}
