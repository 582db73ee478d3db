package stream_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/seed-4b734f86/gochad/stream"
)

// folder is a file system of texts by name.
func folder(texts ...string) (fstest.MapFS, []string) {
	files, names := fstest.MapFS{}, []string(nil)
	for i := 0; i < len(texts); i += 2 {
		files[texts[i]] = &fstest.MapFile{Data: []byte(texts[i+1])}
		names = append(names, texts[i])
	}
	return files, names
}

func zip(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.String()
}

// all lists rows as shard:line#index values, and the error at the end.
func all(rows iter.Seq2[stream.Row, error]) []string {
	out, err := read(rows)
	if err != nil {
		out = append(out, err.Error())
	}
	return out
}

func read(rows iter.Seq2[stream.Row, error]) (out []string, err error) {
	for r, err := range rows {
		if err != nil {
			return out, err
		}
		out = append(out, fmt.Sprintf("%s:%d#%d %v", r.Shard, r.Line, r.Index, r.Values))
	}
	return out, nil
}

var readable = []struct {
	name   string
	format stream.Format
	files  []string
	want   string
}{
	{"commas", stream.Format{}, []string{"a", "1,2\n3,4\n"}, "a:1#0 [1 2]|a:2#1 [3 4]"},
	{"spaces", stream.Format{}, []string{"a", "  1 \t 2\n3\t4  \n"}, "a:1#0 [1 2]|a:2#1 [3 4]"},
	{"spaces and commas", stream.Format{}, []string{"a", " 1 , 2\n3,\t4 \n"}, "a:1#0 [1 2]|a:2#1 [3 4]"},
	{"each line", stream.Format{}, []string{"a", "1,2\n3 4\n"}, "a:1#0 [1 2]|a:2#1 [3 4]"},
	{"semicolons", stream.Format{Comma: ';'}, []string{"a", "1;2\n"}, "a:1#0 [1 2]"},
	{"tabs", stream.Format{Comma: '\t'}, []string{"a", "1\t 2\n"}, "a:1#0 [1 2]"},
	{"no rows", stream.Format{}, []string{"a", "# x, y\n1,2\n\n \t\n  # z\n3,4\n"}, "a:2#0 [1 2]|a:6#1 [3 4]"},
	{"header", stream.Format{Header: true}, []string{"a", "x,y\n1,2\n", "b", "y\n3,4\n"}, "a:2#0 [1 2]|b:2#0 [3 4]"},
	{"CR", stream.Format{}, []string{"a", "1,2\r\n3,4\r\n\r\n"}, "a:1#0 [1 2]|a:2#1 [3 4]"},
	{"byte order mark", stream.Format{}, []string{"a", "\ufeff1,2\n", "b", zip("\ufeff3,4\n")}, "a:1#0 [1 2]|b:1#0 [3 4]"},
	{"numbers", stream.Format{}, []string{"a", "-1e-3,+2.5,NaN,-inf,0x1p-2\n"}, "a:1#0 [-0.001 2.5 NaN -Inf 0.25]"},
	{"one column", stream.Format{}, []string{"a", "1\n2\n"}, "a:1#0 [1]|a:2#1 [2]"},
	{"empty files", stream.Format{}, []string{"a", "", "b", "1\n", "c", "", "d", zip(""), "e", "2\n"}, "b:1#0 [1]|e:1#0 [2]"},
	{"gzip", stream.Format{}, []string{"a", "1,2\n", "b", zip("3,4\n5,6") + zip("\n7,8")}, "a:1#0 [1 2]|b:1#0 [3 4]|b:2#1 [5 6]|b:3#2 [7 8]"},
	{"open end", stream.Format{OpenEnd: true}, []string{"a", "1,2\n3,4", "b", "5,6"}, "a:1#0 [1 2]|a:2#1 [3 4]|b:1#0 [5 6]"},
}

// What can be read is, in blocks of any size.
func TestReads(t *testing.T) {
	for _, c := range readable {
		files, names := folder(c.files...)
		for _, block := range []int{1, 2, 3, 7, 100, 0} {
			check(t, func(t *testing.T) {
				if got := strings.Join(all(c.format.InBlocks(block).FS(files, names...)), "|"); got != c.want {
					t.Errorf("%s, blocks of %d bytes:\ngot  %s\nwant %s", c.name, block, got, c.want)
				}
			})
		}
	}
}

var unreadable = []struct {
	name   string
	format stream.Format
	files  []string
	want   string
}{
	{"a word", stream.Format{}, []string{"a", "1,2\n", "b", "3,4\n5, six\n"},
		`a:1#0 [1 2]|b:1#0 [3 4]|b:2:4: "six" is no number: invalid syntax`},
	{"names", stream.Format{}, []string{"a", "größe,y\n1,2\n"},
		`a:1:1: "größe" is no number: invalid syntax; set Header if the first line has names`},
	{"runes", stream.Format{Columns: 3}, []string{"a", "\u30001,2,3\n"},
		`a:1:1: "\u30001" is no number: invalid syntax; set Header if the first line has names`},
	{"large", stream.Format{}, []string{"a", "1 2\n1 1e999\n"}, `a:1#0 [1 2]|a:2:3: "1e999" is too large: value out of range`},
	{"empty field", stream.Format{}, []string{"a", "1,2\n1,,2\n"}, `a:1#0 [1 2]|a:2:3: an empty field: invalid syntax`},
	{"line of tabs", stream.Format{Comma: '\t'}, []string{"a", "1\t2\n\t\n"}, `a:1#0 [1 2]|a:2:1: an empty field: invalid syntax`},
	{"empty last field", stream.Format{}, []string{"a", "1,2\n1,\n"}, `a:1#0 [1 2]|a:2:3: an empty field: invalid syntax`},
	{"two separators", stream.Format{}, []string{"a", "0,0\n1 2,3\n"}, `a:1#0 [0 0]|a:2:1: "1 2" is no number: invalid syntax`},
	{"narrow", stream.Format{}, []string{"a", "1,2\n", "b", "3\n"},
		`a:1#0 [1 2]|b:1:2: 1 columns, and not the 2 that rows before have`},
	{"wide", stream.Format{}, []string{"a", "1 2\n3 4\n1 2  3 4\n"},
		`a:1#0 [1 2]|a:2#1 [3 4]|a:3:6: more columns than the 2 that rows before have`},
	{"wide and wrong", stream.Format{}, []string{"a", "1 2\n3 4\n5 6 7 x\n"},
		`a:1#0 [1 2]|a:2#1 [3 4]|a:3:5: more columns than the 2 that rows before have`},
	{"narrower than said", stream.Format{Columns: 3}, []string{"a", "1,2\n"},
		`a:1:4: 2 columns, and not the 3 that Columns says`},
	{"wider than said", stream.Format{Columns: 1}, []string{"a", "1,2\n"},
		`a:1:3: more columns than the 1 that Columns says`},
	{"cut", stream.Format{}, []string{"a", "1,2\n3,4"},
		`a:1#0 [1 2]|a:2:4: the file ends in the middle of a line: unexpected EOF; if the row is whole, end it by a newline, or set OpenEnd`},
	{"cut name", stream.Format{}, []string{"a", "größe"},
		`a:1:6: the file ends in the middle of a line: unexpected EOF; if the row is whole, end it by a newline, or set OpenEnd`},
	{"cut between columns", stream.Format{OpenEnd: true}, []string{"a", "1,2\n3"},
		`a:1#0 [1 2]|a:2:2: 1 columns, and not the 2 that rows before have`},
	{"no header", stream.Format{Header: true}, []string{"a", "x\n1\n", "b", ""},
		`a:2#0 [1]|b:1:1: the file ends before the line of its header`},
	{"cut gzip", stream.Format{}, []string{"a", zip("1,2\n")[:20]},
		`a:1#0 [1 2]|a:2:1: the compressed file is damaged or ends early: unexpected EOF`},
	{"head of gzip", stream.Format{}, []string{"a", zip("1,2\n")[:5]},
		`a:1:1: the compressed file is damaged or ends early: unexpected EOF`},
	{"more after gzip", stream.Format{}, []string{"a", zip("1,2\n") + "123456789012"},
		`a:1#0 [1 2]|a:2:1: the compressed file is damaged or ends early: gzip: invalid header`},
	{"comma", stream.Format{Comma: 'e'}, []string{"a", "1,2\n"},
		`stream: numbers cannot stand between 'e'; set Comma to another one`},
	{"columns", stream.Format{Columns: -1}, []string{"a", "1,2\n"},
		`stream: rows of -1 columns; set Columns to 0 if the first row says it`},
	{"none", stream.Format{}, nil, `stream: no files; the pattern that should have found them may be wrong`},
}

// What cannot be read is an error with its place, after the rows before it, in blocks of any size.
func TestErrors(t *testing.T) {
	for _, c := range unreadable {
		files, names := folder(c.files...)
		for _, block := range []int{1, 2, 3, 7, 100, 0} {
			check(t, func(t *testing.T) {
				if got := strings.Join(all(c.format.InBlocks(block).FS(files, names...)), "|"); got != c.want {
					t.Errorf("%s, blocks of %d bytes:\ngot  %s\nwant %s", c.name, block, got, c.want)
				}
			})
		}
	}
}

// A missing file is found before the first is read.
func TestMissing(t *testing.T) {
	files, names := folder("a", "1\n")
	rows := stream.Format{}.FS(files, append(names, "b")...)
	for r, err := range rows {
		var e *stream.Error
		if want := "b: file does not exist"; !errors.As(err, &e) || e.Shard != "b" || err.Error() != want ||
			!errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v, %v", r, err)
		}
	}
	dir := t.TempDir()
	for _, err := range stream.Files(dir) {
		if want := dir + ": is a folder"; fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A file that is cut at any byte gives rows as they are, and an error unless it is cut after a newline.
func TestCutAnywhere(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "%d.25,%d\n", 10*i, i*i)
	}
	files, _ := folder("whole", text.String())
	whole := all(stream.Format{}.FS(files, "whole"))
	packed := zip(text.String())
	for _, c := range []struct{ name, text string }{{"plain", text.String()}, {"gzip", packed}} {
		for n := range len(c.text) {
			cut, names := folder("whole", c.text[:n])
			got := all(stream.Format{}.InBlocks(64).FS(cut, names...))
			fine := n == 0 || c.name == "plain" && c.text[n-1] == '\n'
			rows := got
			if !fine {
				if len(got) == 0 {
					t.Fatalf("%s cut after %d bytes: no error", c.name, n)
				}
				rows = got[:len(got)-1]
				last, place := got[len(got)-1], fmt.Sprintf("whole:%d:", len(rows)+1)
				if !strings.HasPrefix(last, place) || !strings.Contains(last, "unexpected EOF") {
					t.Fatalf("%s cut after %d bytes: %s after %d rows", c.name, n, last, len(rows))
				}
			}
			if len(rows) > len(whole) || !slices.Equal(rows, whole[:len(rows)]) {
				t.Fatalf("%s cut after %d bytes: %v", c.name, n, got)
			}
		}
	}
	// A bit that has flipped is found by the checksum, if not before.
	for n := 10; n < len(packed); n++ {
		bad := []byte(packed)
		bad[n] ^= 4
		cut, names := folder("whole", string(bad))
		if _, err := read(stream.Format{}.FS(cut, names...)); err == nil {
			t.Fatalf("bit of byte %d: no error", n)
		}
	}
}

// Files are read again each time, and an iteration that is left leaves no goroutine.
func TestAgain(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for k := range 3 {
		name := filepath.Join(dir, fmt.Sprintf("part%d.csv", k))
		var b strings.Builder
		for i := range 2000 {
			fmt.Fprintf(&b, "%d,%d\n", k, i)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	rows := stream.Format{}.InBlocks(100).Files(names...)
	for _, stop := range []int{1, 1999, 2001, 6000, math.MaxInt} {
		check(t, func(t *testing.T) {
			n := 0
			for r, err := range rows {
				if err != nil || r.Values[0] != float64(n/2000) || r.Values[1] != float64(n%2000) || r.Index != n%2000 {
					t.Fatalf("row %d: %v, %v", n, r, err)
				}
				if n++; n == stop {
					break
				}
			}
			if n != min(stop, 6000) {
				t.Errorf("%d rows, want %d", n, stop)
			}
		})
	}
}

// flawed fails, panics or leaves its goroutine after some bytes.
type flawed struct {
	rest string
	then func() (int, error)
}

func (f *flawed) Read(p []byte) (int, error) {
	if f.rest == "" {
		return f.then()
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// Errors and panics of a reader are those of the caller's loop, after the rows before.
func TestReader(t *testing.T) {
	errDisk := errors.New("the disk is on fire")
	for name, then := range map[string]func() (int, error){
		"[0] [1] stdin:3:3: the disk is on fire": func() (int, error) { return 0, errDisk },
		"[0] [1] panic":                          func() (int, error) { panic("panic") },
		"[0] [1]":                                func() (int, error) { runtime.Goexit(); return 0, nil },
		"[0] [1] stdin:3:3: the file ends in the middle of a line: unexpected EOF; if the row is": func() (int, error) { return 0, io.EOF },
	} {
		check(t, func(t *testing.T) {
			var got []string
			ended := make(chan bool)
			finished := false
			go func() {
				defer close(ended)
				defer func() {
					if v := recover(); v != nil {
						got = append(got, fmt.Sprint(v))
					}
				}()
				for r, err := range (stream.Format{}).InBlocks(2).Reader("stdin", &flawed{"0\n1\n23", then}) {
					if err != nil {
						got = append(got, err.Error())
						break
					}
					got = append(got, fmt.Sprint(r.Values))
				}
				finished = true
			}()
			<-ended
			s := strings.Join(got, " ")
			if !strings.HasPrefix(s, name) || name == "[0] [1]" && (finished || s != name) {
				t.Errorf("got %s, want %s", s, name)
			}
		})
	}
}

// A reader is left in peace when the loop has ended.
func TestReaderIsLeft(t *testing.T) {
	check(t, func(t *testing.T) {
		reading := false
		r := &flawed{"0\n1\n", func() (int, error) {
			reading = true
			time.Sleep(time.Second)
			reading = false
			return 0, io.EOF
		}}
		for r, err := range (stream.Format{}).InBlocks(2).Reader("stdin", r) {
			if err != nil || r.Values[0] != 0 {
				t.Error(r, err)
			}
			time.Sleep(time.Millisecond) // the reader goes on
			break
		}
		if reading {
			t.Error("it is still read")
		}
	})
}

// A sum over files names the row by its file, and its index there.
func TestSumOfFiles(t *testing.T) {
	data := examples(600)
	want := newExact(theta)()
	texts := []string{"a.csv", "", "b.txt.gz", "", "c.csv", ""}
	for i, row := range data {
		want.Add(row)
		sep := ","
		if i/200 == 1 {
			sep = " "
		}
		var fields []string
		for _, v := range row {
			fields = append(fields, strconv.FormatFloat(v, 'g', -1, 64))
		}
		texts[2*(i/200)+1] += strings.Join(fields, sep) + "\n"
	}
	nan := texts[3] + "1 1 NaN 1\n" + texts[3] + "1 NaN 1 1\n"
	texts[3] = zip(texts[3])
	add := func(s *exact, r stream.Row) { s.Add(r.Values) }
	for _, parts := range []int{1, 2, 5} {
		files, names := folder(texts...)
		rows := stream.Format{}.InBlocks(1000).FS(files, names...)
		check(t, func(t *testing.T) {
			got, err := stream.Sum(t.Context(), rows, newExact(theta), add, stream.Parts(parts), stream.Batch(30))
			if err != nil || got.n != 600 || !slices.Equal(got.bits(), want.bits()) {
				t.Errorf("%d parts: %v", parts, err)
			}
		})
		files["b.txt.gz"].Data = []byte(zip(nan))
		check(t, func(t *testing.T) {
			_, err := stream.Sum(t.Context(), rows, newExact(theta), add, stream.Parts(parts), stream.Batch(30))
			if want := `shard "b.txt.gz", example 200: not finite`; fmt.Sprint(err) != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
		files["c.csv"].Data = []byte(texts[5] + "1,2,x,4\n")
		files["b.txt.gz"].Data = []byte(texts[3])
		_, err := stream.Sum(t.Context(), rows, newExact(theta), add, stream.Parts(parts), stream.Batch(30))
		if want := `c.csv:201:5: "x" is no number: invalid syntax`; fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Whatever the text is, reading ends, and has the numbers that encoding/csv has where all is well. Blocks of other sizes
// give the same rows and the same error.
func FuzzFiles(f *testing.F) {
	for _, c := range readable {
		f.Add(c.files[1], uint8(3))
	}
	for _, c := range unreadable {
		if len(c.files) > 1 {
			f.Add(c.files[len(c.files)-1], uint8(5))
		}
	}
	f.Fuzz(func(t *testing.T, text string, block uint8) {
		files, names := folder("f", text)
		whole, bad := read(stream.Format{}.FS(files, names...))
		small, err := read(stream.Format{}.InBlocks(int(block)).FS(files, names...))
		if !slices.Equal(whole, small) || fmt.Sprint(err) != fmt.Sprint(bad) {
			t.Fatalf("blocks of %d bytes: %q and %v, not %q and %v", block, small, err, whole, bad)
		}
		if bad != nil || !strings.Contains(text, ",") || strings.ContainsAny(text, "\"\x1f") {
			return
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
		r.TrimLeadingSpace = true
		r.FieldsPerRecord = -1
		r.Comment = '#'
		records, err := r.ReadAll()
		if err != nil {
			return
		}
		i := 0
		for _, rec := range records {
			if len(rec) == 1 && (strings.TrimSpace(rec[0]) == "" || strings.HasPrefix(strings.TrimSpace(rec[0]), "#")) ||
				strings.HasPrefix(strings.TrimLeft(rec[0], " \t"), "#") {
				continue
			}
			if len(rec) == 1 {
				rec = strings.Fields(rec[0])
			}
			var want []float64
			for _, s := range rec {
				v, err := strconv.ParseFloat(strings.Trim(s, " \t"), 64)
				if err != nil {
					t.Fatalf("%q was read", s)
				}
				want = append(want, v)
			}
			if i == len(whole) || !strings.HasSuffix(whole[i], fmt.Sprint(" ", want)) {
				t.Fatalf("row %d of %q: %q, want %v", i, text, whole, want)
			}
			i++
		}
		if i != len(whole) {
			t.Fatalf("%d rows of %q, want %d", len(whole), text, i)
		}
	})
}

// zeros is a reader of so many zero bytes: no file of text.
type zeros int

func (z *zeros) Read(p []byte) (int, error) {
	n := min(len(p), int(*z))
	clear(p[:n])
	if *z -= zeros(n); n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// What has no lines is not read into memory to its end.
func TestNoLines(t *testing.T) {
	z := zeros(1 << 30)
	_, err := read(stream.Format{}.InBlocks(100).Lines(10000).Reader("stdin", &z))
	if err == nil || !strings.HasSuffix(err.Error(), ": a line of 10000 bytes or more") || z < 1<<29 {
		t.Errorf("%v, %d bytes left", err, z)
	}
}
