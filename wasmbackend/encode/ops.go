package encode

// The operations, named as in the text format, [Wasm] 5.4.
const (
	Unreachable       Op = 0x0    // unreachable
	Nop               Op = 0x1    // nop
	Block             Op = 0x2    // block
	Loop              Op = 0x3    // loop
	If                Op = 0x4    // if
	Else              Op = 0x5    // else
	End               Op = 0xb    // end
	Br                Op = 0xc    // br
	BrIf              Op = 0xd    // br_if
	BrTable           Op = 0xe    // br_table
	Return            Op = 0xf    // return
	Call              Op = 0x10   // call
	Drop              Op = 0x1a   // drop
	Select            Op = 0x1b   // select
	LocalGet          Op = 0x20   // local.get
	LocalSet          Op = 0x21   // local.set
	LocalTee          Op = 0x22   // local.tee
	GlobalGet         Op = 0x23   // global.get
	GlobalSet         Op = 0x24   // global.set
	I32Load           Op = 0x28   // i32.load
	I64Load           Op = 0x29   // i64.load
	F64Load           Op = 0x2b   // f64.load
	I32Load8U         Op = 0x2d   // i32.load8_u
	I64Load32S        Op = 0x34   // i64.load32_s
	I32Store          Op = 0x36   // i32.store
	I64Store          Op = 0x37   // i64.store
	F64Store          Op = 0x39   // f64.store
	I32Store8         Op = 0x3a   // i32.store8
	MemorySize        Op = 0x3f   // memory.size
	MemoryGrow        Op = 0x40   // memory.grow
	I32Const          Op = 0x41   // i32.const
	I64Const          Op = 0x42   // i64.const
	F64Const          Op = 0x44   // f64.const
	I32Eqz            Op = 0x45   // i32.eqz
	I32Eq             Op = 0x46   // i32.eq
	I32Ne             Op = 0x47   // i32.ne
	I32LtS            Op = 0x48   // i32.lt_s
	I32LtU            Op = 0x49   // i32.lt_u
	I32GtS            Op = 0x4a   // i32.gt_s
	I32GtU            Op = 0x4b   // i32.gt_u
	I32LeS            Op = 0x4c   // i32.le_s
	I32LeU            Op = 0x4d   // i32.le_u
	I32GeS            Op = 0x4e   // i32.ge_s
	I32GeU            Op = 0x4f   // i32.ge_u
	I64Eqz            Op = 0x50   // i64.eqz
	I64Eq             Op = 0x51   // i64.eq
	I64Ne             Op = 0x52   // i64.ne
	I64LtS            Op = 0x53   // i64.lt_s
	I64LtU            Op = 0x54   // i64.lt_u
	I64GtS            Op = 0x55   // i64.gt_s
	I64GtU            Op = 0x56   // i64.gt_u
	I64LeS            Op = 0x57   // i64.le_s
	I64LeU            Op = 0x58   // i64.le_u
	I64GeS            Op = 0x59   // i64.ge_s
	I64GeU            Op = 0x5a   // i64.ge_u
	F64Eq             Op = 0x61   // f64.eq
	F64Ne             Op = 0x62   // f64.ne
	F64Lt             Op = 0x63   // f64.lt
	F64Gt             Op = 0x64   // f64.gt
	F64Le             Op = 0x65   // f64.le
	F64Ge             Op = 0x66   // f64.ge
	I32Clz            Op = 0x67   // i32.clz
	I32Ctz            Op = 0x68   // i32.ctz
	I32Popcnt         Op = 0x69   // i32.popcnt
	I32Add            Op = 0x6a   // i32.add
	I32Sub            Op = 0x6b   // i32.sub
	I32Mul            Op = 0x6c   // i32.mul
	I32DivS           Op = 0x6d   // i32.div_s
	I32DivU           Op = 0x6e   // i32.div_u
	I32RemS           Op = 0x6f   // i32.rem_s
	I32RemU           Op = 0x70   // i32.rem_u
	I32And            Op = 0x71   // i32.and
	I32Or             Op = 0x72   // i32.or
	I32Xor            Op = 0x73   // i32.xor
	I32Shl            Op = 0x74   // i32.shl
	I32ShrS           Op = 0x75   // i32.shr_s
	I32ShrU           Op = 0x76   // i32.shr_u
	I32Rotl           Op = 0x77   // i32.rotl
	I32Rotr           Op = 0x78   // i32.rotr
	I64Clz            Op = 0x79   // i64.clz
	I64Ctz            Op = 0x7a   // i64.ctz
	I64Popcnt         Op = 0x7b   // i64.popcnt
	I64Add            Op = 0x7c   // i64.add
	I64Sub            Op = 0x7d   // i64.sub
	I64Mul            Op = 0x7e   // i64.mul
	I64DivS           Op = 0x7f   // i64.div_s
	I64DivU           Op = 0x80   // i64.div_u
	I64RemS           Op = 0x81   // i64.rem_s
	I64RemU           Op = 0x82   // i64.rem_u
	I64And            Op = 0x83   // i64.and
	I64Or             Op = 0x84   // i64.or
	I64Xor            Op = 0x85   // i64.xor
	I64Shl            Op = 0x86   // i64.shl
	I64ShrS           Op = 0x87   // i64.shr_s
	I64ShrU           Op = 0x88   // i64.shr_u
	I64Rotl           Op = 0x89   // i64.rotl
	I64Rotr           Op = 0x8a   // i64.rotr
	F64Abs            Op = 0x99   // f64.abs
	F64Neg            Op = 0x9a   // f64.neg
	F64Ceil           Op = 0x9b   // f64.ceil
	F64Floor          Op = 0x9c   // f64.floor
	F64Trunc          Op = 0x9d   // f64.trunc
	F64Nearest        Op = 0x9e   // f64.nearest
	F64Sqrt           Op = 0x9f   // f64.sqrt
	F64Add            Op = 0xa0   // f64.add
	F64Sub            Op = 0xa1   // f64.sub
	F64Mul            Op = 0xa2   // f64.mul
	F64Div            Op = 0xa3   // f64.div
	F64Min            Op = 0xa4   // f64.min
	F64Max            Op = 0xa5   // f64.max
	F64Copysign       Op = 0xa6   // f64.copysign
	I32WrapI64        Op = 0xa7   // i32.wrap_i64
	I64ExtendI32S     Op = 0xac   // i64.extend_i32_s
	I64ExtendI32U     Op = 0xad   // i64.extend_i32_u
	F32DemoteF64      Op = 0xb6   // f32.demote_f64
	F64ConvertI32S    Op = 0xb7   // f64.convert_i32_s
	F64ConvertI32U    Op = 0xb8   // f64.convert_i32_u
	F64ConvertI64S    Op = 0xb9   // f64.convert_i64_s
	F64ConvertI64U    Op = 0xba   // f64.convert_i64_u
	F64PromoteF32     Op = 0xbb   // f64.promote_f32
	I32ReinterpretF32 Op = 0xbc   // i32.reinterpret_f32
	F32ReinterpretI32 Op = 0xbe   // f32.reinterpret_i32
	I64ReinterpretF64 Op = 0xbd   // i64.reinterpret_f64
	F64ReinterpretI64 Op = 0xbf   // f64.reinterpret_i64
	I64Extend8S       Op = 0xc2   // i64.extend8_s
	I64Extend16S      Op = 0xc3   // i64.extend16_s
	I64Extend32S      Op = 0xc4   // i64.extend32_s
	I64TruncSatF64S   Op = 0xfc06 // i64.trunc_sat_f64_s
	I64TruncSatF64U   Op = 0xfc07 // i64.trunc_sat_f64_u
	MemoryCopy        Op = 0xfc0a // memory.copy
	MemoryFill        Op = 0xfc0b // memory.fill
	V128Load          Op = 0xfd00 // v128.load
	V128Load64Splat   Op = 0xfd0a // v128.load64_splat
	V128Store         Op = 0xfd0b // v128.store
	V128Const         Op = 0xfd0c // v128.const
	F64x2Splat        Op = 0xfd14 // f64x2.splat
	F64x2ExtractLane  Op = 0xfd21 // f64x2.extract_lane
	F64x2ReplaceLane  Op = 0xfd22 // f64x2.replace_lane
	F64x2Eq           Op = 0xfd47 // f64x2.eq
	F64x2Ne           Op = 0xfd48 // f64x2.ne
	F64x2Lt           Op = 0xfd49 // f64x2.lt
	F64x2Gt           Op = 0xfd4a // f64x2.gt
	F64x2Le           Op = 0xfd4b // f64x2.le
	F64x2Ge           Op = 0xfd4c // f64x2.ge
	V128Not           Op = 0xfd4d // v128.not
	V128And           Op = 0xfd4e // v128.and
	V128Andnot        Op = 0xfd4f // v128.andnot
	V128Or            Op = 0xfd50 // v128.or
	V128Xor           Op = 0xfd51 // v128.xor
	V128Bitselect     Op = 0xfd52 // v128.bitselect
	V128AnyTrue       Op = 0xfd53 // v128.any_true
	V128Load64Zero    Op = 0xfd5d // v128.load64_zero
	F64x2Ceil         Op = 0xfd74 // f64x2.ceil
	F64x2Floor        Op = 0xfd75 // f64x2.floor
	F64x2Trunc        Op = 0xfd7a // f64x2.trunc
	F64x2Nearest      Op = 0xfd94 // f64x2.nearest
	I64x2Add          Op = 0xfdce // i64x2.add
	I64x2Sub          Op = 0xfdd1 // i64x2.sub
	I64x2Shl          Op = 0xfdcb // i64x2.shl
	I64x2ShrS         Op = 0xfdcc // i64x2.shr_s
	I64x2ShrU         Op = 0xfdcd // i64x2.shr_u
	I64x2Splat        Op = 0xfd12 // i64x2.splat
	I64x2ExtractLane  Op = 0xfd1d // i64x2.extract_lane
	I64x2ReplaceLane  Op = 0xfd1e // i64x2.replace_lane
	I64x2Neg          Op = 0xfdc1 // i64x2.neg
	I64x2AllTrue      Op = 0xfdc3 // i64x2.all_true
	I64x2Bitmask      Op = 0xfdc4 // i64x2.bitmask
	I64x2Eq           Op = 0xfdd6 // i64x2.eq
	I64x2Ne           Op = 0xfdd7 // i64x2.ne
	I64x2LtS          Op = 0xfdd8 // i64x2.lt_s
	I64x2GtS          Op = 0xfdd9 // i64x2.gt_s
	I64x2LeS          Op = 0xfdda // i64x2.le_s
	I64x2GeS          Op = 0xfddb // i64x2.ge_s
	F64x2Abs          Op = 0xfdec // f64x2.abs
	F64x2Neg          Op = 0xfded // f64x2.neg
	F64x2Sqrt         Op = 0xfdef // f64x2.sqrt
	F64x2Add          Op = 0xfdf0 // f64x2.add
	F64x2Sub          Op = 0xfdf1 // f64x2.sub
	F64x2Mul          Op = 0xfdf2 // f64x2.mul
	F64x2Div          Op = 0xfdf3 // f64x2.div
	F64x2Min          Op = 0xfdf4 // f64x2.min
	F64x2Max          Op = 0xfdf5 // f64x2.max
)

// infos are the names and immediates of the operations, for each prefix.
var infos = [3][256]opInfo{ //nolint:gochecknoglobals // a table
	{
		Unreachable & 0xff:       {"unreachable", none},
		Nop & 0xff:               {"nop", none},
		Block & 0xff:             {"block", block},
		Loop & 0xff:              {"loop", block},
		If & 0xff:                {"if", block},
		Else & 0xff:              {"else", none},
		End & 0xff:               {"end", none},
		Br & 0xff:                {"br", index},
		BrIf & 0xff:              {"br_if", index},
		BrTable & 0xff:           {"br_table", table},
		Return & 0xff:            {"return", none},
		Call & 0xff:              {"call", call},
		Drop & 0xff:              {"drop", none},
		Select & 0xff:            {"select", none},
		LocalGet & 0xff:          {"local.get", local},
		LocalSet & 0xff:          {"local.set", local},
		LocalTee & 0xff:          {"local.tee", local},
		GlobalGet & 0xff:         {"global.get", global},
		GlobalSet & 0xff:         {"global.set", global},
		I32Load & 0xff:           {"i32.load", mem},
		I64Load & 0xff:           {"i64.load", mem},
		F64Load & 0xff:           {"f64.load", mem},
		I32Load8U & 0xff:         {"i32.load8_u", mem},
		I64Load32S & 0xff:        {"i64.load32_s", mem},
		I32Store & 0xff:          {"i32.store", mem},
		I64Store & 0xff:          {"i64.store", mem},
		F64Store & 0xff:          {"f64.store", mem},
		I32Store8 & 0xff:         {"i32.store8", mem},
		MemorySize & 0xff:        {"memory.size", zero},
		MemoryGrow & 0xff:        {"memory.grow", zero},
		I32Const & 0xff:          {"i32.const", c32},
		I64Const & 0xff:          {"i64.const", c64},
		F64Const & 0xff:          {"f64.const", cf64},
		I32Eqz & 0xff:            {"i32.eqz", none},
		I32Eq & 0xff:             {"i32.eq", none},
		I32Ne & 0xff:             {"i32.ne", none},
		I32LtS & 0xff:            {"i32.lt_s", none},
		I32LtU & 0xff:            {"i32.lt_u", none},
		I32GtS & 0xff:            {"i32.gt_s", none},
		I32GtU & 0xff:            {"i32.gt_u", none},
		I32LeS & 0xff:            {"i32.le_s", none},
		I32LeU & 0xff:            {"i32.le_u", none},
		I32GeS & 0xff:            {"i32.ge_s", none},
		I32GeU & 0xff:            {"i32.ge_u", none},
		I64Eqz & 0xff:            {"i64.eqz", none},
		I64Eq & 0xff:             {"i64.eq", none},
		I64Ne & 0xff:             {"i64.ne", none},
		I64LtS & 0xff:            {"i64.lt_s", none},
		I64LtU & 0xff:            {"i64.lt_u", none},
		I64GtS & 0xff:            {"i64.gt_s", none},
		I64GtU & 0xff:            {"i64.gt_u", none},
		I64LeS & 0xff:            {"i64.le_s", none},
		I64LeU & 0xff:            {"i64.le_u", none},
		I64GeS & 0xff:            {"i64.ge_s", none},
		I64GeU & 0xff:            {"i64.ge_u", none},
		F64Eq & 0xff:             {"f64.eq", none},
		F64Ne & 0xff:             {"f64.ne", none},
		F64Lt & 0xff:             {"f64.lt", none},
		F64Gt & 0xff:             {"f64.gt", none},
		F64Le & 0xff:             {"f64.le", none},
		F64Ge & 0xff:             {"f64.ge", none},
		I32Clz & 0xff:            {"i32.clz", none},
		I32Ctz & 0xff:            {"i32.ctz", none},
		I32Popcnt & 0xff:         {"i32.popcnt", none},
		I32Add & 0xff:            {"i32.add", none},
		I32Sub & 0xff:            {"i32.sub", none},
		I32Mul & 0xff:            {"i32.mul", none},
		I32DivS & 0xff:           {"i32.div_s", none},
		I32DivU & 0xff:           {"i32.div_u", none},
		I32RemS & 0xff:           {"i32.rem_s", none},
		I32RemU & 0xff:           {"i32.rem_u", none},
		I32And & 0xff:            {"i32.and", none},
		I32Or & 0xff:             {"i32.or", none},
		I32Xor & 0xff:            {"i32.xor", none},
		I32Shl & 0xff:            {"i32.shl", none},
		I32ShrS & 0xff:           {"i32.shr_s", none},
		I32ShrU & 0xff:           {"i32.shr_u", none},
		I32Rotl & 0xff:           {"i32.rotl", none},
		I32Rotr & 0xff:           {"i32.rotr", none},
		I64Clz & 0xff:            {"i64.clz", none},
		I64Ctz & 0xff:            {"i64.ctz", none},
		I64Popcnt & 0xff:         {"i64.popcnt", none},
		I64Add & 0xff:            {"i64.add", none},
		I64Sub & 0xff:            {"i64.sub", none},
		I64Mul & 0xff:            {"i64.mul", none},
		I64DivS & 0xff:           {"i64.div_s", none},
		I64DivU & 0xff:           {"i64.div_u", none},
		I64RemS & 0xff:           {"i64.rem_s", none},
		I64RemU & 0xff:           {"i64.rem_u", none},
		I64And & 0xff:            {"i64.and", none},
		I64Or & 0xff:             {"i64.or", none},
		I64Xor & 0xff:            {"i64.xor", none},
		I64Shl & 0xff:            {"i64.shl", none},
		I64ShrS & 0xff:           {"i64.shr_s", none},
		I64ShrU & 0xff:           {"i64.shr_u", none},
		I64Rotl & 0xff:           {"i64.rotl", none},
		I64Rotr & 0xff:           {"i64.rotr", none},
		F64Abs & 0xff:            {"f64.abs", none},
		F64Neg & 0xff:            {"f64.neg", none},
		F64Ceil & 0xff:           {"f64.ceil", none},
		F64Floor & 0xff:          {"f64.floor", none},
		F64Trunc & 0xff:          {"f64.trunc", none},
		F64Nearest & 0xff:        {"f64.nearest", none},
		F64Sqrt & 0xff:           {"f64.sqrt", none},
		F64Add & 0xff:            {"f64.add", none},
		F64Sub & 0xff:            {"f64.sub", none},
		F64Mul & 0xff:            {"f64.mul", none},
		F64Div & 0xff:            {"f64.div", none},
		F64Min & 0xff:            {"f64.min", none},
		F64Max & 0xff:            {"f64.max", none},
		F64Copysign & 0xff:       {"f64.copysign", none},
		I32WrapI64 & 0xff:        {"i32.wrap_i64", none},
		I64ExtendI32S & 0xff:     {"i64.extend_i32_s", none},
		I64ExtendI32U & 0xff:     {"i64.extend_i32_u", none},
		F32DemoteF64 & 0xff:      {"f32.demote_f64", none},
		F64ConvertI32S & 0xff:    {"f64.convert_i32_s", none},
		F64ConvertI32U & 0xff:    {"f64.convert_i32_u", none},
		F64ConvertI64S & 0xff:    {"f64.convert_i64_s", none},
		F64ConvertI64U & 0xff:    {"f64.convert_i64_u", none},
		F64PromoteF32 & 0xff:     {"f64.promote_f32", none},
		I32ReinterpretF32 & 0xff: {"i32.reinterpret_f32", none},
		F32ReinterpretI32 & 0xff: {"f32.reinterpret_i32", none},
		I64ReinterpretF64 & 0xff: {"i64.reinterpret_f64", none},
		F64ReinterpretI64 & 0xff: {"f64.reinterpret_i64", none},
		I64Extend8S & 0xff:       {"i64.extend8_s", none},
		I64Extend16S & 0xff:      {"i64.extend16_s", none},
		I64Extend32S & 0xff:      {"i64.extend32_s", none},
	},
	{
		I64TruncSatF64S & 0xff: {"i64.trunc_sat_f64_s", none},
		I64TruncSatF64U & 0xff: {"i64.trunc_sat_f64_u", none},
		MemoryCopy & 0xff:      {"memory.copy", zeros},
		MemoryFill & 0xff:      {"memory.fill", zero},
	},
	{
		V128Load & 0xff:         {"v128.load", mem},
		V128Load64Splat & 0xff:  {"v128.load64_splat", mem},
		V128Store & 0xff:        {"v128.store", mem},
		V128Const & 0xff:        {"v128.const", c128},
		F64x2Splat & 0xff:       {"f64x2.splat", none},
		F64x2ExtractLane & 0xff: {"f64x2.extract_lane", lane},
		F64x2ReplaceLane & 0xff: {"f64x2.replace_lane", lane},
		F64x2Eq & 0xff:          {"f64x2.eq", none},
		F64x2Ne & 0xff:          {"f64x2.ne", none},
		F64x2Lt & 0xff:          {"f64x2.lt", none},
		F64x2Gt & 0xff:          {"f64x2.gt", none},
		F64x2Le & 0xff:          {"f64x2.le", none},
		F64x2Ge & 0xff:          {"f64x2.ge", none},
		V128Not & 0xff:          {"v128.not", none},
		V128And & 0xff:          {"v128.and", none},
		V128Andnot & 0xff:       {"v128.andnot", none},
		V128Or & 0xff:           {"v128.or", none},
		V128Xor & 0xff:          {"v128.xor", none},
		V128Bitselect & 0xff:    {"v128.bitselect", none},
		V128AnyTrue & 0xff:      {"v128.any_true", none},
		V128Load64Zero & 0xff:   {"v128.load64_zero", mem},
		F64x2Ceil & 0xff:        {"f64x2.ceil", none},
		F64x2Floor & 0xff:       {"f64x2.floor", none},
		F64x2Trunc & 0xff:       {"f64x2.trunc", none},
		F64x2Nearest & 0xff:     {"f64x2.nearest", none},
		I64x2Add & 0xff:         {"i64x2.add", none},
		I64x2Sub & 0xff:         {"i64x2.sub", none},
		I64x2Shl & 0xff:         {"i64x2.shl", none},
		I64x2ShrS & 0xff:        {"i64x2.shr_s", none},
		I64x2ShrU & 0xff:        {"i64x2.shr_u", none},
		I64x2Splat & 0xff:       {"i64x2.splat", none},
		I64x2ExtractLane & 0xff: {"i64x2.extract_lane", lane},
		I64x2ReplaceLane & 0xff: {"i64x2.replace_lane", lane},
		I64x2Neg & 0xff:         {"i64x2.neg", none},
		I64x2AllTrue & 0xff:     {"i64x2.all_true", none},
		I64x2Bitmask & 0xff:     {"i64x2.bitmask", none},
		I64x2Eq & 0xff:          {"i64x2.eq", none},
		I64x2Ne & 0xff:          {"i64x2.ne", none},
		I64x2LtS & 0xff:         {"i64x2.lt_s", none},
		I64x2GtS & 0xff:         {"i64x2.gt_s", none},
		I64x2LeS & 0xff:         {"i64x2.le_s", none},
		I64x2GeS & 0xff:         {"i64x2.ge_s", none},
		F64x2Abs & 0xff:         {"f64x2.abs", none},
		F64x2Neg & 0xff:         {"f64x2.neg", none},
		F64x2Sqrt & 0xff:        {"f64x2.sqrt", none},
		F64x2Add & 0xff:         {"f64x2.add", none},
		F64x2Sub & 0xff:         {"f64x2.sub", none},
		F64x2Mul & 0xff:         {"f64x2.mul", none},
		F64x2Div & 0xff:         {"f64x2.div", none},
		F64x2Min & 0xff:         {"f64x2.min", none},
		F64x2Max & 0xff:         {"f64x2.max", none},
	},
}
