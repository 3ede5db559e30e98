package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	ledger "github.com/mxgen/mxgen/models/claims"
	"github.com/mxgen/mxgen/results/claims"
)

// commandTaken says why mxgen does not take a command line, nil if it does: the verb, the flags, the number of
// operands, and the configuration.
func commandTaken(args []string) error {
	c, rest, err := newRoot().Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if err := c.Args(c, c.Flags().Args()); err != nil {
		return err
	}
	if operands := c.Flags().Args(); len(operands) == 1 && slices.Contains(algorithmNames(), operands[0]) {
		if c.Flags().Lookup("variant") != nil && c.Name() != "simulate" { // which needs no --rounds
			_, err = configuration(c, operands[0])
		}
		if err == nil && c.Flags().Lookup("property") != nil {
			var names []string
			if names, err = c.Flags().GetStringArray("property"); err == nil {
				err = propertiesKnown(operands[0], names)
			}
		}
	}
	return err
}

// propertiesKnown refuses properties that an algorithm does not have.
func propertiesKnown(algorithm string, names []string) error {
	a, err := algorithms.Lookup(algorithm)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.Contains(propertyNames(a), name) {
			return os.ErrNotExist
		}
	}
	return nil
}

// TestClaimCommands: mxgen takes every command of the ledger.
func TestClaimCommands(t *testing.T) {
	l, err := ledger.Own()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range l.Claims {
		for _, check := range c.Checks {
			if err := commandTaken(check.Args()); err != nil {
				t.Errorf("%s: %s: %v", c.ID, check.Run, err)
			}
		}
	}
	for _, wrong := range []string{
		"verify lamport --n 2 --networks fifo", "verify lamport --n 2 --network ring", "verify lamport --n 2 --property safety",
		"verify lamport --n 2 --topology star", "bounds lamport", "bounds", "verifies lamport --n 2",
	} {
		if commandTaken(strings.Fields(wrong)) == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// TestClaimsDocument: results/CLAIMS.md is that of the ledger, with every command as the ledger has it.
func TestClaimsDocument(t *testing.T) {
	l, err := ledger.Own()
	if err != nil {
		t.Fatal(err)
	}
	outcomes := make([][]claims.Outcome, len(l.Claims))
	for k, c := range l.Claims {
		for range c.Checks {
			outcomes[k] = append(outcomes[k], claims.Outcome{Judged: true})
		}
	}
	var want bytes.Buffer
	if err := claims.NewReport(l, outcomes).Markdown(&want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "..", "results", "CLAIMS.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("results/CLAIMS.md is not what the ledger says: make claims writes it")
	}
}
