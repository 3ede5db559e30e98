#!/bin/sh
# Writes results/TABLE.md anew from three suites, which takes a quarter of an hour on two cores.
# The file is checked in, and a test compares its quick rows with what SPIN finds now.
set -eu
cd "$(dirname "$0")/.."
new=$(mktemp)
chmod 644 "$new"
trap 'rm -f "$new"' EXIT
{
	cat <<'EOF'
# What was decided, and at what cost

Written by `make deep`. States are those of the safety model, with the bytes
of one before compression; seconds are pan's for all properties of the row
together, and MB are the largest run's. The time varies with the machine, the
states do not. "safe" stands for every safety property that the registry
names, "safe and live" for starvation freedom of each node as well.

## Which order of messages each algorithm needs

From `models/suites/networks.yaml`.

EOF
	bin/mxgen verify models/suites/networks.yaml --markdown networks
	cat <<'EOF'

## How far each algorithm can be decided

From `models/suites/reach.yaml`, each run within 8 GB and 10 minutes.

EOF
	bin/mxgen verify models/suites/reach.yaml -j 1 --markdown rows
	cat <<'EOF'

## Larger graphs of model and program, compared

From `models/suites/deep.yaml`. Where there are more than four million edges, a hash
over all of them is compared, else they are compared one by one.

EOF
	bin/mxgen compare models/suites/deep.yaml -j 1 --markdown rows
} >"$new"
cp "$new" results/TABLE.md
