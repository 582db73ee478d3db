package layout

import "github.com/seed-4b734f86/gochad/lower/loop"

// grown is of an array that one run of statements grows, together with others:
//
//	var y []real = nil                 var y []real = nil
//	var z []real = nil                 var count int = 0
//	while … {                          while … {
//	  append(y, a)                       append(y, a)
//	  append(z, b)              →        append(y, b)
//	}                                    count = count + 1
//	… len(z) … z[i] …                  }
//	                                   … count … y[2 * i + 1] …
//
// So the tape of a while loop grows once for an iteration, and not once for each number in it. Who emits the loops may
// write what is appended to one array by statements in a row at once.
type grown struct {
	run     *grownRun
	at      int  // its place there
	counted bool // its length is asked for
}

// A grownRun is a run of statements that append to arrays.
type grownRun struct {
	n     int
	mixed bool // what is appended depends on such arrays, so that the order matters
}

// begins reports whether an array begins without elements, and one statement grows it.
func (r *recorder) begins(s *loop.Let) bool {
	return s.Rhs.IsNilConst() && s.Var.Type.Rank == 1 && s.Var.Type.Base <= loop.Bool && s.Var.Flat == nil &&
		r.in.Changes(s.Var) == 1
}

// push notes an appending after others, or the first of a run.
func (r *recorder) push(s *loop.Append, run *grownRun, loops []*loop.For) *grownRun {
	if run == nil {
		run = &grownRun{}
	}
	f := r.fields[s.Var]
	f.grown.run, f.grown.at = run, run.n
	run.n++
	s.Val.EachVar(func(v *loop.Var) {
		if f := r.fields[v]; f != nil && f.alloc == nil {
			run.mixed = true
		}
	})
	r.expr(s.Val, loops)
	return run
}

// pushes are the first statements of a block, as far as they are a run.
func (r *recorder) pushes(b []loop.Stmt) []*loop.Append {
	var out []*loop.Append
	for _, s := range b {
		a, ok := s.(*loop.Append)
		if !ok || r.fields[a.Var] == nil {
			break
		}
		out = append(out, a)
	}
	return out
}

// pushed is a run, array by array.
func (r *recorder) pushed(run []*loop.Append) []loop.Stmt {
	var out []loop.Stmt
	var order []*loop.Var
	to := map[*loop.Var][]loop.Stmt{}
	for _, a := range run {
		if v := r.fields[a.Var].records; v != nil {
			a.Var = v
		}
		a.Val = r.sub(a.Val)
		if to[a.Var] == nil {
			order = append(order, a.Var)
		}
		to[a.Var] = append(to[a.Var], a)
	}
	for _, v := range order {
		out = append(out, to[v]...)
		if n := r.counts[v]; n != nil {
			out = append(out, &loop.Assign{
				Lhs: []*loop.Expr{loop.Use(n)}, Rhs: []*loop.Expr{loop.Add(loop.Use(n), loop.IntConst(1))},
			})
		}
	}
	return out
}

// begun are the records of an array that grows before they do: where the first of those is declared that stand together.
func (r *recorder) begun(f *field) []loop.Stmt {
	if r.declared[f.records] {
		return nil
	}
	r.declared[f.records] = true
	out := []loop.Stmt{&loop.Let{Var: f.records, Rhs: loop.ZeroOf(f.records.Type)}}
	if n := r.counts[f.records]; n != nil {
		out = append(out, &loop.Let{Var: n, Rhs: loop.IntConst(0)})
	}
	return out
}
