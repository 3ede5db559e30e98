package changes

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/runner/process"
)

// Limits on what of a commit is read.  Larger files count as missing.
const (
	maxFile  = 4 << 20
	maxBytes = 1 << 30
	maxFiles = 100_000
)

// checkout is the files of a commit in a temporary directory.
type checkout struct {
	root string // of the repository, absolute, without symbolic links
	tree string // that has the files
	temp *process.TempDir
}

func (c *checkout) remove() { _ = c.temp.Remove() } // what is left behind, the next run removes

// checkOut unpacks a commit of the repository that the paths are in.
func checkOut(ctx context.Context, ref string, paths []string) (*checkout, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, &config.Error{Operand: "changed-since " + ref, Reason: "git is not in PATH", Remedy: "install it with: apt-get install git"}
	}
	if git, err = filepath.Abs(git); err != nil {
		return nil, err
	}
	run := func(dir string, args ...string) (string, string, error) {
		var out, messages process.PrefixBuffer
		o, err := process.Run(ctx, process.Command{Path: git, Args: args, Dir: dir, Stdout: &out, Stderr: &messages, Limits: process.Limits{Timeout: time.Minute}})
		if err == nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		if err == nil && !o.OK() {
			line, _, _ := strings.Cut(strings.TrimSpace(messages.String()), "\n")
			return "", strings.TrimPrefix(line, "fatal: ") + " ", nil
		}
		return strings.TrimSuffix(out.String(), "\n"), "", err
	}
	start, err := filepath.Abs(filepath.Dir(paths[0]))
	if err != nil {
		return nil, err
	}
	root, failed, err := run(start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if failed != "" {
		return nil, &config.Error{Operand: "changed-since " + ref, Reason: strings.TrimSpace(failed), Remedy: "it needs a suite in a git repository"}
	}
	for _, path := range paths {
		if _, err := relative(root, path); err != nil {
			return nil, &config.Error{Operand: fmt.Sprintf("suite %q", path), Reason: "is outside of the repository " + root, Remedy: "leave out --changed-since"}
		}
	}
	commit, failed, err := run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, err
	}
	if failed != "" {
		return nil, &config.Error{Operand: fmt.Sprintf("changed-since %.60q", ref), Reason: "no such commit", Remedy: "name one, or fetch it: git fetch --unshallow (in GitHub's checkout: fetch-depth: 0)"}
	}
	temp, err := process.NewTempDir()
	if err != nil {
		return nil, err
	}
	c := &checkout{root: root, temp: temp}
	dir, err := filepath.EvalSymlinks(temp.Path()) // as relative wants it
	if err != nil {
		c.remove()
		return nil, err
	}
	c.tree = filepath.Join(dir, "tree")
	archive := filepath.Join(dir, "tree.tar")
	_, failed, err = run(root, "archive", "--format=tar", "--output="+archive, commit)
	if err == nil && failed != "" {
		err = fmt.Errorf("git archive: %s", failed)
	}
	if err == nil {
		err = unpack(archive, c.tree)
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// unpack writes the regular files of an archive below a directory.
func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	in := tar.NewReader(f)
	var bytes int64
	for files := 0; ; {
		head, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("git archive: %w", err)
		}
		if head.Typeflag != tar.TypeReg || head.Size > maxFile || !filepath.IsLocal(head.Name) {
			continue
		}
		files++
		if bytes += head.Size; bytes > maxBytes || files > maxFiles {
			return fmt.Errorf("the commit has more than %d files or %d MB", maxFiles, maxBytes>>20)
		}
		if err := writeFile(root, head.Name, in); err != nil {
			return err
		}
	}
}

func writeFile(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// load reads the suites as they were at the commit.
func (c *checkout) load(paths []string) (*suite.Suite, error) {
	var there []string
	for _, path := range paths {
		inside, err := relative(c.root, path)
		if err != nil {
			return nil, err
		}
		there = append(there, filepath.Join(c.tree, inside))
	}
	s, err := suite.Load(there...)
	if bad := (*config.Error)(nil); errors.As(err, &bad) { // without the temporary directory
		return nil, errors.New(strings.ReplaceAll(bad.Error(), c.tree+string(filepath.Separator), ""))
	}
	return s, err
}

// relative is a path from the root of a repository.  The error is that it is not below.
func relative(root, path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil { // git's root has none
		absolute = filepath.Join(dir, filepath.Base(absolute))
	}
	inside, err := filepath.Rel(root, absolute)
	if err == nil && !filepath.IsLocal(inside) {
		err = errors.New("outside of the repository")
	}
	return inside, err
}
