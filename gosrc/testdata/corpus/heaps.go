package corpus

import (
	"container/heap"
	"math"
	"sort"
)

type stop struct {
	at   int
	dist float64
}

type queue []stop

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push appends.
func (q *queue) Push(x any) { *q = append(*q, x.(stop)) }

// Pop takes the last.
func (q *queue) Pop() any {
	old := *q
	n := len(old)
	last := old[n-1]
	*q = old[:n-1]
	return last
}

// ShortestWay is the length of a shortest way through a graph whose edges are lengths, with a queue of what is near.
func ShortestWay(x []float64, to int) float64 {
	n := len(x) + 2
	dist := make([]float64, n)
	for i := range dist {
		dist[i] = 1000
	}
	dist[0] = 0
	q := &queue{{0, 0}}
	for q.Len() > 0 {
		s := heap.Pop(q).(stop)
		if s.dist > dist[s.at] {
			continue
		}
		for k, v := range x {
			next := (2*s.at + 3*k + 1) % n
			if d := s.dist + math.Abs(v) + float64(k)/8; d < dist[next] {
				dist[next] = d
				heap.Push(q, stop{next, d})
			}
		}
	}
	s := 0.0
	for i, d := range dist {
		s += d * d * float64(i+1)
	}
	return s + dist[max(to, 0)%n]
}

type byCost struct {
	cost []float64
	name []int
}

func (b byCost) Len() int           { return len(b.cost) }
func (b byCost) Less(i, j int) bool { return b.cost[i] < b.cost[j] }
func (b byCost) Swap(i, j int) {
	b.cost[i], b.cost[j] = b.cost[j], b.cost[i]
	b.name[i], b.name[j] = b.name[j], b.name[i]
}

type least []float64

func (l least) Len() int           { return len(l) }
func (l least) Less(i, j int) bool { return l[i] < l[j] }
func (l least) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *least) Push(x any)        { *l = append(*l, x.(float64)) }
func (l *least) Pop() any {
	old := *l
	last := old[len(old)-1]
	*l = old[:len(old)-1]
	return last
}

// Costs sorts by methods, and keeps a heap of floats, of which one changes and one goes.
func Costs(x []float64, at, gone int) float64 {
	b := byCost{append([]float64(nil), x...), make([]int, len(x))}
	for i := range b.name {
		b.name[i] = i
	}
	s := 0.0
	if sort.IsSorted(b) {
		s = 1
	}
	sort.Stable(b)
	for i, c := range b.cost {
		s += c * x[b.name[i]] * float64(i+1)
	}
	y := append(sort.Float64Slice{}, x...)
	sort.Sort(y)
	l := least(append([]float64(nil), x...))
	for i, v := range x {
		l = append(l, v*float64(i+2), v+1)
	}
	heap.Init(&l)
	if len(l) > 2 {
		at, gone = max(at, 0)%len(l), max(gone, 0)%len(l)
		l[at] *= 2
		heap.Fix(&l, at)
		s += heap.Remove(&l, gone).(float64)
	}
	for i := 0; l.Len() > 0; i++ {
		s += heap.Pop(&l).(float64) * y[i%len(y)] * float64(i+2)
	}
	return s
}

type frame struct {
	row []float64
	n   int
}

// Stacked pushes to and pops from stacks of numbers and of structures with rows, whose top it only looks at where k is even, and looks
// beyond what was cut off.
func Stacked(x []float64, k int) float64 {
	var nums []float64
	var frames []frame
	s := 0.0
	for i, v := range x {
		nums = append(nums, v*v)
		frames = append(frames, frame{x[:i%3], i})
		for len(nums) > 1 && nums[len(nums)-1] < nums[len(nums)-2] {
			top := nums[len(nums)-1]
			nums = nums[:len(nums)-1]
			nums[len(nums)-1] += top
		}
		if (i+k)%4 == 1 {
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-k&1]
			for _, w := range f.row {
				s += w * v * float64(f.n)
			}
			if len(frames) > 1 {
				frames = frames[:len(frames)-k&1]
				frames = append(frames, frame{x[:1], i}, frame{nil, 1})
			}
		}
	}
	for i, v := range nums {
		s += v * float64(i+1)
	}
	for _, f := range frames {
		for _, w := range f.row {
			s += w * w * float64(f.n)
		}
	}
	if k > 0 {
		nums = nums[:min(k, len(nums))]
		s += float64(len(nums)) * x[0]
	}
	return s
}
