package fit

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

type ctx = context.Context

// Part is a piece of the data that can be read alone: a shard.
type Part struct {
	Name string
	Size int64 // in bytes; with the name it tells whether a stopped fit goes on with the same data
}

// Source is where examples come from. Each pass over the data reads it once.
type Source interface {
	// Parts names the parts of the data, always in one order. Minibatches are some of them.
	// The error says which of them cannot be found.
	Parts(context.Context) ([]Part, error)
	// Read puts the reading of some parts into a pipeline. It gives examples of the model, or blocks.
	Read(beam.Scope, []Part) beam.PCollection
}

// CSV is a source of numbers in files, a row a line, with commas between. Names that end in .gz are unpacked. Each row
// is an example: a []float64. The files are read by Beam's file systems, so that gs:// and s3:// work where the program
// imports these.
type CSV struct {
	Files   []string // names, or patterns such as data/part-*.csv.gz
	Columns []string // the first line of each file, if it has one with names
}

// Parts looks for the files. The error says which pattern has none, or which file has no size.
func (c CSV) Parts(ctx context.Context) ([]Part, error) {
	var parts []Part
	for _, pattern := range c.Files {
		fs, err := filesystem.New(ctx, pattern)
		if err != nil {
			return nil, err
		}
		names, err := fs.List(ctx, pattern)
		if err == nil && len(names) == 0 {
			err = errors.New("there is no such file")
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", pattern, err), fs.Close())
		}
		slices.Sort(names)
		for _, name := range names {
			size, err := fs.Size(ctx, name)
			if err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w", name, err), fs.Close())
			}
			parts = append(parts, Part{name, size})
		}
		if err := fs.Close(); err != nil {
			return nil, err
		}
	}
	if len(parts) == 0 {
		return nil, errors.New("no files are named")
	}
	return parts, nil
}

// Read spreads the shards over the workers, and reads each into blocks.
func (c CSV) Read(s beam.Scope, parts []Part) beam.PCollection {
	s = s.Scope("fit.CSV")
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.Name
	}
	// Without the reshuffle an engine would run what follows where the list is: on one worker.
	return beam.ParDo(s, &readShards{Columns: c.Columns}, beam.Reshuffle(s, beam.CreateList(s, names)))
}

// each reads a shard in this process.
func (c CSV) each(ctx context.Context, part Part, emit func(Block)) error {
	return (&readShards{Columns: c.Columns}).ProcessElement(ctx, part.Name, emit)
}

// readShards reads shards into blocks.
type readShards struct{ Columns []string }

var rowsRead = beam.NewCounter("gochad/fit", "rows")

// ProcessElement reads the shard of that name. The error is one of the file system, which another try may not have;
// what is wrong with the data goes into a block.
func (r *readShards) ProcessElement(ctx context.Context, name string, emit func(Block)) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, name)
	if err != nil {
		return fmt.Errorf("shard %s: %w", name, err)
	}
	defer file.Close()
	counted := func(b Block) {
		if ctx.Err() == nil {
			rowsRead.Inc(ctx, int64(b.Rows()))
			emit(b)
		}
	}
	src := io.Reader(file)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(bufio.NewReaderSize(file, 1<<16))
		if spoilt(err) {
			counted(Block{Shard: name, First: 1, Fault: "it is no gzip file, or ends in its header: " + err.Error()})
			return nil
		}
		if err != nil {
			return fmt.Errorf("shard %s: %w", name, err)
		}
		src = z
	}
	if err := readRows(src, name, r.Columns, counted); err != nil {
		return fmt.Errorf("shard %s: %w", name, err)
	}
	return ctx.Err()
}

// spoilt says whether a file is at fault, not the way to it.
func spoilt(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &corrupt)
}

// blockValues is how many numbers a block has, about: 64 kilobytes.
const blockValues = 8192

// readRows reads rows of numbers. The error is one of the reader.
func readRows(src io.Reader, name string, columns []string, emit func(Block)) error {
	in := bufio.NewReaderSize(src, 1<<16)
	b := Block{Shard: name, First: 1}
	header := columns != nil
	var line []byte
	for {
		chunk, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			line = append(line, chunk...)
			continue
		}
		if len(line) > 0 {
			line = append(line, chunk...)
			chunk = line
		}
		if err != nil {
			b.Fault = ends(err, len(chunk) > 0, header)
			if b.Fault == "" && err != io.EOF {
				return err
			}
			emit(b) // even if it is empty: Beam adds up nothing at all where there is no element
			return nil
		}
		row := bytes.TrimSuffix(chunk[:len(chunk)-1], []byte("\r"))
		if header {
			header = false
			if got := string(row); got != strings.Join(columns, ",") {
				b.Fault = fmt.Sprintf("the columns are %.200s, not %s", got, strings.Join(columns, ","))
				b.First = 0
			}
		} else {
			b.Values, b.Fault = appendRow(b.Values, row, &b.Width)
		}
		if b.Fault != "" {
			emit(b)
			return nil
		}
		if len(b.Values)+b.Width > blockValues {
			emit(b)
			b = Block{Shard: name, First: b.First + int64(b.Rows()), Width: b.Width,
				Values: make([]float64, 0, len(b.Values))}
		}
		line = line[:0]
	}
}

// ends says what is wrong with a shard that ends with err, if something is.
func ends(err error, inRow, inHeader bool) string {
	switch {
	case err != io.EOF && spoilt(err):
		return fmt.Sprintf("the shard ends here, or is spoilt from here on (%v); write it again", err)
	case err == io.EOF && inRow:
		return "the shard ends in the middle of this row; write it again, or end it with a newline if the row is whole"
	case err == io.EOF && inHeader:
		return "the shard is empty; it should have a line with the names of its columns"
	}
	return ""
}

// appendRow appends the numbers of a row. The first row says how many each has. What is wrong with it is said.
func appendRow(values []float64, row []byte, width *int) ([]float64, string) {
	before := len(values)
	rest := row
	for more := true; more; {
		var field []byte
		field, rest, more = bytes.Cut(rest, []byte(","))
		v, err := strconv.ParseFloat(string(bytes.TrimSpace(field)), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return values[:before], fmt.Sprintf("column %d is %.40q, which is no number", len(values)-before+1, field)
		}
		values = append(values, v)
	}
	n := len(values) - before
	if *width == 0 {
		*width = n
	}
	if n != *width {
		return values[:before], fmt.Sprintf("it has %d columns, the rows above have %d", n, *width)
	}
	return values, ""
}
