package encode

// A ValType is the type of a value.
type ValType byte

// The types of values, [Wasm] 5.3.
const (
	I32  ValType = 0x7f
	I64  ValType = 0x7e
	F32  ValType = 0x7d
	F64  ValType = 0x7c
	V128 ValType = 0x7b
)

// String is the name of the type in the text format.
func (t ValType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case V128:
		return "v128"
	}
	return "?"
}

// A FuncType is the type of a function.
type FuncType struct{ Params, Results []ValType }

func (t FuncType) key() string {
	b := make([]byte, 0, len(t.Params)+len(t.Results)+1)
	for _, p := range t.Params {
		b = append(b, byte(p))
	}
	b = append(b, 0)
	for _, r := range t.Results {
		b = append(b, byte(r))
	}
	return string(b)
}

// An Import is a function of the host.
type Import struct {
	Module, Name string
	Type         FuncType
}

// A Func is a function of the module.
type Func struct {
	Name string // for the name section
	Type FuncType
	// Locals are the types of the local variables after the parameters.
	Locals []ValType
	// LocalNames are hints for the name section, parameters first; empty strings have none.
	LocalNames []string
	// Body is the code without the End of the function.
	Body []Instr
	// Labels are the depths of each BrTable, the default last.
	Labels [][]uint32
}

// A Global is a global variable of the module with its first value.
type Global struct {
	Name    string
	Type    ValType
	Mutable bool
	Init    Instr
}

// Kind is what an export is.
type Kind byte

// The kinds of exports.
const (
	FuncKind   Kind = 0
	MemoryKind Kind = 2
	GlobalKind Kind = 3
)

// An Export is a name for hosts. Index counts functions with the imports first.
type Export struct {
	Name  string
	Kind  Kind
	Index int
}

// Data is bytes that are in the memory from the start.
type Data struct {
	Offset uint32
	Bytes  []byte
}

// A Custom is a section that engines skip.
type Custom struct {
	Name  string
	Bytes []byte
}

// A Module is a WebAssembly module with at most one memory.
type Module struct {
	Name         string // for the name section
	Imports      []Import
	Funcs        []*Func
	HasMemory    bool
	MinPages     uint32
	MaxPages     uint32 // 0 for none
	Globals      []Global
	Exports      []Export
	Data         []Data
	Custom       []Custom
	WithoutNames bool // leave the name section out
	types        []FuncType
	typeOf       map[string]int
}

// TypeIndex is the number of a type, which is added when it is new.
func (m *Module) TypeIndex(t FuncType) int {
	k := t.key()
	if i, ok := m.typeOf[k]; ok {
		return i
	}
	if m.typeOf == nil {
		m.typeOf = map[string]int{}
	}
	m.typeOf[k] = len(m.types)
	m.types = append(m.types, t)
	return len(m.types) - 1
}
