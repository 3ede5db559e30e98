#!/bin/sh
# Compares mxgen with a plain loop of spin, gcc and pan on the quick suite.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench quick bin/mxgen models/suites/quick.yaml
