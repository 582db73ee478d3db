package proptest

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Every operation of the loop language stands in a program of wasmbackend/testdata/operations.txtar, whose modules
// wazero and V8 run next to the evaluator (wasmbackend, TestPrograms). That test has all functions of modules, too.
func TestOperationsOfLoops(t *testing.T) {
	ar, err := txtar.ParseFile("../wasmbackend/testdata/operations.txtar")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]int{}
	for _, f := range ar.Files {
		p, err := loop.Read(f.Name, string(f.Data))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range LoopOperations(p) {
			used[name]++
		}
	}
	functions := wasmbackend.Functions()
	for _, op := range syntax.Ops() {
		if used[op.Name] == 0 && !slices.Contains(functions, op) {
			t.Errorf("no program with the primitive %s", op)
		}
	}
	for k := loop.VarExpr; k <= loop.SelectExpr; k++ {
		if name := expressionName(k); used[name] == 0 && k != loop.PrimExpr {
			t.Errorf("no program with an %s", name)
		}
	}
	for _, name := range loopStatements {
		if used["statement "+name] == 0 {
			t.Errorf("no program with a statement %s", name)
		}
	}
}
