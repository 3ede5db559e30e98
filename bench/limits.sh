#!/bin/sh
# Measures the largest configurations: states, seconds of pan and memory.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench limits bin/mxgen
