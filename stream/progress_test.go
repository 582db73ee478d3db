package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/stream"
)

// slow hands out a row each millisecond.
func slow[R any](rows iter.Seq2[R, error]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for r, err := range rows {
			time.Sleep(time.Millisecond)
			if !yield(r, err) {
				return
			}
		}
	}
}

// Of a row each millisecond, a report each 300 ms has 300 more rows, less what is read and not yet added.
func TestProgress(t *testing.T) {
	check(t, func(t *testing.T) {
		var got []string
		_, err := stream.Sum(t.Context(), slow(rowsOf(examples(1000))), newPlain(theta), (*plain).Add, stream.Batch(10),
			stream.OnProgress(301*time.Millisecond+time.Microsecond, func(p stream.Progress) {
				got = append(got, fmt.Sprintf("%d %.0f %v %v", p.Rows, p.Rate, p.Elapsed.Round(time.Millisecond), p.Done))
			}))
		want := []string{"300 997 301ms false", "600 997 602ms false", "900 997 903ms false", "1000 1000 1s true"}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// The last report comes after an error, too, and after a panic.
func TestProgressEnds(t *testing.T) {
	for _, how := range []string{"error", "panic"} {
		check(t, func(t *testing.T) {
			var last stream.Progress
			reports := 0
			defer func() {
				if v := recover(); (v != nil) != (how == "panic") {
					t.Error(v)
				}
				if reports != 1 || !last.Done {
					t.Errorf("%s: %d reports, the last is %v", how, reports, last)
				}
			}()
			_, _ = stream.Sum(t.Context(), func(yield func([]float64, error) bool) {
				if how == "panic" {
					panic(how)
				}
				yield(nil, errors.New(how))
			}, newPlain(theta), (*plain).Add, stream.OnProgress(time.Second, func(p stream.Progress) { last = p; reports++ }))
		})
	}
}

// A panic of what is told is one of the caller.
func TestProgressPanics(t *testing.T) {
	check(t, func(t *testing.T) {
		defer func() {
			if v := recover(); v != "told" {
				t.Errorf("got %v", v)
			}
		}()
		_, _ = stream.Sum(t.Context(), slow(rowsOf(examples(100))), newPlain(theta), (*plain).Add,
			stream.OnProgress(20*time.Millisecond, func(stream.Progress) { panic("told") }))
	})
}

// The log has rows and, of files, bytes.
func TestLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.csv")
	text := strings.Repeat("1,2,3,4\n", 100)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	for _, rows := range []iter.Seq2[stream.Row, error]{
		slow(stream.Format{}.InBlocks(80).Files(name)),
		slow(stream.Of(slices.Values(slices.Repeat([]stream.Row{{Values: []float64{1, 2, 3, 4}}}, 100)))),
	} {
		check(t, func(t *testing.T) {
			_, err := stream.Sum(t.Context(), rows, newPlain(theta), func(s *plain, r stream.Row) { s.Add(r.Values) },
				stream.Batch(1), stream.Log(logger, 40*time.Millisecond+time.Microsecond))
			if err != nil {
				t.Error(err)
			}
		})
	}
	lines := strings.Split(log.String(), "\n")
	if len(lines) != 7 {
		t.Fatalf("got %d lines:\n%s", len(lines), &log)
	}
	var bytes, total int
	if _, err := fmt.Sscanf(lines[0], `level=INFO msg="adding rows" rows=40 rows_per_second=999.9750006249843`+
		` elapsed=40.001ms bytes=%d total_bytes=%d`, &bytes, &total); err != nil ||
		total != 800 || bytes < 320 || bytes > 800 {
		t.Errorf("%v: %s", err, lines[0])
	}
	want := `level=INFO msg="added rows" rows=100 rows_per_second=1000 elapsed=100ms`
	if want := want + ` bytes=800 total_bytes=800`; lines[2] != want {
		t.Errorf("got %s, want %s", lines[2], want)
	}
	if lines[5] != want {
		t.Errorf("got %s, want %s", lines[5], want)
	}
}

// Progress as people read it.
func TestProgressText(t *testing.T) {
	for want, p := range map[string]stream.Progress{
		"0 rows, 0 rows/s": {},
		"1,234,567 rows, 98,765 rows/s, 1.2 of 3.6 GB, 0:42 left": {
			Rows: 1234567, Rate: 98765.4, Bytes: 1.2e9, Total: 3.6e9, Elapsed: 21 * time.Second},
		"123 rows, 4 rows/s, 5.0 MB":                        {Rows: 123, Rate: 4, Bytes: 5e6, Elapsed: time.Second},
		"1,000 rows, 1 rows/s, 0.1 of 3.0 kB, 1:20:33 left": {Rows: 1000, Rate: 1, Bytes: 100, Total: 3000, Elapsed: 166655 * time.Millisecond},
		"7 rows, 1 rows/s, 3.0 of 3.0 kB":                   {Rows: 7, Rate: 1, Bytes: 3000, Total: 3000, Done: true},
	} {
		if got := p.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// The line is written over, and in the end it is empty. A quick sum writes nothing.
func TestOverwrite(t *testing.T) {
	var b bytes.Buffer
	tell := stream.Overwrite(&b)
	tell(stream.Progress{Rows: 12345})
	tell(stream.Progress{Rows: 1})
	tell(stream.Progress{Done: true})
	if want := "\r12,345 rows, 0 rows/s\r1 rows, 0 rows/s     \r                \r"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	b.Reset()
	stream.Overwrite(&b)(stream.Progress{Rows: 5, Done: true})
	if b.Len() > 0 {
		t.Errorf("got %q", b.String())
	}
}
