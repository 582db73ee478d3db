package loops

import (
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// workspaces names what a file needs to keep memory from call to call.
type workspaces struct {
	plan   *plan.Plan
	memory string                    // the type of all arenas, empty when there are none
	arenas map[plan.Key]string       // their fields
	names  map[string]workspaceNames // by exported function
}

// workspaceNames are the names for one exported function.
type workspaceNames struct{ typ, make, pool string }

// NameWorkspace names what an exported function may need, before the names of parameters are given.
func (g *Printer) NameWorkspace(fn string, core bool) {
	if g.memory.names == nil {
		g.memory.names = map[string]workspaceNames{}
	}
	if core {
		g.memory.names[fn] = workspaceNames{typ: g.PackageName(fn + "Memory")}
		return
	}
	typ := g.PackageName(fn + "Workspace")
	g.memory.names[fn] = workspaceNames{typ, g.PackageName(newName(typ)), g.PackageName(code.LocalName(fn) + "Pool")}
}

// planMemory plans the memory of the functions, and names it.
func (g *Printer) planMemory() {
	ws := &g.memory
	ws.plan = plan.Program(g.result.Program)
	ws.arenas = map[plan.Key]string{}
	g.markTeams()
	inner := false
	for _, f := range g.result.Program.Funcs {
		inner = inner || !f.Exported && ws.plan.Uses[f]
	}
	if len(ws.plan.Arenas) == 0 && !inner {
		return
	}
	ws.memory = g.PackageName("memory")
	fields := code.NewScopes(func(s string) bool { return s == "reset" })
	for _, k := range ws.plan.Arenas {
		ws.arenas[k] = fields.Fresh(g.arenaHint(k))
	}
}

// newName is the name of the function that makes a T: NewT, or newT for one that is not exported.
func newName(typ string) string {
	if code.ExportedName(typ) == typ {
		return "New" + typ
	}
	return "new" + code.ExportedName(typ)
}

// arenaHint names an arena by what it holds.
func (g *Printer) arenaHint(k plan.Key) string {
	base := map[loop.Base]string{loop.Real: "reals", loop.Int: "ints", loop.Bool: "bools",
		loop.Unit: "units"}[k.Type.Base]
	if k.Type.Base == loop.Ref {
		base = g.cellNames[k.Type.Cell] + "Refs"
		if k.Node {
			return g.cellNames[k.Type.Cell] + "Cells"
		}
	}
	switch k.Type.Rank {
	case 0:
		return base
	case 1:
		return base + "Rows"
	}
	return base + strings.Repeat("Row", int(k.Type.Rank)-1) + "Rows"
}

// keyType is the type of the elements of an arena.
func (g *Printer) keyType(k plan.Key) string {
	if k.Node {
		return g.cellNames[k.Type.Cell]
	}
	return g.loopType(k.Type)
}

// Memory declares the type of all arenas.
func (g *Printer) Memory() []jen.Code {
	ws := &g.memory
	if ws.memory == "" {
		return nil
	}
	g.Helper("arena", arenaHelper)
	var fields []jen.Code
	var resets []jen.Code
	for _, k := range ws.plan.Arenas {
		fields = append(fields, jen.Id(ws.arenas[k]).Id("arena["+g.keyType(k)+"]"))
		resets = append(resets, jen.Id("m."+ws.arenas[k]+".used").Op("=").Id("0"))
	}
	return []jen.Code{
		jen.Comment("// " + ws.memory +
			" holds the arrays and cells of one run that have no field of their own in a workspace.").Line().
			Type().Id(ws.memory).Struct(fields...),
		jen.Func().Params(jen.Id("m").Op("*").Id(ws.memory)).Id("reset").Params().Block(resets...),
	}
}

// A keptSlice is a field of a workspace.
type keptSlice struct{ name, typ string }

// workspaceCode are the declarations for an exported function that needs memory: its workspace, and
// the function itself, which takes one from a pool. The code is in the method.
func (p *emitter) workspaceCode(f *loop.Func, params []code.Param, types []jen.Code) *jen.Statement {
	n := p.g.memory.names[f.Name]
	p.g.Helper("guard", GuardHelper)
	fields := append([]jen.Code{jen.Id(p.guard).Id("guard")}, p.memoryFields()...)
	args := make([]jen.Code, len(params))
	for i, q := range params {
		args[i] = jen.Id(q.Name)
	}
	w := p.receiver
	call := jen.Id(w).Dot(f.Name).Call(args...)
	if len(types) > 0 {
		call = jen.Return(call)
	}
	out := jen.Func().Id(f.Name).Params(code.Signature(params)...)
	results(out, types)
	out.Block(
		jen.Id(w).Op(":=").Id(n.pool).Dot("Get").Call().Assert(jen.Op("*").Id(n.typ)),
		jen.Defer().Id(n.pool).Dot("Put").Call(jen.Id(w)),
		call,
	).Line().Line()
	for _, c := range code.Comment(workspaceDoc(f.Name, n.typ)) {
		out.Add(c).Line()
	}
	out.Type().Id(n.typ).Struct(fields...).Line().Line()
	out.Comment("// " + n.make + " is a workspace without memory; that comes with the first call.").Line()
	out.Func().Id(n.make).Params().Op("*").Id(n.typ).Block(jen.Return(jen.New(jen.Id(n.typ)))).Line().Line()
	out.Var().Id(n.pool).Op("=").Add(code.Source("sync.Pool{New: func() any { return " + n.make +
		"() }}")).Line().Line()
	out.Comment("// " + f.Name + " is the function " + f.Name + " in the memory of w.").Line()
	return out
}

// memoryFields are the fields of a workspace that hold memory.
func (p *emitter) memoryFields() []jen.Code {
	var fields []jen.Code
	if p.takes {
		fields = append(fields, jen.Id(p.memField).Id(p.g.memory.memory))
	}
	for _, t := range p.teams {
		fields = append(fields, jen.Id(t.field).Id(t.typ))
	}
	for _, s := range p.slots {
		fields = append(fields, jen.Id(s.name).Add(code.Source(s.typ)))
	}
	return fields
}

func workspaceDoc(f, typ string) string {
	return typ + " is the memory of " + f + " between calls, as large as one has needed yet:\n" +
		"calls that need no more allocate nothing. Results share no memory with it. The zero value is\n" +
		"ready for use; a nil workspace stands for one of a pool. A workspace must not be copied, and\n" +
		f + " panics on one that another goroutine is using."
}

// enter are the first statements of a method on a workspace.
func (p *emitter) enter(f *loop.Func, params []code.Param, types []jen.Code) []jen.Code {
	args := make([]jen.Code, len(params))
	for i, q := range params {
		args[i] = jen.Id(q.Name)
	}
	w := p.receiver
	plain := []jen.Code{jen.Return(jen.Id(f.Name).Call(args...))}
	if len(types) == 0 {
		plain = []jen.Code{jen.Id(f.Name).Call(args...), jen.Return()}
	}
	out := []jen.Code{
		jen.If(jen.Id(w).Op("==").Nil()).Block(plain...),
		jen.Id(w).Dot(p.guard).Dot("enter").Call(jen.Lit(p.g.Package + "." + f.Name)),
		jen.Defer().Id(w).Dot(p.guard).Dot("leave").Call(),
	}
	return append(out, p.reset()...)
}

// reset gives back all that the stacks gave in the call before.
func (p *emitter) reset() (out []jen.Code) {
	if p.takes {
		out = append(out, jen.Id(p.receiver).Dot(p.memField).Dot("reset").Call())
	}
	for _, t := range p.teams {
		if t.memory {
			out = append(out, jen.For(jen.Id("k").Op(":=").Range().Id(p.receiver).Dot(t.field).Dot("memory")).Block(
				jen.Id(p.receiver).Dot(t.field).Dot("memory").Index(jen.Id("k")).Dot("reset").Call()))
		}
	}
	return out
}

// GuardHelper is the source of guard, which keeps a workspace for one call at a time.
const GuardHelper = `// guard lets one call at a time use a workspace.
type guard struct{ busy atomic.Bool }

func (g *guard) enter(fn string) {
	if !g.busy.CompareAndSwap(false, true) {
		panic(fn + ": the workspace is in use by another call; each goroutine needs its own")
	}
}

func (g *guard) leave() { g.busy.Store(false) }`

// GrowHelper is the source of grow, which takes memory that is kept.
const GrowHelper = `// grow is *buf with n elements, of whatever value.
func grow[T any](buf *[]T, n int) []T {
	if n > cap(*buf) {
		*buf = make([]T, n)
	}
	return (*buf)[:n]
}`

// CutRowsHelper is the source of cutRows, which makes the rows of a matrix.
const CutRowsHelper = `// cutRows makes the rows of a matrix of m columns.
func cutRows[T any](rows [][]T, all []T, m int) [][]T {
	for i := range rows {
		rows[i], all = all[:m:m], all[m:]
	}
	return rows
}`

const arenaHelper = `// arena is a stack of elements. What does not fit into its block starts a new one at least twice as large; the
// old one stays with those who use it.
type arena[T any] struct {
	block []T
	used  int
}

// take is n elements, of whatever value.
func (a *arena[T]) take(n int) []T {
	if n > len(a.block)-a.used {
		a.block, a.used = make([]T, max(n, 2*len(a.block), 8)), 0
	}
	s := a.block[a.used : a.used+n : a.used+n]
	a.used += n
	return s
}`

// arenaMethods are the methods of arenas beside take, for those who call them.
var arenaMethods = map[string]struct { //nolint:gochecknoglobals // a constant
	source string
	needs  string // another
}{
	"next": {source: `// next is a new element, of whatever value.
func (a *arena[T]) next() *T { return &a.take(1)[0] }`},
	"put": {needs: "next", source: `// put is a new element of value x.
func (a *arena[T]) put(x T) *T {
	p := a.next()
	*p = x
	return p
}`},
	"room": {needs: "moved", source: `// room is s with room for n more elements, in memory of the arena where it must move.
func (a *arena[T]) room(s []T, n int) []T {
	if cap(s)-len(s) < n {
		return a.moved(s, n)
	}
	return s
}`},
	"push": {needs: "moved", source: `// push is append, with memory of the arena where s must move. It is a call, which large functions are the smaller by.
func (a *arena[T]) push(s []T, x T) []T {
	if len(s) == cap(s) {
		s = a.moved(s, 1)
	}
	return append(s, x)
}`},
	"moved": {source: `func (a *arena[T]) moved(s []T, n int) []T {
	t := a.take(max(4*n, 2*len(s)))
	copy(t, s)
	return t[:len(s)]
}`},
	"mark": {needs: "release", source: `// arenaMark is a height of an arena.
type arenaMark struct{ size, used int }

func (a *arena[T]) mark() arenaMark { return arenaMark{len(a.block), a.used} }`},
	"release": {source: `// release takes back what was taken since the mark.
func (a *arena[T]) release(m arenaMark) {
	if m.size != len(a.block) {
		m.used = 0 // all of this block is newer
	}
	a.used = m.used
}`},
}

// arenaMethod is a method of arenas.
func (g *Printer) arenaMethod(name string) string {
	g.Helper("arena", arenaHelper)
	m := arenaMethods[name]
	if m.needs != "" {
		g.arenaMethod(m.needs)
	}
	g.Helper("arena."+name, m.source)
	return "." + name
}
