package fits

import "embed"

//go:embed models/line/line.chad models/plane/plane.chad models/logistic/logistic.chad
var modelFiles embed.FS

// Source is the text of a model.
type Source struct {
	Name string // line, plane or logistic
	Path string // relative to this package
	Text []byte
}

// Sources returns the models as .chad source, in the order in which [Run] fits them. Each defines
// `loss`, the function to minimise over its first parameter, and the definitions that bring the
// minimiser back to the units of the data.
// An error means damaged embedded files.
func Sources() ([]Source, error) {
	var sources []Source
	for _, name := range []string{"line", "plane", "logistic"} {
		path := "models/" + name + "/" + name + ".chad"
		text, err := modelFiles.ReadFile(path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{Name: name, Path: path, Text: text})
	}
	return sources, nil
}
