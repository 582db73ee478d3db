package text

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

var updateEditors = flag.Bool("update", false, "write the names of functions into the grammars of editors")

const (
	textMate = "../editors/chad.tmLanguage.json"
	vimFile  = "../editors/vim/syntax/chad.vim"
)

// class is what a highlighter should see in a token.
type class string

const (
	cComment  class = "comment"
	cKeyword  class = "keyword"
	cName     class = "name" // a variable, or what a declaration is about
	cFunction class = "function"
	cType     class = "type"
	cConstant class = "constant"
	cWildcard class = "wildcard"
	cNumber   class = "number"
	cMember   class = "member" // 1 and 2 of p.1.2
	cLambda   class = "lambda"
	cOperator class = "operator"
	cMark     class = "mark" // a bracket, comma or other punctuation
)

// A piece of a file, with what it is and what else a highlighter may see in it.
type piece struct {
	start, end int
	text       string
	want       class
	may        class
}

var typeNames = []string{"bool", "idx", "int", "real", "unit"}

// nameClass is what a name is that no declaration has given a meaning.
func nameClass(name string) class {
	_, builtin := builtinArity[name]
	_, constant := constants[name]
	switch {
	case slices.Contains(typeNames, name):
		return cType
	case constant:
		return cConstant
	case builtin, syntax.OpByName(name) != nil, sumTag(name) >= 0:
		return cFunction
	}
	return cName
}

// pieces are the tokens and comments of a file, in order.
func pieces(t *testing.T, file string, src []byte) []piece {
	t.Helper()
	l := lex(diag.NewSource(file, src))
	if len(l.errs) > 0 {
		t.Fatal(l.errs.Err())
	}
	var out []piece
	for _, c := range l.comments {
		out = append(out, piece{int(c.start), int(c.end), string(src[c.start:c.end]), cComment, cComment})
	}
	for i, k := range l.tokens {
		p := piece{start: int(k.start), end: int(k.end), text: string(src[k.start:k.end])}
		switch {
		case k.kind == tEOF:
			continue
		case k.kind == tUnderscore:
			p.want = cWildcard
		case keywords[p.text] != 0:
			p.want = cKeyword
		case k.kind == tIdent && i > 0 && (isDecl(l.tokens[i-1].kind)):
			p.want = cName
		case k.kind == tIdent:
			p.want = nameClass(p.text)
			// Words that are keywords in some places only.
			if slices.Contains([]string{"size", "whole", "sqrt", "binomial", "down", "collect"}, p.text) {
				p.may = cKeyword
			}
		case (k.kind == tInt || k.kind == tReal) && k.tight && l.tokens[i-1].kind == tDot:
			p.want = cMember
		case k.kind == tInt || k.kind == tReal:
			p.want = cNumber
		case k.kind == tLambda:
			p.want = cLambda
		case slices.Contains([]kind{tOp, tEqual, tArrow, tBar, tCoerce, tQuestion}, k.kind):
			p.want = cOperator
		default:
			p.want = cMark
		}
		if p.may == "" {
			p.may = p.want
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b piece) int { return a.start - b.start })
	return out
}

// programs are all committed files of the language that can be cut into tokens, and one with what they do not have.
func programs(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != "..") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".chad") {
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if len(lex(diag.NewSource(path, src)).errs) == 0 {
				out = append(out, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 60 {
		t.Fatalf("only %d programs", len(out))
	}
	rare := filepath.Join(t.TempDir(), "rare.chad")
	if err := os.WriteFile(rare, []byte(rareProgram), 0o600); err != nil {
		t.Fatal(err)
	}
	return append(out, rare)
}

const rareProgram = `--chad:grad wrt=a
def in' (x₁ : real, σλ : real, _ : int) = x₁ + 0xFf * 2.5E-10 - 3e4 / def_in * in12 y -- not a keyword: in, 12
type let' = ⟨real, [?]int⟩ -> idx 3 + ()
data sum = | loopy real | x
derivative exp (x, dx) = p.1.2.x.3 ≤ q[0].1 && 1.5≠2 || a :> real
adjoint
  f x (y, w) = let size n = 3; size m = if true then nan else inf in λx.\y _. size n
def g = loop s = 0 for i < n down sum checkpoint binomial 3 do s' → 1
def h = case checkpoint whole do (checkpoint sqrt x) of in1 a -> -1.5 ^ -x % 3 | inr _ -> collect
`

// compare wants what a highlighter saw to be what the lexer sees. seen gives the class at a place of a file.
func compare(t *testing.T, file string, all []piece, seen func(offset int) string, classes map[string]class) {
	t.Helper()
	for _, p := range all {
		got := seen(p.start)
		c, ok := classes[got]
		if !ok || c != p.want && c != p.may {
			t.Errorf("%s: byte %d: %q is %s %q, want a %s", file, p.start, p.text, c, got, p.want)
			return
		}
	}
}

// TestTextMate reads all programs with the grammar, as the site does, and with the lexer.
func TestTextMate(t *testing.T) {
	if _, err := os.Stat("../site/node_modules/shiki"); err != nil {
		t.Skip("no shiki: npm ci in site installs it")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	files := programs(t)
	list, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "../site/tokens.mjs") //nolint:gosec // ours
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(list), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var tokens [][][][2]string // of files, lines, pieces: text and scope
	if err := json.Unmarshal(stdout.Bytes(), &tokens); err != nil {
		t.Fatal(err)
	}
	classes := map[string]class{
		"comment.line.double-dash.chad": cComment, "punctuation.definition.comment.chad": cComment,
		"keyword.declaration.chad": cKeyword, "keyword.control.chad": cKeyword, "keyword.control.loop.chad": cKeyword,
		"keyword.other.size.chad": cKeyword, "keyword.other.schedule.chad": cKeyword,
		"variable.other.chad": cName, "entity.name.function.chad": cName, "entity.name.type.chad": cName,
		"support.function.chad": cFunction, "support.type.chad": cType, "constant.language.chad": cConstant,
		"variable.language.wildcard.chad": cWildcard, "constant.numeric.hex.chad": cNumber,
		"constant.numeric.real.chad": cNumber, "constant.numeric.integer.chad": cNumber,
		"variable.other.member.chad":        cMember,
		"storage.type.function.lambda.chad": cLambda, "keyword.operator.chad": cOperator,
		"punctuation.section.brackets.chad": cMark, "punctuation.separator.chad": cMark, "punctuation.accessor.chad": cMark,
	}
	for i, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scopes := make([]string, len(src)) // of the first byte of each piece, and of all bytes of it
		at := 0
		for j, line := range tokens[i] {
			for _, k := range line {
				if !bytes.HasPrefix(src[at:], []byte(k[0])) {
					t.Fatalf("%s: line %d: %q is not at byte %d", file, j+1, k[0], at)
				}
				for b := range len(k[0]) {
					scopes[at+b] = k[1]
				}
				at += len(k[0])
			}
			at += len("\n")
		}
		all := pieces(t, file, src)
		compare(t, file, all, func(offset int) string { return scopes[offset] }, classes)
		for _, p := range all { // a token is one piece
			for b := p.start; b < p.end && p.want != cComment && p.want != cMember; b++ {
				if scopes[b] != scopes[p.start] {
					t.Errorf("%s: byte %d: %q is cut in two: %s and %s", file, p.start, p.text, scopes[p.start], scopes[b])
					break
				}
			}
		}
	}
}

// TestVim reads all programs with Vim and with the lexer.
func TestVim(t *testing.T) {
	vim, err := exec.LookPath("vim")
	if err != nil {
		t.Skip("no vim")
	}
	version, err := exec.Command(vim, "--version").Output() //nolint:gosec // it was looked up
	if err != nil || !bytes.Contains(version, []byte("+syntax")) || !bytes.Contains(version, []byte("+eval")) {
		t.Skip("a vim without syntax")
	}
	root, err := filepath.Abs("../editors/vim")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// For each file the places that are asked for, as line and column in bytes, and then the answers.
	var script strings.Builder
	fmt.Fprintf(&script, "set nocompatible encoding=utf-8 runtimepath^=%s\nfiletype plugin on\nsyntax on\n", root)
	files := programs(t)
	var asked [][]piece
	for i, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all := pieces(t, file, src)
		asked = append(asked, all)
		var places strings.Builder
		for _, p := range all {
			before := src[:p.start]
			line, column := bytes.Count(before, []byte("\n"))+1, p.start-bytes.LastIndexByte(before, '\n')
			fmt.Fprintf(&places, "%d %d\n", line, column)
		}
		list := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(list, []byte(places.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&script, "edit %s\nlet out = [&filetype]\nfor place in readfile('%s')\n", path, list)
		script.WriteString("  let p = split(place)\n  call add(out, synIDattr(synID(p[0], p[1], 1), 'name'))\nendfor\n")
		fmt.Fprintf(&script, "call writefile(out, '%s.out')\n", list)
	}
	script.WriteString("qall!\n")
	path := filepath.Join(dir, "script.vim")
	if err := os.WriteFile(path, []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(vim, "-n", "-es", "-u", "NONE", "-i", "NONE", "-S", path) //nolint:gosec // it was looked up
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("vim: %v\n%s", err, out)
	}
	classes := map[string]class{
		"": cName, "chadComment": cComment, "chadDirective": cComment, "chadDeclaration": cKeyword, "chadKeyword": cKeyword,
		"chadName": cName, "chadFunction": cFunction, "chadType": cType, "chadConstant": cConstant, "chadWildcard": cWildcard,
		"chadInteger": cNumber, "chadReal": cNumber, "chadMember": cMember, "chadLambda": cLambda, "chadOperator": cOperator,
	}
	for i, file := range files {
		out, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)+".out"))
		if err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(string(out), "\n")
		if answers[0] != "chad" {
			t.Fatalf("%s is of the type %q for vim", file, answers[0])
		}
		at := map[int]string{}
		var all []piece
		for j, p := range asked[i] {
			at[p.start] = answers[j+1]
			if p.want == cMark { // vim leaves them alone
				if answers[j+1] != "" && answers[j+1] != "chadMember" {
					t.Errorf("%s: byte %d: %q is %q", file, p.start, p.text, answers[j+1])
				}
				continue
			}
			all = append(all, p)
		}
		compare(t, file, all, func(offset int) string { return at[offset] }, classes)
	}
}

// TestEditors wants the lists of words in both grammars to be those of the language. With -update, functions are
// written into them.
func TestEditors(t *testing.T) {
	var functions []string
	for name := range builtinArity {
		functions = append(functions, name)
	}
	for _, o := range syntax.Ops() {
		if nameClass(o.Name) == cFunction && regexp.MustCompile(`^[a-zA-Z]`).MatchString(o.Name) {
			functions = append(functions, o.Name)
		}
	}
	functions = slices.DeleteFunc(functions, func(name string) bool { return nameClass(name) != cFunction })
	slices.Sort(functions)
	functions = append(slices.Compact(functions), "inl", "inr")
	if *updateEditors {
		writeFunctions(t, functions)
	}
	var words, names []string
	for word := range keywords {
		if word != "_" {
			words = append(words, word)
		}
	}
	for name := range constants {
		names = append(names, name)
	}

	raw, err := os.ReadFile(textMate)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		list  *regexp.Regexp
		want  []string
		extra []string
	}{
		"functions": {textMateFunctions, functions, nil},
		"constants": {regexp.MustCompile(`"\(\?:(true[^)]*)\)`), names, nil},
		"types":     {regexp.MustCompile(`"\(\?:(real[^)]*)\)`), typeNames, nil},
		"keywords":  {regexp.MustCompile(`"\(\?:((?:def|let)\|[^)]*)\)`), words, nil},
	} {
		var have []string
		for _, m := range c.list.FindAllStringSubmatch(string(raw), -1) {
			have = append(have, strings.Split(m[1], "|")...)
		}
		same(t, "chad.tmLanguage.json: "+what, have, c.want)
	}

	raw, err = os.ReadFile(vimFile)
	if err != nil {
		t.Fatal(err)
	}
	list := func(groups ...string) (out []string) {
		for _, g := range groups {
			line := regexp.MustCompile(`(?m)^syntax keyword ` + g + ` (.*?)(?: nextgroup=.*)?$`)
			for _, m := range line.FindAllStringSubmatch(string(raw), -1) {
				out = append(out, strings.Fields(m[1])...)
			}
		}
		return out
	}
	same(t, "chad.vim: functions", list("chadFunction"), functions)
	same(t, "chad.vim: constants", list("chadConstant"), names)
	same(t, "chad.vim: types", list("chadType"), typeNames)
	same(t, "chad.vim: keywords", list("chadDeclaration", "chadKeyword"), append(words, "collect"))
}

func same(t *testing.T, what string, have, want []string) {
	t.Helper()
	have, want = slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(want))
	want = slices.Compact(want)
	if !slices.Equal(have, want) {
		t.Errorf("%s: %s, want %s; go test ./text -run Editors -update writes functions", what, have, want)
	}
}

var (
	textMateFunctions = regexp.MustCompile(`"\(\?:inj\?\[1-9\]\|([^)]*)\)`)
	vimFunctions      = regexp.MustCompile(`(?m)(^syntax keyword chadFunction .*\n)+`)
)

// writeFunctions writes the names of functions into both grammars.
func writeFunctions(t *testing.T, names []string) {
	t.Helper()
	change := func(file string, change func(text string) string) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(change(string(raw))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	change(textMate, func(text string) string {
		for _, m := range textMateFunctions.FindAllStringSubmatch(text, -1) {
			text = strings.ReplaceAll(text, m[1], strings.Join(names, "|"))
		}
		return text
	})
	change(vimFile, func(text string) string {
		const begin, width = "syntax keyword chadFunction", 117
		var b strings.Builder
		at := width // a line begins
		for _, name := range names {
			if at += 1 + len(name); at > width {
				b.WriteString("\n" + begin)
				at = len(begin) + 1 + len(name)
			}
			b.WriteString(" " + name)
		}
		return vimFunctions.ReplaceAllLiteralString(text, b.String()[1:]+"\n")
	})
}
