package syntax

import (
	"fmt"
	"strconv"
)

// ScheduleKind names the ways to run a checkpoint again.
type ScheduleKind uint8

// The kinds of schedules.
const (
	// Whole runs all of the body again, with its tape.
	Whole ScheduleKind = iota
	// Sqrt runs the loops of the body again in blocks of about √T iterations. Blocks of while
	// loops grow by one iteration each, since T is not known.
	Sqrt
	// Binomial runs the loops of the body again by the binomial schedule with a number of snapshots.
	Binomial
)

// MaxSnapshots bounds the snapshots of a binomial schedule, and so the depth of its recursion.
const MaxSnapshots = 1000

// Schedule says how a [Checkpoint] runs its body again. The zero value is [Whole].
type Schedule struct {
	Kind      ScheduleKind
	Snapshots int // of [Binomial], from 1 to [MaxSnapshots]
}

// String is the schedule as it is written: whole, sqrt, binomial 8.
func (s Schedule) String() string {
	switch s.Kind {
	case Sqrt:
		return "sqrt"
	case Binomial:
		return "binomial " + strconv.Itoa(s.Snapshots)
	case Whole:
	}
	return "whole"
}

// DefaultSchedule is the schedule of a checkpoint of t that names none: [Sqrt] if t
// is a loop, or a component of one, and [Whole] otherwise.
func DefaultSchedule(t Term) Schedule {
	for {
		switch u := t.(type) {
		case *Let:
			t = u.Body
			if r, ok := t.(*VarRef); ok && r.Var == u.Binds[len(u.Binds)-1].Var {
				t = u.Binds[len(u.Binds)-1].Rhs
			}
		case *Proj:
			t = u.Arg
		case *Loop, *While:
			return Schedule{Kind: Sqrt}
		default:
			return Schedule{}
		}
	}
}

// NewCheckpoint is checkpoint t.
func NewCheckpoint(by Schedule, t Term) *Checkpoint {
	if by.Kind == Binomial && (by.Snapshots < 1 || by.Snapshots > MaxSnapshots) ||
		by.Kind != Binomial && by.Snapshots != 0 {
		panic(fmt.Sprintf("syntax: a schedule %s with %d snapshots", by, by.Snapshots))
	}
	return &Checkpoint{typed{t.Type(), Checkpoints | t.kinds()}, by, t}
}

// OpenCheckpoints is t without its checkpoints, which change no value: for the last
// pass, after which nothing shares computations any more. Their bindings join the spines around them.
func OpenCheckpoints(t Term) Term {
	l, ok := t.(*Let)
	if !ok {
		if c, ok := t.(*Checkpoint); ok {
			return OpenCheckpoints(c.Body)
		}
		return MapChildren(t, OpenCheckpoints)
	}
	binds, changed := make([]Bind, 0, len(l.Binds)), false
	for _, b := range l.Binds {
		rhs := OpenCheckpoints(b.Rhs)
		changed = changed || rhs != b.Rhs
		if in, ok := rhs.(*Let); ok {
			binds = append(binds, in.Binds...)
			rhs = in.Body
		}
		b.Rhs = rhs
		binds = append(binds, b)
	}
	body := OpenCheckpoints(l.Body)
	if !changed && body == l.Body {
		return t
	}
	return NewLet(binds, body)
}

// HasCheckpoints reports whether t holds a checkpoint.
func HasCheckpoints(t Term) bool {
	return NodesOf(t)&Checkpoints != 0
}
