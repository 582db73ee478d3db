package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// pkgInfo is a package with what was looked up in it.
type pkgInfo struct {
	*Package
	decls   map[string]*ast.FuncDecl // by funcName
	files   map[*ast.FuncDecl]*ast.File
	specs   map[string]*ast.TypeSpec // package-level types by name
	inits   map[types.Object]*types.Initializer
	lines   map[*ast.File]map[int]string // directives by the line that they end on
	uses    map[ast.Node]*usage
	derivs  map[string]*derivative // by funcKey
	effects map[instantiated]*effects
}

// pkg is the package of that path when its syntax is there, or nil. What stands on the shelf is known by its path, also
// inside the module that the library belongs to.
func (t *translator) pkg(path string) *pkgInfo {
	if p, ok := t.pkgs[path]; ok {
		return p
	}
	if shelves[path] != "" {
		return nil
	}
	return t.read(path)
}

// read is the package of that path, whatever stands on the shelf.
func (t *translator) read(path string) *pkgInfo {
	var found *Package
	if t.main.Lookup != nil {
		found = t.main.Lookup(path)
	}
	if found == nil {
		t.pkgs[path] = nil
		return nil
	}
	return t.adopt(found)
}

// adopt makes a package one of those that are found by their path.
func (t *translator) adopt(p *Package) *pkgInfo {
	info := t.index(p)
	t.pkgs[p.Types.Path()] = info
	return info
}

// index indexes a package by its declarations.
func (t *translator) index(p *Package) *pkgInfo {
	info := &pkgInfo{
		Package: p,
		decls:   map[string]*ast.FuncDecl{},
		files:   map[*ast.FuncDecl]*ast.File{},
		specs:   map[string]*ast.TypeSpec{},
		inits:   map[types.Object]*types.Initializer{},
		lines:   map[*ast.File]map[int]string{},
		uses:    map[ast.Node]*usage{},
		effects: map[instantiated]*effects{},
	}
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if fn, ok := p.Info.Defs[d.Name].(*types.Func); ok {
					info.decls[funcName(fn)] = d
					info.files[d] = file
				}
			case *ast.GenDecl:
				if d.Tok != token.TYPE {
					continue
				}
				for _, s := range d.Specs {
					spec := s.(*ast.TypeSpec)
					info.specs[spec.Name.Name] = spec
				}
			}
		}
	}
	for _, file := range p.Stubs {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && d.Type.TypeParams == nil {
				if fn, ok := p.Info.Defs[d.Name].(*types.Func); ok {
					info.decls[funcName(fn)], info.files[d] = d, file
				}
			}
		}
	}
	for _, init := range p.Info.InitOrder {
		for _, v := range init.Lhs {
			info.inits[v] = init
		}
	}
	return info
}

// decl is the declaration of a function of the package, or nil.
func (p *pkgInfo) decl(fn *types.Func) *ast.FuncDecl { return p.decls[funcName(fn)] }

// funcName is Name, or Type.Name for a method: unique in a package.
func funcName(fn *types.Func) string {
	if n := recvNamed(fn); n != nil {
		return n.Obj().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// recvNamed is the named type of the receiver of a method, or nil.
func recvNamed(fn *types.Func) *types.Named {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	return named(recv.Type())
}

// named is the named type that t is, or points to, or nil.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// directive is the //chad: directive on the line before a statement or at the end of its first line, without the
// prefix, or the empty string.
func (p *pkgInfo) directive(file *ast.File, n ast.Node) string {
	if file == nil {
		return ""
	}
	byLine := p.lines[file]
	if byLine == nil {
		byLine = map[int]string{}
		for _, g := range file.Comments {
			for _, c := range g.List {
				if text, ok := strings.CutPrefix(c.Text, "//chad:"); ok {
					byLine[p.Fset.Position(c.Pos()).Line] = strings.TrimSpace(text)
				}
			}
		}
		p.lines[file] = byLine
	}
	line := p.Fset.Position(n.Pos()).Line
	if d, ok := byLine[line]; ok {
		return d
	}
	return byLine[line-1]
}

// hasDirective reports whether one of the comment groups has the line //chad:name.
func hasDirective(name string, groups ...*ast.CommentGroup) bool {
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			text, ok := strings.CutPrefix(c.Text, "//chad:")
			if fields := strings.Fields(text); ok && len(fields) > 0 && fields[0] == name {
				return true
			}
		}
	}
	return false
}
