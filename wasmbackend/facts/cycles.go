package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// Cycles sorts functions, callees first, and finds those on cycles of calls: Tarjan's algorithm, with a stack of its
// own, in linear time.
func Cycles(funcs []*loop.Func, calls func(*loop.Func) []*loop.Func) (sorted []*loop.Func,
	recursive map[*loop.Func]bool) {
	type frame struct {
		f    *loop.Func
		next int
	}
	recursive = map[*loop.Func]bool{}
	number, low, open := map[*loop.Func]int{}, map[*loop.Func]int{}, map[*loop.Func]bool{}
	var path []*loop.Func
	for _, root := range funcs {
		if number[root] > 0 {
			continue
		}
		work := []frame{{f: root}}
		for len(work) > 0 {
			top := &work[len(work)-1]
			f := top.f
			if top.next == 0 {
				number[f] = len(number) + 1
				low[f] = number[f]
				path, open[f] = append(path, f), true
			}
			if cs := calls(f); top.next < len(cs) {
				g := cs[top.next]
				top.next++
				switch {
				case g == f:
					recursive[f] = true
				case number[g] == 0:
					work = append(work, frame{f: g})
				case open[g]:
					low[f] = min(low[f], number[g])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				caller := work[len(work)-1].f
				low[caller] = min(low[caller], low[f])
			}
			if low[f] < number[f] {
				continue
			}
			size := 0
			for g := (*loop.Func)(nil); g != f; size++ {
				g = path[len(path)-1]
				path, open[g] = path[:len(path)-1], false
				sorted = append(sorted, g)
			}
			if size > 1 {
				for _, g := range sorted[len(sorted)-size:] {
					recursive[g] = true
				}
			}
		}
	}
	return sorted, recursive
}
