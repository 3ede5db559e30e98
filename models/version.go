package models

import "runtime/debug"

// Version is the version of mxgen: that of the module or, in a checkout, of
// the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = " " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " modified"
		}
	}
	return info.Main.Version + revision + modified
}
