package load

import (
	"fmt"
	"go/token"
	"go/types"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// WorkspaceNames are the names of the type of workspaces for a function and of the function that makes one:
// FWorkspace and NewFWorkspace for F, fWorkspace and newFWorkspace for f, and for a method M of a type T those for TM.
func WorkspaceNames(f *types.Func) (typ, constructor string) {
	base := f.Name()
	if recv := receiver(f); recv != nil {
		base = methodName(recv.Obj().Name(), base)
	}
	typ = base + "Workspace"
	if token.IsExported(base) {
		return typ, "New" + typ
	}
	return typ, "new" + title(typ)
}

// methodName is TM for a method M of a type T; it is exported where both are.
func methodName(recv, method string) string {
	name := recv + title(method)
	if !token.IsExported(recv) || !token.IsExported(method) {
		return lower(name)
	}
	return name
}

// receiver is the named type that a function is a method of; nil for functions that are none.
func receiver(f *types.Func) *types.Named {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// names reports names of generated functions that are taken, by the user's code or by another directive.
func (p *Package) names() (ds diag.List) {
	w := p.World
	type key struct {
		recv *types.TypeName
		name string
	}
	first, spaces, workspaces := map[key]*Directive{}, map[*types.Func]bool{}, map[string]*Directive{}
	for _, d := range p.directives() {
		if !d.Generates() && d.Verb != Sum || d.Object == nil {
			continue
		}
		k := key{name: d.Name}
		if recv := methodOf(d.Object); recv != nil && d.Verb != Sum { // which gives a type
			k.recv = recv.Obj()
		}
		hint := fmt.Sprintf("give it another name: //chad:%s name=…", d.Verb)
		kind := "function"
		if d.Verb == Sum {
			kind = "type"
		}
		if other := first[k]; other != nil {
			ds = append(ds, w.also(w.Diagnose(d.Pos, d.End, CodeDirective,
				fmt.Sprintf("a second %s %s; the first is asked for at %s", kind, d.Name, w.Position(other.Pos)), hint),
				other.Pos, "asked for here"))
			continue
		}
		first[k] = d
		if obj := p.taken(d); obj != nil {
			ds = append(ds, w.also(w.Diagnose(d.Pos, d.End, CodeDirective,
				fmt.Sprintf("the name %s is taken: it is declared at %s", d.Name, w.Position(obj.Pos())), hint),
				obj.Pos(), "declared here"))
		}
		if spaces[d.Object] || d.Verb == Sum {
			continue
		}
		spaces[d.Object] = true
		typ, _ := WorkspaceNames(d.Object)
		if other := workspaces[typ]; other != nil {
			ds = append(ds, w.also(w.Diagnose(d.Pos, d.End, CodeDirective,
				fmt.Sprintf("a second %s; the first, for %s, is asked for at %s", typ, other.Object.Name(),
					w.Position(other.Pos)),
				"rename one of the two functions"), other.Pos, "asked for here"))
			continue
		}
		workspaces[typ] = d
	}
	return ds
}

// taken finds what has the name that a directive's function gets.
func (p *Package) taken(d *Directive) types.Object {
	if recv := methodOf(d.Object); recv != nil && d.Verb != Sum {
		obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(recv), true, p.Types, d.Name)
		if len(index) == 1 { // promoted ones are hidden
			return obj
		}
		return nil
	}
	return p.declared(d.Name)
}

// declared finds what the user declares by a name at the level of the package, or imports by it in some file.
func (p *Package) declared(name string) types.Object {
	if obj := p.Types.Scope().Lookup(name); obj != nil {
		return obj
	}
	for _, f := range p.Syntax { // a file's imports and the package's names must differ
		if scope := p.TypesInfo.Scopes[f]; scope != nil {
			if obj := scope.Lookup(name); obj != nil {
				return obj
			}
		}
	}
	return nil
}
