package simplify

// The rules of package search, which has how they are found and applied.

func fuseRules() []*Rule {
	return []*Rule{
		{
			Name: "fuseSums", Before: "sum [a | i < n]; sum [b | i < n]",
			After: "let z = sum [⟨a, b⟩ | i < n] in fst z; snd z", Ref: table1,
			Why: "the sum of tuples is the tuple of sums (sumZip from right to left); x[i] is computed once " +
				"for all that read it there",
			Condition: "the sums are in one spine and none depends on another's result; they read the same array at " +
				"i, or the same x = [c | i < n] that nothing else uses, which is then not made; what something else " +
				"needs as an array stays, and is read. Not together with the set “reading”",
		},
		{
			Name: "fuseBuild", Before: "let x = [c | i < n] in [e | i < n]", After: "[let y = c in e[y/x[i]] | i < n]",
			Ref:       agda61,
			Why:       "β for arrays, the element shared",
			Condition: "x is used in e only, as x[i], any number of times. Not together with the set “reading”",
		},
		{
			Name: "fuseCollect", Before: "let x = [c | i < n] in ⟨sum [a | i < n], [b | i < n]⟩",
			After: "loop s = 0 for i < n collect let y = c in ⟨s + a[y/x[i]], b[y/x[i]]⟩", Ref: own,
			Why: "meaning of sum, build and loop; only once nothing will be differentiated any more, since a " +
				"loop with a state has a costlier derivative than a build",
			Condition: "x is used in a and b only, as x[i], or is b itself; the sums are of scalars or tuples of them",
			Set:       Compiled, after: true,
		},
	}
}

func tapeRules() []*Rule {
	return []*Rule{{
		Name: "fuseTape", Before: "let z = loop s = a for i < n collect ⟨e, y⟩ in sum [c (snd z)[i] | i < n]",
		After: "snd (loop s = a for i < n sum ⟨e, c y⟩)", Ref: iiLoop,
		Why: "meaning of loop and sum: an iteration goes back at once, and its tape need not outlive it",
		Condition: "snd z is used only there, as (snd z)[i], and c needs nothing else of z: its seed is known " +
			"before, " +
			"and iterations hand over no cotangent. So it is with [c (snd z)[i] | i < n] as an array",
		Set: Compiled, after: true,
	}}
}

func branchFusionRules() []*Rule {
	return []*Rule{{
		Name:   "fuseBranch",
		Before: "let z = if c then ⟨a, x⟩ else ⟨b, y⟩; w = if c then d (snd z) else e (snd z) in f (fst z, w)",
		After:  "let z = if c then ⟨a, d x⟩ else ⟨b, e y⟩ in f (fst z, snd z)", Ref: iiLoop,
		Why: "let and case commute: what a branch computed goes back in it, and nothing of it is kept",
		Condition: "d and e need nothing else that needs z: their seed is known before. The same for a case of what " +
			"an if or case gives, where each branch gives another variant",
		Set: Compiled, after: true,
	}}
}

func tabulateRules() []*Rule {
	return []*Rule{
		{
			Name: "tabulate", Before: "[[e | j < m] | i < n]",
			After: "let size k = if n > 0 then m else 0; y = [e | j < k] in [[y[j] | j < m] | i < n]", Ref: own,
			Set: Deriving,
			Why: "meaning of loops: e does not depend on i",
			Condition: "e is a number, or a tuple of them, that is expensive (an exp, a call, a loop), in no branch " +
				"inside the loops and no state of theirs; m does not depend on i. " +
				"With more loops between, those whose index e needs make dimensions of y, if e reads an element at " +
				"all of them, and k is 0 if one of the others is empty. " +
				"What may not end, a while or a call, stays in loops that require something",
		},
	}
}
