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

// reportUsageErrors makes all commands below c report a wrong command line as operand,
// reason and remedy, instead of in the words of the libraries that parse it.
func reportUsageErrors(c *cobra.Command) {
	c.SetFlagErrorFunc(flagError)
	for _, sub := range c.Commands() {
		reportUsageErrors(sub)
		operands := sub.Args
		sub.Args = func(c *cobra.Command, args []string) error {
			if err := operands(c, args); err != nil {
				return operandsError(c, err)
			}
			if err := c.ValidateFlagGroups(); err != nil {
				return exclusiveFlagsError(err)
			}
			return emptyFlagError(c)
		}
	}
}

// flagError describes an unknown flag or a wrong value of a flag.
func flagError(c *cobra.Command, err error) error {
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
	case errors.Is(err, errGivenTwice):
		bad.Reason, bad.Remedy = "--"+f.Name+" is given twice", "leave out all but one"
	case kind == "duration":
		bad.Reason, bad.Remedy = "not a valid duration", "write it as 90s, 5m or 720h"
	case kind == "bool":
		bad.Reason, bad.Remedy = "neither true nor false", fmt.Sprintf("write --%s alone, or leave it out", f.Name)
	case errors.Is(err, strconv.ErrRange):
		bad.Reason = "too large"
	case kind == "uint64":
		bad.Reason = "not a whole number of at least 0"
	case kind == "int", kind == "int64":
		bad.Reason = "not a whole number"
	default:
		bad.Reason = "not a valid value"
	}
	return bad
}

// operandsError describes a wrong number of operands.
func operandsError(c *cobra.Command, err error) error {
	if bad := (*config.Error)(nil); errors.As(err, &bad) {
		return err
	}
	return &config.Error{Operand: c.CommandPath(), Reason: err.Error(), Remedy: "write " + strings.TrimSuffix(c.UseLine(), " [flags]")}
}

// exclusiveFlags matches what cobra says of flags that exclude each other.
var exclusiveFlags = regexp.MustCompile(`\[([a-z -]+)\] were all set$`)

// exclusiveFlagsError describes flags that exclude each other.
func exclusiveFlagsError(err error) error {
	m := exclusiveFlags.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	return &config.Error{Operand: "--" + strings.ReplaceAll(m[1], " ", ", --"), Reason: "cannot be combined", Remedy: "leave out all but one"}
}

// emptyFlagError refuses a flag with an empty value, such as --keep "$DIR" in a script
// where DIR is not set: without the refusal, the flag would silently have no effect.
// models.Resolve judges the parameters of a configuration.
func emptyFlagError(c *cobra.Command) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" && !slices.Contains(models.ParamNames, f.Name) {
			err = &config.Error{Operand: fmt.Sprintf(`--%s ""`, f.Name), Reason: "empty", Remedy: "leave it out, or see " + c.CommandPath() + " --help"}
		}
	})
	return err
}

// strictHelp makes help and completion refuse unknown operands.  Cobra prints some other
// help instead, and ends with exit code 0.
func strictHelp(root *cobra.Command) {
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
