package config

import (
	"fmt"
	"strings"
)

// MinimumMemory is the least memory limit, in bytes, that lets a run begin.
const MinimumMemory = 64 << 20

// ParseMemory reads the memory limit of a run, such as 500MB.  The error is an *Error
// whose operand begins with the name of what has the text.
func ParseMemory(name, text string) (int64, error) {
	return ParseBytes(name, text, MinimumMemory, "64MB")
}

// ParseBytes reads a size in bytes, which has a unit and is not below a minimum.  The error
// is as that of ParseMemory.
func ParseBytes(name, text string, minimum float64, minimumText string) (int64, error) {
	units := []struct {
		name  string
		bytes float64
	}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}
	for _, u := range units {
		number, found := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(text)), u.name)
		if !found {
			continue
		}
		var n float64
		var rest string
		if k, _ := fmt.Sscanf(number+" .", "%g %s", &n, &rest); k == 2 && rest == "." && n > 0 && n*u.bytes >= minimum && n*u.bytes <= 1<<50 {
			return int64(n * u.bytes), nil
		}
		break
	}
	return 0, &Error{Operand: fmt.Sprintf("%s %.40q", name, text), Reason: "not a valid size",
		Remedy: "write at least " + minimumText + ", such as 500MB or 4GB"}
}
