package fit

import (
	"encoding/binary"
	"errors"
	"math"
)

// Block is some rows of one shard, one after the other. An element of a pipeline costs more than a row of numbers does:
// so they go through it in blocks.
type Block struct {
	Shard  string
	First  int64     // the row that the block begins with; the first row of a shard is 1
	Width  int       // numbers in a row
	Values []float64 // row by row
	Fault  string    // what is wrong with the row after these
}

// Rows is how many rows a block has.
func (b Block) Rows() int {
	if b.Width == 0 {
		return 0
	}
	return len(b.Values) / b.Width
}

// Row is the row k of the block. It shares its memory.
func (b Block) Row(k int) []float64 {
	return b.Values[k*b.Width : (k+1)*b.Width : (k+1)*b.Width]
}

func encodeBlock(b Block) []byte {
	out := appendString(make([]byte, 0, 8*len(b.Values)+len(b.Shard)+len(b.Fault)+32), b.Shard)
	out = appendString(out, b.Fault)
	out = binary.AppendUvarint(out, uint64(b.First))
	out = binary.AppendUvarint(out, uint64(b.Width))
	for _, v := range b.Values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// decodeBlock reads what encodeBlock wrote. The error says that the bytes are something else.
func decodeBlock(in []byte) (Block, error) {
	var b Block
	var ok1, ok2 bool
	b.Shard, in, ok1 = cutString(in)
	b.Fault, in, ok2 = cutString(in)
	first, n := binary.Uvarint(in)
	if !ok1 || !ok2 || n <= 0 {
		return Block{}, errors.New("a block ends in its middle")
	}
	width, m := binary.Uvarint(in[n:])
	if m <= 0 {
		return Block{}, errors.New("a block ends in its middle")
	}
	in = in[n+m:]
	if len(in)%8 != 0 || width > math.MaxInt32 || width == 0 && len(in) > 0 || width > 0 && len(in)/8%int(width) != 0 {
		return Block{}, errors.New("a block ends in the middle of a row")
	}
	b.First, b.Width, b.Values = int64(first), int(width), make([]float64, len(in)/8)
	for i := range b.Values {
		b.Values[i] = math.Float64frombits(binary.LittleEndian.Uint64(in[8*i:]))
	}
	return b, nil
}
