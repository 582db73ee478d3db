package site

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// policy is what the page may do, as directives of its content security policy. Workers take the policy of their own
// response, so that servers should send it with every file; the document has it as an element too.
var policy = []string{ //nolint:gochecknoglobals // a constant
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
}

// metaPolicy is the policy for the element of the document.
func metaPolicy() string { return strings.Join(policy, "; ") }

// Headers are the headers that a server should send with every file of the page.
func Headers() http.Header {
	h := http.Header{}
	h.Set("Content-Security-Policy", metaPolicy()+"; frame-ancestors 'none'") // which elements cannot say
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	return h
}

// Handler serves the files of a page to browsers on this machine: it answers GET and HEAD only, for hosts that are
// loopback (a name that somebody else points at this machine is refused), and for pages of its own origin.
func Handler(files fs.FS) http.Handler {
	server := http.FileServerFS(files)
	headers := Headers()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !loopback(r.Host):
			http.Error(w, "this server is for the machine that it runs on", http.StatusMisdirectedRequest)
			return
		case r.Header.Get("Origin") != "" && !sameOrigin(r):
			http.Error(w, "this server is for its own page", http.StatusForbidden)
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page only reads", http.StatusMethodNotAllowed)
			return
		}
		for name, values := range headers {
			w.Header()[name] = values
		}
		w.Header().Set("Cache-Control", "no-cache")
		if strings.HasSuffix(r.URL.Path, ".gz") { // the page unpacks it
			w.Header().Set("Content-Type", "application/gzip")
		}
		server.ServeHTTP(w, r)
	})
}

// loopback reports whether a Host names this machine: localhost, or an address that does not leave it.
func loopback(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

// sameOrigin reports whether a request comes from a page of the server.
func sameOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Scheme == "http" && strings.EqualFold(u.Host, r.Host)
}

// Listen listens at an address of this machine; without a host it is 127.0.0.1.
// The error is that of the network, or says that the address can be reached from elsewhere.
func Listen(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if !loopback(net.JoinHostPort(host, port)) {
		return nil, fmt.Errorf("%s is not an address of this machine alone; take localhost, and a web server for others", address)
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}
