package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
)

// client is a connection to a node.
type client struct {
	net.Conn
	answers *bufio.Reader
}

func dial(address string) (*client, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(c, "CLIENT"); err != nil {
		c.Close()
		return nil, err
	}
	return &client{c, bufio.NewReader(c)}, nil
}

// do asks for LOCK or UNLOCK and returns when the node has done it.
func (c *client) do(what string) error {
	if _, err := fmt.Fprintln(c, what); err != nil {
		return err
	}
	answer, err := c.answers.ReadString('\n')
	if err == nil && strings.TrimSpace(answer) != what+"ED" {
		err = fmt.Errorf("%s: the node answers %q", what, answer)
	}
	return err
}

// useLock takes the lock and releases it, several times.
func useLock(address string, entries int) error {
	c, err := dial(address)
	if err != nil {
		return err
	}
	defer c.Close()
	for range entries {
		for _, what := range []string{"LOCK", "UNLOCK"} {
			if err := c.do(what); err != nil {
				return err
			}
			fmt.Println(what + "ED")
		}
	}
	return nil
}
