package main

import (
	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/verify"
)

// fileModelFlags name a Promela file of the user and say how it is verified.
type fileModelFlags struct {
	file      onceFlag
	defines   []string
	fair      bool
	embeddedC bool
	trustC    bool
	lossy     bool
	empty     bool
}

func (f *fileModelFlags) add(c *cobra.Command) {
	c.Flags().Var(&f.file, "model", "verify this Promela file; the same as the operand FILE.pml, for a file of any name")
	c.Flags().StringArrayVarP(&f.defines, "define", "D", nil, "with a Promela file: define the macro NAME or NAME=VALUE; may be repeated")
	c.Flags().BoolVar(&f.fair, "fair", false, "with a Promela file: check liveness under weak fairness as well")
	c.Flags().BoolVar(&f.lossy, "lossy", false, "with a Promela file: a message sent to a full channel is lost (spin -m), instead of waiting for room")
	c.Flags().BoolVar(&f.empty, "empty-channels", false, "with a Promela file: an end state is valid only while all channels are empty (pan -q)")
	c.Flags().BoolVar(&f.embeddedC, "allow-embedded-c", false, "with a Promela file: execute embedded C code, which has all rights of the user")
	c.Flags().BoolVar(&f.trustC, "trust-embedded-c", false, "with a Promela file: assume that embedded C code keeps all its data in SPIN's state vector")
}

// given tells whether a Promela file is on the command line, by --model or as the operand.
func (f *fileModelFlags) given(c *cobra.Command, args []string) bool {
	if c.Flags().Changed("model") {
		return true
	}
	if !isModel(args[0]) {
		return false
	}
	f.file.text = args[0]
	return true
}

// refuseWithoutFile refuses flags that need a Promela file.
func (f *fileModelFlags) refuseWithoutFile(c *cobra.Command) error {
	for _, name := range []string{"define", "fair", "lossy", "empty-channels", "allow-embedded-c", "trust-embedded-c"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "needs a Promela file", Remedy: "name a FILE.pml; gen -o writes one"}
		}
	}
	return nil
}

// task reads the file and checks the flags.
func (f *fileModelFlags) task(c *cobra.Command, properties []string) (verify.FileTask, error) {
	t := verify.FileTask{Properties: properties, Fair: f.fair, EmbeddedC: f.embeddedC, TrustC: f.trustC, Lossy: f.lossy, EmptyChannels: f.empty}
	for _, name := range append([]string{"ltl", "engine", "diagram", "raw", "sweep", "markdown"}, models.ParamNames...) {
		if c.Flags().Changed(name) {
			return t, &config.Error{Operand: "--" + name, Reason: "cannot be combined with a Promela file", Remedy: "it is for generated models"}
		}
	}
	var err error
	t.Source, err = verify.ReadSource(f.file.text, f.defines)
	return t, err
}
