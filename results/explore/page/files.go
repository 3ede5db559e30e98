package page

import (
	"bytes"
	"embed"
	"html/template"

	showpage "github.com/mxgen/mxgen/results/show/page"
	"github.com/mxgen/mxgen/results/show/scene"
)

//go:embed static
var static embed.FS

// Transport is how a page sends its commands.
type Transport string

// The transports.
const (
	Live Transport = "live.js" // to a server
	Wasm Transport = "wasm.js" // to WebAssembly in the browser
)

// Policy is the content security policy of a page: it loads nothing but its own files.
func Policy(t Transport) string {
	policy := "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; script-src 'self'"
	if t == Wasm {
		policy += " 'wasm-unsafe-eval'; worker-src 'self'"
	}
	return policy
}

// Files returns the files of a page by name, without the program.  The page begins with a link; a server
// knows it, and leaves it empty.
func Files(t Transport, link string) (map[string][]byte, error) {
	files := map[string][]byte{"scene.css": []byte(scene.CSS())}
	from := map[string]string{"page.css": "page.css", "page.js": "page.js", "transport.js": string(t)}
	data := struct{ Link, Policy string }{Link: link}
	if t == Wasm {
		from["worker.js"] = "worker.js"
		data.Policy = Policy(t) // a plain file server has no header for it
	}
	for name, source := range from {
		text, err := static.ReadFile("static/" + source)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	files["page.js"] = append([]byte(showpage.Causes()), files["page.js"]...)
	shell, err := template.ParseFS(static, "static/page.html")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := shell.Execute(&b, data); err != nil {
		return nil, err
	}
	files["index.html"] = b.Bytes()
	return files, nil
}
