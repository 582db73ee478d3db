package examples_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	newcomer       = flag.Bool("newcomer", false, "run the tutorial with an empty home, from a module proxy")
	updateTutorial = flag.Bool("update", false, "write into the tutorial what its commands print")
)

// tutorialStep is a file that the tutorial has its reader save, or commands with what they print.
var tutorialStep = regexp.MustCompile("(?s)<!-- to be saved as (\\S+) -->\n```go\n(.*?)```\n|```console\n(.*?)```\n")

// TestTutorial does what the tutorial says: it saves the files and runs the commands, and each prints what stands there.
// A … on the page stands for anything. By default chad is this folder, and caches are those of the test, which saves
// compiling all of it once more; with -newcomer nothing is there but Go and a module proxy.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command in a module of its own")
	}
	const page = "../docs/tutorial.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	began, steps := time.Now(), 0
	out := tutorialStep.ReplaceAllStringFunc(string(text), func(step string) string {
		steps++
		m := tutorialStep.FindStringSubmatch(step)
		if m[1] != "" {
			r.save(m[1], m[2])
			return step
		}
		return "```console\n" + r.follow(m[3]) + "```\n"
	})
	if steps < 10 {
		t.Errorf("only %d steps found", steps)
	}
	if *newcomer {
		t.Logf("%v, and %d MB in the module cache", time.Since(began).Round(time.Second), r.downloaded()>>20)
	}
	if *updateTutorial && out != string(text) {
		if err := os.WriteFile(page, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A reader follows the tutorial.
type reader struct {
	t         *testing.T
	home, dir string
	root      string // of this repository
	env       []string
}

func newReader(t *testing.T) *reader {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	r := &reader{t: t, home: home, dir: home, root: root}
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, proxies, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	proxies = "file://" + filepath.ToSlash(cache) + "/cache/download," + proxies
	if *newcomer {
		modules := filepath.Join(home, "proxy")
		if out, err := exec.Command("bash", filepath.Join(root, "script", "proxy"), modules).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		proxies = "file://" + filepath.ToSlash(modules) + "," + proxies
		r.env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	} else {
		r.env = append(os.Environ(), "CHADCACHE=off")
	}
	r.env = append(r.env, "GOPROXY="+proxies, "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=off", "GOFLAGS=-modcacherw", "LC_ALL=C")
	return r
}

// save writes a file where the reader is.
func (r *reader) save(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// follow runs the commands of a block, those after a $, and compares what they print with the lines after them. It gives
// the block as it would be right.
func (r *reader) follow(block string) string {
	r.t.Helper()
	var right strings.Builder
	for i, session := range strings.Split("\n"+block, "\n$ ") {
		if i == 0 {
			continue
		}
		command, want, _ := strings.Cut(strings.TrimRight(session, "\n"), "\n")
		got := strings.TrimRight(r.run(command), "\n")
		pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
		if regexp.MustCompile("^" + pattern + "$").MatchString(got) {
			got = want
		} else if !*updateTutorial {
			r.t.Errorf("$ %s\ngot\n%s\nwant\n%s", command, got, want)
		}
		right.WriteString("$ " + command + "\n")
		if got != "" {
			right.WriteString(got + "\n")
		}
	}
	return right.String()
}

// run runs a command as a shell would, and gives what it prints, without what the go command says of modules.
func (r *reader) run(command string) string {
	r.t.Helper()
	if dir, ok := strings.CutPrefix(command, "cd "); ok {
		r.dir = filepath.Join(r.dir, dir)
		return ""
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("$ %s\n%s%v", command, out, err)
	}
	if strings.HasPrefix(command, "go mod init") && !*newcomer {
		r.run("go mod edit -replace=github.com/seed-4b734f86/gochad=" + filepath.ToSlash(r.root))
	}
	return string(ofModules.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")), nil))
}

var ofModules = regexp.MustCompile(`(?m)^go: (downloading|added|upgraded|finding) .*\n`)

// downloaded is the size of the reader's module cache.
func (r *reader) downloaded() int64 {
	var size int64
	_ = filepath.Walk(filepath.Join(r.home, "go", "pkg", "mod"), func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size
}
