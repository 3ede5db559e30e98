package server_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/explore/page"
	"github.com/mxgen/mxgen/results/explore/server"
)

// A request of somebody.
type request struct {
	method, path, body string
	host               string
	header             map[string]string
}

func do(t *testing.T, base string, r request) (status int, header http.Header, body string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), r.method, base+r.path, strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	if r.host != "" {
		q.Host = r.host
	}
	for name, value := range r.header {
		q.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(data)
}

var asJSON = map[string]string{"Content-Type": "application/json"}

// TestStrangers: who does not come from the page itself gets nothing.
func TestStrangers(t *testing.T) {
	s := serve(t, "centralized", models.Params{})
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if ip := net.ParseIP(at.Hostname()); !ip.IsLoopback() || len(at.Path) < 22 {
		t.Errorf("%s: not a loopback address with a token", s.URL)
	}
	root := "http://" + at.Host
	with := func(name, value string) map[string]string {
		return map[string]string{"Content-Type": "application/json", name: value}
	}
	for what, c := range map[string]struct {
		request
		base   string
		status int
	}{
		"no token":                {request{method: "GET", path: "/"}, root, 404},
		"another token":           {request{method: "GET", path: "/AAAAAAAAAAAAAAAAAAAAAAAAAA/"}, root, 404},
		"a part of the token":     {request{method: "GET", path: at.Path[:10] + "/"}, root, 404},
		"a name (DNS rebinding)":  {request{method: "GET", host: "evil.example:" + at.Port()}, s.URL, 421},
		"another port":            {request{method: "GET", host: "127.0.0.1:1"}, s.URL, 421},
		"no such file":            {request{method: "GET", path: "../../../etc/passwd"}, s.URL, 404},
		"the source of the page":  {request{method: "GET", path: "live.js"}, s.URL, 404},
		"PUT of a file":           {request{method: "PUT"}, s.URL, 405},
		"a command by GET":        {request{method: "GET", path: "do?page=new"}, s.URL, 405},
		"a form of another site":  {request{method: "POST", path: "do?page=new", body: "{}", header: map[string]string{"Content-Type": "text/plain"}}, s.URL, 415},
		"a script of another one": {request{method: "POST", path: "do?page=new", body: "{}", header: with("Origin", "http://evil.example")}, s.URL, 403},
		"as browsers mark it":     {request{method: "POST", path: "do?page=new", body: "{}", header: with("Sec-Fetch-Site", "cross-site")}, s.URL, 403},
		"a huge command":          {request{method: "POST", path: "do?page=new", body: strings.Repeat(" ", page.MaxCommand+1), header: asJSON}, s.URL, 413},
		"the page":                {request{method: "GET"}, s.URL, 200},
		"the page as localhost":   {request{method: "GET", host: "localhost:" + at.Port()}, s.URL, 200},
		"a command":               {request{method: "POST", path: "do?page=new", body: `{"do":"open"}`, header: with("Origin", root)}, s.URL, 200},
	} {
		status, header, body := do(t, c.base, c.request)
		if status != c.status {
			t.Errorf("%s: %d %.200s, want %d", what, status, body, c.status)
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: the policy is %q", what, policy)
		}
		if status != 200 && strings.Contains(body, "<") {
			t.Errorf("%s: the complaint has markup: %s", what, body)
		}
	}
}

// TestPages: each window has its own run; the oldest is forgotten, and says so.
func TestPages(t *testing.T) {
	s := serve(t, "centralized", models.Params{}) // keeps 3
	ask := func(page, command string) (reply struct {
		Page string
		Gone bool
		Link string
	}) {
		t.Helper()
		_, _, body := do(t, s.URL, request{method: "POST", path: "do?page=" + page, body: command, header: asJSON})
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return reply
	}
	var pages []string
	for range 3 {
		pages = append(pages, ask("new", `{"do":"open"}`).Page)
	}
	ask(pages[0], `{"do":"step","event":"request 2"}`)
	if link := ask(pages[1], `{"do":"step","event":"request 3"}`).Link; !strings.HasSuffix(link, "run=request.3") {
		t.Errorf("the second page has the run %s", link)
	}
	ask("new", `{"do":"open"}`)
	if !ask(pages[2], `{"do":"back"}`).Gone {
		t.Error("the page that was used last longest ago is still there")
	}
	if r := ask(pages[0], `{"do":"forward"}`); r.Gone || !strings.HasSuffix(r.Link, "run=request.2") {
		t.Errorf("the first page: %+v", r)
	}
	if !ask("99", `{"do":"back"}`).Gone {
		t.Error("a page that never was is there")
	}
}

// TestPort: a port in use is refused in one line.
func TestPort(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	_, err = server.Listen(nil, server.Options{Port: port})
	if want := "port " + strconv.Itoa(port) + ": cannot be listened on: address already in use; leave out --port, and a free one is taken"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// serve serves the page of a setup until the test ends.
func serve(t *testing.T, algorithm string, p models.Params) *server.Server {
	t.Helper()
	setup, err := explore.NewSetup(algorithm, p)
	if err != nil {
		t.Fatal(err)
	}
	limits := explore.Limits{Seed: 1}
	s, err := server.Listen(func() (*page.Page, error) {
		session, err := explore.Start{Setup: setup}.Open(limits)
		return page.New(session, limits), err
	}, server.Options{Pages: 3})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}
