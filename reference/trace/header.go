package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// headerLine is the JSON of the header.
type headerLine struct {
	Schema        string        `json:"schema"`
	Algorithm     string        `json:"algorithm"`
	Configuration config.Config `json:"configuration"`
	Origin        Origin        `json:"origin"`
	Order         string        `json:"order,omitempty"`
	From          string        `json:"from,omitempty"`
	Records       *Records      `json:"records,omitempty"`
	Names
}

func appendHeader(b []byte, h Header) ([]byte, error) {
	buffer := bytes.NewBuffer(b)
	e := json.NewEncoder(buffer)
	e.SetEscapeHTML(false)
	line := headerLine{Schema, h.Config.Algorithm, h.Config, h.Origin, h.Order, h.From, nil, h.Names}
	if h.Records.Events != nil || h.Records.Nodes != nil {
		line.Records = &h.Records
	}
	err := e.Encode(line)
	return buffer.Bytes(), err
}

// parseHeader reads a header line.  It does not check the configuration.
func parseHeader(line []byte) (Header, error) {
	var h Header
	if err := checkSchema(line); err != nil {
		return h, err
	}
	var has []string
	algorithm := ""
	s := scanner{text: line}
	err := s.object(func(key string) (err error) {
		has = append(has, key)
		switch key {
		case "schema":
			_, err = s.str()
		case "algorithm":
			algorithm, err = s.str()
		case "configuration":
			h.Config, err = parseConfig(&s)
		case "origin":
			h.Origin, err = parseOrigin(&s)
		case "order":
			if h.Order, err = s.str(); err == nil {
				err = oneOf("order", h.Order, OrderTotal, OrderNodes)
			}
		case "from":
			if h.From, err = s.str(); err == nil {
				err = oneOf("from", h.From, FromStart, FromUnknown)
			}
		case "records":
			h.Records, err = parseRecords(&s)
		case "nodes":
			h.Names.Nodes = map[string]int{}
			err = s.object(func(name string) (err error) {
				h.Names.Nodes[name], err = s.number("node", 1, 1<<16)
				return err
			})
		case "messages":
			h.Names.Messages = map[string]string{}
			err = s.object(func(name string) (err error) {
				h.Names.Messages[name], err = s.str()
				return err
			})
		default:
			if extension(key) {
				return s.skipAny()
			}
			err = s.fail("unknown key %q: a header has schema, algorithm, configuration, origin, order, from, records, nodes, messages, and keys that begin with x-", key)
		}
		return err
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return h, err
	}
	for _, key := range []string{"schema", "algorithm", "configuration", "origin"} {
		if !slices.Contains(has, key) {
			return h, fmt.Errorf("a header without %s", key)
		}
	}
	if algorithm != h.Config.Algorithm {
		return h, fmt.Errorf("algorithm %q, but the configuration is one of %q", algorithm, h.Config.Algorithm)
	}
	return h, nil
}

// checkSchema rejects another version of the format.  It runs before the keys
// are checked, because another version may have other keys.
func checkSchema(line []byte) error {
	var named struct{ Schema *string }
	if json.Unmarshal(line, &named) == nil && named.Schema != nil && *named.Schema != Schema {
		return fmt.Errorf("schema %.60q: this mxgen reads %s", *named.Schema, Schema)
	}
	return nil
}

// configKeys are the keys of a configuration in JSON.
var configKeys = func() (keys []string) {
	t := reflect.TypeFor[config.Config]()
	for k := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(k).Tag.Get("json"), ",")
		keys = append(keys, name)
	}
	return keys
}()

// parseConfig reads a configuration in the spelling that the Writer uses.
// encoding/json alone would accept other spellings of keys and edges with
// three ends.
func parseConfig(s *scanner) (c config.Config, err error) {
	start := s.at
	err = s.object(func(key string) error {
		if !slices.Contains(configKeys, key) {
			return s.fail("unknown key %q: a configuration has %s", key, strings.Join(configKeys, ", "))
		}
		_, err := s.skip(1)
		return err
	})
	if err != nil {
		return c, err
	}
	text := s.text[start:s.at]
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("configuration: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	written, err := json.Marshal(c)
	if err != nil {
		return c, err
	}
	given, canonical := members(text), members(written)
	for _, key := range configKeys {
		value, isGiven := given[key]
		if want, is := canonical[key]; is && !isGiven {
			return c, fmt.Errorf("configuration without %s", key)
		} else if is && !reflect.DeepEqual(value, want) {
			return c, fmt.Errorf("configuration: %s %.60v is read as %.60v; write that", key, value, want)
		}
	}
	return c, nil
}

// members decodes an object whose syntax has been checked.
func members(text []byte) (m map[string]any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		return nil
	}
	return m
}

func parseOrigin(s *scanner) (o Origin, err error) {
	err = s.object(func(key string) (err error) {
		switch key {
		case "driver":
			if o.Driver, err = s.str(); err == nil && !slices.Contains(Drivers, o.Driver) {
				err = fmt.Errorf("driver %.60q: not one of %s", o.Driver, strings.Join(Drivers, ", "))
			}
		case "seed":
			var seed uint64
			seed, err = s.unsigned("seed")
			o.Seed = &seed
		case "scheduler":
			o.Scheduler, err = s.str()
		case "entries":
			o.Entries, err = s.number("entries", 1, event.MaxNumber)
		case "disturbed":
			err = s.array(func() error {
				what, err := s.str()
				o.Disturbed = append(o.Disturbed, what)
				return err
			})
		case "program":
			o.Program, err = s.str()
		default:
			err = s.fail("unknown key %q: an origin has driver, seed, scheduler, entries, disturbed, program", key)
		}
		return err
	})
	if err == nil && o.Driver == "" {
		err = fmt.Errorf("an origin without driver")
	}
	return o, err
}

// parseRecords reads what a log records.
func parseRecords(s *scanner) (r Records, err error) {
	err = s.object(func(key string) error {
		switch key {
		case "events":
			r.Events = []string{}
			return s.array(func() error {
				kind, err := s.str()
				if err == nil {
					err = oneOf("event", kind, "request", "receive", "enter", "exit")
				}
				r.Events = append(r.Events, kind)
				return err
			})
		case "nodes":
			r.Nodes = []int{}
			return s.array(func() error {
				i, err := s.number("node", 1, 1<<16)
				r.Nodes = append(r.Nodes, i)
				return err
			})
		}
		return s.fail("unknown key %q: records has events and nodes", key)
	})
	return r, err
}

// check checks the nodes and the messages that the header names.
func (h Header) check(messages []string) error {
	used := map[int]string{}
	for name, i := range h.Names.Nodes {
		if i > h.Config.N {
			return fmt.Errorf("node %.40q is %d: nodes are 1 to %d", name, i, h.Config.N)
		}
		if other, is := used[i]; is {
			return fmt.Errorf("node %d has two names, %.40q and %.40q", i, min(name, other), max(name, other))
		}
		used[i] = name
	}
	for name, kind := range h.Names.Messages {
		if !slices.Contains(messages, kind) {
			return fmt.Errorf("message %.40q is %.40q: there are %s", name, kind, strings.Join(messages, ", "))
		}
	}
	for _, i := range h.Records.Nodes {
		if i > h.Config.N {
			return fmt.Errorf("records node %d: nodes are 1 to %d", i, h.Config.N)
		}
	}
	return nil
}
