// Command fit fits a logistic model and a mixture of Gaussians to files in several gzipped shards, by Apache Beam, and
// on this machine alone beside it. README.md says more.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

func main() {
	var c config
	flag.StringVar(&c.data, "data", "",
		"folder with the shards, drawn if it has none; in the folder of -keep, or a temporary one, if empty")
	flag.StringVar(&c.exchange, "exchange", "",
		"folder that workers and this program see, such as gs://bucket/folder; a temporary one if empty")
	flag.StringVar(&c.keep, "keep", "", "folder for the states of the fits; nothing is kept if empty")
	flag.BoolVar(&c.resume, "resume", false, "go on from the states in -keep")
	flag.IntVar(&c.passes, "passes", 0, "stop each fit after so many passes over the data; 0 is no limit")
	flag.StringVar(&c.method, "method", "lbfgs", "lbfgs, newton (of the logistic model) or adam (on minibatches)")
	flag.StringVar(&c.plot, "plot", "loss.svg", "where the plot goes; none if empty")
	flag.IntVar(&c.rows, "rows", 20000, "rows to draw")
	flag.IntVar(&c.shards, "shards", 8, "shards to write them to")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of what is drawn")
	verbose := flag.Bool("beam_log", false, "show what Beam logs")
	flag.Parse()
	if !*verbose {
		beamlog.LogLevel = "error"
	}
	beam.Init() // on a worker it does not return
	c.out = os.Stdout
	c.run = func(ctx context.Context, p *beam.Pipeline) error {
		name := *runners.Runner
		if name == "" {
			name = "prism"
		}
		_, err := beam.Run(ctx, name, p)
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.fits(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}
