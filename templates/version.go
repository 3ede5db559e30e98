package templates

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// Version is the hash of all templates.
func Version() string {
	h := sha256.New()
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n", path, len(text))
		h.Write(text)
		return err // never: the files are in the program
	})
	return hex.EncodeToString(h.Sum(nil))
}
