package encode

import "math"

// An Op is an instruction without its immediates: an opcode byte, or, above 0xff, a prefix byte and a number.
type Op uint16

// An Instr is an instruction. What A and B are depends on the operation: the bits of a constant, an index, the depth of
// a label, the type of a block, the alignment (A) and offset (B) of a memory access, the place of a BrTable in
// [Func.Labels]. It has no pointers, so that the garbage collector does not look into code.
type Instr struct {
	Op Op
	A  int64
	B  int64
}

// Empty is the type of a block without parameters and results.
const Empty int64 = -0x40

// BlockOf is the type of a block with one result.
func BlockOf(t ValType) int64 { return int64(int8(t | 0x80)) }

// The constructors of instructions with immediates that are not plain indices.

// I32Of is a constant.
func I32Of(n int32) Instr { return Instr{Op: I32Const, A: int64(n)} }

// I64Of is a constant.
func I64Of(n int64) Instr { return Instr{Op: I64Const, A: n} }

// F64Of is a constant, with all its bits.
func F64Of(x float64) Instr { return Instr{Op: F64Const, A: int64(math.Float64bits(x))} }

// V128Of is a constant of two float64.
func V128Of(lo, hi float64) Instr {
	return Instr{Op: V128Const, A: int64(math.Float64bits(lo)), B: int64(math.Float64bits(hi))}
}

// immediate says how an operation is written.
type immediate uint8

const (
	none   immediate = iota
	block            // A: the type
	index            // A: an index or depth
	table            // A: the place in Labels
	mem              // A: log2 of the alignment, B: offset
	c32              // A
	c64              // A
	cf64             // A: bits
	zero             // one zero byte
	zeros            // two zero bytes
	call             // A: function
	local            // A
	global           // A
	c128             // A, B: bits
	lane             // A
)

type opInfo struct {
	name string
	imm  immediate
}

// Name is the name of the operation in the text format.
func (o Op) Name() string { return o.info().name }

func (o Op) info() opInfo {
	if o <= 0xff {
		return infos[0][o]
	}
	return infos[1+(o>>8-0xfc)&1][o&0xff]
}
