// Package server serves the page of package page on this machine, to this user.
//
//	s, err := server.Listen(start, server.Options{})
//	if err != nil {
//		return err
//	}
//	fmt.Println(s.URL) // http://127.0.0.1:41613/9Qm0.../
//	err = s.Serve(ctx) // until ctx is cancelled
//
// It listens on 127.0.0.1 alone.  Whoever does not know the token in the path gets nothing, and a
// request whose Host is another name (DNS rebinding) or that another site sends is refused.  The server
// writes no files: what is saved, the browser saves.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/explore/page"
)

// Options limit a server.
type Options struct {
	Port  int // 0: any that is free
	Pages int // kept at the same time, 0: 8; the one that was used last longest ago is forgotten
}

// Server is a server that listens.
type Server struct {
	URL string // of the page, with the token

	open     func() (*page.Page, error)
	options  Options
	listener net.Listener
	hosts    []string // that requests may name
	token    string
	files    map[string][]byte

	mu    sync.Mutex
	pages []*tab // the one that was used last is the last
	next  int
}

// tab is a page in a browser.
type tab struct {
	id   string
	mu   sync.Mutex
	page *page.Page
}

// Listen begins to listen.  open makes a page as it begins; each window of a browser has its own.  An
// error about the port is a *config.Error.
func Listen(open func() (*page.Page, error), o Options) (*Server, error) {
	if o.Pages == 0 {
		o.Pages = 8
	}
	files, err := page.Files(page.Live, "")
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.Port)))
	if err != nil {
		var inner *net.OpError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		reason := strings.TrimPrefix(err.Error(), "bind: ")
		return nil, &config.Error{Operand: fmt.Sprintf("port %d", o.Port), Reason: "cannot be listened on: " + reason, Remedy: "leave out --port, and a free one is taken"}
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	s := &Server{open: open, options: o, listener: l, token: rand.Text(), files: files,
		hosts: []string{net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("localhost", port)}}
	s.URL = "http://" + s.hosts[0] + "/" + s.token + "/"
	return s, nil
}

// Serve answers requests until ctx is cancelled.
func (s *Server) Serve(ctx context.Context) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		wait, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if h.Shutdown(wait) != nil {
			h.Close()
		}
	})
	err := h.Serve(s.listener)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

var types = map[string]string{"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", page.Policy(page.Live)+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	refuse := func(code int, why string) { http.Error(w, "mxgen explore: "+why, code) }
	if r.Host != s.hosts[0] && r.Host != s.hosts[1] {
		refuse(http.StatusMisdirectedRequest, "this server is "+s.hosts[0]+" only")
		return
	}
	token, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		refuse(http.StatusNotFound, "the address needs the token that mxgen explore has printed")
		return
	}
	if site := r.Header.Get("Sec-Fetch-Site"); name == "do" && site != "" && site != "same-origin" {
		refuse(http.StatusForbidden, "another site has sent this")
		return
	}
	if name == "do" {
		s.command(w, r, refuse)
		return
	}
	if name == "" {
		name = "index.html"
	}
	data, known := s.files[name]
	switch {
	case !known:
		refuse(http.StatusNotFound, "there is no such file")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		refuse(http.StatusMethodNotAllowed, "GET only")
	default:
		h.Set("Content-Type", types[name[strings.LastIndex(name, ".")+1:]])
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// command executes a command of a page.  A reply to a new page has its number; one to a page that was
// forgotten says so.
func (s *Server) command(w http.ResponseWriter, r *http.Request, refuse func(int, string)) {
	origin := r.Header.Get("Origin")
	switch {
	case r.Method != http.MethodPost:
		refuse(http.StatusMethodNotAllowed, "POST only")
		return
	case origin != "" && origin != "http://"+r.Host:
		refuse(http.StatusForbidden, "another site has sent this")
		return
	case r.Header.Get("Content-Type") != "application/json": // which no other site can send without being asked
		refuse(http.StatusUnsupportedMediaType, "commands are application/json")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, page.MaxCommand))
	if err != nil {
		refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("larger than %d bytes", page.MaxCommand))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	t, err := s.tab(r.URL.Query().Get("page"))
	if err != nil {
		text, _ := json.Marshal(map[string]string{"error": err.Error()})
		w.Write(text)
		return
	}
	if t == nil {
		io.WriteString(w, `{"gone":true}`)
		return
	}
	t.mu.Lock()
	reply := t.page.JSON(r.Context(), body)
	t.mu.Unlock()
	fmt.Fprintf(w, `{"page":%q,%s`, t.id, reply[1:])
}

// tab finds a page, or makes the page "new".  It returns nil if the page was forgotten.
func (s *Server) tab(id string) (*tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "new" {
		p, err := s.open()
		if err != nil {
			return nil, err
		}
		s.next++
		t := &tab{id: strconv.Itoa(s.next), page: p}
		if s.pages = append(s.pages, t); len(s.pages) > s.options.Pages {
			s.pages = s.pages[1:]
		}
		return t, nil
	}
	for k, t := range s.pages {
		if t.id == id {
			s.pages = append(append(s.pages[:k:k], s.pages[k+1:]...), t)
			return t, nil
		}
	}
	return nil, nil
}
