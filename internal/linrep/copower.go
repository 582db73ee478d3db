package linrep

import (
	"fmt"
	"io"
)

// Copower is the type Copower(K, V) of finite formal sums Σᵢ !kᵢ ⊗ vᵢ, where
// xs + !k⊗v + !k⊗v′ is identified with xs + !k⊗(v + v′) (CHAD §9.1). The paper
// represents it by a list; here it is a tree of concatenations, so that adding
// two costs O(1) and shares both.
//
// The zero Copower is the empty sum.
type Copower[K, V any] struct {
	_    [0]func() // equality would show the representation
	root *node[K, V]
}

// Entry is one summand !K ⊗ V.
type Entry[K, V any] struct {
	Key   K
	Value V
}

// node is a summand when left is nil, else the concatenation of two trees.
type node[K, V any] struct {
	left, right *node[K, V]
	entry       Entry[K, V]
	size        int
}

// Singleton returns !k ⊗ v.
func Singleton[K, V any](k K, v V) Copower[K, V] {
	return Copower[K, V]{root: &node[K, V]{entry: Entry[K, V]{k, v}, size: 1}}
}

// Concat returns the sum of two copowers, in O(1).
func Concat[K, V any](a, b Copower[K, V]) Copower[K, V] {
	switch {
	case a.root == nil:
		return b
	case b.root == nil:
		return a
	}
	return Copower[K, V]{root: &node[K, V]{left: a.root, right: b.root, size: a.root.size + b.root.size}}
}

// Entries returns the summands in the order in which they were added, in time
// linear in their number and without recursion.
func Entries[K, V any](c Copower[K, V]) []Entry[K, V] {
	if c.root == nil {
		return nil
	}
	out := make([]Entry[K, V], 0, c.root.size)
	for stack := []*node[K, V]{c.root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for ; n.left != nil; n = n.left {
			stack = append(stack, n.right)
		}
		out = append(out, n.entry)
	}
	return out
}

// Format writes the same for every copower under every verb, since printing the
// fields would show order and splitting.
func (c Copower[K, V]) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "linear.Copower") // a fmt.State reports no errors
}
