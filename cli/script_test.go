package cli_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/seed-4b734f86/gochad/cli"
	"github.com/seed-4b734f86/gochad/gosrc/vet"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"chad":          func() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"chad-fulldisk": fullDisk,
		"chadvet":       func() { singlechecker.Main(vet.New()) },
	})
}

// TestScripts runs each command as a person would: testdata/script has a script for each, with
// its flags and its failures. What follows [!more] stop, and vetting of what is tested anyway, is for CHADTESTS=more.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup:         goEnvironment,
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Geteuid() == 0, nil
			case "more":
				return part.More(), nil
			}
			return false, fmt.Errorf("no condition %s", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitCode,
			"repeat":   repeat,
			"binary":   binary,
		},
	})
}

// goEnvironment lets scripts run the go command: with the caches of the test run, without a network.
func goEnvironment(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		return err
	}
	vars := map[string]string{}
	if err := json.Unmarshal(out, &vars); err != nil {
		return err
	}
	for name, value := range vars {
		env.Setenv(name, value)
	}
	commands := filepath.SplitList(env.Getenv("PATH"))[0] // of TestMain
	env.Setenv("CHADVET", filepath.Join(commands, "chadvet"))
	env.Setenv("PATH", filepath.Join(vars["GOROOT"], "bin")+string(os.PathListSeparator)+env.Getenv("PATH"))
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	env.Setenv("GOCHAD", root)
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOPACKAGE", "")
	env.Setenv("CHADCACHE", filepath.Join(env.WorkDir, ".cache"))
	return nil
}

// exitCode runs a command and checks its exit code: exitcode 2 chad gen x.chad.
func exitCode(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// repeat writes a file: repeat FILE PREFIX N BODY SUFFIX; a % in the body is the number of the
// repetition, \n a new line.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(args[1], `\n`, "\n"))
	body := strings.ReplaceAll(args[3], `\n`, "\n")
	for i := range n {
		b.WriteString(strings.ReplaceAll(body, "%", strconv.Itoa(i)))
	}
	b.WriteString(strings.ReplaceAll(args[4], `\n`, "\n"))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// binary writes a file of random bytes, always the same.
func binary(ts *testscript.TestScript, _ bool, args []string) {
	b := make([]byte, 1<<16)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}
