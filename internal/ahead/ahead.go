// Package ahead prepares on other goroutines what one goroutine uses in order.
package ahead

import (
	"runtime"
	"sync/atomic"
)

// window bounds, for each goroutine, how many things have been prepared and not been used yet, which keeps what they
// take of memory small.
const window = 4

// Each does use(i, prepare(i)) for the numbers below n in their order. While one is used the next ones are prepared,
// several at a time, so that prepare must change nothing that use or another prepare reads or changes, and read nothing
// that use changes. What comes of it then is what would come of a loop. A panic of prepare is one of Each, where the
// number's turn is to be used.
func Each[T any](n int, prepare func(i int) T, use func(i int, x T)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers < 2 {
		for i := range n {
			use(i, prepare(i))
		}
		return
	}
	made := make([]chan made[T], n)
	for i := range made {
		made[i] = newMade[T]()
	}
	room := make(chan struct{}, window*workers)
	end := make(chan struct{})
	defer close(end)
	var next atomic.Int64
	for range workers {
		go func() {
			for {
				select {
				case room <- struct{}{}:
				case <-end:
					return
				}
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				made[i] <- try(prepare, i)
			}
		}()
	}
	for i, c := range made {
		x := <-c
		if x.failed {
			panic(x.with)
		}
		use(i, x.value)
		<-room
	}
}

// made is what a number was prepared to, or the panic that came of it.
type made[T any] struct {
	value  T
	failed bool
	with   any
}

// newMade is a place for one, which its maker need not wait at.
func newMade[T any]() chan made[T] { return make(chan made[T], 1) }

func try[T any](prepare func(int) T, i int) (m made[T]) {
	m.failed = true
	defer func() {
		if m.failed {
			m.with = recover()
		}
	}()
	m.value = prepare(i)
	m.failed = false
	return m
}
