// The command builds the page of examples/web as static files, and serves it with -serve:
//
//	go run ./examples/web/build [-o DIR] [-serve ADDRESS] [-sizes GUIDE]
//
// docs/playground.md is the guide.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/seed-4b734f86/gochad/examples/web/site"
)

func main() {
	dir := flag.String("o", filepath.Join("examples", "web", "dist"), "the folder to write into")
	address := flag.String("serve", "", "serve the page at this address of this machine, such as :8080; 127.0.0.1 if no host is named")
	guide := flag.String("sizes", "", "note in this guide what the page weighs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *dir, *address, *guide)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, address, guide string) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %s", flag.Arg(0))
	}
	w, err := site.Build(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Printf("%s: the compiler has %d bytes, %d compressed; the explorer %d, %d compressed; the modules %d and %d; all else %d\n",
		dir, w.Compiler.Raw, w.Compiler.Packed, w.Explorer.Raw, w.Explorer.Packed, w.Linkage.Raw, w.Billiards.Raw, w.Page)
	if guide != "" {
		text, err := os.ReadFile(guide)
		if err != nil {
			return err
		}
		noted, err := w.Noted(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", guide, err)
		}
		if err := os.WriteFile(guide, []byte(noted), 0o666); err != nil {
			return err
		}
	}
	if address == "" {
		return nil
	}
	return serve(ctx, dir, address)
}

// serve serves the folder until the context ends.
func serve(ctx context.Context, dir, address string) error {
	l, err := site.Listen(address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: site.Handler(os.DirFS(dir)), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return err
	}
	fmt.Printf("http://localhost:%s/\n", port)
	go func() {
		<-ctx.Done()
		server.Close() //nolint:errcheck // the program ends
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
