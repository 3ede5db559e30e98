package toolchain

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/process"
)

// Identity says exactly which programs the tools are: a line for each, with its version and the
// digest of its bytes.  Results of different programs must not be mixed up.  gcc starts other programs (cc1, as,
// ld), which are listed too.
//
// The digests are cached in c, so that a file that has not changed is not read again.
func (t Tools) Identity(ctx context.Context, c *cache.Cache) (string, error) {
	var text strings.Builder
	for _, tool := range []Tool{t.Spin, t.Gcc, t.Tcc} {
		if tool.Path == "" {
			continue
		}
		sum, err := digest(c, tool.Path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "%s %q %s\n", tool.Name, tool.Version, sum)
	}
	for _, name := range []string{"cc1", "as", "ld"} {
		path, err := t.program(ctx, name)
		if err != nil {
			return "", err
		}
		if path == "" {
			continue // a gcc that is another compiler has none
		}
		sum, err := digest(c, path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "%s %s\n", name, sum)
	}
	return text.String(), nil
}

// Executable is the digest of the program that is running, even if its file has been replaced since.
func Executable(c *cache.Cache) (string, error) { return digest(c, "/proc/self/exe") }

// Stamp is a text that changes when a tool's file changes, as far as the file system shows: by
// inode, size and times.  It is cheaper than Identity.
func (t Tools) Stamp() string {
	var text strings.Builder
	for _, tool := range []Tool{t.Spin, t.Gcc, t.Tcc} {
		if info, err := os.Stat(tool.Path); err == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok {
				fmt.Fprintln(&text, tool.Name, s.Dev, s.Ino, s.Size, s.Mtim.Nano(), s.Ctim.Nano())
			}
		}
	}
	return text.String()
}

// program is the file of a program that gcc starts; "": gcc does not say.
func (t Tools) program(ctx context.Context, name string) (string, error) {
	var out process.PrefixBuffer
	step, err := process.Run(ctx, process.Command{Path: t.Gcc.Path, Args: []string{"-print-prog-name=" + name}, Dir: "/", Stdout: &out, Stderr: io.Discard,
		Limits: process.Limits{Timeout: 10 * time.Second}})
	if err != nil {
		return "", err
	}
	path, found := strings.CutSuffix(out.String(), "\n")
	if !step.OK() || !found || !filepath.IsAbs(path) && path != name {
		return "", nil
	}
	if path == name { // gcc searches for it in PATH
		tool, err := lookPath(name)
		if err != nil {
			return "", nil
		}
		path = tool
	}
	return path, nil
}

// settled is how old a file's times must be to identify its bytes.  A file that was written a
// moment ago may be written again without a new time, within the clock's resolution.
const settled = 2 * time.Second

// DigestOf begins the titles of the entries for digests, which are about the files of one machine.
const DigestOf = "digest of "

// digest is the SHA-256 of a file, in hexadecimal.
func digest(c *cache.Cache, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var key cache.Key
	known := false // the file's times identify its bytes
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		key = cache.KeyOf("digest", path, fmt.Sprint(s.Dev, s.Ino, s.Size, s.Mtim.Nano(), s.Ctim.Nano()))
		known = time.Since(time.Unix(0, max(s.Mtim.Nano(), s.Ctim.Nano()))) > settled
	}
	if e, found := c.Get(key); known && found && len(e.Data) == hex.EncodedLen(sha256.Size) {
		return string(e.Data), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, bufio.NewReader(f)); err != nil {
		return "", err
	}
	sum := hex.EncodeToString(h.Sum(nil))
	if known {
		c.Put(cache.Entry{Key: key, About: DigestOf + strings.Join(strings.Fields(path), " "), Data: []byte(sum)})
	}
	return sum, nil
}
