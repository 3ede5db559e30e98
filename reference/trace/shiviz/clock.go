package shiviz

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// parseClock reads a vector clock: a JSON object with a whole number for each host.  It reads
// token by token, so that nothing is nested and no host is given twice.
func parseClock(text string) (map[string]int, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, errors.New("a clock is a JSON object, such as {\"a\":1}")
	}
	clock := map[string]int{}
	for d.More() {
		host, err := d.Token()
		if err != nil {
			return nil, errors.New("the clock is not JSON")
		}
		value, err := d.Token()
		if err != nil {
			return nil, errors.New("the clock is not JSON")
		}
		name, _ := host.(string) // the decoder takes no other key
		number, _ := value.(json.Number)
		count, err := strconv.ParseUint(number.String(), 10, 64)
		switch _, twice := clock[name]; {
		case err != nil || count > MaxCount:
			return nil, fmt.Errorf("clock: %.40q of host %.40q is not a whole number up to %d", fmt.Sprint(value), name, MaxCount)
		case twice:
			return nil, fmt.Errorf("clock: host %.40q is given twice", name)
		case len(clock) == maxHosts:
			return nil, fmt.Errorf("clock: more than %d hosts", maxHosts)
		}
		clock[name] = int(count)
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("the clock is not JSON")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the clock goes on after its end")
	}
	return clock, nil
}
