package text

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// dump prints a tree without its positions.
func dump(f *File) string {
	var b strings.Builder
	dumpValue(&b, reflect.ValueOf(f.Decls))
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		dumpValue(b, v.Elem())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Span]() {
			return
		}
		b.WriteString(v.Type().Name() + "{")
		for i := range v.NumField() {
			dumpValue(b, v.Field(i))
			b.WriteString(" ")
		}
		b.WriteString("}")
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			dumpValue(b, v.Index(i))
			b.WriteString(" ")
		}
		b.WriteString("]")
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

// checkRoundTrip checks parse∘format = id, format∘format = format, and that no comment is lost.
func checkRoundTrip(t *testing.T, src []byte) {
	t.Helper()
	f, errs := Parse("a.chad", src)
	if errs != nil {
		t.Fatalf("does not parse:\n%v", errs)
	}
	once := Format(f)
	g, errs := Parse("b.chad", once)
	if errs != nil {
		t.Fatalf("formatted text does not parse:\n%v\n%s", errs, once)
	}
	if got, want := dump(g), dump(f); got != want {
		t.Fatalf("trees differ:\n%s\n%s\nsource:\n%s\nformatted:\n%s", want, got, src, once)
	}
	if len(g.comments) != len(f.comments) {
		t.Fatalf("%d comments became %d:\n%s\n%s", len(f.comments), len(g.comments), src, once)
	}
	if twice := Format(g); !bytes.Equal(once, twice) {
		t.Fatalf("not stable:\n%s\n%s", once, twice)
	}
}

func TestFormat(t *testing.T) {
	files, _ := filepath.Glob("testdata/format/*.chad")
	if len(files) == 0 {
		t.Fatal("no corpus")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkRoundTrip(t, src)
			f, _ := Parse("a.chad", src)
			golden := strings.TrimSuffix(file, ".chad") + ".golden"
			got := Format(f)
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s (%v)", got, want, err)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*/*.chad")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		for _, d := range bytes.Split(src, []byte("\ndef ")) {
			f.Add(append([]byte("def "), d...))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if _, errs := Parse("a.chad", src); errs != nil {
			if errs.Err().Error() == "" {
				t.Fatal("an error without a message")
			}
			return
		}
		checkRoundTrip(t, src)
	})
}
