package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/quorum"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/models/topology"
)

// completeFlags makes the shell complete the values of flags: those of the algorithm that the
// command line names, or of all algorithms before it names one.
func completeFlags(c *cobra.Command) {
	for name, values := range map[string]func(*registry.Algorithm) []string{
		"variant": switchNames, "network": networkNames, "bug": bugNames, "property": propertyNames,
		"topology": func(*registry.Algorithm) []string { return forms(topology.Forms) },
		"quorum":   func(*registry.Algorithm) []string { return forms(quorum.Forms) },
		"engine":   func(*registry.Algorithm) []string { return []string{"spin", "go"} },
		"sweep":    func(*registry.Algorithm) []string { return []string{models.SweepQuorums} },
		"markdown": func(*registry.Algorithm) []string { return []string{"rows", "networks"} },
	} {
		if c.Flags().Lookup(name) != nil {
			_ = c.RegisterFlagCompletionFunc(name, completer(name, values)) // it fails where a verb has its own
		}
	}
	if c.Flags().Lookup("tag") != nil {
		_ = c.RegisterFlagCompletionFunc("tag", completeTags)
	}
}

// completer completes a value, or the last of several that commas separate.
func completer(flag string, values func(*registry.Algorithm) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		var all []string
		for _, a := range algorithms.All() {
			if len(args) == 0 || !slices.Contains(algorithmNames(), args[0]) || a.Name == args[0] {
				all = append(all, values(a)...)
			}
		}
		slices.Sort(all)
		all = slices.Compact(all)
		directive := cobra.ShellCompDirectiveNoFileComp
		if flag == "variant" {
			before := begun[:strings.LastIndex(begun, ",")+1]
			for k := range all {
				all[k] = before + all[k]
			}
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		all = slices.DeleteFunc(all, func(v string) bool { return !strings.HasPrefix(v, begun) })
		if slices.ContainsFunc(all, func(v string) bool { return strings.HasSuffix(v, ":") }) {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return all, directive
	}
}

// forms are the values that a help text lists, up to a colon and what varies behind it.
func forms(text string) []string {
	var all []string
	for _, form := range strings.Split(text, ", ") {
		word, _, _ := strings.Cut(form, " ")
		if name, parameter, found := strings.Cut(word, ":"); found && strings.Trim(parameter, "abcdefghijklmnopqrstuvwxyz") != "" {
			word = name + ":"
		}
		all = append(all, word)
	}
	return all
}

func switchNames(a *registry.Algorithm) []string {
	var all []string
	for _, s := range a.Switches {
		all = append(all, s.Name)
	}
	return all
}

func networkNames(a *registry.Algorithm) []string {
	var all []string
	for _, n := range a.Networks {
		all = append(all, string(n))
	}
	return all
}

func bugNames(a *registry.Algorithm) []string {
	var all []string
	for _, b := range a.Bugs {
		all = append(all, b.Name)
	}
	return all
}

func propertyNames(a *registry.Algorithm) []string {
	var all []string
	for _, p := range a.Properties {
		all = append(all, p.Name)
	}
	return all
}

// completeTags completes the tags of the suites on the command line.
func completeTags(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var all []string
	if s, err := suite.Load(args...); err == nil {
		for _, tag := range s.Tags() {
			all = append(all, tag, "!"+tag)
		}
	}
	return slices.DeleteFunc(all, func(t string) bool { return !strings.HasPrefix(t, begun) }), cobra.ShellCompDirectiveNoFileComp
}

// completeAlgorithm completes the first operand.
func completeAlgorithm(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	names := slices.DeleteFunc(algorithmNames(), func(n string) bool { return !strings.HasPrefix(n, begun) })
	return names, cobra.ShellCompDirectiveDefault
}
