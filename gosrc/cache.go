package gosrc

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/atomicfile"
	"github.com/seed-4b734f86/gochad/internal/owndir"
)

// A Cache keeps generated files under a hash of all that they depend on: the text of the packages they are made from,
// the versions of those from elsewhere, the settings, and chad itself. It is what makes a second run quick; whatever is
// wrong with it costs time only. It trusts who can write there: a folder that belongs to another user, or that others
// may write to, is not looked into, since its entries become code that is run. Generated files hold no hashes, so that
// a change which changes nothing shows nowhere.
type Cache struct {
	dir  string
	self func() (string, error)
}

// CacheVariable names the environment variable with the folder of the cache, or off.
const CacheVariable = "CHADCACHE"

// UserCache is the cache of the user: in the folder that the environment variable CHADCACHE names, or in the folder for
// such files that the system has. It is nil if there is none, or the variable is off.
func UserCache() *Cache {
	dir := os.Getenv(CacheVariable)
	switch dir {
	case "off":
		return nil
	case "":
		base, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(base, "chad")
	}
	return NewCache(dir)
}

// NewCache is a cache in a folder, which is made when there is something to keep.
func NewCache(dir string) *Cache { return &Cache{dir: dir, self: sync.OnceValues(self)} }

// self is a hash of the running program.
func self() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// key is the name of the entry for a package; empty if nothing is to be kept.
func (pl *plan) key(p *load.Package) string {
	if pl.opt.Cache == nil {
		return ""
	}
	self, err := pl.opt.Cache.self()
	if err != nil {
		return ""
	}
	inputs, err := p.Fingerprint()
	if err != nil {
		return ""
	}
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s\n%s\n%+v\n", self, inputs, pl.opt.Emit)
	return hex.EncodeToString(h.Sum(nil))
}

// file is where an entry is.
func (c *Cache) file(key string) string { return filepath.Join(c.dir, "go", key[:2], key[2:]+".json") }

// An entry is what was made of a package, and a hash of it: a file that was cut short is no entry.
type entry struct {
	Output
	Sum string
}

func (e *entry) sum() string {
	text, err := json.Marshal(e.Output) // in order of the names
	if err != nil {
		return ""
	}
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// get finds the files under a key; nil if there are none.
func (c *Cache) get(key string) *Output {
	if owndir.Check(c.dir, 0o022) != nil {
		return nil
	}
	name := c.file(key)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	var e entry
	if json.NewDecoder(bytes.NewReader(text)).Decode(&e) != nil || e.Sum != e.sum() {
		return nil
	}
	now := time.Now()
	if info, err := os.Stat(name); err == nil && now.Sub(info.ModTime()) > day {
		_ = os.Chtimes(name, now, now) // it is in use: trim keeps it
	}
	return &e.Output
}

// put keeps the files under a key.
func (c *Cache) put(key string, out *Output) {
	e := entry{Output: *out}
	e.Sum = e.sum()
	text, err := json.Marshal(e)
	if err != nil {
		return
	}
	name := c.file(key)
	if os.MkdirAll(filepath.Dir(name), 0o700) != nil || owndir.Check(c.dir, 0o022) != nil {
		return
	}
	if atomicfile.Write(name, text, 0o644) == nil {
		c.trim()
	}
}

const (
	day  = 24 * time.Hour
	keep = 30 * day
)

// trim removes entries that were not used for a month, at most once a day.
func (c *Cache) trim() {
	now := time.Now()
	mark := filepath.Join(c.dir, "go", "trimmed")
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < day {
		return
	}
	if os.WriteFile(mark, nil, 0o644) != nil {
		return
	}
	_ = os.Chtimes(mark, now, now)
	names, err := filepath.Glob(filepath.Join(c.dir, "go", "??", "*.json"))
	if err != nil {
		return
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && now.Sub(info.ModTime()) > keep {
			_ = os.Remove(name)
		}
	}
}
