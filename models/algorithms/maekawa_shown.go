package algorithms

import (
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// classCodes are the classes by their numbers in the model.
var classCodes = []string{"", "REQUEST", "LOCKED", "FAILED", "INQUIRE", "RELINQUISH", "RELEASE"}

// maekawaShown writes a link of the network as the messages on it: the digits in
// base 8 from the lowest on, which is the oldest message, or, where they have no
// order, the two bits of each class, how many of it there are.
func maekawaShown(c config.Config, variable string, value int) (text string, ok bool) {
	if variable != "net" || value < 0 {
		return "", false
	}
	var on []string
	if c.Network == config.FIFO {
		for ; value > 0; value >>= 3 {
			code := value & 7
			if code == 0 || code >= len(classCodes) {
				return "", false
			}
			on = append(on, classCodes[code])
		}
	} else {
		for code := 1; code < len(classCodes); code++ {
			for range value >> (2*code - 2) & 3 {
				on = append(on, classCodes[code])
			}
		}
	}
	return "[" + strings.Join(on, " ") + "]", true
}
