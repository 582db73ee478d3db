package fits

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
)

//go:embed data/*.csv
var dataFiles embed.FS

// Dataset is one response with one or more predictors.
type Dataset struct {
	Name       string
	Predictors []string    // names of the columns of X
	Response   string      // name of Y
	X          [][]float64 // one row per observation, one column per predictor
	Y          []float64
}

// Column returns a copy of predictor j over all observations.
func (d Dataset) Column(j int) []float64 {
	c := make([]float64, len(d.X))
	for i, row := range d.X {
		c[i] = row[j]
	}
	return c
}

// Certified is what NIST certifies for a least-squares problem, to 15 significant digits.
type Certified struct {
	Coefficients []float64 // intercept first
	StdDev       []float64 // standard deviation of each coefficient
	ResidualSD   float64
	RSquared     float64
}

// Anscombe returns the four data sets of Anscombe's quartet, in order.
// An error means damaged embedded data.
func Anscombe() ([]Dataset, error) {
	rows, err := readCSV("data/anscombe.csv", []string{"set", "x", "y"})
	if err != nil {
		return nil, err
	}
	var sets []Dataset
	for _, r := range rows {
		if len(sets) == 0 || sets[len(sets)-1].Name != r.label {
			sets = append(sets, Dataset{Name: r.label, Predictors: []string{"x"}, Response: "y"})
		}
		s := &sets[len(sets)-1]
		s.X = append(s.X, r.values[:1])
		s.Y = append(s.Y, r.values[1])
	}
	return sets, nil
}

// Longley returns Longley's data: total employment in the United States from 1947 to 1962 and six
// economic series.
// An error means damaged embedded data.
func Longley() (Dataset, error) {
	d := Dataset{
		Name:       "Longley",
		Predictors: []string{"deflator", "gnp", "unemployed", "armed", "population", "year"},
		Response:   "employed",
	}
	rows, err := readCSV("data/longley.csv", append([]string{d.Response}, d.Predictors...))
	if err != nil {
		return Dataset{}, err
	}
	for _, r := range rows {
		y, err := strconv.ParseFloat(r.label, 64)
		if err != nil {
			return Dataset{}, fmt.Errorf("data/longley.csv: employed: %w", err)
		}
		d.Y = append(d.Y, y)
		d.X = append(d.X, r.values)
	}
	return d, nil
}

// LongleyCertified returns NIST's certified values for the regression of employment on the six
// series with an intercept.
// An error means damaged embedded data.
func LongleyCertified() (Certified, error) {
	const name = "data/longley_certified.csv"
	rows, err := readCSV(name, []string{"parameter", "estimate", "stddev"})
	if err != nil {
		return Certified{}, err
	}
	var c Certified
	for _, r := range rows {
		switch r.label {
		case "residual_sd":
			c.ResidualSD = r.values[0]
		case "r_squared":
			c.RSquared = r.values[0]
		default:
			c.Coefficients = append(c.Coefficients, r.values[0])
			c.StdDev = append(c.StdDev, r.values[1])
		}
	}
	return c, nil
}

// Challenger returns the 23 shuttle flights before the accident whose boosters were recovered:
// the temperature of the joints at launch in degrees Fahrenheit, and 1 if any O-ring showed
// thermal distress, else 0.
// An error means damaged embedded data.
func Challenger() (Dataset, error) {
	d := Dataset{Name: "Challenger", Predictors: []string{"temperature"}, Response: "incident"}
	rows, err := readCSV("data/challenger.csv", []string{"flight", "temperature", "incident"})
	if err != nil {
		return Dataset{}, err
	}
	for _, r := range rows {
		d.X = append(d.X, r.values[:1])
		d.Y = append(d.Y, r.values[1])
	}
	return d, nil
}

// record is a line of a CSV file: a label and numbers. An empty cell reads as 0.
type record struct {
	label  string
	values []float64
}

// readCSV reads an embedded file whose first line must equal header.
func readCSV(name string, header []string) ([]record, error) {
	b, err := dataFiles.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parseCSV(name, b, header)
}

func parseCSV(name string, text []byte, header []string) ([]record, error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = len(header)
	lines, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("%s: no data", name)
	}
	for j, want := range header {
		if lines[0][j] != want {
			return nil, fmt.Errorf("%s: column %d is %q, want %q", name, j+1, lines[0][j], want)
		}
	}
	records := make([]record, 0, len(lines)-1)
	for i, line := range lines[1:] {
		rec := record{label: line[0], values: make([]float64, len(line)-1)}
		for j, cell := range line[1:] {
			if cell == "" {
				continue
			}
			if rec.values[j], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("%s:%d: %s: %w", name, i+2, header[j+1], err)
			}
		}
		records = append(records, rec)
	}
	return records, nil
}
