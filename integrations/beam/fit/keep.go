package fit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-4b734f86/gochad/integrations/beam/stepwise"
)

// keptFormat is the first line of a kept state.
const keptFormat = "state of a fit, chad integrations/beam, format 1\n"

// kept is the state of a fit between two passes: JSON, so that a person can look at it, with the numbers as bits.
type kept struct {
	Function string // hash of the sum of no examples at the start: function, version, shape and point
	Product  string `json:",omitempty"` // the same of the product
	Data     string // hash of the names and sizes of the parts
	Parts    int
	Method   string
	Passes   int
	Rounds   int
	Value    float64 // for people
	Losses   []byte
	State    []byte // of the method

	losses []float64
}

// fresh is what is kept of a fit that has not begun.
func (j Job) fresh(m stepwise.Method, parts []Part) (*kept, error) {
	k := &kept{Method: m.Name(), Parts: len(parts)}
	x := m.Point()
	var err error
	if k.Function, err = hash(j.Gradient.empty(x)); err != nil {
		return nil, err
	}
	if j.Product.combine != nil {
		if k.Product, err = hash(j.Product.empty(append(append([]float64(nil), x...), x...))); err != nil {
			return nil, err
		}
	}
	var list bytes.Buffer
	for _, p := range parts {
		fmt.Fprintf(&list, "%d %q\n", p.Size, p.Name)
	}
	k.Data, err = hash(list.Bytes(), nil)
	return k, err
}

func hash(b []byte, err error) (string, error) {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// write writes the state whole or not at all: a new file takes the place of the old one.
func (k *kept) write(path string, m stepwise.Method) (err error) {
	if path == "" {
		return nil
	}
	if k.State, err = m.MarshalBinary(); err != nil {
		return err
	}
	k.Rounds, k.Losses = m.Rounds(), bits(k.losses)
	k.Value, _ = m.Value()
	text, err := json.MarshalIndent(k, "", "\t")
	if err != nil {
		return err
	}
	sum, _ := hash(text, nil)
	f, err := os.CreateTemp(filepath.Dir(path), ".fit-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = fmt.Fprintf(f, "%s%s\n%s\n", keptFormat, sum, text)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync() // else a machine that dies may leave an empty file under the new name
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// read takes the state of a fit, if it is the state of this one.
func (k *kept) read(data []byte, m stepwise.Method) error {
	rest, ok := bytes.CutPrefix(data, []byte(keptFormat))
	sum, text, _ := bytes.Cut(rest, []byte("\n"))
	text, whole := bytes.CutSuffix(text, []byte("\n"))
	if !ok || !whole {
		return errors.New("this is no state of a fit, or one of another version, or it ends in its middle")
	}
	if got, _ := hash(text, nil); got != string(sum) {
		return errors.New("the state is spoilt: its sum does not fit; remove it, or take an older one")
	}
	var was kept
	if err := json.Unmarshal(text, &was); err != nil {
		return err
	}
	const refused = "the state is refused: it is of "
	switch {
	case was.Method != k.Method:
		return fmt.Errorf(refused+"the method %s, not %s", was.Method, k.Method)
	case was.Function != k.Function:
		return errors.New(refused + "another function, version of its code, number of parameters, or start")
	case was.Product != k.Product:
		return errors.New(refused + "another function for products of the Hessian")
	case was.Data != k.Data:
		return fmt.Errorf(refused+"other data: %d shards then, %d now, or others by name or size", was.Parts, k.Parts)
	}
	if err := m.UnmarshalBinary(was.State); err != nil {
		return err
	}
	*k = was
	k.losses = fromBits(was.Losses)
	return nil
}

func (k *kept) result(m stepwise.Method) Result {
	r := Result{Point: m.Point(), Rounds: m.Rounds(), Passes: k.Passes, Done: m.Done(), Why: m.Why(), Losses: k.losses}
	r.Value, r.Slope = m.Value()
	if !r.Done {
		r.Why = "this run has ended before the fit"
	}
	return r
}
