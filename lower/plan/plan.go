package plan

import "github.com/seed-4b734f86/gochad/lower/loop"

// Where says where the memory for a statement comes from.
type Where uint8

// The kinds of memory.
const (
	Heap  Where = iota // Go's own: new memory every time
	Slot               // memory of one statement, kept from run to run
	Arena              // the stack of its type
)

// A Key names an arena: by the type of its elements, or, with Node, by the cell that it holds, and by how long what it
// holds lives. What dies with an iteration of a loop that stands in d others has Level d+2, what dies with its function
// 1, and what leaves its function 0. So a loop gives back what its iterations alone used, whatever else they take.
type Key struct {
	Type  loop.Type
	Node  bool
	Level int
}

// A Plan says where all memory of a program comes from.
type Plan struct {
	// Where gives the memory of an Alloc or NewCell.
	Where map[loop.Stmt]Where
	// Stack are the Allocs with memory of Go's stack among those whose Where is Heap: small arrays of constant size
	// that are dead before the statement runs again, and when the function ends.
	Stack map[loop.Stmt]bool
	// Levels are those of the arenas that Allocs, NewCells and Appends take memory from, by their variables.
	Levels map[*loop.Var]int
	// Growing gives the memory of variables that are appended to. A variable with a Slot starts as nil and
	// only changes by appending.
	Growing map[*loop.Var]Where
	// Saved lists, by statement, the growing variables with a Slot that do not change after it.
	Saved map[loop.Stmt][]*loop.Var
	// Released lists, by loop, the arenas that take back after each iteration what it took.
	Released map[loop.Stmt][]Key
	// Marked lists, by function that is not exported, the arenas that take back at its end what it took.
	Marked map[*loop.Func][]Key
	// Uses says which functions need memory that is kept, for themselves or for what they call.
	Uses map[*loop.Func]bool
	// Arenas lists all arenas, in the order of the program.
	Arenas []Key
}

// onStack is the number of elements up to which an array of constant length is left to Go's stack.
const onStack = 64

// Program plans the memory of a program.
func Program(p *loop.Program) *Plan {
	a := summarize(p)
	a.findEscapes()
	out := &Plan{
		Where: map[loop.Stmt]Where{}, Growing: map[*loop.Var]Where{}, Saved: map[loop.Stmt][]*loop.Var{},
		Released: map[loop.Stmt][]Key{}, Marked: map[*loop.Func][]Key{}, Uses: map[*loop.Func]bool{},
		Stack: map[loop.Stmt]bool{}, Levels: map[*loop.Var]int{},
	}
	known := map[Key]bool{}
	for _, f := range a.funcs {
		pl := &planner{Plan: out, info: f}
		pl.sites()
		pl.arenas()
		for _, s := range f.sites {
			if s.where != Arena || s.call != nil {
				continue
			}
			for _, q := range s.parts {
				if !known[q.key] {
					known[q.key] = true
					out.Arenas = append(out.Arenas, q.key)
				}
			}
		}
	}
	out.findUses(a)
	return out
}

// findUses finds the functions that need memory: those with a statement that does, and their callers.
func (p *Plan) findUses(a *analysis) {
	var work []*info
	use := func(f *info) {
		if !p.Uses[f.fn] {
			p.Uses[f.fn] = true
			work = append(work, f)
		}
	}
	for _, f := range a.funcs {
		for _, s := range f.sites {
			if s.where != Heap && s.call == nil {
				use(f)
			}
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range f.callers {
			use(c)
		}
	}
}
