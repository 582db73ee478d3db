package syntax

import "testing"

// TestVaries looks at data that refers to itself through a function, and at
// types whose parts are shared many times over.
func TestVaries(t *testing.T) {
	self := NewData("self", false)
	self.Define(Ctor{"Self", NewFuncType(Int, self)}, Ctor{"End", Int})
	if varies(self) || !HoldsFunc(self) {
		t.Error("self: holds a function, and nothing that varies")
	}
	stream := NewData("stream", false)
	stream.Define(Ctor{"Next", NewFuncType(Unit, NewTupleType(Real, stream))})
	if !varies(stream) {
		t.Error("stream: its function returns a real")
	}
	deep := Type(Int)
	for range 15 {
		deep = NewTupleType(deep, deep)
	}
	if varies(deep) || HoldsFunc(deep) {
		t.Error("pairs of pairs of ints")
	}
}
