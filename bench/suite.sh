#!/bin/sh
# Compares mxgen, with an empty and with a full cache, with a plain loop on a hundred small
# configurations.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench quick bin/mxgen models/suites/bench.yaml
