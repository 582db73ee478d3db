package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/cli"
)

var (
	namedPackages = flag.Int("named", 2, "how many packages TestNames makes")
	firstNamed    = flag.Uint64("firstnamed", 1, "the seed of the first")
)

// TestNames generates .chad files and Go files of one package, which have names in common where they may, and then
// again with declarations of users beside them whose names are drawn from what generated files declare, import and use:
// everything compiles, unless a name that is for users is taken, which is said with a place.
func TestNames(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	refused := 0
	for i := range *namedPackages {
		seed := *firstNamed + uint64(i)
		p := &namedPackage{t: t, rng: rand.New(rand.NewPCG(seed, 3)), dir: t.TempDir(), seed: seed}
		t.Chdir(p.dir)
		p.sources()
		if !p.generate() {
			t.Fatalf("seed %d is refused", seed)
		}
		p.vet()
		p.exports()
		p.users()
		if p.generate() {
			p.vet()
		} else {
			refused++
		}
	}
	t.Logf("%d packages, of which %d are refused with declarations of users", *namedPackages, refused)
}

type namedPackage struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	seed  uint64
	files []string
	// wanted begin the exported names.
	wanted []string
}

func (p *namedPackage) write(name, text string) {
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p *namedPackage) pick(all ...string) string { return all[p.rng.IntN(len(all))] }

// callees are names for definitions that are not asked for, the same in several files.
var callees = []string{"ev", "grow", "guard", "arena", "memory", "core", "mark", "apart", "overlap", "stopped", "checkLength", "lengthError", "cutRows", "pool", "n1", "dst1"}

func (p *namedPackage) sources() {
	p.write("go.mod", "module example.com/m\n\ngo "+p.pick("1.13", "1.20", "1.21", "1.26")+"\n")
	p.write("doc.go", "package m\n")
	for i, file := range []string{"a", "a-b", "ax2d_b", "b.c", "b_"} {
		emit := ""
		if p.rng.IntN(3) == 0 {
			emit = "emit " + p.pick("elementary", "jam", "fastmath")
		}
		f, data := p.pick(callees...), fmt.Sprintf("tree%d", i)
		if p.rng.IntN(2) == 0 {
			p.wanted = append(p.wanted, fmt.Sprintf("G%d", i), fmt.Sprintf("NewG%d", i))
			if emit != "" {
				emit = "//chad:" + emit + "\n\n"
			}
			f = fmt.Sprintf("%s%d", f, i) // one package has one of a name
			p.files = append(p.files, file+".go")
			p.write(file+".go", fmt.Sprintf("package m\n\n%s//chad:grad\n//chad:vjp\n//chad:hvp\nfunc G%d(x []float64, w float64) float64 {\n\ts := 0.5\n\tfor _, v := range x {\n\t\ts += %s(2, v*w)\n\t}\n\treturn s\n}\n\n"+
				"func %s(n int, x float64) float64 {\n\tif n <= 0 {\n\t\treturn x\n\t}\n\treturn x * %s(n-1, 0.5*x)\n}\n", emit, i, f, f, f))
			continue
		}
		p.wanted = append(p.wanted, fmt.Sprintf("F%d", i), fmt.Sprintf("NewF%d", i), fmt.Sprintf("H%d", i), fmt.Sprintf("NewH%d", i), fmt.Sprintf("K%d", i), fmt.Sprintf("NewK%d", i), "T"+data[1:])
		if emit != "" {
			emit = "--chad:" + emit + "\n"
		}
		p.files = append(p.files, file+".chad")
		p.write(file+".chad", fmt.Sprintf(`%sdata %s = Leaf real | Node (%s, %s)
data list%d = Nil | Cons (real, list%d)

--chad:grad wrt=x
def f%d (t : %s, x : real) : real = %s (t, x)
def %s (t : %s, x : real) : real =
  case t of
    Leaf a -> a * x
  | Node (l, r) -> %s (l, x) * %s (r, sin x)

--chad:grad
--chad:hvp
def h%d [n] (x : [n]real, w : real) : real = fold (λacc v. acc * v + cbrt (v * w)) 1 x

--chad:grad wrt=x
def k%d (n : int, x : real) : real = total (walk (n, x), x)
def walk (n : int, x : real) : list%d = if n < 1 then Nil else Cons (sin x, walk (n - 1, x * 0.5))
def total (l : list%d, x : real) : real =
  case l of
    Nil -> x
  | Cons (a, r) -> a * total (r, x)
`, emit, data, data, data, i, i, i, data, f, f, data, f, f, i, i, i, i))
	}
}

// generate reports whether everything is generated; what is not must be said with a place.
func (p *namedPackage) generate() bool {
	var out, said bytes.Buffer
	code := cli.Run([]string{"gen", "."}, nil, &out, &said)
	if code == 0 {
		return true
	}
	if !regexp.MustCompile(`(?m)^\S*\.(go|chad):\d+:\d+: `).MatchString(said.String()) {
		p.t.Errorf("seed %d: %s", p.seed, said.String())
	}
	return false
}

func (p *namedPackage) vet() {
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Errorf("seed %d: %s", p.seed, out)
	}
}

// generated are the syntax trees of the generated files.
func (p *namedPackage) generated() (out []*ast.File) {
	names, _ := filepath.Glob(filepath.Join(p.dir, "*_chad.go"))
	if len(names) != len(p.files) {
		p.t.Errorf("seed %d: %d files for %d", p.seed, len(names), len(p.files))
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			p.t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// exports looks for exported names that nobody asked for.
func (p *namedPackage) exports() {
	for _, f := range p.generated() {
		for _, d := range f.Decls {
			var ids []*ast.Ident
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					ids = append(ids, d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						ids = append(ids, s.Name)
					}
				}
			}
			for _, id := range ids {
				if id.IsExported() && !slices.ContainsFunc(p.wanted, func(w string) bool { return strings.HasPrefix(id.Name, w) }) {
					p.t.Errorf("seed %d: %s is exported", p.seed, id.Name)
				}
			}
		}
	}
}

// users declares something by names that generated files have for something, or would have for it elsewhere.
func (p *namedPackage) users() {
	var pool []string
	seen := map[string]bool{"m": true, "_": true, "init": true}
	text, _ := filepath.Glob(filepath.Join(p.dir, "*.go"))
	for _, name := range text { // what users declare stays theirs
		if src, err := os.ReadFile(name); err == nil && !strings.HasSuffix(name, "_chad.go") {
			for _, w := range regexp.MustCompile(`\w+`).FindAllString(string(src), -1) {
				seen[w] = true
			}
		}
	}
	for _, f := range p.generated() {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				base, _, _ := strings.Cut(id.Name, "_")
				for _, name := range []string{id.Name, base, "_" + id.Name, strings.Replace(id.Name, "_", "__", 1)} {
					if !seen[name] && token.IsIdentifier(name) && types.Universe.Lookup(name) == nil {
						seen[name] = true
						pool = append(pool, name)
					}
				}
			}
			return true
		})
	}
	var b strings.Builder
	b.WriteString("package m\n")
	for range 12 {
		name := pool[p.rng.IntN(len(pool))]
		if !seen[name] || token.IsExported(name) && p.rng.IntN(8) > 0 {
			continue
		}
		seen[name] = false
		fmt.Fprintf(&b, "\n"+p.pick("type %s int", "var %s = 1", "const %s = 1", "func %s() {}")+"\n", name)
	}
	p.write("u.go", b.String())
}
