#!/bin/sh
# The quick suite by mxgen against a plain loop of spin, gcc and pan.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench quick bin/mxgen models/suites/quick.yaml
