package stream

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"sync"
)

// A Row is the numbers of one line.
type Row struct {
	// Values are the numbers. The iterator uses their memory again for a later row: who keeps them copies them.
	Values []float64
	Shard  string // the name of the file
	Index  int    // of the row in its file, from 0
	Line   int    // in the file, from 1

	read *meter
}

// Place is the shard and the index.
func (r Row) Place() (shard string, index int) { return r.Shard, r.Index }

// CopyTo makes dst a copy, in the memory that dst has.
func (r Row) CopyTo(dst *Row) {
	values := append(dst.Values[:0], r.Values...)
	*dst = r
	dst.Values = values
}

// A Format says how numbers stand in files. The zero value is for most: one row a line, numbers between commas if the
// line has one, and otherwise between spaces or tabs. Lines that are empty or begin with # are no rows. A file may be
// compressed by gzip, which its first bytes say.
//
// All rows of all files have the same number of columns. A number is what [strconv.ParseFloat] reads, NaN and Inf
// included.
//
// A plain file has to end with a newline. Otherwise its last number may have been cut, and 12 is a number as 123 is. A
// compressed file has a checksum, and needs none.
type Format struct {
	Comma   byte // what is between numbers, if it is neither a comma nor space
	Header  bool // the first line of each file is no row
	Columns int  // how many numbers a row has; 0 if the first row says so
	OpenEnd bool // plain files may end without a newline

	block, longest int // bytes of text that are read at once, and of a line; 0 is the usual
}

// Files are the rows of files in the format of the zero value, one file after the other. See [Format.Files].
func Files(names ...string) iter.Seq2[Row, error] { return Format{}.Files(names...) }

// Files are the rows of files, one file after the other. The names are those of the shards. Files are opened when rows
// are asked for, and each time again. Reading them and making numbers of their text goes on in other goroutines, ahead
// of the rows that are asked for.
//
// An error comes in place of a row, is the last one, and is an [*Error]: the file cannot be read, has something that is
// no number, a row of another width, or ends too early.
func (f Format) Files(names ...string) iter.Seq2[Row, error] {
	shards := make([]shard, len(names))
	for i, name := range names {
		shards[i] = shard{
			name: name,
			stat: func() (fs.FileInfo, error) { return os.Stat(name) },
			open: func() (io.ReadCloser, error) { return os.Open(name) },
		}
	}
	return f.rows(shards)
}

// FS is like Files for files of fsys.
func (f Format) FS(fsys fs.FS, names ...string) iter.Seq2[Row, error] {
	shards := make([]shard, len(names))
	for i, name := range names {
		shards[i] = shard{
			name: name,
			stat: func() (fs.FileInfo, error) { return fs.Stat(fsys, name) },
			open: func() (io.ReadCloser, error) { return fsys.Open(name) },
		}
	}
	return f.rows(shards)
}

// Reader is like Files for what r reads, such as standard input. It can be gone through once,
// since text is read ahead of the rows.
//
// An iteration that is left before its end waits until r has returned from Read.
func (f Format) Reader(name string, r io.Reader) iter.Seq2[Row, error] {
	return f.rows([]shard{{name: name, open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}})
}

// A shard is a file, or what stands for one.
type shard struct {
	name string
	stat func() (fs.FileInfo, error) // nil if there is nothing to ask
	open func() (io.ReadCloser, error)
}

const (
	blockSize = 1 << 18 // bytes of text that are read at once
	longest   = 1 << 26 // bytes of a line, about
)

// rows reads shards in a pipeline: one goroutine reads text, several make numbers of it, and this one hands them out.
func (f Format) rows(shards []shard) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		m, err := f.look(shards)
		if err != nil {
			yield(Row{}, err)
			return
		}
		p := &pipeline{Format: f, shards: shards, meter: m, stop: make(chan struct{})}
		p.block, p.longest = cmp.Or(p.block, blockSize), cmp.Or(p.longest, longest)
		parsers := runtime.GOMAXPROCS(0)
		n := 2*parsers + 2
		p.free, p.work, p.order = make(chan *block, n), make(chan *block, n), make(chan *block, n)
		for range n {
			p.free <- &block{parsed: make(chan struct{}, 1)}
		}
		defer p.wait.Wait()
		defer close(p.stop)
		p.wait.Go(p.read)
		for range parsers {
			p.wait.Go(p.parse)
		}
		p.yield(yield)
	}
}

// look finds out whether all shards are there before the first is read, and how large they are.
func (f Format) look(shards []shard) (*meter, error) {
	if c := f.Comma; c != 0 && (c >= 0x80 || bytes.IndexByte([]byte("0123456789+-._eE \r\n#"), c) >= 0) {
		return nil, &Error{Err: fmt.Errorf("numbers cannot stand between %q", rune(c)), Mend: "set Comma to another one"}
	}
	if f.Columns < 0 {
		err := fmt.Errorf("rows of %d columns", f.Columns)
		return nil, &Error{Err: err, Mend: "set Columns to 0 if the first row says it"}
	}
	if len(shards) == 0 {
		return nil, &Error{Err: errors.New("no files"), Mend: "the pattern that should have found them may be wrong"}
	}
	m := &meter{}
	known := true
	for _, s := range shards {
		if s.stat == nil {
			known = false
			continue
		}
		info, err := s.stat()
		if err == nil && info.IsDir() {
			err = errors.New("is a folder")
		}
		if err != nil {
			return nil, &Error{Shard: s.name, Err: reason(err)}
		}
		known = known && info.Mode().IsRegular()
		m.total += info.Size()
	}
	if !known {
		m.total = 0
	}
	return m, nil
}

// A pipeline has a fixed number of blocks, which go round: from free by read to work and order, and by yield to free.
type pipeline struct {
	Format
	shards []shard
	meter  *meter

	free   chan *block
	work   chan *block // to be parsed
	order  chan *block // the same blocks, in the order of their rows
	stop   chan struct{}
	wait   sync.WaitGroup
	ended  bool // read has reached its end: the end of the shards, or an error
	caught any  // a panic of a reader
}

// A block is some lines of a file, and the numbers in them.
type block struct {
	shard string
	fresh bool // its first row is the first one of its shard
	text  []byte
	line  int    // number of the first line
	skip  bool   // the first line is no row
	tail  *Error // what is wrong after these lines, if anything is

	parsed  chan struct{}
	width   int // columns
	numbers []float64
	lines   []int // of each row
	err     *Error
}

// read reads the shards.
func (p *pipeline) read() {
	defer close(p.order)
	defer close(p.work)
	defer func() {
		if v := recover(); v != nil {
			p.caught = v
		}
	}()
	for _, s := range p.shards {
		if !p.readShard(s) {
			break
		}
	}
	p.ended = true
}

// send hands a block on. It is false when no more is wanted.
func (p *pipeline) send(b *block) bool {
	p.order <- b // there is room for all blocks
	p.work <- b
	return b.tail == nil
}

// readShard reads a shard, and says whether to go on.
func (p *pipeline) readShard(s shard) bool {
	source, err := s.open()
	if err != nil {
		b := p.empty()
		if b == nil {
			return false
		}
		b.shard, b.tail = s.name, &Error{Shard: s.name, Err: reason(err)}
		return p.send(b)
	}
	defer source.Close() //nolint:errcheck // nothing was written
	in := bufio.NewReaderSize(&counter{source, p.meter}, 1<<16)
	var text io.Reader = in
	magic, _ := in.Peek(2) // where it fails, reading does
	zipped := string(magic) == "\x1f\x8b"
	var broken error
	if zipped {
		if text, broken = gzip.NewReader(in); broken != nil {
			text = bytes.NewReader(nil)
		}
	}
	var rest []byte // of a line that the block before has not all of
	for line, fresh := 1, true; ; fresh = false {
		b := p.empty()
		if b == nil {
			return false
		}
		b.shard, b.fresh, b.line, b.skip = s.name, fresh, line, fresh && p.Header
		err := b.fill(text, rest, p.block, p.longest)
		if broken != nil {
			err = broken
		}
		if fresh {
			b.text = bytes.TrimPrefix(b.text, []byte("\ufeff")) // a byte order mark
		}
		end := bytes.LastIndexByte(b.text, '\n') + 1
		rest = append(rest[:0], b.text[end:]...)
		switch {
		case err == nil:
		case err == io.EOF && len(rest) > 0 && (zipped || p.OpenEnd): //nolint:errorlint // as io.Reader says it
			b.text, end = append(b.text, '\n'), len(b.text)+1
		case err == io.EOF && b.skip && end == 0: //nolint:errorlint // as above
			b.tail = b.after(rest, end, errors.New("the file ends before the line of its header"))
		case err == io.EOF && len(rest) > 0: //nolint:errorlint // as above
			b.tail = b.after(rest, end, fmt.Errorf("the file ends in the middle of a line: %w", io.ErrUnexpectedEOF))
			b.tail.Mend = "if the row is whole, end it by a newline, or set OpenEnd"
		case err != io.EOF: //nolint:errorlint // as above
			if zipped {
				err = fmt.Errorf("the compressed file is damaged or ends early: %w", err)
			}
			b.tail = b.after(rest, end, err)
		}
		b.text = b.text[:end]
		line += bytes.Count(b.text, []byte("\n"))
		if !p.send(b) {
			return false
		}
		if err != nil {
			return true
		}
	}
}

// after is an error after the text of a block to end, and after the rest of the line there.
func (b *block) after(rest []byte, end int, err error) *Error {
	line := b.line + bytes.Count(b.text[:end], []byte("\n"))
	return &Error{Shard: b.shard, Line: line, Column: column(rest, len(rest)), Err: reason(err)}
}

// empty is a block to be filled, or nil if none is wanted any more.
func (p *pipeline) empty() *block {
	select {
	case b := <-p.free:
		*b = block{parsed: b.parsed, text: b.text[:0], numbers: b.numbers[:0], lines: b.lines[:0]}
		return b
	case <-p.stop:
		return nil
	}
}

// fill reads size bytes, and more until a line has ended. It fails with io.EOF at the end of the text, or as r does.
func (b *block) fill(r io.Reader, rest []byte, size, longest int) error {
	b.text = append(b.text, rest...)
	for want := size; ; want *= 2 {
		for len(b.text) < want {
			if cap(b.text) < want {
				b.text = append(make([]byte, 0, want), b.text...)
			}
			n, err := r.Read(b.text[len(b.text):want])
			b.text = b.text[:len(b.text)+n]
			if err != nil {
				return err
			}
		}
		if bytes.IndexByte(b.text, '\n') >= 0 {
			return nil
		}
		if len(b.text) >= longest {
			return fmt.Errorf("a line of %d bytes or more", longest)
		}
	}
}

// parse is one of the goroutines that make numbers of text.
func (p *pipeline) parse() {
	for {
		select {
		case b, ok := <-p.work:
			if !ok {
				return
			}
			b.parse(p.Format, p.Columns)
			b.parsed <- struct{}{}
		case <-p.stop:
			return
		}
	}
}

// yield hands out the rows of blocks in their order.
func (p *pipeline) yield(yield func(Row, error) bool) {
	width, index := p.Columns, 0
	for b := range p.order {
		<-b.parsed
		if b.fresh {
			index = 0
		}
		if width == 0 {
			width = b.width
		} else if b.width != width && (b.width != 0 || b.err != nil) {
			b.parse(p.Format, width) // its first row is of another width, which it did not know to be wrong
		}
		row := Row{Shard: b.shard, read: p.meter}
		for i, line := range b.lines {
			row.Values = b.numbers[i*width : (i+1)*width : (i+1)*width]
			row.Index, row.Line = index, line
			index++
			if !yield(row, nil) {
				return
			}
		}
		if b.err != nil {
			yield(Row{}, b.err)
			return
		}
		p.free <- b
	}
	if p.caught != nil {
		panic(p.caught)
	}
	if !p.ended {
		runtime.Goexit() // as a reader did
	}
}

// A counter counts what is read.
type counter struct {
	io.Reader
	meter *meter
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.meter.bytes.Add(int64(n))
	return n, err
}
