package remat

// A network is a flow network for one minimum cut, by Dinic's algorithm: levels by breadth-first
// search, then blocking flows, both with loops instead of recursion. Our networks have short
// paths (values and what computes them), so a few phases suffice.
//
//	[Dinic] E. A. Dinic: Algorithm for solution of a problem of maximum flow in networks with power estimation. 1970.
type network struct {
	head []int32 // first edge of a node, -1: none
	next []int32
	to   []int32
	room []int64 // what the edge can still take; edge e^1 runs the other way
}

const (
	cutSource  = int32(0)
	cutSink    = int32(1)
	cutForever = int64(1) << 50 // the capacity of an edge that must not be cut
)

func newNetwork() *network {
	n := &network{}
	n.node()
	n.node()
	return n
}

func (n *network) node() int32 {
	n.head = append(n.head, -1)
	return int32(len(n.head) - 1)
}

func (n *network) edge(a, b int32, capacity int64) {
	n.half(a, b, min(capacity, cutForever))
	n.half(b, a, 0)
}

func (n *network) half(a, b int32, room int64) {
	n.to, n.room, n.next = append(n.to, b), append(n.room, room), append(n.next, n.head[a])
	n.head[a] = int32(len(n.to) - 1)
}

// cut pushes a maximum flow and gives the nodes that the source still reaches: the
// smallest source side of a minimum cut.
func (n *network) cut() []bool {
	for {
		level := n.levels()
		if level[cutSink] < 0 {
			reached := make([]bool, len(level))
			for i, l := range level {
				reached[i] = l >= 0
			}
			return reached
		}
		n.block(level)
	}
}

func (n *network) levels() []int32 {
	level := make([]int32, len(n.head))
	for i := range level {
		level[i] = -1
	}
	level[cutSource] = 0
	queue := []int32{cutSource}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for e := n.head[a]; e >= 0; e = n.next[e] {
			if b := n.to[e]; n.room[e] > 0 && level[b] < 0 {
				level[b] = level[a] + 1
				queue = append(queue, b)
			}
		}
	}
	return level
}

// block pushes flow along shortest paths until each has a full edge.
func (n *network) block(level []int32) {
	at := append([]int32(nil), n.head...)
	var path []int32 // edges from the source
	a := cutSource
	for {
		if a == cutSink {
			a = n.push(&path)
			continue
		}
		e := at[a]
		for e >= 0 && (n.room[e] == 0 || level[n.to[e]] != level[a]+1) {
			e = n.next[e]
		}
		at[a] = e
		switch {
		case e >= 0:
			path, a = append(path, e), n.to[e]
		case len(path) == 0:
			return
		default: // a dead end: step back over the edge and never take it again
			last := path[len(path)-1]
			path, a = path[:len(path)-1], n.to[last^1]
			at[a] = n.next[last]
		}
	}
}

// push fills a path and steps back to before its first full edge.
func (n *network) push(path *[]int32) int32 {
	flow := cutForever
	for _, e := range *path {
		flow = min(flow, n.room[e])
	}
	first := -1
	for i, e := range *path {
		n.room[e] -= flow
		n.room[e^1] += flow
		if first < 0 && n.room[e] == 0 {
			first = i
		}
	}
	a := n.to[(*path)[first]^1]
	*path = (*path)[:first]
	return a
}
