#!/bin/sh
# A hundred small configurations by mxgen, cold and warm, against a plain loop.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench quick bin/mxgen models/suites/bench.yaml
