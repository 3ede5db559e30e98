package promela

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// lineMarker is what the preprocessor says of where the next line comes from.
var lineMarker = regexp.MustCompile(`(?m)^# (\d+) "((?:[^"\\\n]|\\.)*)"[ \d]*$`)

// maxLines is how many lines #line directives can make Files allocate, in all.
const maxLines = 1 << 20

// Files splits a preprocessed model into the files that it comes from.  In the text of each
// file every line has its own number again.  Files without anything are left out, such as
// the compiler's own.
func Files(text []byte) map[string][]byte {
	files := map[string][]string{}
	name, at, left := "", 0, maxLines
	for _, line := range strings.Split(string(text), "\n") {
		if m := lineMarker.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[1])
			name, at = m[2], number-1
			continue
		}
		if missing := at + 1 - len(files[name]); at < 0 || missing > left {
			at++
			continue
		} else if missing > 0 {
			files[name] = append(files[name], make([]string, missing)...)
			left -= missing
		}
		files[name][at] = line
		at++
	}
	all := map[string][]byte{}
	for name, lines := range files {
		if strings.TrimSpace(strings.Join(lines, "")) == "" {
			continue
		}
		all[name] = []byte(strings.Join(lines, "\n"))
	}
	return all
}

// HarmlessNames names the files in line markers relative to dir, without any byte that
// means something to C or to a shell: SPIN copies the names into pan.c.  It looks at lines, not at
// tokens, so that a marker within C or an open string is made harmless as well.
func HarmlessNames(text []byte, dir string) []byte {
	return lineMarker.ReplaceAllFunc(text, func(marker []byte) []byte {
		m := lineMarker.FindSubmatch(marker)
		name := string(m[2])
		if rel, err := filepath.Rel(dir, unescaped(name)); err == nil && filepath.IsAbs(unescaped(name)) {
			name = rel
		}
		return fmt.Appendf(nil, "# %s \"%s\"", m[1], HarmlessName(name))
	})
}

// unescaped is a name in a line marker without its escapes.
func unescaped(name string) string {
	if plain, err := strconv.Unquote(`"` + name + `"`); err == nil {
		return plain
	}
	return name
}

var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._/+-]`)

// longestName is how many bytes of a file's name are kept, from its end.
const longestName = 100

// HarmlessName is a file's name with every byte replaced that C or a shell could
// misunderstand.
func HarmlessName(name string) string {
	name = unsafeName.ReplaceAllString(name, "_")
	if len(name) > longestName {
		name = name[len(name)-longestName:]
	}
	if name == "" {
		return "_"
	}
	return name
}
