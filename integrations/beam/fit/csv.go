package fit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/seed-4b734f86/gochad/stream"
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

// CSV is a source of numbers in files, a row a line. Each row is an example: a []float64. The files are read by Beam's
// file systems, so that gs:// and s3:// work where the program imports these.
type CSV struct {
	Files  []string      // names, or patterns such as data/part-*.csv.gz
	Format stream.Format // how numbers stand in them; its zero value is for most, and for gzipped files
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
	return beam.ParDo(s, &readShards{Format: c.Format}, beam.Reshuffle(s, beam.CreateList(s, names)))
}

// each reads a shard in this process.
func (c CSV) each(ctx context.Context, part Part, emit func(Block)) error {
	return (&readShards{Format: c.Format}).ProcessElement(ctx, part.Name, emit)
}

// readShards reads shards into blocks.
type readShards struct{ Format stream.Format }

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
	in := &watched{Reader: file}
	fault, emitted := r.rows(in, name, func(b Block) {
		if ctx.Err() == nil {
			rowsRead.Inc(ctx, int64(b.Rows()))
			emit(b)
		}
	})
	if in.err != nil {
		return fmt.Errorf("shard %s: %w", name, in.err)
	}
	if fault != "" || emitted == 0 { // Beam adds up nothing at all where there is no element
		emit(Block{Shard: name, First: emitted + 1, Fault: fault})
	}
	return ctx.Err()
}

// watched is a reader that remembers its error: it is no fault of the data.
type watched struct {
	io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// blockValues is how many numbers a block has, about: 64 kilobytes.
const blockValues = 8192

// rows reads the rows of a shard into blocks. It says how many there are, and what is wrong with the one after them.
func (r *readShards) rows(in io.Reader, name string, emit func(Block)) (fault string, n int64) {
	b := Block{Shard: name, First: 1}
	for row, err := range r.Format.Reader(name, in) {
		if err != nil {
			fault = err.Error()
			if e := (*stream.Error)(nil); errors.As(err, &e) {
				fault = fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
				if e.Mend != "" {
					fault += "; " + e.Mend
				}
			}
			break
		}
		b.Width, b.Values = len(row.Values), append(b.Values, row.Values...)
		n++
		if len(b.Values)+b.Width > blockValues {
			emit(b)
			b = Block{Shard: name, First: n + 1, Values: make([]float64, 0, len(b.Values))}
		}
	}
	if b.Rows() > 0 {
		emit(b)
	}
	return fault, n
}
