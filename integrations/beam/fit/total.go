package fit

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Fault is what is wrong with the data, and where it stands.
type Fault struct {
	Shard  string
	Row    int64 // counted from 1; 0 where it is not known
	Reason string
	// Bad says that the example itself is at fault: it cannot be read, or has a NaN or an infinity in it. Otherwise the
	// function has no value there, which may be different at another point.
	Bad bool
}

func (f *Fault) Error() string {
	if f.Row == 0 {
		return fmt.Sprintf("shard %s: %s", f.Shard, f.Reason)
	}
	return fmt.Sprintf("shard %s, row %d: %s", f.Shard, f.Row, f.Reason)
}

// first is the one of two faults that stands first; one of an example itself goes before. So it is the same one wherever
// the examples were added.
func first(f, g *Fault) *Fault {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	if f.Bad != g.Bad {
		if f.Bad {
			return f
		}
		return g
	}
	if c := strings.Compare(f.Shard, g.Shard); c < 0 || c == 0 && f.Row <= g.Row {
		return f
	}
	return g
}

// Total is the sum over some of the examples: what travels between workers, and what comes out at the end.
//
// Faults of the data travel in it. A worker that failed would only be started again, with the same data.
type Total struct {
	state any    // the sum, where examples were added or merged
	raw   []byte // the sum as it came from another worker
	fault *Fault
}

// totalVersion is the first byte of a Total.
const totalVersion = 1

// encodeTotal gives the version, the fault and the state of the sum. The error is that of the sum's MarshalBinary.
func encodeTotal(t *Total) ([]byte, error) {
	raw := t.raw
	if t.state != nil {
		var err error
		if raw, err = t.state.(encoding.BinaryMarshaler).MarshalBinary(); err != nil {
			return nil, err
		}
	}
	b := make([]byte, 1, len(raw)+64)
	b[0] = totalVersion
	var f Fault
	if t.fault != nil {
		f = *t.fault
	}
	bad := byte(0)
	if f.Bad {
		bad = 1
	}
	b = appendString(append(b, bad), f.Shard)
	b = binary.AppendUvarint(b, uint64(f.Row))
	b = appendString(b, f.Reason)
	return append(b, raw...), nil
}

// decodeTotal reads what encodeTotal wrote. The error says that the bytes are something else; whether the sum in them
// is the right one is found out where it is merged.
func decodeTotal(b []byte) (*Total, error) {
	if len(b) < 2 || b[0] != totalVersion || b[1] > 1 {
		return nil, fmt.Errorf("these %d bytes are no total of this version", len(b))
	}
	f := Fault{Bad: b[1] == 1}
	var ok1, ok2 bool
	f.Shard, b, ok1 = cutString(b[2:])
	row, n := binary.Uvarint(b)
	if n > 0 {
		f.Row, b = int64(row), b[n:]
		f.Reason, b, ok2 = cutString(b)
	}
	if !ok1 || !ok2 {
		return nil, errors.New("a total ends in its middle")
	}
	t := &Total{raw: slices.Clone(b)}
	if f != (Fault{}) {
		t.fault = &f
	}
	return t, nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func cutString(b []byte) (s string, rest []byte, ok bool) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return "", nil, false
	}
	return string(b[n : n+int(size)]), b[n+int(size):], true
}
