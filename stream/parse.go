package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"unicode/utf8"
)

// An Error is what is wrong with a file, and where.
type Error struct {
	Shard  string // the name of the file
	Line   int    // from 1; 0 if the error is of the whole file
	Column int    // in runes, from 1
	Err    error
	Mend   string // what can be done, or empty
}

// Error is shard:line:column: reason; what can be done.
func (e *Error) Error() string {
	s := e.Err.Error()
	switch {
	case e.Line > 0:
		s = fmt.Sprintf("%s:%d:%d: %s", e.Shard, e.Line, e.Column, s)
	case e.Shard != "":
		s = e.Shard + ": " + s
	default:
		s = "stream: " + s
	}
	if e.Mend != "" {
		s += "; " + e.Mend
	}
	return s
}

// Unwrap is the reason, for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Err }

// reason is an error without the name of its file, which the place has.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// column is where a byte stands in a line.
func column(line []byte, at int) int { return utf8.RuneCount(line[:at]) + 1 }

// parse makes rows of the text. If width is 0, the first row says how wide all are.
func (b *block) parse(f Format, width int) {
	b.width, b.numbers, b.lines, b.err = width, b.numbers[:0], b.lines[:0], b.tail
	text := b.text
	for number := b.line; len(text) > 0; number++ {
		end := bytes.IndexByte(text, '\n')
		line := text[:end]
		text = text[end+1:]
		if number == b.line && b.skip {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		at := space(line, 0, f.Comma)
		if at == len(line) || line[at] == '#' {
			continue
		}
		if b.err = b.row(f, line, number); b.err != nil {
			return
		}
		b.err = b.tail
	}
}

// space is the first byte from at on that is no space and, unless it is the comma, no tab.
func space(line []byte, at int, comma byte) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t' && comma != '\t') {
		at++
	}
	return at
}

// row appends the numbers of a line.
func (b *block) row(f Format, line []byte, number int) *Error {
	comma := f.Comma
	if comma == 0 && bytes.IndexByte(line, ',') >= 0 {
		comma = ','
	}
	before := len(b.numbers)
	fail := func(at int, err error, mend string) *Error {
		b.numbers = b.numbers[:before]
		return &Error{Shard: b.shard, Line: number, Column: column(line, at), Err: err, Mend: mend}
	}
	columns := 0
	for at := 0; ; {
		at = space(line, at, comma)
		end, next := len(line), -1 // of this field, and where the next one begins
		if comma != 0 {
			if i := bytes.IndexByte(line[at:], comma); i >= 0 {
				end, next = at+i, at+i+1
			}
			for end > at && (line[end-1] == ' ' || line[end-1] == '\t' && comma != '\t') {
				end--
			}
		} else {
			for end = at; end < len(line) && line[end] != ' ' && line[end] != '\t'; {
				end++
			}
			if n := space(line, end, comma); n < len(line) {
				next = n
			}
		}
		if columns++; b.width > 0 && columns > b.width {
			return fail(at, fmt.Errorf("more columns than the %d that %s", b.width, f.wants()), "")
		}
		x, err := strconv.ParseFloat(string(line[at:end]), 64)
		if err != nil {
			return fail(at, wrong(line[at:end], err), f.header(number))
		}
		b.numbers = append(b.numbers, x)
		if next < 0 {
			break
		}
		at = next
	}
	if b.width == 0 {
		b.width = columns
	}
	if columns < b.width {
		return fail(len(line), fmt.Errorf("%d columns, and not the %d that %s", columns, b.width, f.wants()), "")
	}
	b.lines = append(b.lines, number)
	return nil
}

// wants says why rows have a width.
func (f Format) wants() string {
	if f.Columns > 0 {
		return "Columns says"
	}
	return "rows before have"
}

// header is what can be done about a first line that is no row.
func (f Format) header(number int) string {
	if number == 1 && !f.Header {
		return "set Header if the first line has names"
	}
	return ""
}

// wrong says why a field is no number.
func wrong(field []byte, err error) error {
	if len(field) == 0 {
		return fmt.Errorf("an empty field: %w", strconv.ErrSyntax)
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%.30q is too large: %w", field, strconv.ErrRange)
	}
	return fmt.Errorf("%.30q is no number: %w", field, strconv.ErrSyntax)
}
