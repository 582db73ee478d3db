package doccheck

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"regexp"
	"strings"
)

// A Block is text that is read in one go: a paragraph, an item of a list, or a cell of a table.
type Block struct {
	Place string // file:line
	Text  string // code in it is the word CODE
}

// Sentences are the sentences of a block. A sentence ends at a full stop, a question mark or an exclamation mark, and
// at a colon, after which readers start afresh.
func (b Block) Sentences() []string {
	var out []string
	from := 0
	for _, m := range sentenceEnd.FindAllStringSubmatchIndex(b.Text, -1) {
		if b.Text[m[4]:m[5]] == "." && abbreviation.MatchString(b.Text[m[2]:m[3]]) {
			continue
		}
		out = append(out, strings.TrimSpace(b.Text[from:m[5]]))
		from = m[5]
	}
	if rest := strings.TrimSpace(b.Text[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// Words counts the words of a sentence. Formulas have signs and letters, which are none.
func Words(sentence string) int {
	n := 0
	for _, f := range strings.Fields(sentence) {
		if word.MatchString(f) {
			n++
		}
	}
	return n
}

var (
	sentenceEnd  = regexp.MustCompile(`(\S*?)([.!?:])[)"”]*\s`)
	abbreviation = regexp.MustCompile(`^\(?([Ff]igs?|[Cc]or|[Tt]hm|[Ss]ec|[Ll]em|[Dd]ef|[Ee]q|vs|cf|e\.g|i\.e|[A-Z])$`)
	word         = regexp.MustCompile(`\pL\pL|^[aAI]$`)
)

// Markdown are the blocks of a page. What is fenced or indented as code, in comments, or a heading is left out.
func Markdown(path, page string) []Block {
	var out []Block
	var text strings.Builder
	first := 0
	flush := func() {
		if s := plain(text.String()); s != "" {
			out = append(out, Block{fmt.Sprintf("%s:%d", path, first), s})
		}
		text.Reset()
	}
	number, fenced, hidden := 0, false, false
	for line := range strings.Lines(page) {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			flush()
			fenced = !fenced
			continue
		case fenced:
			continue
		case hidden || strings.HasPrefix(trimmed, "<!--"):
			flush()
			hidden = !strings.Contains(trimmed, "-->")
			continue
		case trimmed == "", heading.MatchString(trimmed), text.Len() == 0 && strings.HasPrefix(line, "    "):
			flush()
			continue
		case strings.HasPrefix(trimmed, "|"):
			flush()
			for _, cell := range cellBorder.Split(trimmed, -1) {
				for _, part := range strings.Split(cell, "; ") { // a cell has no other way to be a list
					first = number
					text.WriteString(part)
					flush()
				}
			}
			continue
		case item.MatchString(trimmed):
			flush()
			trimmed = item.ReplaceAllString(trimmed, "")
		}
		if text.Len() == 0 {
			first = number
		}
		text.WriteString(trimmed + "\n")
	}
	flush()
	return out
}

var (
	heading    = regexp.MustCompile(`^(#+ |---|===)`)
	item       = regexp.MustCompile(`^([-*>]|\d+\.) +`)
	cellBorder = regexp.MustCompile(`(?:^|[^\\])\|`)
	inline     = regexp.MustCompile("``.*?``|`[^`]*`")
	names      = regexp.MustCompile(`(CODE|\[[^\] ]*\]\([^)]*\))(,\s+(CODE|\[[^\] ]*\]\([^)]*\)))+`) // a list of names
	link       = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	bare       = regexp.MustCompile(`<?https?://[^\s>]*>?`)
)

// plain takes code, targets of links and marks of emphasis out of a text.
func plain(s string) string {
	s = inline.ReplaceAllString(s, "CODE")
	s = names.ReplaceAllString(s, "CODE")
	s = link.ReplaceAllString(s, "$1")
	s = bare.ReplaceAllString(s, "CODE")
	return strings.TrimSpace(strings.NewReplacer("*", "", "_", "", "|", "").Replace(s))
}

// Comments are the blocks of the comments of packages and of what they export. Generated files are left out.
func (s *Source) Comments() []Block {
	var out []Block
	for _, path := range s.Files() {
		f := s.files[path]
		if ast.IsGenerated(f) {
			continue
		}
		for _, doc := range exportedComments(f) {
			out = append(out, commentBlocks(fmt.Sprintf("%s:%d", path, s.fset.Position(doc.Pos()).Line), doc)...)
		}
	}
	return out
}

// exportedComments are the comments of a file that go doc shows.
func exportedComments(f *ast.File) []*ast.CommentGroup {
	var out []*ast.CommentGroup
	add := func(docs ...*ast.CommentGroup) {
		for _, d := range docs {
			if d != nil {
				out = append(out, d)
			}
		}
	}
	add(f.Doc)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && exportedReceiver(d) {
				add(d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						add(d.Doc, spec.Doc, spec.Comment)
						add(fieldComments(spec.Type)...)
					}
				case *ast.ValueSpec:
					if spec.Names[0].IsExported() {
						add(spec.Doc, spec.Comment)
						if !d.Lparen.IsValid() {
							add(d.Doc)
						}
					}
				}
			}
		}
	}
	return out
}

// fieldComments are the comments of exported fields and methods of a type.
func fieldComments(t ast.Expr) []*ast.CommentGroup {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return nil
	}
	var out []*ast.CommentGroup
	for _, f := range list.List {
		if len(f.Names) > 0 && f.Names[0].IsExported() {
			out = append(out, f.Doc, f.Comment)
		}
	}
	return out
}

// commentBlocks are the paragraphs and items of a comment, without its code.
func commentBlocks(place string, doc *ast.CommentGroup) []Block {
	var out []Block
	var walk func(blocks []comment.Block)
	walk = func(blocks []comment.Block) {
		for _, b := range blocks {
			switch b := b.(type) {
			case *comment.Paragraph:
				out = append(out, Block{place, plain(commentText(b.Text))})
			case *comment.List:
				for _, i := range b.Items {
					walk(i.Content)
				}
			}
		}
	}
	var p comment.Parser
	walk(p.Parse(doc.Text()).Content)
	return out
}

func commentText(parts []comment.Text) string {
	var b strings.Builder
	for _, t := range parts {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(commentText(t.Text))
		case *comment.DocLink:
			b.WriteString(commentText(t.Text))
		}
	}
	return b.String()
}
