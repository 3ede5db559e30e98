package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// explainUsage has all commands below c say what is wrong with a command line in
// mxgen's own words, and none in those of the libraries that read it.
func explainUsage(c *cobra.Command) {
	c.SetFlagErrorFunc(badFlag)
	for _, sub := range c.Commands() {
		explainUsage(sub)
		operands := sub.Args
		sub.Args = func(c *cobra.Command, args []string) error {
			if err := operands(c, args); err != nil {
				return badOperands(c, err)
			}
			if err := c.ValidateFlagGroups(); err != nil {
				return badGroup(err)
			}
			return emptyFlag(c)
		}
	}
}

// badFlag is what is wrong with a flag, or its value.
func badFlag(c *cobra.Command, err error) error {
	bad := &config.Error{Operand: c.CommandPath(), Reason: err.Error(), Remedy: "see " + c.CommandPath() + " --help"}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := config.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			bad.Remedy = "did you mean --" + near + "? " + bad.Remedy
		}
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return bad
	}
	f := value.GetFlag()
	bad.Operand = fmt.Sprintf("--%s %.40q", f.Name, value.GetValue())
	switch kind := f.Value.Type(); {
	case kind == "duration":
		bad.Reason, bad.Remedy = "not a duration that mxgen can use", "write it as 90s, 5m or 720h"
	case kind == "bool":
		bad.Reason, bad.Remedy = "neither true nor false", fmt.Sprintf("write --%s alone, or leave it out", f.Name)
	case errors.Is(err, strconv.ErrRange):
		bad.Reason = "too large"
	case kind == "uint64":
		bad.Reason = "not a whole number of at least 0"
	case kind == "int", kind == "int64":
		bad.Reason = "not a whole number"
	default:
		bad.Reason = "not a value that it can have"
	}
	return bad
}

// badOperands is too many or too few of them.
func badOperands(c *cobra.Command, err error) error {
	if bad := (*config.Error)(nil); errors.As(err, &bad) {
		return err
	}
	return &config.Error{Operand: c.CommandPath(), Reason: err.Error(), Remedy: "write " + strings.TrimSuffix(c.UseLine(), " [flags]")}
}

var together = regexp.MustCompile(`\[([a-z -]+)\] were all set$`)

// badGroup is flags that do not go together.
func badGroup(err error) error {
	m := together.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	return &config.Error{Operand: "--" + strings.ReplaceAll(m[1], " ", ", --"), Reason: "do not go together", Remedy: "leave out all but one"}
}

// emptyFlag refuses a flag that was given and says nothing: a script whose variable
// is empty does not mean what it means without the flag.  An empty parameter of a
// configuration is for models.Resolve to judge.
func emptyFlag(c *cobra.Command) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" && !slices.Contains(models.ParamNames, f.Name) {
			err = &config.Error{Operand: fmt.Sprintf(`--%s ""`, f.Name), Reason: "empty", Remedy: "leave it out, or see " + c.CommandPath() + " --help"}
		}
	})
	return err
}

// explainHelp has help and completion refuse what they do not know, where the library
// prints something else and is content.
func explainHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(c *cobra.Command, args []string) error {
				if about, left, err := root.Find(args); err != nil || about == root && len(left) > 0 {
					return &config.Error{Operand: fmt.Sprintf("help %.40q", strings.Join(args, " ")), Reason: "no such command", Remedy: "see mxgen --help"}
				}
				return nil
			}
		case "completion":
			var shells []string
			for _, shell := range c.Commands() {
				shells = append(shells, shell.Name())
			}
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
			c.Args = func(_ *cobra.Command, args []string) error {
				if len(args) == 0 {
					return nil
				}
				return &config.Error{Operand: fmt.Sprintf("completion %.40q", args[0]), Reason: "unknown shell", Remedy: config.ThereAre(args[0], shells)}
			}
		}
	}
}
