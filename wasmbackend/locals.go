package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// A storage is where a variable is: a local for each of its parts. A real, a bool and a reference are one part, an int
// is one part of 32 bits where its values allow it (narrow), an array its address and its length, and one that is
// appended to also the address of the header of its memory.
type storage struct {
	parts  []int
	narrow bool
	here   bool // the variable is declared
	lane   int  // 1 or 2 where the part is a vector of which this is the first or second real
	// Constant data has no locals: table is its address.
	isTable  bool
	table    int
	tableLen int
}

// localPool gives out the locals of a function; those given back are used again.
type localPool struct {
	types []encode.ValType
	names []string
	free  [8][]int // by the last bits of the type
	// made is, by the same, how many of the first locals there are: as many as were counted.
	made    [8]int
	counted int
}

func (p *localPool) take(t encode.ValType, hint string) int {
	if list := &p.free[t&7]; len(*list) > 0 {
		i := (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		return i
	}
	return p.fresh(t, hint)
}

// fresh is a local that was not used before, and is 0 when the function begins.
func (p *localPool) fresh(t encode.ValType, hint string) int {
	p.types = append(p.types, t)
	p.names = append(p.names, hint)
	return len(p.types) - 1
}

func (p *localPool) give(i int) {
	list := &p.free[p.types[i]&7]
	*list = append(*list, i)
}

// taken is how many locals of integers and of reals and vectors are in use. It looks at each local once: loops ask, and
// functions have many of both.
func (p *localPool) taken() (ints, reals int) {
	for _, t := range p.types[p.counted:] {
		p.made[t&7]++
	}
	p.counted = len(p.types)
	for t, n := range p.made {
		used := n - len(p.free[t])
		if t == int(encode.I32&7) || t == int(encode.I64&7) {
			ints += used
		} else {
			reals += used
		}
	}
	return ints, reals
}
