package judge

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"reflect"
	"time"
)

// Variable is the environment variable that names the file with a [Task], as JSON.
const Variable = "CHAD_CHECK_TASK"

// A Task is what a program of [Main] is to do.
type Task struct {
	Settings
	// Cases are those to judge, in order.
	Cases []string
	// Out is the file for what comes out: a line of JSON for each case that is begun, and one for each that has ended.
	Out string
}

// A Line is one of the file.
type Line struct {
	Begun string   `json:",omitempty"`
	Ended *Verdict `json:",omitempty"`
}

// Main does what the task says that [Variable] names, and nothing where there is none. The error is about files.
func Main(cases []Case) error {
	name := os.Getenv(Variable)
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var t Task
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	out, err := os.OpenFile(t.Out, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	go orphan(os.Getppid())
	enc := json.NewEncoder(out)
	for _, name := range t.Cases {
		for i := range cases {
			if cases[i].Name != name {
				continue
			}
			if err := enc.Encode(Line{Begun: name}); err != nil {
				return err
			}
			v := Judge(cases, &cases[i], &t.Settings)
			if err := enc.Encode(Line{Ended: &v}); err != nil {
				return err
			}
		}
	}
	return nil
}

// orphan ends the program when the one that has started it is no more.
func orphan(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(1)
}

// Judge judges a case. The others are those that it may be called by.
func Judge(cases []Case, c *Case, s *Settings) Verdict {
	if c.Record != "" {
		record(cases, c, s)
	}
	j := newJudgement(c, s)
	j.points(func(p *point) bool {
		wrong, rough, err := j.compare(p)
		if err != nil {
			j.v.Useless++
			j.v.Why = err.Error()
			return true
		}
		if wrong != "" {
			j.v.Wrong, j.v.At = wrong, j.showAll(p.args)
			return false
		}
		j.v.Points++
		if rough {
			j.v.Rough++
		}
		return j.v.Points < s.Points || j.listed()
	})
	if j.v.Points == j.v.Rough && j.lost != "" { // never a number
		j.v.Wrong, j.v.At, j.v.By = j.lost, j.lostAt, j.lostBy
	}
	return *j.v
}

func newJudgement(c *Case, s *Settings) *judgement {
	w := &world{constant: map[string]bool{}, known: map[reflect.Type]bool{}}
	for _, x := range c.Held {
		w.held = append(w.held, reflect.TypeOf(x))
	}
	for _, name := range s.Constant {
		w.constant[name] = true
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.Name))
	own := *c
	if f := reflect.TypeOf(c.F); len(own.By) == 0 {
		for i := range f.NumIn() {
			if w.holds(f.In(i)) {
				own.By = append(own.By, Part{Param: i})
			}
		}
	}
	return &judgement{
		world: w, c: &own, s: s, f: reflect.ValueOf(c.F), rng: randv2.New(randv2.NewPCG(s.Seed, h.Sum64())),
		ends: time.Now().Add(time.Duration(s.Seconds * float64(time.Second))), v: &Verdict{Name: c.Name},
	}
}

const mostSeen = 40 // calls that are recorded, of one function

var (
	seen      = map[string][][]reflect.Value{}
	recording string
)

// Saw records the arguments of a call of a function. Functions that are instrumented call it.
func Saw(name string, args ...any) {
	if name != recording || len(seen[name]) >= mostSeen {
		return
	}
	vs := make([]reflect.Value, len(args))
	for i, a := range args {
		if a == nil { // of an interface type
			return
		}
		vs[i] = clone(reflect.ValueOf(a))
	}
	for _, before := range seen[name] {
		if sameArgs(before, vs) {
			return
		}
	}
	seen[name] = append(seen[name], vs)
}

func sameArgs(a, b []reflect.Value) bool {
	for i := range a {
		if !reflect.DeepEqual(a[i].Interface(), b[i].Interface()) {
			return false
		}
	}
	return true
}

// record has the callers of a function run, at points of theirs, to see what arguments it gets.
func record(cases []Case, c *Case, s *Settings) {
	for _, from := range c.From {
		for i := range cases {
			if cases[i].Name != from {
				continue
			}
			few := *s
			few.Points, few.Seconds = 4, s.Seconds/4
			recording = c.Record
			n := 0
			newJudgement(&cases[i], &few).points(func(*point) bool { n++; return n < few.Points })
			recording = ""
		}
	}
}

// source is what functions of a user's that give arguments get.
func source(t reflect.Type, rng *randv2.Rand) (reflect.Value, error) {
	switch t {
	case reflect.TypeFor[*randv2.Rand]():
		return reflect.ValueOf(rng), nil
	case reflect.TypeFor[*rand.Rand]():
		return reflect.ValueOf(rand.New(rand.NewSource(rng.Int64()))), nil
	}
	return reflect.Value{}, fmt.Errorf("the function that gives arguments takes a %v, want a *rand.Rand", t)
}

// decode reads arguments from JSON: a list of them.
func decode(t reflect.Type, text []byte) ([]reflect.Value, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	if len(list) != t.NumIn() {
		return nil, fmt.Errorf("%d arguments are given, want %d", len(list), t.NumIn())
	}
	args := make([]reflect.Value, len(list))
	for i, text := range list {
		p := reflect.New(t.In(i))
		if err := json.Unmarshal(text, p.Interface()); err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		args[i] = p.Elem()
	}
	return args, nil
}
