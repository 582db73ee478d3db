package slices

// moved says that elements of s, and what is behind its end, may have been written by the function of that name if
// there was room for v, or without v in any case. What it has in place of a body is in the front end.
func moved[S ~[]E, E any](name string, s S, v ...E) { _ = append(s, v...) }

// within fails unless 0 <= i <= j <= n. It panics, as what fails where its value is not used would be left out.
func within(i, j, n int) {
	if i < 0 || j < i || n < j {
		panic("slices: bounds out of range")
	}
}

// What follows stands for functions that clear what is left over behind the elements that stay, where elements hold
// slices: a nil one would have another length than others. So these leave it, and nobody may read it.

func deleteRows[S ~[]E, E any](s S, i, j int) S {
	within(i, j, len(s))
	out := make(S, 0, len(s)-(j-i))
	out = append(out, s[:i]...)
	out = append(out, s[j:]...)
	moved("slices.Delete", s)
	return out
}

func deleteFuncRows[S ~[]E, E any](s S, del func(E) bool) S {
	out := make(S, 0, len(s))
	for i := range s {
		if !del(s[i]) {
			out = append(out, s[i])
		}
	}
	moved("slices.DeleteFunc", s)
	return out
}

func compactRows[S ~[]E, E comparable](s S) S {
	out := make(S, 0, len(s))
	for i := range s {
		if i == 0 || s[i] != s[i-1] {
			out = append(out, s[i])
		}
	}
	moved("slices.Compact", s)
	return out
}

func compactFuncRows[S ~[]E, E any](s S, eq func(E, E) bool) S {
	out := make(S, 0, len(s))
	for i := range s {
		if i == 0 || !eq(s[i], s[i-1]) {
			out = append(out, s[i])
		}
	}
	moved("slices.CompactFunc", s)
	return out
}

func replaceRows[S ~[]E, E any](s S, i, j int, v ...E) S {
	within(i, j, len(s))
	n := len(s) - (j - i) + len(v)
	out := make(S, 0, n)
	out = append(out, s[:i]...)
	out = append(out, v...)
	out = append(out, s[j:]...)
	if n > len(s) {
		moved("slices.Replace", s, v...)
	} else {
		moved("slices.Replace", s)
	}
	return out
}
