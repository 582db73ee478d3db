package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTraining learns sixteen digits by heart.
func TestTraining(t *testing.T) {
	_, r := randomNetwork(1)
	n, g, s, w := newNetwork(), newNetwork(), draw(r, batch), NewLossGradWorkspace()
	n.randomise(r)
	first := n.loss(s)
	var a adam
	for range 60 {
		n.gradient(w, s, g)
		a.update(n.all, g.all, maxRate)
	}
	if last := n.loss(s); !(last < 0.8*first) {
		t.Errorf("the loss was %v, and is %v after 60 steps", first, last)
	}
}

// TestSameSeed trains twice: the same seed gives the same losses and pictures, another seed others.
func TestSameSeed(t *testing.T) {
	run := func(seed uint64) training {
		got, err := train(3, seed, 30, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	a, b, c := run(1), run(1), run(2)
	if lossPicture(a) != lossPicture(b) || filterPicture(a) != filterPicture(b) {
		t.Error("the same seed gives other pictures")
	}
	if lossPicture(a) == lossPicture(c) || filterPicture(a) == filterPicture(c) {
		t.Error("another seed gives the same pictures")
	}
	for name, picture := range map[string]string{"loss": lossPicture(a), "filters": filterPicture(a)} {
		wellFormed(t, name, picture)
	}
}

// TestPictures looks at the committed pictures of the default run: small, and XML.
func TestPictures(t *testing.T) {
	for _, name := range []string{"loss.svg", "filters.svg"} {
		picture, err := os.ReadFile(filepath.Join("pictures", name))
		if err != nil {
			t.Fatal(err)
		}
		if len(picture) > 60_000 {
			t.Errorf("%s has %d bytes", name, len(picture))
		}
		wellFormed(t, name, string(picture))
	}
}

func wellFormed(t *testing.T, name, picture string) {
	t.Helper()
	if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") || strings.Contains(picture, "%!") {
		t.Errorf("%s has numbers that are none", name)
	}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// TestFlags asks for help and makes mistakes.
func TestFlags(t *testing.T) {
	var help strings.Builder
	if err := run([]string{"--help"}, io.Discard, &help); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help: %v", err)
	}
	for _, word := range []string{"-steps", "-seed", "-out", "loss.svg", "filters.svg"} {
		if !strings.Contains(help.String(), word) {
			t.Errorf("the help does not say %s", word)
		}
	}
	for _, args := range [][]string{{"-steps", "0"}, {"more"}, {"-steps", "many"}, {"-what"}} {
		if err := run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

// TestReadme wants README.md to show the whole of cnn.chad, in order.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("cnn.chad")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, block := range regexp.MustCompile("(?s)```chad\n(.*?)\n```\n").FindAllStringSubmatch(string(page), -1) {
		parts = append(parts, block[1])
	}
	if strings.Join(parts, "\n\n")+"\n" != string(program) {
		t.Error("README.md shows another program than cnn.chad")
	}
}
